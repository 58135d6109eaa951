import type { Request, Response } from 'express';
import type { Endpoint } from '../description/load.mts';
import { ServiceError } from '../core/errors.mts';
import type { Fault } from './faults.mts';
import type { JournalRow } from './journal.mts';
import type { Caller } from '../core/keys.mts';
import type { World } from './world.mts';

/** What is known about a request so far. */
export interface Progress {
	journal: JournalRow;
	endpoint: Endpoint | null;
	caller: Caller | null;
	fault: Fault | null;
}

export const progressOf = (res: Response): Progress => res.locals.progress as Progress;

/** The subscription key header under either name of the operator. */
const keyHeaders = ['external-svc-apim-sub-key', 'external-gh-apim-sub-key'];

/** First check: the gateway's subscription key. */
export function checkSubscriptionKey(world: World, req: Request): void {
	const given = keyHeaders.map((name) => req.get(name)).find((value) => value !== undefined && value !== '');
	if (given === undefined)
		throw new ServiceError(401, `The subscription key is missing: send it in the header ${String(keyHeaders[0])}.`);
	if (given !== world.subscriptionKey)
		throw new ServiceError(401, 'The subscription key is not valid for this region.');
}

/** Second check: the bearer token. */
export function checkToken(world: World, req: Request, progress: Progress): Caller {
	const caller = world.tokens.check(req.get('authorization'));
	progress.caller = caller;
	progress.journal.key = caller.name;
	return caller;
}

/** Third check: 60 requests per minute and key. */
export function checkRate(world: World, caller: Caller): void {
	const wait = world.rate.take(caller.name);
	if (wait === null) return;
	throw new ServiceError(
		429,
		`More than ${world.rate.perMinute} requests per minute with this API key. Try again in ${wait} seconds.`,
		{
			headers: { 'Retry-After': String(wait) },
		},
	);
}

/** Fourth check: key type and scope. */
export function checkKeyType(endpoint: Endpoint, caller: Caller): void {
	if (endpoint.scope !== null && !caller.scopes.includes(endpoint.scope)) {
		throw new ServiceError(403, `This endpoint requires the scope ${endpoint.scope}, which the token does not have.`);
	}
	if (endpoint.keyTypes.length > 0 && !endpoint.keyTypes.includes(caller.keyType)) {
		throw new ServiceError(
			403,
			`This endpoint requires a key of the type ${endpoint.keyTypes.join(' or ')}; the token is of the type ${caller.keyType}.`,
		);
	}
}

/** Treats a missing body as an empty object, so that the error names the missing field instead of the media type. */
export function tolerateNoBody(req: Request): void {
	const empty = req.headers['transfer-encoding'] === undefined && (req.headers['content-length'] ?? '0') === '0';
	if (!empty || req.method === 'GET') return;
	req.headers['content-type'] = 'application/json';
	req.body = {};
}
