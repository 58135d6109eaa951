import { randomUUID } from 'node:crypto';
import type { EnvelopeKind } from '../description/load.mts';
import type { Choices } from '../core/choices.mts';
import type { ServiceError } from '../core/errors.mts';

/** A handler's result, before it is wrapped in the endpoint's envelope. */
export interface Reply {
	data: unknown;
	/** Rows in `data`; null for a single record. */
	count?: number | null;
	/** Query strings of the next and the previous call; null or absent at the ends. */
	next?: string | null;
	prev?: string | null;
	/** Incident reports only: rows in total. */
	total?: number;
	message?: string;
}

export type Wrapped = Record<string, unknown>;

// Assumed, Errors: success is always HTTP 200.
/**
 * Wraps a reply in the envelope of its endpoint. `path` and `now` fill the fields that name the next page and the time.
 */
export function wrap(kind: EnvelopeKind, reply: Reply, path: string, now: string, choices: Choices): Wrapped {
	const nowhere = choices.end === 'absent' ? undefined : null;
	const next = reply.next ?? nowhere;
	const prev = reply.prev ?? nowhere;
	if (kind === 'liveOperations') {
		return given({
			isSuccess: true,
			statusMessage: 'OK',
			status: 200,
			errorMessages: [],
			errorMessagesAsString: '',
			data: reply.data,
			nextPageParameter: next,
			prevPageParameter: prev,
		});
	}
	if (kind === 'loginAudit') {
		const link = (query: Reply['next']): Reply['next'] => (typeof query === 'string' ? `${path}?${query}` : query);
		const links = given({ nextPageEndpoint: link(next), prevPageEndpoint: link(prev) });
		return { data: reply.data, errors: null, meta: { traceId: randomUUID(), timestampUtc: now, ...links } };
	}
	const body: Wrapped = {
		status: { code: 0, errorMessage: '' },
		data: reply.data,
		count: reply.count ?? null,
		message: reply.message ?? '',
		errors: [],
	};
	if (kind === 'slimCursor') return given({ ...body, nextPageParameter: next, prevPageParameter: prev });
	if (kind === 'incidentReports') {
		return given({
			...body,
			recordCount: reply.count ?? null,
			totalRecordCount: reply.total ?? (choices.total === 'absent' ? undefined : null),
			prevPageEndpoint: typeof prev === 'string' ? path : prev,
			prevPageParams: prev,
			nextPageEndpoint: typeof next === 'string' ? path : next,
			nextPageParams: next,
		});
	}
	return body;
}

/** Drops keys without a value. */
const given = (fields: Wrapped): Wrapped =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * The error body of an endpoint. Live operations is the exception: its 401 has the login audit's shape, its 403 the
 * standard one, everything else its own.
 */
export function wrapError(kind: EnvelopeKind, error: ServiceError, now: string, choices: Choices): Wrapped {
	const { status, message } = error;
	const shape = errorShape(kind, status);
	if (shape === 'liveOperations') {
		return {
			isSuccess: false,
			statusMessage: message,
			status,
			errorMessages: [{ code: 100, message }],
			errorMessagesAsString: message,
			data: [],
			nextPageParameter: null,
			prevPageParameter: null,
		};
	}
	if (shape === 'loginAudit') {
		return {
			data: null,
			errors: [{ code: auditCode(status), message, field: error.field }],
			meta: { traceId: randomUUID(), timestampUtc: now, nextPageEndpoint: null, prevPageEndpoint: null },
		};
	}
	const body: Wrapped = {
		status: { code: choices.errorCode === 'own' ? (ownCodes[status] ?? 99) : status, errorMessage: message },
		data: null,
		count: null,
		message,
		errors: [{ code: 100, message }],
	};
	if (shape === 'slimCursor') return { ...body, nextPageParameter: null, prevPageParameter: null };
	if (shape === 'incidentReports') {
		return {
			...body,
			recordCount: null,
			totalRecordCount: null,
			prevPageEndpoint: null,
			prevPageParams: null,
			nextPageEndpoint: null,
			nextPageParams: null,
		};
	}
	return body;
}

function errorShape(kind: EnvelopeKind, status: number): EnvelopeKind {
	if (kind === 'liveOperations' && status === 401) return 'loginAudit';
	if (kind === 'liveOperations' && status === 403) return 'standard';
	return kind;
}

// Assumed, Errors: `errors[].code` is always 100; `errorMessages` of live operations contain `{ code, message }`; codes of the
//   login audit are words such as `validation_error`. `status.code` is a choice.
const ownCodes: Readonly<Record<number, number>> = { 400: 3, 401: 1, 403: 2, 404: 4, 413: 6, 415: 7, 429: 5 };

function auditCode(status: number): string {
	const codes: Record<number, string> = {
		400: 'validation_error',
		401: 'unauthorized',
		403: 'forbidden',
		404: 'not_found',
		413: 'too_large',
		429: 'rate_limited',
	};
	return codes[status] ?? 'error';
}
