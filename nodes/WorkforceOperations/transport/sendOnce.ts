import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../contract';
import { type Failure, readFailure } from './failure';
import { clock, unlessAborted } from './time';

/*
 * The ways out of this package. There are three, and all of them send through `sendOnce`:
 *
 * 1. `wire.ts` for everything that needs the token: n8n's `httpRequestWithAuthentication`, so that the credential adds
 *    token and subscription key, to the service's own host only.
 * 2. `token/exchange.ts` for the exchange of the API key: the plain helper of the credential, with the subscription key.
 * 3. `foreign.ts` for files that lie on another host: n8n's plain helper, with nothing of ours.
 *
 * What n8n sends by itself with this credential (HTTP Request node, credential test) doesn't come through here; the
 * credential counts it (see `marks.ts`).
 */

export interface WireResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What one request brought: an answer with a success status, or why there is none. */
export type Result = { response: WireResponse } | { failure: Failure };

interface Outgoing {
	method: Method;
	url: string;
	headers?: Record<string, string>;
	body?: IHttpRequestOptions['body'];
	/** `arraybuffer` for files; JSON without it. */
	encoding?: IHttpRequestOptions['encoding'];
}

export interface Patience {
	/** Silence on the connection after which it is given up, in milliseconds. */
	idleMs: number;
	/** The longest that the request may take altogether: an answer that trickles is never silent. */
	deadlineMs: number;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
}

/** n8n fills the result of `returnFullResponse` like this. */
interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Sends one request and never throws. A status is read here and not thrown: n8n's error for it differs between its
 * versions, and the older ones lose the headers. Also returns the headers as they were left on the request.
 *
 * Past its deadline a request is given up even where it can't be ended: in an execution n8n replaces the abort signal by
 * its own, so that the connection may go on to trickle unseen.
 */
export async function sendOnce(
	send: (options: IHttpRequestOptions) => Promise<unknown>,
	{ method, url, headers, body, encoding }: Outgoing,
	{ idleMs, deadlineMs, signal }: Patience,
): Promise<Result & { left: IHttpRequestOptions['headers'] }> {
	const deadline = clock.deadline(deadlineMs);
	const options: IHttpRequestOptions = {
		method,
		url,
		headers: { accept: 'application/json', ...headers },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: idleMs,
		abortSignal: deadline,
	};
	if (body !== undefined) options.body = body;
	if (encoding !== undefined) options.encoding = encoding;
	else options.json = true;
	const result = await answerOf(send(options), deadline, signal).catch((error: unknown): Result => ({
		// What ends our own deadline looks like a stopped execution to n8n.
		failure: deadline.aborted && signal?.aborted !== true ? TOO_LATE : readFailure(error),
	}));
	return { ...result, left: options.headers };
}

const TOO_LATE: Failure = { network: 'ETIMEDOUT', late: true };

async function answerOf(sending: Promise<unknown>, deadline: AbortSignal, signal?: AbortSignal): Promise<Result> {
	// n8n aborts the request itself when an execution is stopped, but not the token exchange that may come before it.
	const full = (await unlessAborted(sending, deadline, signal)) as FullResponse | undefined;
	if (full === undefined) return { failure: signal?.aborted ? { stopped: true } : TOO_LATE };
	const { statusCode: status, headers, body } = full;
	return isSuccess(status) ? { response: { status, headers, body } } : { failure: { status, headers, body } };
}
