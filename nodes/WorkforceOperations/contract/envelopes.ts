import { type Cursor, type Direction, isUnreadableCursor, readCursor } from './cursor';
import { readRefusal, type Refusal, refuses, saysSuccess, traceIdOf } from './refusals';
import { type EnvelopeKind, isJsonObject, type JsonObject } from './types';

/** One answer of the service, freed from its envelope. */
export interface Page {
	/** The payload as it came. */
	data: unknown;
	/** The payload as records: an array's objects, a single object, or nothing. */
	records: JsonObject[];
	/** The neighbouring pages. */
	next?: Cursor;
	previous?: Cursor;
	/** Neighbouring pages that the service announces in a form that can't be read. */
	unreadable?: { next?: boolean; previous?: boolean };
	/** The neighbours of which the envelope says something, be it null; of the others it says nothing at all. */
	told?: { next?: boolean; previous?: boolean };
	/** Rows in this page and in the whole list, where the service counts them. */
	count?: number;
	total?: number;
	traceId?: string;
	/** The answer came in an envelope that says in so many words that all went well. */
	success?: boolean;
}

/** A count, which may come as text. */
const number = (value: unknown): number | undefined => {
	const count = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof count === 'number' ? count : undefined;
};

/** A count of the whole list, which may come as text. */
const total = (value: unknown): number | undefined =>
	typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : number(value);

/** Whether a JSON object is one of the service's envelopes; what a gateway says of itself looks otherwise. */
export function looksLikeEnvelope(body: JsonObject): boolean {
	return 'data' in body || isJsonObject(body.status) || 'isSuccess' in body || ('errors' in body && 'meta' in body);
}

/**
 * Opens an envelope; of a path whose kind nobody knows, whichever it is. Every field is optional, because the service's samples leave fields out; a bare record or a bare
 * array counts as the payload itself.
 */
export function openEnvelope(kind: EnvelopeKind | undefined, body: unknown): Page | { refusal: Refusal } {
	if (!isJsonObject(body)) return { data: body, records: toRecords(body) };
	if (refuses(body)) return { refusal: readRefusal(body) ?? { message: '' } };
	if (!looksLikeEnvelope(body)) return { data: body, records: [body] };
	return {
		data: body.data,
		records: toRecords(body.data),
		traceId: traceIdOf(body),
		success: saysSuccess(body),
		...(kind === undefined ? anyPaging(body) : PAGING[kind](body)),
	};
}

/** The fields of an envelope that may name a neighbour, in the order in which they count: the first that is a cursor. */
function neighbours(next: unknown[], previous: unknown[]): Pick<Page, 'next' | 'previous' | 'unreadable' | 'told'> {
	const read = (values: unknown[], direction: Direction): Cursor | undefined =>
		values.map((value) => readCursor(value, direction)).find((cursor) => cursor !== undefined);
	const isTold = (values: unknown[]): boolean => values.some((value) => value !== undefined);
	const found = { next: read(next, 'next'), previous: read(previous, 'prev') };
	const unreadable = {
		next: found.next === undefined && next.some(isUnreadableCursor),
		previous: found.previous === undefined && previous.some(isUnreadableCursor),
	};
	return {
		...found,
		...(unreadable.next || unreadable.previous ? { unreadable } : {}),
		...(isTold([...next, ...previous]) ? { told: { next: isTold(next), previous: isTold(previous) } } : {}),
	};
}

const metaOf = ({ meta }: JsonObject): JsonObject => (isJsonObject(meta) ? meta : {});

/** A neighbour that is given as an address only: without a query it names no place to go on from. */
const queryOfAddress = (value: unknown): unknown =>
	typeof value === 'string' && !value.includes('?') ? undefined : value;

/** What each kind of envelope says of the pages around it. */
const PAGING: Record<EnvelopeKind, (body: JsonObject) => Partial<Page>> = {
	standard: (body) => ({ count: number(body.count) }),
	incidentReports: (body) => ({
		...neighbours(
			[body.nextPageParams, queryOfAddress(body.nextPageEndpoint)],
			[body.prevPageParams, queryOfAddress(body.prevPageEndpoint)],
		),
		count: number(body.recordCount) ?? number(body.count),
		total: total(body.totalRecordCount),
	}),
	slimCursor: slim,
	liveOperations: slim,
	loginAudit(body) {
		const { nextPageEndpoint, prevPageEndpoint } = metaOf(body);
		return neighbours([queryOfAddress(nextPageEndpoint)], [queryOfAddress(prevPageEndpoint)]);
	},
};

function slim(body: JsonObject): Partial<Page> {
	return { ...neighbours([body.nextPageParameter], [body.prevPageParameter]), count: number(body.count) };
}

/** Of a path that is not in the table: whichever of them it has. */
function anyPaging(body: JsonObject): Partial<Page> {
	const meta = metaOf(body);
	return {
		...neighbours(
			[body.nextPageParams, body.nextPageParameter, ...[body, meta].map((of) => queryOfAddress(of.nextPageEndpoint))],
			[body.prevPageParams, body.prevPageParameter, ...[body, meta].map((of) => queryOfAddress(of.prevPageEndpoint))],
		),
		count: number(body.recordCount) ?? number(body.count),
		total: total(body.totalRecordCount),
	};
}

function toRecords(data: unknown): JsonObject[] {
	if (Array.isArray(data)) return data.map((entry: unknown) => (isJsonObject(entry) ? entry : { value: entry }));
	return isJsonObject(data) ? [data] : [];
}
