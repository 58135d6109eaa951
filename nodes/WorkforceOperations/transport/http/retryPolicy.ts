import { isJsonObject, type Method, MINUTE_MS } from '../../contract';
import { type Failure, header } from '../failures/failure';
import { errorKindOf } from '../failures/errorKind';
import type { RequestTrace } from './internalHeaders';
import { clock } from '../clock';

/** Tries of one request, the first included. */
export const TRIES = 3;

const FIRST_DELAY_MS = 500;

const MAX_DELAY_MS = 30_000;

/** The longest `Retry-After` that is waited for: nobody notices a run that hangs for a day. */
const MAX_PAUSE_MS = 15 * MINUTE_MS;

const PASSING_STATUS = new Set([502, 503, 504]);

/** A proxy has timed out (408, 499): the request behind it may have been carried out. */
const GIVEN_UP = new Set([408, 499]);

/** The connection never came about, so that not even a POST can have arrived. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Failures of a connection that a retry can't mend. */
const HOPELESS = /CERT|SELF_SIGNED|UNABLE_TO|ERR_(INVALID|TLS|SSL|CANCELED)/;

/** Whether a request may have been carried out although its answer says otherwise, or never came. */
export function mayHaveArrived(failure: Failure): boolean {
	const { status, network, stopped, unsent, earlier, answered, problem, budgetMs } = failure;
	// Also where it is refused now: what was carried out before may be why.
	if (earlier || answered) return true;
	if (unsent || problem || budgetMs !== undefined) return false;
	if (status !== undefined) return status >= 500 || GIVEN_UP.has(status);
	// An unknown failure may have arrived as well.
	return stopped === true || network === undefined || (!NEVER_SENT.has(network) && !HOPELESS.test(network));
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. */
export function retryAfterMs(failure: Failure): number | undefined {
	const value = header(failure.headers, 'retry-after')?.trim();
	if (value === undefined || value === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
	const date = Date.parse(value);
	if (Number.isNaN(date) || !/[a-z]/i.test(value)) return undefined;
	// By the service's clock where it is known, because the own one may be wrong.
	const now = Date.parse(header(failure.headers, 'date') ?? '');
	return Math.max(0, date - (Number.isNaN(now) ? clock.date() : now));
}

const REPEATABLE = new Set<Method>(['GET', 'PUT', 'PATCH']);

/**
 * Whether a request is idempotent, so that it may be sent twice. A second DELETE would answer “not found”, and of two
 * new secrets it would be unknown which one counts.
 */
export const isRepeatable = ({ method, body }: { method: Method; body?: unknown }): boolean =>
	REPEATABLE.has(method) && !(isJsonObject(body) && body.rotateSecretToken === true);

/**
 * Milliseconds to wait before a request is sent again whose connection broke or which the service was too ill to answer;
 * undefined when it must not be. What may not be sent twice is never repeated when it may have arrived.
 */
export function retryDelay(failure: Failure, attempt: number, repeatable: boolean, jitter: number): number | undefined {
	if (attempt >= TRIES || failure.problem || failure.stopped) return undefined;
	const { status, network } = failure;
	const passing = status === undefined ? network !== undefined && !HOPELESS.test(network) : PASSING_STATUS.has(status);
	if (!passing) return undefined;
	if (!repeatable && !(network !== undefined && NEVER_SENT.has(network))) return undefined;
	const backoff = FIRST_DELAY_MS * 2 ** (attempt - 1) * jitter;
	return Math.min(Math.max(backoff, retryAfterMs(failure) ?? 0), MAX_DELAY_MS);
}

/** What has happened to a request so far. */
export interface RetryHistory {
	/** Times that it was sent and met something that passes. */
	tries: number;
	/** The token that the service refused; a second one is not asked for. */
	refusedToken?: string;
}

export const NO_HISTORY: RetryHistory = { tries: 0 };

/** What else decides whether a request is sent again. */
export interface RetryCircumstances {
	/** How often it may be sent where the service is too slow to answer it. */
	slowTries: number;
	repeatable: boolean;
	/** Milliseconds that may still be waited; of waits without one success apart. */
	leftMs: number;
	stalledLeftMs: number;
	/** Milliseconds for which the budget holds it back, where it was one too many. */
	refusedMs: number;
	/** A factor around 1 for waits that many would end at the same moment. */
	jitter: number;
}

/** Either give up, or retry after a delay. */
type RetryDecision = { end: Failure | 'stalled' } | { afterMs: number; history: RetryHistory };

/**
 * What to do about a request that failed: as often as needed after a 429 (which the service refused unread), once with a
 * new token after a 401, a few times after a broken connection or a 502, 503, 504.
 */
export function decideRetry(
	{ failure, sent, token }: RequestTrace & { failure: Failure },
	history: RetryHistory,
	{ slowTries, repeatable, leftMs, stalledLeftMs, refusedMs, jitter }: RetryCircumstances,
): RetryDecision {
	if (failure.status === 401 && sent && history.refusedToken === undefined && token !== undefined) {
		return { afterMs: 0, history: { ...history, refusedToken: token } };
	}
	if (failure.status === 429) {
		if (refusedMs <= MAX_PAUSE_MS && refusedMs > stalledLeftMs) return { end: 'stalled' };
		if (refusedMs > leftMs || refusedMs > MAX_PAUSE_MS) {
			return { end: { ...failure, headers: { ...failure.headers, 'retry-after': refusedMs / 1000 } } };
		}
		return { afterMs: 0, history };
	}
	const tries = history.tries + 1;
	const tooSlow = errorKindOf(failure) === 'timeout' && tries >= slowTries;
	const afterMs = tooSlow ? undefined : retryDelay(failure, tries, repeatable, jitter);
	return afterMs === undefined || afterMs > leftMs ? { end: failure } : { afterMs, history: { ...history, tries } };
}
