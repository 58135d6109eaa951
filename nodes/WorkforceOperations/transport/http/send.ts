import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../../contract';
import { discard, readFile, type ReadTimeouts, readTextBody } from './readBody';
import { type Failure, isSuccess, readFailure } from '../failures/failure';
import type { MemoryClaim } from '../fileMemory';
import { clock, unlessAborted } from '../clock';

/*
 * The ways out of this package. There are three, and all of them send through `sendOnce`:
 *
 * 1. `client.ts` for everything that needs the token: n8n's `httpRequestWithAuthentication`, so that the credential adds
 *    token and subscription key, to the service's own host only.
 * 2. `token/tokenExchange.ts` for the exchange of the API key: the plain helper of the credential, with the subscription key.
 * 3. `externalFile.ts` for files that lie on another host: n8n's plain helper, with nothing of ours.
 *
 * `keyCheck.ts` uses the first of them, with a token that it has just requested in place of the one that n8n has stored.
 *
 * What n8n sends by itself with this credential (HTTP Request node, credential test) doesn't come through here; the
 * credential counts it (see `internalHeaders.ts`).
 */

export interface RawResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What one request brought: an answer with a success status, or why there is none. */
export type SendResult = { response: RawResponse } | { failure: Failure };

interface OutgoingRequest {
	method: Method;
	url: string;
	headers?: Record<string, string>;
	body?: IHttpRequestOptions['body'];
	/** Where a file is to go, which is read as it comes; JSON without it. */
	file?: MemoryClaim;
}

export interface Timeouts {
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

/**
 * Sends one request and never throws. A status is read here and not thrown: n8n's error for it differs between its
 * versions, and the older ones lose the headers. Also returns the headers as they were left on the request.
 *
 * Past its deadline a request is given up even where it can't be ended: in an execution n8n replaces the abort signal by
 * its own, so that the connection may stay open unseen. That of a file is closed (see `readBody.ts`).
 */
export async function sendOnce(
	send: (options: IHttpRequestOptions) => Promise<unknown>,
	{ method, url, headers, body, file }: OutgoingRequest,
	{ idleMs, deadlineMs, signal }: Timeouts,
): Promise<SendResult & { left: IHttpRequestOptions['headers'] }> {
	const deadline = clock.deadline(deadlineMs);
	const ending = new AbortController();
	const options: IHttpRequestOptions = {
		method,
		url,
		headers: { accept: 'application/json', ...headers },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: idleMs,
		abortSignal: file === undefined ? deadline : ending.signal,
	};
	if (body !== undefined) options.body = body;
	if (file !== undefined) options.encoding = 'stream';
	else options.json = true;
	const result = await answerOf(send(options), file, { idleMs, deadline, signal }).catch(
		(error: unknown): SendResult => ({
			// What ends our own deadline looks like a stopped execution to n8n.
			failure: deadline.aborted && signal?.aborted !== true ? TOO_LATE : readFailure(error),
		}),
	);
	if ('failure' in result) ending.abort();
	return { ...result, left: options.headers };
}

const TOO_LATE: Failure = { network: 'ETIMEDOUT', late: true };

/** Why the request was given up: stopped, or past its deadline. */
function timedOut({ deadline, signal }: ReadTimeouts): Failure | undefined {
	if (signal?.aborted) return { stopped: true };
	return deadline.aborted ? TOO_LATE : undefined;
}

async function answerOf(
	sending: Promise<unknown>,
	file: MemoryClaim | undefined,
	patience: ReadTimeouts,
): Promise<SendResult> {
	// n8n aborts the request itself when an execution is stopped, but not the token exchange that may come before it.
	const full = (await unlessAborted(sending, patience.deadline, patience.signal)) as FullResponse | undefined;
	if (full === undefined) {
		// A file that begins to come after all.
		sending.then((late) => discard((late as FullResponse | undefined)?.body)).catch(() => undefined);
		return { failure: timedOut(patience) ?? TOO_LATE };
	}
	const { statusCode: status, headers } = full;
	if (!isSuccess(status)) {
		const body = file === undefined ? full.body : await readTextBody(full.body, patience);
		return { failure: { status, headers, body } };
	}
	if (file === undefined) return { response: { status, headers, body: full.body } };
	const arrived = await readFile(full.body, file, patience);
	if ('failure' in arrived) return { failure: timedOut(patience) ?? arrived.failure };
	return { response: { status, headers, body: arrived.content } };
}
