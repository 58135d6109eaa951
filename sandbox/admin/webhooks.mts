import type { Router } from 'express';
import { notFound, ServiceError } from '../core/errors.mts';
import type { World } from '../server/world.mts';
import { attemptsOf, findDelivery, lastBody } from '../store/deliveries.mts';
import { findIncident } from '../store/incidents.mts';
import { isoOf, selectAll, selectOne, Where, type Row } from '../store/query.mts';
import { findTimesheet } from '../store/timesheets.mts';
import { findSubscription } from '../store/webhooks.mts';
import type { Payload } from '../deliveries/engine.mts';
import { incidentPayload, timesheetPayload } from '../deliveries/payload.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

/** Routes for subscribers, subscriptions and deliveries, as only the service's support could see them. */
export function addWebhookRoutes(router: Router, world: World): void {
	router.get(
		'/subscribers',
		action(() => selectAll(world.db, 'SELECT * FROM subscribers ORDER BY id').map(subscriberRow)),
	);
	router.get(
		'/subscriptions',
		action(() => selectAll(world.db, 'SELECT * FROM subscriptions ORDER BY id').map(subscriptionRow)),
	);
	router.get(
		'/deliveries',
		action((req) => deliveries(world, req.query)),
	);
	router.post(
		'/deliveries/forge',
		action((req) => forge(world, bodyOf(req))),
	);
	router.get(
		'/deliveries/:id',
		action((req) => delivery(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/deliveries/:id/replay',
		action(async (req) => {
			const id = wholeNumber(req.params.id, 'id');
			if (findDelivery(world.db, id) === null) throw notFound('Delivery', id);
			await world.deliveries.replay(id);
			return delivery(world, id);
		}),
	);
}

function subscriberRow(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		companyId: row.company_id,
		isActive: row.is_active === 1,
		key: row.key_name,
		createdAt: isoOf(row.created_at),
		modifiedAt: isoOf(row.modified_at),
	};
}

function subscriptionRow(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		subscriberId: row.subscriber_id,
		eventType: row.event_type,
		event: row.event,
		uri: row.uri,
		isActive: row.is_active === 1,
		key: row.key_name,
		createdAt: isoOf(row.created_at),
		modifiedAt: isoOf(row.modified_at),
	};
}

/** The last `limit` deliveries, oldest first. */
function deliveries(world: World, query: Record<string, unknown>): unknown[] {
	const where = new Where();
	if (query.since !== undefined) where.and('id > ?', wholeNumber(query.since, 'since'));
	if (query.subscriptionId !== undefined)
		where.and('subscription_id = ?', wholeNumber(query.subscriptionId, 'subscriptionId'));
	if (typeof query.status === 'string') where.and('status = ?', query.status);
	const rows = selectAll(world.db, `SELECT id FROM deliveries WHERE ${where.sql} ORDER BY id DESC LIMIT ?`, [
		...where.values,
		wholeNumber(query.limit, 'limit', 200),
	]);
	return rows.reverse().map((row) => delivery(world, Number(row.id)));
}

function delivery(world: World, id: number): Record<string, unknown> {
	const row = findDelivery(world.db, id);
	if (row === null) throw notFound('Delivery', id);
	return {
		id: row.id,
		subscriptionId: row.subscription_id,
		eventType: row.event_type,
		event: row.event,
		entityId: row.entity_id,
		uri: row.uri,
		status: row.status,
		createdAt: isoOf(row.created_at),
		nextAttemptAt: isoOf(row.next_at),
		payload: JSON.parse(String(row.body)) as unknown,
		attempts: attemptsOf(world.db, id).map((attempt) => ({
			at: isoOf(attempt.at),
			statusCode: attempt.status_code,
			error: attempt.error,
		})),
	};
}

/** Sends the subscription's receiver a forged delivery; its payload is a copy of the last one, or of any record. */
async function forge(world: World, body: Record<string, unknown>): Promise<unknown> {
	const id = wholeNumber(body.subscriptionId, 'subscriptionId');
	const subscription = findSubscription(world.db, id);
	if (subscription === null) throw notFound('Webhook subscription', id);
	const { mutation = 'signature' } = body;
	if (mutation !== 'signature' && mutation !== 'body')
		throw new ServiceError(400, 'mutation must be "signature" or "body".');
	const last = lastBody(world.db, id);
	const payload = last === null ? samplePayload(world, subscription) : (JSON.parse(last) as Payload);
	return world.deliveries.forge(String(subscription.uri), String(subscription.secret), payload, mutation);
}

function samplePayload(world: World, subscription: Row): Record<string, unknown> {
	const event = String(subscription.event);
	const occasion = { event, now: world.clock.now(), url: world.url() };
	const first = (table: string): number =>
		Number(
			selectOne(world.db, `SELECT min(id) AS id FROM ${table} WHERE company_id = ?`, Number(subscription.company_id))
				?.id ?? 0,
		);
	const timesheet = subscription.event_type === 'timesheet' ? findTimesheet(world.db, first('timesheets')) : null;
	if (timesheet !== null) return timesheetPayload(world.choices, timesheet, occasion);
	const report = findIncident(world.db, first('incident_reports'));
	return report === null
		? { eventType: subscription.event_type, event }
		: incidentPayload(world.choices, report, occasion);
}
