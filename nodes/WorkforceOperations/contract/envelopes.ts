import { type Cursor, type Direction, readCursor } from './cursor';
import { type EnvelopeKind, isJsonObject, type JsonObject } from './types';

/** What the service says when it refuses, whatever envelope it says it in. */
export interface Refusal {
	message: string;
	code?: string;
	field?: string;
	/** For the service's support; login audit envelopes hold it. */
	traceId?: string;
}

/** One answer of the service, freed from its envelope. */
export interface Page {
	/** The payload as it came. */
	data: unknown;
	/** The payload as records: an array's objects, a single object, or nothing. */
	records: JsonObject[];
	/** The neighbouring pages. */
	next?: Cursor;
	previous?: Cursor;
	/** Rows in this page and in the whole list, where the service counts them. */
	count?: number;
	total?: number;
	traceId?: string;
}

const text = (value: unknown): string | undefined => {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function traceIdOf(body: JsonObject): string | undefined {
	const meta = isJsonObject(body.meta) ? body.meta : {};
	return text(meta.traceId) ?? text(body.traceId);
}

/** The entries of `errors` or `errorMessages`: objects, bare texts, or lists by field as ASP.NET writes them. */
function errorEntries(value: unknown): Refusal[] {
	if (isJsonObject(value)) {
		return Object.entries(value).flatMap(([field, messages]) =>
			errorEntries(Array.isArray(messages) ? messages : [messages]).map((entry) => ({
				...entry,
				field: entry.field ?? field,
			})),
		);
	}
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry): Refusal[] => {
		if (!isJsonObject(entry)) return text(entry) ? [{ message: String(entry) }] : [];
		const message = text(entry.message) ?? text(entry.errorMessage) ?? text(entry.description) ?? JSON.stringify(entry);
		return [{ message, code: text(entry.code), field: text(entry.field) }];
	});
}

/** The service's own words in any error body; undefined when the body holds none. */
export function readRefusal(body: unknown): Refusal | undefined {
	if (!isJsonObject(body)) return undefined;
	const status = isJsonObject(body.status) ? body.status : {};
	const entries = [...errorEntries(body.errors), ...errorEntries(body.errorMessages)];
	const first = entries[0];
	const words = [
		text(status.errorMessage),
		...entries.map((entry) => (entry.field ? `${entry.field}: ${entry.message}` : entry.message)),
		text(body.errorMessagesAsString),
		text(body.message),
		text(body.statusMessage),
		text(body.detail),
		text(body.title),
	].filter((word): word is string => word !== undefined);
	const message = [...new Set(words)].slice(0, 5).join('; ');
	const code = text(status.code) ?? first?.code ?? text(body.code);
	const traceId = traceIdOf(body);
	if (message === '' && traceId === undefined && (code === undefined || code === '0')) return undefined;
	return { message, code: code === '0' ? first?.code : code, field: first?.field, traceId };
}

/** Whether a body that came with a success status nevertheless says that the call did not succeed. */
function refuses(body: JsonObject): boolean {
	if (isJsonObject(body.status)) {
		const code = text(body.status.code);
		if (code !== undefined && Number(code) !== 0) return true;
	}
	if (body.isSuccess === false) return true;
	return (
		errorEntries(body.errors).length > 0 ||
		(body.isSuccess === undefined && errorEntries(body.errorMessages).length > 0)
	);
}

function looksLikeEnvelope(body: JsonObject): boolean {
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
	const page: Page = { data: body.data, records: toRecords(body.data), traceId: traceIdOf(body) };
	switch (kind) {
		case 'incidentReports':
			page.next = readCursor(body.nextPageParams, 'next') ?? queryOfAddress(body.nextPageEndpoint, 'next');
			page.previous = readCursor(body.prevPageParams, 'prev') ?? queryOfAddress(body.prevPageEndpoint, 'prev');
			page.count = number(body.recordCount) ?? number(body.count);
			page.total = number(body.totalRecordCount);
			break;
		case 'slimCursor':
		case 'liveOperations':
			page.next = readCursor(body.nextPageParameter, 'next');
			page.previous = readCursor(body.prevPageParameter, 'prev');
			page.count = number(body.count);
			break;
		case 'loginAudit': {
			const meta = isJsonObject(body.meta) ? body.meta : {};
			page.next = queryOfAddress(meta.nextPageEndpoint, 'next');
			page.previous = queryOfAddress(meta.prevPageEndpoint, 'prev');
			break;
		}
		case 'standard':
			page.count = number(body.count);
			break;
		case undefined: {
			const meta = isJsonObject(body.meta) ? body.meta : {};
			page.next =
				readCursor(body.nextPageParams ?? body.nextPageParameter, 'next') ??
				queryOfAddress(body.nextPageEndpoint ?? meta.nextPageEndpoint, 'next');
			page.previous =
				readCursor(body.prevPageParams ?? body.prevPageParameter, 'prev') ??
				queryOfAddress(body.prevPageEndpoint ?? meta.prevPageEndpoint, 'prev');
			page.count = number(body.recordCount) ?? number(body.count);
			page.total = number(body.totalRecordCount);
			break;
		}
	}
	return page;
}

/** A next page that is given as an address only: without a query it names no place to go on from. */
function queryOfAddress(value: unknown, direction: Direction): Cursor | undefined {
	return typeof value === 'string' && value.includes('?') ? readCursor(value, direction) : undefined;
}

function toRecords(data: unknown): JsonObject[] {
	if (Array.isArray(data)) return data.map((entry: unknown) => (isJsonObject(entry) ? entry : { value: entry }));
	return isJsonObject(data) ? [data] : [];
}
