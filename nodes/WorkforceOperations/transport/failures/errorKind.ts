import type { Failure as DeclaredFailure } from 'n8n-workflow';
import { type Failure, isTimeout } from './failure';

/** What an error of the service means, for the code that goes on from it. */
export type ErrorKind =
	/** The keys or the token are not accepted (401). */
	| 'unauthorized'
	/** The key may not do this, or may not see what was asked for (403). */
	| 'forbidden'
	/** 404 */
	| 'notFound'
	/** The service can't take this request: its values or its size (400, 413, 414, 422). */
	| 'invalid'
	/** Something that is there already stands against it (409). */
	| 'conflict'
	/** Refused in another way, also inside of a success. */
	| 'refused'
	/** Requests are sent on to another address. */
	| 'redirected'
	/** The service counts too many requests (429). */
	| 'tooMany'
	/** Our own budget is used up, and there is no time to wait for it. */
	| 'budget'
	/** No answer in time: ours, or that of something in between (408, 499, 504). */
	| 'timeout'
	/** The connection did not come about or broke. */
	| 'network'
	/** The service, or something in front of it, is ill (other 5xx). */
	| 'unavailable'
	/** A success whose content can't be read. */
	| 'unreadable'
	/** A list that can't be read to its end. */
	| 'incomplete'
	/** The execution was stopped. */
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

/** What a failed request means. */
export function errorKindOf(failure: Failure): ErrorKind {
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
 * The same for n8n 2.37 and later, which paces its pollers by it. Undefined where the kind leaves open who has to act:
 * a refused value may be that of one record.
 */
export function declaredFailure(kind: ErrorKind, retryAfterMs?: number): DeclaredFailure | undefined {
	const cause = CAUSES[kind];
	if (cause === undefined) return undefined;
	if (cause === 'rate-limited' || cause === 'temporarily-unavailable') {
		return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
	}
	return { cause } as DeclaredFailure;
}
