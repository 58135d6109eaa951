import { ServiceError } from '../core/errors.mts';
import { ownRecord } from '../server/scope.mts';
import { isoOf, type Row } from '../store/query.mts';
import {
	changeSubscriber,
	changeSubscription,
	findSubscriber,
	findSubscription,
	insertSubscriber,
	insertSubscription,
	newSecret,
	subscriptionsOf,
} from '../store/webhooks.mts';
import { catalogue, catalogueNumber } from '../deliveries/catalogue.mts';
import { written, type Handler } from './call.mts';

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

// Assumed, Webhooks: a subscriber belongs to the company: every key with webhook access sees and can change other keys’
//   subscribers. There is no DELETE and no list of subscribers.
/** POST subscribers: besides a rotation, the only response with the secret. */
export const createSubscriber: Handler = ({ world, caller }) => {
	const row = insertSubscriber(world.db, caller.companyId, caller.name, world.clock.now());
	return { data: { ...subscriberItem(row), secretToken: row.secret } };
};

// Assumed, Answers: the list and the PUT of subscriptions answer like their POST; the PUT of a subscriber answers like its POST,
//   with the secret only after a rotation.
/** PUT subscribers/{id}: a rotation applies at once; deliveries from now on carry the new signature. */
export const updateSubscriber: Handler = ({ world, caller, params, body }) => {
	const id = Number(params.id);
	ownRecord('Webhook subscriber', id, findSubscriber(world.db, id), caller);
	const rotate = body.rotateSecretToken === true;
	const row = changeSubscriber(
		world.db,
		id,
		{ isActive: flag(body.isActive), secret: rotate ? newSecret() : undefined },
		world.clock.now(),
	);
	const { data } = written(world.choices, row, subscriberItem);
	// It is documented that a rotation returns the new secret, whatever else is returned.
	return { data: rotate ? { ...(typeof data === 'object' ? data : {}), secretToken: row.secret } : data };
};

/** POST subscriptions. */
export const createSubscription: Handler = ({ world, caller, body }) => {
	const [eventType, event] = [String(body.eventType), String(body.event)];
	const number = catalogueNumber(eventType, event);
	if (number === null) {
		const known = catalogue.map((pair) => `${pair.eventType}/${pair.event}`).join(', ');
		throw new ServiceError(400, `There is no event "${event}" of the type "${eventType}". Known events: ${known}.`, {
			field: 'event',
		});
	}
	const uri = checkUri(String(body.uri));
	const subscriberId = Number(body.subscriberId);
	ownRecord('Webhook subscriber', subscriberId, findSubscriber(world.db, subscriberId), caller);
	const subscription = {
		subscriberId,
		eventType,
		event,
		filterId: subscriberId * 100 + number,
		uri,
		keyName: caller.name,
	};
	return { data: subscriptionItem(insertSubscription(world.db, subscription, world.clock.now())) };
};

// Assumed, Webhooks: PUT bodies have `isActive` and `uri`; an empty PUT changes nothing.
/** PUT subscriptions/{id}. */
export const updateSubscription: Handler = ({ world, caller, params, body }) => {
	const id = Number(params.id);
	ownRecord('Webhook subscription', id, findSubscription(world.db, id), caller);
	const uri = typeof body.uri === 'string' ? checkUri(body.uri) : undefined;
	const row = changeSubscription(world.db, id, { isActive: flag(body.isActive), uri }, world.clock.now());
	return written(world.choices, row, subscriptionItem);
};

/** GET subscribers/{subscriberId}/subscriptions: all of them, active or not. */
export const listSubscriptions: Handler = ({ world, caller, params }) => {
	const subscriberId = Number(params.subscriberId);
	ownRecord('Webhook subscriber', subscriberId, findSubscriber(world.db, subscriberId), caller);
	const rows = subscriptionsOf(world.db, subscriberId);
	return { data: rows.map(subscriptionItem), count: rows.length };
};

// Assumed, Webhooks: a `uri` has at most 2000 characters; plain HTTP is allowed for this computer.
/** The service requires HTTPS; the sandbox also accepts HTTP on this machine, where it is used. */
function checkUri(uri: string): string {
	const url = URL.canParse(uri) ? new URL(uri) : null;
	const loopback = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
	if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
		throw new ServiceError(400, 'The uri must be an HTTPS address (plain HTTP only on this machine).', {
			field: 'uri',
		});
	}
	return uri;
}

function subscriberItem(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		companyId: row.company_id,
		isActive: row.is_active === 1,
		createdDateTime: isoOf(row.created_at),
		modifiedDateTime: isoOf(row.modified_at),
	};
}

// Assumed, Webhooks: `webhookSubscriberEventFilterId` is a number that identifies subscriber and event together.
function subscriptionItem(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		webhookSubscriberEventFilterId: row.filter_id,
		uri: row.uri,
		isActive: row.is_active === 1,
		createdDateTime: isoOf(row.created_at),
		modifiedDateTime: isoOf(row.modified_at),
		event: row.event,
		eventType: row.event_type,
	};
}
