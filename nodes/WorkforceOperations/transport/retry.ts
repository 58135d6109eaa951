import { isJsonObject, type Method } from '../contract';
import { type Failure, header } from './failure';
import { clock } from './time';

/** Tries of one request, the first included. */
export const TRIES = 3;

const FIRST_DELAY_MS = 500;

const PASSING_STATUS = new Set([502, 503, 504]);

/** The connection never came about, so that not even a POST can have arrived. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whether a request may have been carried out although its answer says otherwise, or never came. */
export function mayHaveArrived({ status, network, stopped, unsent, problem }: Failure): boolean {
	if (unsent || problem) return false;
	if (status !== undefined) return status >= 500;
	return stopped === true || (network !== undefined && !NEVER_SENT.has(network) && !HOPELESS.test(network));
}

/** Failures of a connection that another try can't mend. */
const HOPELESS = /CERT|SELF_SIGNED|UNABLE_TO|ERR_(INVALID|TLS|SSL|CANCELED)/;

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. */
export function retryAfterMs(failure: Failure): number | undefined {
	const value = header(failure.headers, 'retry-after')?.trim();
	if (value === undefined || value === '') return undefined;
	if (/^\d{1,9}(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	if (Number.isNaN(date) || !/[a-z]/i.test(value)) return undefined;
	// By the service's own clock where it tells the time, because this one may go wrong.
	const now = Date.parse(header(failure.headers, 'date') ?? '');
	return Math.max(0, date - (Number.isNaN(now) ? clock.date() : now));
}

const REPEATABLE = new Set<Method>(['GET', 'PUT', 'PATCH']);

/**
 * Whether a request may be sent twice: it reads, or writes the same values again. A second DELETE would answer “not found”,
 * and of two new secrets nobody knows which one counts.
 */
export const isRepeatable = ({ method, body }: { method: Method; body?: unknown }): boolean =>
	REPEATABLE.has(method) && !(isJsonObject(body) && body.rotateSecretToken === true);

/**
 * Milliseconds to wait before the same request is sent again, or undefined when it must not be. What may not be
 * sent twice is never repeated when it may have arrived.
 */
export function retryDelay(
	request: Parameters<typeof isRepeatable>[0],
	failure: Failure,
	attempt: number,
): number | undefined {
	if (attempt >= TRIES || failure.problem || failure.stopped) return undefined;
	const { status, network } = failure;
	const passing = status === undefined ? network !== undefined && !HOPELESS.test(network) : PASSING_STATUS.has(status);
	if (!passing) return undefined;
	if (!isRepeatable(request) && !(network !== undefined && NEVER_SENT.has(network))) return undefined;
	const backoff = FIRST_DELAY_MS * 2 ** (attempt - 1) * clock.jitter();
	return Math.min(Math.max(backoff, retryAfterMs(failure) ?? 0), 30_000);
}
