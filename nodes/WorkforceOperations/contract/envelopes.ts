import { type Cursor, type Direction, isUnreadableCursor, readCursor } from './cursor';
import { readRefusal, type Refusal, refuses, saysSuccess, traceIdOf, wordsOfError } from './refusals';
import {
	type Endpoint,
	type EnvelopeKind,
	isJsonObject,
	isKnown,
	type JsonObject,
	type UnknownEndpoint,
} from './types';
import { isBlank } from './values';

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
const countOf = (value: unknown): number | undefined => {
	const count = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof count === 'number' ? count : undefined;
};

/** A count of the whole list, which may come as text. */
const totalOf = (value: unknown): number | undefined =>
	typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : countOf(value);

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
	standard: (body) => ({ count: countOf(body.count) }),
	incidentReports: (body) => ({
		...neighbours(
			[body.nextPageParams, queryOfAddress(body.nextPageEndpoint)],
			[body.prevPageParams, queryOfAddress(body.prevPageEndpoint)],
		),
		count: countOf(body.recordCount) ?? countOf(body.count),
		total: totalOf(body.totalRecordCount),
	}),
	slimCursor: slim,
	liveOperations: slim,
	loginAudit(body) {
		const { nextPageEndpoint, prevPageEndpoint } = metaOf(body);
		return neighbours([queryOfAddress(nextPageEndpoint)], [queryOfAddress(prevPageEndpoint)]);
	},
};

function slim(body: JsonObject): Partial<Page> {
	return { ...neighbours([body.nextPageParameter], [body.prevPageParameter]), count: countOf(body.count) };
}

/** Of a path that is not in the table: whichever of them it has. */
function anyPaging(body: JsonObject): Partial<Page> {
	const meta = metaOf(body);
	return {
		...neighbours(
			[body.nextPageParams, body.nextPageParameter, ...[body, meta].map((of) => queryOfAddress(of.nextPageEndpoint))],
			[body.prevPageParams, body.prevPageParameter, ...[body, meta].map((of) => queryOfAddress(of.prevPageEndpoint))],
		),
		count: countOf(body.recordCount) ?? countOf(body.count),
		total: totalOf(body.totalRecordCount),
	};
}

function toRecords(data: unknown): JsonObject[] {
	if (Array.isArray(data)) return data.map((entry: unknown) => (isJsonObject(entry) ? entry : { value: entry }));
	return isJsonObject(data) ? [data] : [];
}

/** What an answer with a success status is in the end; `odd`: none of what its endpoint answers with. */
type Opened = Page | { refusal: Refusal } | { odd: true };

/** Fields that only an error has: a record that holds nothing else is none. */
const WORDS = new Set(
	'message,error,errors,errorMessage,errorMessages,errorMessagesAsString,code,status,statusCode,statusMessage,title,detail,type,instance,traceId,timestamp,path,success'.split(
		',',
	),
);

/** What an object says beside a list when it is about nothing but that list. */
const ABOUT_A_LIST = /count|total|page|size|limit|offset|skip|take|cursor|next|prev|more|index|sort|order|direction/i;

const lettersOnly = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase();

/**
 * The field of an object that holds the list that was asked for: the one that is called like the end of its path, or the
 * only list in an object that says nothing of its own beside it. Undefined where it may be a record that has lists.
 */
function listIn({ path }: Endpoint, data: JsonObject): string | undefined {
	const lists = Object.keys(data).filter((name) => Array.isArray(data[name]));
	const [only] = lists;
	const own = lists.find((name) => lettersOnly(name) === lettersOnly(path.split('/').at(-1) ?? ''));
	if (own !== undefined || only === undefined || lists.length > 1) return own;
	return Object.keys(data).every((name) => name === only || ABOUT_A_LIST.test(name)) ? only : undefined;
}

/**
 * An envelope whose data is an object around the list as one whose data is the list. What that object says of the list,
 * such as where it goes on, counts where the envelope itself doesn't say it.
 */
function unwrappedData(endpoint: Endpoint, body: JsonObject): JsonObject {
	if (!isJsonObject(body.data)) return body;
	const name = listIn(endpoint, body.data);
	if (name === undefined) return body;
	const said = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
	return { ...body, ...body.data, ...Object.fromEntries(said), data: body.data[name] };
}

const isEmptyObject = (data: unknown): boolean => isJsonObject(data) && Object.keys(data).length === 0;

/**
 * A list is complete, or it is an error: an envelope whose data is an array or an object around one, or a bare array, and
 * nothing else. No data is an empty list only where the service says that all went well, and says nothing of an error.
 */
function openList(endpoint: Endpoint, answer: unknown): Opened {
	const { envelope } = endpoint;
	const body = isJsonObject(answer) ? unwrappedData(endpoint, answer) : answer;
	// Without any content the service says that there is nothing (204).
	if (body === undefined || Array.isArray(body)) return openEnvelope(envelope, body);
	if (!isJsonObject(body)) return { odd: true };
	if (refuses(body)) return openEnvelope(envelope, body);
	if (Array.isArray(body.data)) return openEnvelope(envelope, body);
	if (!isBlank(body.data) && !isEmptyObject(body.data)) return { odd: true };
	const words = wordsOfError(body);
	if (words !== undefined) return { refusal: { ...readRefusal(body), message: words } };
	return saysSuccess(body) ? { ...openEnvelope(envelope, { ...body, data: [] }) } : { odd: true };
}

/** One record, in an envelope or bare. */
function openRecord({ envelope }: Endpoint, body: unknown): Opened {
	if (!isJsonObject(body) || refuses(body)) return openEnvelope(envelope, body);
	const refusal = readRefusal(body);
	const isError = Object.keys(body).every((field) => WORDS.has(field)) && wordsOfError(body) !== undefined;
	const failed =
		isJsonObject(body.status) && typeof body.status.errorMessage === 'string' && body.status.errorMessage.trim() !== '';
	const empty = body.data === undefined || body.data === null;
	return refusal && empty && (isError || failed) ? { refusal } : openEnvelope(envelope, body);
}

/** Opens an answer as what its endpoint answers with. What writes may answer with is not known (documented as not shown). */
export function openAnswer(endpoint: Endpoint | UnknownEndpoint, body: unknown): Opened {
	if (!isKnown(endpoint)) return openEnvelope(undefined, body);
	if (endpoint.list) return openList(endpoint, body);
	return endpoint.method === 'GET' ? openRecord(endpoint, body) : openEnvelope(endpoint.envelope, body);
}
