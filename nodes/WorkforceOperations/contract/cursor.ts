import { isJsonObject, type JsonObject } from './types';

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

function queryOf(cursor: JsonObject): string {
	return Object.entries(cursor)
		.filter(([, value]) => value !== null && value !== undefined && value !== '')
		.map(([name, value]) => `${lowerFirst(name)}=${encodeURIComponent(String(value))}`)
		.join('&');
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Brings the cursor of any envelope into one form: the query string of the next call, verbatim as the service wrote it.
 * Live operations write a serialised object (`{"ReferenceId":…,"ReferenceDateTime":…}`) whose names become
 * `referenceId` and `referenceDateTime`. An address is reduced to its query. Undefined when there is no further page.
 */
export function readCursor(value: unknown, direction: 'next' | 'prev'): string | undefined {
	const parsed = typeof value === 'string' && value.trim().startsWith('{') ? parseJson(value) : value;
	let query: string;
	if (isJsonObject(parsed)) query = queryOf(parsed);
	else if (typeof parsed === 'string') query = parsed.trim().replace(/^[^?=&]*\?/, '').replace(/^&+/, '');
	else return undefined;
	if (query === '') return undefined;
	return /(^|&)direction=/i.test(query) ? query : `direction=${direction}&${query}`;
}

/** The names of the parameters that a cursor sets: they replace those of the first call. */
export function cursorNames(cursor: string): Set<string> {
	return new Set(new URLSearchParams(cursor).keys());
}
