import { type Cursor, type Direction, isUnreadableCursor, readCursor } from './cursor';
import { readRefusal, type Refusal, refuses, saysSuccess, traceIdOf, wordsIn, wordsOfError } from './refusals';
import {
	type Endpoint,
	type EnvelopeKind,
	isJsonObject,
	isKnown,
	type JsonObject,
	type UnknownEndpoint,
} from './types';
import { countOf, isBlank } from './values';

// Guess: answers.audit401

// Guess: answers.recentLogins

/** A response of the service without its envelope. */
export interface Page {
	/** The payload as it came. */
	data: unknown;
	/** The payload as records: the objects of an array, a single object, or none. */
	records: JsonObject[];
	/** Cursors of the neighbouring pages. */
	next?: Cursor;
	previous?: Cursor;
	/** Neighbouring pages that are announced in an unreadable form. */
	unreadable?: { next?: boolean; previous?: boolean };
	/** Neighbours that the envelope states, even as null; about others it says nothing. */
	stated?: { next?: boolean; previous?: boolean };
	/** Rows in this page and in the whole list, if the service counts them. */
	count?: number;
	total?: number;
	traceId?: string;
	/** The envelope states explicitly that the call succeeded. */
	success?: boolean;
	/** What the envelope of a write says in words. */
	words?: string[];
	/** HTTP 207: some parts of the request succeeded, and others may have failed. */
	inPart?: boolean;
}

/** Likely names of a count of the whole list and of one of the page, in small letters (documented: totalRecordCount). */
const LIST_TOTAL =
	/^(?:total(?:(?:record|item|row|result|element|entry|hit)s?|entries)?(?:count)?|(?:record|item|row|result)s?total|(?:grand|overall|full)(?:total|count))$/;
const PAGE_COUNT = /^(?:record|item|row|result)?s?count$/;

/** The counts of such a name in an envelope, also in objects about the list, such as `meta.pagination`. */
const countsIn = (about: JsonObject, names: RegExp, depth = 2): number[] =>
	Object.entries(about).flatMap(([name, value]) => {
		if (isJsonObject(value)) return name === 'data' || depth === 0 ? [] : countsIn(value, names, depth - 1);
		return names.test(lettersOnly(name)) ? (countOf(value) ?? []) : [];
	});

/** What an envelope counts: of several totals the largest, because the others may be about less. */
function countsOf(body: JsonObject): Pick<Page, 'count' | 'total'> {
	const totals = countsIn(body, LIST_TOTAL);
	return {
		count: countOf(body.recordCount) ?? countsIn(body, PAGE_COUNT)[0],
		total: totals.length > 0 ? Math.max(...totals) : undefined,
	};
}

/** Whether a JSON object is an envelope of the service; errors of a gateway look different. */
export function looksLikeEnvelope(body: JsonObject): boolean {
	return 'data' in body || isJsonObject(body.status) || 'isSuccess' in body || ('errors' in body && 'meta' in body);
}

/**
 * Opens an envelope; without a kind, any of them. Every field is optional, because the service's samples leave fields out;
 * a bare record or array is the payload itself.
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
		...countsOf(body),
		...(kind === undefined ? anyPaging(body) : PAGING[kind](body)),
	};
}

/** Reads the cursors of the neighbours: from the first field that has one. */
function neighbours(next: unknown[], previous: unknown[]): Pick<Page, 'next' | 'previous' | 'unreadable' | 'stated'> {
	const read = (values: unknown[], direction: Direction): Cursor | undefined =>
		values.map((value) => readCursor(value, direction)).find((cursor) => cursor !== undefined);
	const isStated = (values: unknown[]): boolean => values.some((value) => value !== undefined);
	const found = { next: read(next, 'next'), previous: read(previous, 'prev') };
	const unreadable = {
		next: found.next === undefined && next.some(isUnreadableCursor),
		previous: found.previous === undefined && previous.some(isUnreadableCursor),
	};
	return {
		...found,
		...(unreadable.next || unreadable.previous ? { unreadable } : {}),
		...(isStated([...next, ...previous]) ? { stated: { next: isStated(next), previous: isStated(previous) } } : {}),
	};
}

const metaOf = ({ meta }: JsonObject): JsonObject => (isJsonObject(meta) ? meta : {});

/** The query of a neighbour's URL; undefined without one, because it then marks no position. */
const queryOfAddress = (value: unknown): unknown =>
	typeof value === 'string' && !value.includes('?') ? undefined : value;

const PAGING: Record<EnvelopeKind, (body: JsonObject) => Partial<Page>> = {
	standard: () => ({}),
	incidentReports: (body) =>
		neighbours(
			[body.nextPageParams, queryOfAddress(body.nextPageEndpoint)],
			[body.prevPageParams, queryOfAddress(body.prevPageEndpoint)],
		),
	slimCursor: slim,
	liveOperations: slim,
	loginAudit(body) {
		const { nextPageEndpoint, prevPageEndpoint } = metaOf(body);
		return neighbours([queryOfAddress(nextPageEndpoint)], [queryOfAddress(prevPageEndpoint)]);
	},
};

function slim(body: JsonObject): Partial<Page> {
	return neighbours([body.nextPageParameter], [body.prevPageParameter]);
}

/** For a path that isn't in the table: any of these fields. */
function anyPaging(body: JsonObject): Partial<Page> {
	const meta = metaOf(body);
	return neighbours(
		[body.nextPageParams, body.nextPageParameter, ...[body, meta].map((of) => queryOfAddress(of.nextPageEndpoint))],
		[body.prevPageParams, body.prevPageParameter, ...[body, meta].map((of) => queryOfAddress(of.prevPageEndpoint))],
	);
}

function toRecords(data: unknown): JsonObject[] {
	if (Array.isArray(data)) return data.map((entry: unknown) => (isJsonObject(entry) ? entry : { value: entry }));
	return isJsonObject(data) ? [data] : [];
}

/** A response with a success status; `odd`: not what its endpoint returns. */
type Opened = Page | { refusal: Refusal } | { odd: true };

/** Fields that only errors have: an object with nothing else isn't a record. */
const WORDS = new Set(
	'message,error,errors,errorMessage,errorMessages,errorMessagesAsString,code,status,statusCode,statusMessage,title,detail,type,instance,traceId,timestamp,path,success'.split(
		',',
	),
);

/** Fields with which an object describes a list that it contains. */
const ABOUT_A_LIST = /count|total|page|size|limit|offset|skip|take|cursor|next|prev|more|index|sort|order|direction/i;

const lettersOnly = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase();

/**
 * The field of an object that holds the requested list: the one named like the end of the path, or the only list in an
 * object that otherwise only describes it. Undefined if the object may be a record that has lists.
 */
function listIn({ path }: Endpoint, data: JsonObject): string | undefined {
	const lists = Object.keys(data).filter((name) => Array.isArray(data[name]));
	const [only] = lists;
	const own = lists.find((name) => lettersOnly(name) === lettersOnly(path.split('/').at(-1) ?? ''));
	if (own !== undefined || only === undefined || lists.length > 1) return own;
	return Object.keys(data).every((name) => name === only || ABOUT_A_LIST.test(name)) ? only : undefined;
}

/**
 * Normalises an envelope whose data is an object around the list. What that object says of the list, such as the next
 * page, applies if the envelope itself doesn't say it.
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
 * A list is complete or an error: accepted are an envelope whose data is an array or an object around one, or a bare
 * array. No data is an empty list only if the service states success and no error.
 */
function openList(endpoint: Endpoint, answer: unknown): Opened {
	const { envelope } = endpoint;
	const body = isJsonObject(answer) ? unwrappedData(endpoint, answer) : answer;
	// No content (204) means an empty list.
	if (body === undefined || Array.isArray(body)) return openEnvelope(envelope, body);
	if (!isJsonObject(body)) return { odd: true };
	if (refuses(body)) return openEnvelope(envelope, body);
	if (Array.isArray(body.data)) return openEnvelope(envelope, body);
	if (!isBlank(body.data) && !isEmptyObject(body.data)) return { odd: true };
	const words = wordsOfError(body);
	if (words !== undefined) return { refusal: { ...readRefusal(body), message: words } };
	return saysSuccess(body) ? { ...openEnvelope(envelope, { ...body, data: [] }) } : { odd: true };
}

function openRecord({ envelope }: Endpoint, body: unknown): Opened {
	if (!isJsonObject(body) || refuses(body)) return openEnvelope(envelope, body);
	const refusal = readRefusal(body);
	const isError = Object.keys(body).every((field) => WORDS.has(field)) && wordsOfError(body) !== undefined;
	const failed =
		isJsonObject(body.status) && typeof body.status.errorMessage === 'string' && body.status.errorMessage.trim() !== '';
	const empty = body.data === undefined || body.data === null;
	return refusal && empty && (isError || failed) ? { refusal } : openEnvelope(envelope, body);
}

/** What an envelope says of a write, in words and as a count. */
function saidOfWrite(body: JsonObject): Pick<Page, 'words' | 'count'> {
	if (!looksLikeEnvelope(body)) return {};
	const words = wordsIn(body);
	const count = [body.count, body.recordCount, body.totalRecordCount].map(countOf).find((value) => value !== undefined);
	return { ...(words.length > 0 ? { words } : {}), ...(count === undefined ? {} : { count }) };
}

/** Opens a response as its endpoint's kind. Responses to writes are undocumented. */
export function openAnswer(endpoint: Endpoint | UnknownEndpoint, body: unknown): Opened {
	const isRead = endpoint.method === 'GET';
	if (isKnown(endpoint) && endpoint.list) return openList(endpoint, body);
	if (isKnown(endpoint) && isRead) return openRecord(endpoint, body);
	const opened = openEnvelope(isKnown(endpoint) ? endpoint.envelope : undefined, body);
	return isRead || 'refusal' in opened || !isJsonObject(body) ? opened : { ...opened, ...saidOfWrite(body) };
}
