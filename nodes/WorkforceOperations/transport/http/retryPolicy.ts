import { isJsonObject, type Method, MINUTE_MS } from '../../contract';
import { type Failure, header } from '../failures/failure';
import { errorKindOf } from '../failures/errorKind';
import type { RequestTrace } from './internalHeaders';
import { clock } from '../clock';

/** Includes the first attempt. */
export const TRIES = 3;

const FIRST_DELAY_MS = 500;

/** The longest accepted `Retry-After`: a run that hangs for a day would go unnoticed. */
const MAX_PAUSE_MS = 15 * MINUTE_MS;

const PASSING_STATUS = new Set([502, 503, 504]);

/** A proxy timed out; the request behind it may have been carried out. */
const GIVEN_UP = new Set([408, 499]);

/** No connection was established, so not even a POST can have arrived. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** A retry can't fix these. */
const HOPELESS = /CERT|SELF_SIGNED|UNABLE_TO|ERR_(INVALID|TLS|SSL|CANCELED)/;

/** Whether a request may have been carried out although its response says otherwise, or never came. */
export function mayHaveArrived(failure: Failure): boolean {
	const { status, network, stopped, unsent, earlier, answered, problem, budgetMs } = failure;
	// Also if it is refused now: the reason may be an earlier attempt that was carried out.
	if (earlier || answered) return true;
	if (unsent || problem || budgetMs !== undefined) return false;
	if (status !== undefined) return status >= 500 || GIVEN_UP.has(status);
	// An unknown failure may have arrived as well.
	return stopped === true || network === undefined || (!NEVER_SENT.has(network) && !HOPELESS.test(network));
}

/** The header holds seconds or a date. */
export function retryAfterMs(failure: Failure): number | undefined {
	const value = header(failure.headers, 'retry-after')?.trim();
	if (value === undefined || value === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
	const date = Date.parse(value);
	if (Number.isNaN(date) || !/[a-z]/i.test(value)) return undefined;
	// The service's clock if known, because the local one may be wrong.
	const now = Date.parse(header(failure.headers, 'date') ?? '');
	return Math.max(0, date - (Number.isNaN(now) ? clock.date() : now));
}

const REPEATABLE = new Set<Method>(['GET', 'PUT', 'PATCH']);

/**
 * Whether a request may be sent twice. A second DELETE would answer “not found”; after a second rotation it would be
 * unknown which new secret counts.
 */
export const isRepeatable = ({ method, body }: { method: Method; body?: unknown }): boolean =>
	REPEATABLE.has(method) && !(isJsonObject(body) && body.rotateSecretToken === true);

/**
 * Milliseconds until a resend after a broken connection or server failure; undefined if there must be none. A request
 * that isn't repeatable is never resent if it may have arrived.
 */
export function retryDelay(failure: Failure, attempt: number, repeatable: boolean, jitter: number): number | undefined {
	if (attempt >= TRIES || failure.problem || failure.stopped) return undefined;
	const { status, network } = failure;
	const passing = status === undefined ? network !== undefined && !HOPELESS.test(network) : PASSING_STATUS.has(status);
	if (!passing) return undefined;
	if (!repeatable && !(network !== undefined && NEVER_SENT.has(network))) return undefined;
	// Never resends before the requested time.
	return Math.max(FIRST_DELAY_MS * 2 ** (attempt - 1) * jitter, retryAfterMs(failure) ?? 0);
}

export interface RetryHistory {
	/** Attempts that failed for a passing reason. */
	tries: number;
	/** Milliseconds waited because the service or its gateway asked for it. */
	waitedMs?: number;
	/** Refused by the service; only one replacement is requested. */
	refusedToken?: string;
}

export const NO_HISTORY: RetryHistory = { tries: 0 };

export interface RetryCircumstances {
	/** The maximum number of attempts if the service is too slow. */
	slowTries: number;
	repeatable: boolean;
	/** Milliseconds left for waiting, apart from the limit for waits without a success. */
	leftMs: number;
	stalledLeftMs: number;
	/** Milliseconds that the rate limiter holds the request back after a 429. */
	refusedMs: number;
	/** A factor around 1, so that requests don't all resume at once. */
	jitter: number;
}

type RetryDecision = { end: Failure | 'stalled' } | { afterMs: number; history: RetryHistory };

/**
 * Retries after a 429 as often as needed, because the service refused the request unread. Retries once with a new token
 * after a 401, and a few times after a broken connection or a 502, 503 or 504.
 */
export function decideRetry(
	{ failure, sent, token }: RequestTrace & { failure: Failure },
	history: RetryHistory,
	{ slowTries, repeatable, leftMs, stalledLeftMs, refusedMs, jitter }: RetryCircumstances,
): RetryDecision {
	if (failure.status === 401 && sent && history.refusedToken === undefined && token !== undefined) {
		return { afterMs: 0, history: { ...history, refusedToken: token } };
	}
	const { waitedMs = 0 } = history;
	if (failure.status === 429) {
		if (refusedMs <= MAX_PAUSE_MS && refusedMs > stalledLeftMs) return { end: 'stalled' };
		const isTooLong = refusedMs > MAX_PAUSE_MS || (failure.isQuota === true && waitedMs + refusedMs > MAX_PAUSE_MS);
		if (refusedMs > leftMs || isTooLong) {
			return { end: { ...failure, headers: { ...failure.headers, 'retry-after': refusedMs / 1000 } } };
		}
		// The rate limiter waits. Quota waits are limited to 15 minutes in total.
		return { afterMs: 0, history: failure.isQuota ? { ...history, waitedMs: waitedMs + refusedMs } : history };
	}
	const tries = history.tries + 1;
	const tooSlow = errorKindOf(failure) === 'timeout' && tries >= slowTries;
	const afterMs = tooSlow ? undefined : retryDelay(failure, tries, repeatable, jitter);
	if (afterMs === undefined || afterMs > leftMs || waitedMs + afterMs > MAX_PAUSE_MS) return { end: failure };
	const waited = retryAfterMs(failure) === undefined ? {} : { waitedMs: waitedMs + afterMs };
	return { afterMs, history: { ...history, tries, ...waited } };
}
