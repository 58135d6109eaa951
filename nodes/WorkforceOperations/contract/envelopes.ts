import { readRefusal, type Refusal, refuses, saysSuccess, traceIdOf, wordsIn, wordsOfError } from './refusals';
import {
	type Endpoint,
	type EnvelopeKind,
	isJsonObject,
	isKnown,
	type JsonObject,
	type UnknownEndpoint,
} from './types';
import { countOf, isBlank, textOf } from './values';

export type Direction = 'next' | 'prev';

/** The query of a list's next page. */
export class Cursor {
	/** Exactly as the service sent it. */
	readonly query: string;

	readonly entries: ReadonlyArray<readonly [name: string, value: string]>;

	/** These parameters replace those of the first call. */
	readonly names: ReadonlySet<string>;

	constructor(query: string | Record<string, string>) {
		const parameters = new URLSearchParams(query);
		this.query = typeof query === 'string' ? query : parameters.toString();
		this.entries = [...parameters];
		this.names = new Set(parameters.keys());
	}

	get(name: string): string | undefined {
		return this.entries.find(([entryName]) => entryName === name)?.[1];
	}
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The serialised cursor of live operations as a query: `{"ReferenceId":…,"ReferenceDateTime":…}`. */
function queryOf(text: string): string {
	try {
		const cursor: unknown = JSON.parse(text);
		const entries = isJsonObject(cursor) ? Object.entries(cursor).filter(([, value]) => !isBlank(value)) : [];
		return entries.map(([name, value]) => `${lowerFirst(name)}=${encodeURIComponent(String(value))}`).join('&');
	} catch {
		return '';
	}
}

// Guess: pages.cursor
/** Reads a cursor: a query, or the serialised form. Undefined if it is neither. */
export function readCursor(value: unknown, direction: Direction): Cursor | undefined {
	if (value instanceof Cursor) return value;
	const text = typeof value === 'string' ? value.trim() : '';
	// A bare “#” would cut off the rest of the URL.
	const query = text.startsWith('{') ? queryOf(text) : text.replace(/^[?&]+/, '').replaceAll('#', '%23');
	if (!query.includes('=')) return undefined;
	// Lists with page numbers (login audit) have no direction.
	return new Cursor(/(^|&)(direction|page|offset)=/.test(query) ? query : `direction=${direction}&${query}`);
}

/** A response without its envelope. */
export interface Page {
	data: unknown;
	/** The payload as records: the objects of an array, a single object, or none. */
	records: JsonObject[];
	/** Cursors of the neighbouring pages. */
	next?: Cursor;
	previous?: Cursor;
	/** The envelope's raw paging fields; undefined if it has none. */
	said?: { next: unknown; previous: unknown };
	/** Rows in this page and in the whole list, if the service counts them. */
	count?: number;
	total?: number;
	traceId?: string;
	/** The envelope states explicitly that the call succeeded. */
	success?: boolean;
	/** Messages in the envelope of a write. */
	words?: string[];
	/** HTTP 207: parts of the request may have failed. */
	inPart?: boolean;
}

export function looksLikeEnvelope(body: JsonObject): boolean {
	return 'data' in body || isJsonObject(body.status) || 'isSuccess' in body || ('errors' in body && 'meta' in body);
}

/**
 * Opens an envelope; without a kind, any of the five. Every field is optional, because the service's samples leave
 * fields out. A bare record or array is the payload itself.
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
		count: countOf(body.recordCount) ?? countOf(body.count),
		total: countOf(body.totalRecordCount),
		...(kind === undefined ? anyPaging(body) : PAGING[kind](body)),
	};
}

const neighbours = (next: unknown, previous: unknown): Pick<Page, 'next' | 'previous' | 'said'> => ({
	next: readCursor(next, 'next'),
	previous: readCursor(previous, 'prev'),
	said: { next, previous },
});

const slim = (body: JsonObject): Partial<Page> => neighbours(body.nextPageParameter, body.prevPageParameter);

const queryOfAddress = (value: unknown): unknown =>
	typeof value === 'string' ? value.slice(value.indexOf('?') + 1) : value;

/** For a path outside the table: uses whichever paging field exists. */
function anyPaging(body: JsonObject): Partial<Page> {
	const { nextPageEndpoint, prevPageEndpoint } = isJsonObject(body.meta) ? body.meta : {};
	const first = (...values: unknown[]): unknown => values.find((value) => value !== undefined);
	return neighbours(
		first(body.nextPageParams, body.nextPageParameter, queryOfAddress(nextPageEndpoint)),
		first(body.prevPageParams, body.prevPageParameter, queryOfAddress(prevPageEndpoint)),
	);
}

/** Login audit uses page numbers; the standard envelope has no paging. */
const PAGING: Record<EnvelopeKind, (body: JsonObject) => Partial<Page>> = {
	standard: () => ({}),
	incidentReports: (body) => neighbours(body.nextPageParams, body.prevPageParams),
	slimCursor: slim,
	liveOperations: slim,
	loginAudit: () => ({}),
};

function toRecords(data: unknown): JsonObject[] {
	if (Array.isArray(data)) return data.map((entry: unknown) => (isJsonObject(entry) ? entry : { value: entry }));
	return isJsonObject(data) ? [data] : [];
}

/** The content of an answer with a success status. `odd`: the body isn't what its endpoint returns. */
type Opened = Page | { refusal: Refusal } | { odd: true };

/** An object with only these fields is an error, not a record. */
const WORDS = new Set(
	'message,error,errors,errorMessage,errorMessages,errorMessagesAsString,code,status,statusCode,statusMessage,title,detail,type,instance,traceId,timestamp,path,success'.split(
		',',
	),
);

/**
 * Accepts an envelope whose data is an array, or a bare array. Missing data is an empty list only if the service
 * states success and no error.
 */
function openList({ envelope }: Endpoint, body: unknown): Opened {
	// No content (204) means an empty list.
	if (body === undefined || Array.isArray(body)) return openEnvelope(envelope, body);
	if (!isJsonObject(body)) return { odd: true };
	if (refuses(body) || Array.isArray(body.data)) return openEnvelope(envelope, body);
	if (!isBlank(body.data)) return { odd: true };
	const words = wordsOfError(body);
	if (words !== undefined) return { refusal: { ...readRefusal(body), message: words } };
	return saysSuccess(body) ? openEnvelope(envelope, { ...body, data: [] }) : { odd: true };
}

function openRecord({ envelope }: Endpoint, body: unknown): Opened {
	if (!isJsonObject(body) || refuses(body)) return openEnvelope(envelope, body);
	const refusal = readRefusal(body);
	const isError = Object.keys(body).every((field) => WORDS.has(field)) && refusal?.message !== '';
	const failed = isJsonObject(body.status) && textOf(body.status.errorMessage) !== undefined;
	const empty = body.data === undefined || body.data === null;
	return refusal && empty && (isError || failed) ? { refusal } : openEnvelope(envelope, body);
}

function saidOfWrite(body: JsonObject): Pick<Page, 'words' | 'count'> {
	if (!looksLikeEnvelope(body)) return {};
	const words = wordsIn(body);
	const count = [body.count, body.recordCount, body.totalRecordCount].map(countOf).find((value) => value !== undefined);
	return { ...(words.length > 0 ? { words } : {}), ...(count === undefined ? {} : { count }) };
}

/** Responses to writes are undocumented, so any envelope is accepted for them. */
export function openAnswer(endpoint: Endpoint | UnknownEndpoint, body: unknown): Opened {
	const isRead = endpoint.method === 'GET';
	if (isKnown(endpoint) && endpoint.list) return openList(endpoint, body);
	if (isKnown(endpoint) && isRead) return openRecord(endpoint, body);
	const opened = openEnvelope(isKnown(endpoint) ? endpoint.envelope : undefined, body);
	return isRead || 'refusal' in opened || !isJsonObject(body) ? opened : { ...opened, ...saidOfWrite(body) };
}
