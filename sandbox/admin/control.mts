import type { Router } from 'express';
import { ServiceError } from '../ground/errors.mts';
import { faultKinds, type FaultInput, type FaultKind } from '../server/faults.mts';
import { keyPurposes, keysByName } from '../ground/keys.mts';
import type { World } from '../server/world.mts';
import { countRows } from '../store/database.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

const counted = [
	'customers',
	'sites',
	'employees',
	'licences',
	'timesheets',
	'incident_reports',
	'shifts',
	'login_events',
	'subscribers',
	'subscriptions',
	'deliveries',
	'happenings',
];

/** State, clock, journal, faults and tokens. */
export function addControlRoutes(router: Router, world: World): void {
	router.get(
		'/state',
		action(() => state(world)),
	);
	router.post(
		'/reset',
		action(() => {
			world.reset();
			return state(world);
		}),
	);
	router.get(
		'/requests',
		action((req) => world.journal.since(wholeNumber(req.query.since, 'since', 0))),
	);
	router.delete(
		'/requests',
		action(() => world.journal.clear()),
	);
	router.get(
		'/faults',
		action(() => world.faults.all()),
	);
	router.post(
		'/faults',
		action((req) => world.faults.add(faultOf(bodyOf(req)))),
	);
	router.delete(
		'/faults',
		action(() => world.faults.clear()),
	);
	router.delete(
		'/faults/:id',
		action((req) => world.faults.clear(wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/tokens/revoke',
		action(() => world.tokens.revokeAll()),
	);
}

function state(world: World): Record<string, unknown> {
	return {
		url: world.url(),
		now: world.clock.iso(),
		clockAheadSeconds: Math.round(world.clock.ahead() / 1000),
		clockMovedSeconds: Math.round(world.clock.moved() / 1000),
		pace: world.clock.pace,
		ratePerMinute: world.rate.perMinute,
		tokenTtlSeconds: world.tokens.ttlSeconds,
		subscriptionKey: world.subscriptionKey,
		keys: keysByName(),
		keyPurposes,
		counts: {
			...Object.fromEntries(counted.map((table) => [table, countRows(world.db, table)])),
			requests: world.journal.size,
			faults: world.faults.all().length,
		},
	};
}

function faultOf(body: Record<string, unknown>): FaultInput {
	const { method, path, kind, status, delayMs, times, headers } = body;
	if (typeof path !== 'string' || path === '')
		throw new ServiceError(400, 'path is required: a prefix of the path, or a regular expression on it.');
	if (kind !== undefined && !faultKinds.includes(kind as FaultKind))
		throw new ServiceError(400, `kind must be one of ${faultKinds.join(', ')}.`);
	if (method !== undefined && typeof method !== 'string')
		throw new ServiceError(400, 'method must be text, such as GET.');
	if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 0 && Number(status) <= 599))
		throw new ServiceError(400, 'status must be a number up to 599.');
	if (status !== undefined && kind !== 'statusCode' && Number(status) < 200)
		throw new ServiceError(400, 'status must be an HTTP status from 200 to 599.');
	if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0 && delayMs <= 600_000))
		throw new ServiceError(400, 'delayMs must be from 0 to 600000.');
	if (times !== undefined && times !== null && !(Number.isInteger(times) && Number(times) > 0))
		throw new ServiceError(400, 'times must be a whole number from 1, or null for "until removed".');
	if (headers !== undefined && (typeof headers !== 'object' || headers === null))
		throw new ServiceError(400, 'headers must be an object.');
	if (kind === undefined && status === undefined && delayMs === undefined)
		throw new ServiceError(400, 'Say what to do: kind, status or delayMs.');
	return {
		path,
		method: method === undefined || method === '' ? null : String(method),
		kind: kind as FaultKind | undefined,
		status: status === undefined ? undefined : Number(status),
		delayMs: delayMs === undefined ? undefined : Number(delayMs),
		times: times === undefined ? undefined : times === null ? null : Number(times),
		headers:
			headers === undefined
				? undefined
				: Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, String(value)])),
		body: body.body,
	};
}
