import type { Failure as DeclaredFailure } from 'n8n-workflow';
import { type Failure, isTimeout } from './failure';

/** The kind of an error, by which code decides how to continue. */
export type ErrorKind =
	/** The keys or the token are not accepted (401). */
	| 'unauthorized'
	/** The key has no access to the operation or to the record (403). */
	| 'forbidden'
	/** 404 */
	| 'notFound'
	/** The service can't take this request: its values or its size (400, 413, 414, 422). */
	| 'invalid'
	/** An existing record conflicts with it (409). */
	| 'conflict'
	/** Refused for another reason, or in a response with a success status. */
	| 'refused'
	/** A redirect to another address. */
	| 'redirected'
	/** The service's rate limit (429). */
	| 'tooMany'
	/** Our own rate limit is used up, and there is no time to wait. */
	| 'budget'
	/** No response in time: our timeout, or that of a proxy (408, 499, 504). */
	| 'timeout'
	/** The connection could not be established or broke. */
	| 'network'
	/** The service, or a server in front of it, is failing (other 5xx). */
	| 'unavailable'
	/** A success with unreadable content. */
	| 'unreadable'
	/** A list that can't be read to the end. */
	| 'incomplete'
	| 'stopped'
	/** The credential or the form can't be used as it is. */
	| 'settings'
	| 'unknown';

const BY_STATUS: Record<number, ErrorKind> = {
	400: 'invalid',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	408: 'timeout',
	409: 'conflict',
	413: 'invalid',
	414: 'invalid',
	422: 'invalid',
	429: 'tooMany',
	499: 'timeout',
	504: 'timeout',
};

function kindOfStatus(status: number): ErrorKind {
	const known = BY_STATUS[status];
	if (known !== undefined) return known;
	if (status >= 500) return 'unavailable';
	return status >= 400 ? 'refused' : 'redirected';
}

export function errorKindOf(failure: Failure): ErrorKind {
	if (failure.answered) return 'unreadable';
	if (failure.problem) return failure.problem.passing ? 'unavailable' : 'settings';
	if (failure.stopped) return 'stopped';
	if (failure.budgetMs !== undefined) return 'budget';
	if (failure.status !== undefined) return kindOfStatus(failure.status);
	if (failure.network === undefined) return 'unknown';
	return isTimeout(failure.network) ? 'timeout' : 'network';
}

const CAUSES: Partial<Record<ErrorKind, DeclaredFailure['cause']>> = {
	unauthorized: 'credential-invalid',
	settings: 'credential-invalid',
	forbidden: 'configuration-invalid',
	notFound: 'configuration-invalid',
	redirected: 'configuration-invalid',
	tooMany: 'rate-limited',
	budget: 'rate-limited',
	timeout: 'temporarily-unavailable',
	network: 'temporarily-unavailable',
	unavailable: 'temporarily-unavailable',
};

/**
 * The kind for n8n 2.37 and later, which adapts its polling to it. Undefined if the kind doesn't say who has to act: a
 * refused value may be that of a single record.
 */
export function declaredFailure(kind: ErrorKind, retryAfterMs?: number): DeclaredFailure | undefined {
	const cause = CAUSES[kind];
	if (cause === undefined) return undefined;
	if (cause === 'rate-limited' || cause === 'temporarily-unavailable') {
		return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
	}
	return { cause } as DeclaredFailure;
}
