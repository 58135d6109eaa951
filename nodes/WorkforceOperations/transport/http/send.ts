import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Method } from '../../contract';
import { discard, jsonOrText, readFile, type ReadTimeouts, readTextBody, toBuffer } from './readBody';
import { type Failure, header, isSuccess, readFailure } from '../failures/failure';
import { Problem } from '../failures/problem';
import type { MemoryClaim } from '../fileMemory';
import { clock, unlessAborted } from '../clock';

/*
 * Everything that this package sends goes through `sendOnce`, in one of three ways:
 * 1. `client.ts` for all requests with a token, to the service's own host only: n8n's `httpRequestWithAuthentication`,
 *    so that the credential adds token and subscription key.
 * 2. `token/tokenExchange.ts` for exchanging the API key: the credential's plain helper, with the subscription key.
 * 3. `externalFile.ts` for files on other hosts: n8n's plain helper, with none of our headers.
 * `keyCheck.ts` uses the first without the credential, with a token that it has just requested.
 * Requests that n8n itself sends with this credential (HTTP Request node, credential test) don't pass through here; the
 * credential counts them (see `internalHeaders.ts`).
 */

export interface RawResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
	/** Fields whose numbers were kept as text, because they exceed 2^53. */
	long?: readonly string[];
}

export type SendResult = { response: RawResponse } | { failure: Failure };

interface OutgoingRequest {
	method: Method;
	url: string;
	headers?: Record<string, string>;
	body?: IHttpRequestOptions['body'];
	/** Receives a file; without it, the response is JSON. */
	file?: MemoryClaim;
}

export interface Timeouts {
	/** Milliseconds of inactivity before the connection is given up. */
	idleMs: number;
	/** Milliseconds for the whole request, because a trickling response is never inactive. */
	deadlineMs: number;
	signal?: AbortSignal;
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * Sends one request and never throws. Reads the status here, because n8n's error for it differs between versions, and
 * older ones lose the headers. Also returns the headers left on the request.
 * Gives up at the deadline even if the request can't be aborted. In an execution n8n replaces the abort signal with its
 * own, so the connection may stay open in the background. A file's connection is closed (see `readBody.ts`).
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
	options.encoding = file === undefined ? 'arraybuffer' : 'stream';
	const result = await answerOf(send(options), file, { idleMs, deadline, signal }).catch(
		(error: unknown): SendResult => ({
			// To n8n, our own deadline looks like a stopped execution.
			failure: deadline.aborted && signal?.aborted !== true ? TOO_LATE : readFailure(error),
		}),
	);
	if ('failure' in result) ending.abort();
	return { ...result, left: options.headers };
}

const TOO_LATE: Failure = { network: 'ETIMEDOUT', late: true };

/** Unreadable characters would reach items, files and sheets as “�”. */
const UNREADABLE: Failure = {
	answered: true,
	problem: new Problem(
		'The response isn’t UTF-8, so it can’t be read',
		'None of it was used. Try again; if it happens again, ask the service’s support team.',
	),
};

function timedOut({ deadline, signal }: ReadTimeouts): Failure | undefined {
	if (signal?.aborted) return { stopped: true };
	return deadline.aborted ? TOO_LATE : undefined;
}

async function answerOf(
	sending: Promise<unknown>,
	file: MemoryClaim | undefined,
	patience: ReadTimeouts,
): Promise<SendResult> {
	// n8n aborts the request when an execution is stopped, but not the token exchange that may precede it.
	const full = (await unlessAborted(sending, patience.deadline, patience.signal)) as FullResponse | undefined;
	if (full === undefined) {
		// Discards a file that arrives after all.
		sending.then((late) => discard((late as FullResponse | undefined)?.body)).catch(() => undefined);
		return { failure: timedOut(patience) ?? TOO_LATE };
	}
	const { statusCode: status, headers } = full;
	const read = file === undefined ? jsonOrText(full.body, header(headers, 'content-type')) : undefined;
	if (!isSuccess(status)) {
		const body =
			file === undefined
				? read
					? read.value
					: toBuffer(full.body).toString('latin1')
				: await readTextBody(full.body, patience);
		return { failure: { status, headers, body } };
	}
	if (file === undefined) {
		if (read === undefined) return { failure: UNREADABLE };
		const { value: body, long } = read;
		return { response: { status, headers, body, ...(long && { long }) } };
	}
	const arrived = await readFile(full.body, file, patience);
	if ('failure' in arrived) return { failure: timedOut(patience) ?? arrived.failure };
	return { response: { status, headers, body: arrived.content } };
}
