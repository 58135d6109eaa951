import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../contract';
import { budgetOf } from './budget';
import type { Connection } from './connection';
import { type Failure, header, readFailure } from './failure';
import { retryAfterMs, retryDelay } from './retry';
import { CREDENTIAL_TYPE } from './settings';
import { clock, pause, unlessAborted } from './time';

/** Marks a request whose place in the budget is taken already; the credential removes it before anything is sent. */
export const BUDGETED_HEADER = 'x-workforce-budgeted';

/** Carries the token that the service has just refused, so that the credential does not use it again; removed likewise. */
export const REFUSED_HEADER = 'x-workforce-refused';

/** Longer than any answer of the service should take; where a person is waiting, as long as they would. */
const TIMEOUT_MS = 120_000;
const SHORT_TIMEOUT_MS = 20_000;

const MAX_BACKOFF_MS = 60_000;

/** A service that wants to be left alone for longer is waited for no more: a run that hangs for a day is found by nobody. */
const MAX_PAUSE_MS = 15 * 60_000;

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

/** What became of one sending. */
type Try = Outcome & { sent: boolean; token?: string };

/** The credential takes the mark off when it lets a request go; where it is still on, nothing was sent. */
function traceOf({ headers = {} }: IHttpRequestOptions): { sent: boolean; token?: string } {
	const token: unknown = headers.authorization;
	return {
		sent: !(BUDGETED_HEADER in headers),
		token: typeof token === 'string' ? token.replace(/^Bearer /, '') : undefined,
	};
}

/**
 * Sends once. A status is read here and not thrown: n8n's error for it differs between its versions, and the older ones
 * lose the headers. So a 401 isn't renewed by n8n either, but by sending again with the refused token named.
 */
async function once(
	{ context, settings, signal, patienceMs }: Connection,
	request: WireRequest,
	refused?: string,
): Promise<Try> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.target.startsWith('/') ? `${settings.baseUrl}${request.target}` : request.target,
		headers: {
			accept: 'application/json',
			...request.headers,
			[BUDGETED_HEADER]: '1',
			...(refused === undefined ? {} : { [REFUSED_HEADER]: refused }),
		},
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: patienceMs === undefined ? TIMEOUT_MS : SHORT_TIMEOUT_MS,
	};
	if (request.body !== undefined) options.body = request.body;
	if (request.encoding !== undefined) options.encoding = request.encoding;
	else options.json = true;
	try {
		const sending = context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			options,
		) as Promise<FullResponse>;
		// n8n aborts the request itself, but not the token exchange that may come before it.
		const full = await unlessAborted(sending, signal);
		if (full === undefined) return { failure: { stopped: true }, ...traceOf(options) };
		const { statusCode: status, headers, body } = full;
		if (status >= 200 && status < 300) return { response: { status, headers, body }, ...traceOf(options) };
		return { failure: { status, headers, body }, ...traceOf(options) };
	} catch (error) {
		return { failure: readFailure(error), ...traceOf(options) };
	}
}

/** How long to keep still after a 429: what the service says, else until our oldest request leaves its window. */
function tooManyMs(failure: Failure, refusals: number, restOfWindow: number): number {
	return retryAfterMs(failure) ?? Math.max(restOfWindow, Math.min(1000 * 2 ** refusals, MAX_BACKOFF_MS));
}

/**
 * The only way out. Takes a place in the key's budget, sends, and tries again where that is safe: as often as needed
 * after a 429 (which the service refused unread), once with a new token after a 401, a few times after a broken
 * connection or a 502, 503, 504.
 */
export async function exchange(connection: Connection, request: WireRequest): Promise<Outcome> {
	const { settings, signal } = connection;
	const budget = budgetOf(settings.budgetKey);
	let refused: string | undefined;
	for (let attempt = 1, refusals = 0; ;) {
		const patienceMs = connection.patienceMs ?? Infinity;
		const asked = clock.now();
		const grant = await budget.take(settings.requestsPerMinute, {
			signal,
			until: asked + patienceMs,
			priority: connection.priority,
			taker: connection,
		});
		// The patience is that of a person, not of one request: what has been waited is gone.
		if (connection.patienceMs !== undefined) connection.patienceMs = Math.max(0, patienceMs - (clock.now() - asked));
		if ('denied' in grant) {
			return {
				failure:
					grant.denied === 'stopped'
						? { stopped: true, unsent: true }
						: { status: 429, headers: { 'retry-after': grant.waitMs / 1000 } },
			};
		}
		const outcome = await once(connection, request, refused);
		if (outcome.sent) grant.lease.done();
		else grant.lease.release();
		if ('response' in outcome) return { response: outcome.response };
		const { failure } = outcome;
		if (signal?.aborted) return { failure: { stopped: true, unsent: !outcome.sent } };
		const left = connection.patienceMs ?? Infinity;
		if (failure.status === 401 && outcome.sent && refused === undefined && outcome.token !== undefined) {
			refused = outcome.token;
			continue;
		}
		if (failure.status === 429) {
			const wait = tooManyMs(failure, refusals++, budget.restOfWindow());
			budget.freeze(Math.min(wait, MAX_PAUSE_MS));
			if (wait > left || wait > MAX_PAUSE_MS)
				return { failure: { ...failure, headers: { 'retry-after': wait / 1000 } } };
			continue;
		}
		const delay = retryDelay(request, failure, attempt++);
		if (delay === undefined || delay > left) return { failure };
		await pause(delay, signal);
	}
}

/** The media type of a response, without its parameters. */
export const mediaType = (headers: Record<string, unknown> | undefined): string =>
	(header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
