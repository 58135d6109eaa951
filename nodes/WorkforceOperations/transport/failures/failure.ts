import type { KeyField } from '../../contract';
import { findProblem, type Problem } from './problem';

/** Why a request had no usable answer, read from whatever n8n threw. */
export interface Failure {
	/** HTTP status, when the service (or something in between) answered. */
	status?: number;
	body?: unknown;
	headers?: Record<string, unknown>;
	/** Node's code for a connection that failed or broke off, such as ECONNRESET. */
	network?: string;
	/** The request exceeded its own deadline; another one of its kind may take as long. */
	late?: boolean;
	/** A gateway's quota is used up: it answered 403, which is treated as 429. */
	isQuota?: boolean;
	/** Our own rate limit is used up, so nothing was sent: milliseconds until a slot is free. */
	budgetMs?: number;
	/** Every request was refused for this long. */
	stalledMs?: number;
	/** A finished message and cure. */
	problem?: Problem;
	stopped?: boolean;
	/** Nothing had been sent by then. */
	unsent?: boolean;
	/** The service answered with a success that is of no use. */
	answered?: boolean;
	/** The same request was sent earlier, and may have been carried out. */
	earlier?: boolean;
	/** The field of the key that it used, if the credential has several. */
	keyField?: KeyField;
	/** The message of n8n or of a library, for anything else. */
	message?: string;
	description?: string;
}

interface Traced {
	code?: unknown;
	httpCode?: unknown;
	response?: { status?: unknown; data?: unknown; headers?: unknown };
	cause?: unknown;
	message?: unknown;
	description?: unknown;
}

const isTraced = (value: unknown): value is Traced => typeof value === 'object' && value !== null;

function chain(error: unknown): Traced[] {
	const links: Traced[] = [];
	for (let current = error; isTraced(current) && links.length < 6; current = current.cause) links.push(current);
	return links;
}

function toRecord(headers: unknown): Record<string, unknown> | undefined {
	return typeof headers === 'object' && headers !== null ? { ...headers } : undefined;
}

const NETWORK_CODE =
	/^(E(?!RR_)[A-Z_]{3,}|UND_ERR_\w+|ERR_(?!BAD_(?!RESPONSE))\w+|CERT_\w+|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO_\w+|HPE_\w+)$/;

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * n8n wraps axios errors, and axios wraps Node's: the chain of causes is searched from the outside in. Older n8n
 * versions (such as 2.8) drop the cause, so only the message of a Problem is left, and Node's code is in `httpCode`.
 */
export function readFailure(error: unknown): Failure {
	const problem = findProblem(error);
	if (problem && !('response' in problem)) return { problem };
	const links = chain(error);
	// An error with a success status is a response that broke off.
	const answered = links.find(
		(link) => typeof link.response?.status === 'number' && !isSuccess(link.response.status),
	)?.response;
	const codes = links.map((link) => Number(link.httpCode)).filter((code) => Number.isInteger(code) && code >= 100);
	const httpCode = codes.find((code) => !isSuccess(code));
	const status = typeof answered?.status === 'number' ? answered.status : httpCode;
	const brokeOff = codes.some(isSuccess) ? 'ERR_BAD_RESPONSE' : undefined;
	const code = links
		.flatMap((link) => [link.code, link.httpCode, brokeOff])
		.find((value): value is string => typeof value === 'string' && NETWORK_CODE.test(value));
	return {
		status,
		body: answered?.data,
		headers: toRecord(answered?.headers),
		network: status === undefined ? code : undefined,
		stopped: status === undefined && code === 'ERR_CANCELED',
		message: links.map((link) => link.message).find(isFilledText),
		description: links.map((link) => link.description).find(isFilledText),
	};
}

/** Whether a Node error code means a timeout. */
export const isTimeout = (network: string): boolean => /ECONNABORTED|TIMEDOUT|TIMEOUT/.test(network);

/** One response header as text. */
export function header(headers: Record<string, unknown> | undefined, name: string): string | undefined {
	const value = headers?.[name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
