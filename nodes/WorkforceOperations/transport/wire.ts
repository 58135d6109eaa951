import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../contract';
import { budgetOf } from './budget';
import type { Connection } from './connection';
import { type Failure, header, readFailure } from './failure';
import { retryAfterMs, retryDelay } from './retry';
import { CREDENTIAL_TYPE } from './settings';
import { clock, pause } from './time';

/** Marks a request whose place in the budget is taken already; the credential removes it before anything is sent. */
export const BUDGETED_HEADER = 'x-workforce-budgeted';

/** Longer than any answer of the service should take, shorter than a person's patience. */
const TIMEOUT_MS = 120_000;

const MAX_BACKOFF_MS = 60_000;

export interface WireRequest {
	method: Method;
	/** Path and query below the base address, or a whole address of the service's host. */
	target: string;
	body?: IHttpRequestOptions['body'];
	headers?: Record<string, string>;
	/** `arraybuffer` for files. */
	encoding?: IHttpRequestOptions['encoding'];
}

export interface WireResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export type Outcome = { response: WireResponse } | { failure: Failure };

/** n8n fills the result of `returnFullResponse` like this. */
interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

async function once(connection: Connection, request: WireRequest): Promise<Outcome> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.target.startsWith('/') ? `${connection.settings.baseUrl}${request.target}` : request.target,
		headers: { accept: 'application/json', ...request.headers, [BUDGETED_HEADER]: '1' },
		returnFullResponse: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	};
	if (request.body !== undefined) options.body = request.body;
	if (request.encoding !== undefined) options.encoding = request.encoding;
	else options.json = true;
	try {
		const full = (await connection.context.helpers.httpRequestWithAuthentication.call(
			connection.context,
			CREDENTIAL_TYPE,
			options,
		)) as FullResponse;
		return { response: { status: full.statusCode, headers: full.headers, body: full.body } };
	} catch (error) {
		return { failure: readFailure(error) };
	}
}

/** How long to keep still after a 429: what the service says, else until our oldest request leaves its window. */
function tooManyMs(failure: Failure, refusals: number, restOfWindow: number): number {
	return retryAfterMs(failure) ?? Math.max(restOfWindow, Math.min(1000 * 2 ** refusals, MAX_BACKOFF_MS));
}

/**
 * The only way out. Takes a place in the key's budget, sends, and tries again where that is safe: as often as needed
 * after a 429 (which the service refused unread), a few times after a broken connection or a 502, 503, 504.
 */
export async function exchange(connection: Connection, request: WireRequest): Promise<Outcome> {
	const { settings, signal } = connection;
	const budget = budgetOf(settings.budgetKey);
	const giveUpAt = clock.now() + (connection.patienceMs ?? Infinity);
	for (let attempt = 1, refusals = 0; ; ) {
		const grant = await budget.take(settings.requestsPerMinute, signal, Math.max(0, giveUpAt - clock.now()));
		if ('denied' in grant) {
			return { failure: grant.denied === 'stopped' ? { stopped: true } : { status: 429, headers: { 'retry-after': grant.waitMs / 1000 } } };
		}
		const outcome = await once(connection, request);
		grant.lease.done();
		if ('response' in outcome) return outcome;
		const { failure } = outcome;
		if (signal?.aborted) return { failure: { stopped: true } };
		if (failure.status === 429) {
			const wait = tooManyMs(failure, refusals++, budget.restOfWindow());
			budget.freeze(wait);
			if (clock.now() + wait > giveUpAt) return { failure: { ...failure, headers: { 'retry-after': wait / 1000 } } };
			continue;
		}
		const delay = retryDelay(request.method, failure, attempt++);
		if (delay === undefined || clock.now() + delay > giveUpAt) return outcome;
		await pause(delay, signal);
	}
}

/** The media type of a response, without its parameters. */
export const mediaType = (headers: Record<string, unknown> | undefined): string =>
	(header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
