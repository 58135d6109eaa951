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

/** A cursor as text. A bare number can only be what the rules of the service call the last item's identifier. */
function queryText(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (/^\d+$/.test(text)) return Number(text) > 0 ? `referenceId=${text}` : undefined;
	// A bare “#” would cut off the rest of the address.
	return text
		.replace(/^[^?=&]*\?/, '')
		.replace(/^&+|&+$/g, '')
		.replaceAll('#', '%23');
}

/**
 * Brings the cursor of any envelope into one form: the query string of the next call, verbatim as the service wrote it.
 * Live operations write a serialised object (`{"ReferenceId":…,"ReferenceDateTime":…}`) whose names become
 * `referenceId` and `referenceDateTime`. An address is reduced to its query. Undefined when there is no further page.
 */
export function readCursor(value: unknown, direction: 'next' | 'prev'): string | undefined {
	const parsed = typeof value === 'string' && value.trim().startsWith('{') ? (parseJson(value) ?? value) : value;
	const query = isJsonObject(parsed) ? queryOf(parsed) : queryText(parsed);
	if (query === undefined || query === '') return undefined;
	// Lists that count their pages (login audit) know no direction.
	return /(^|&)(direction|page)=/i.test(query) ? query : `direction=${direction}&${query}`;
}

/** The names of the parameters that a cursor sets: they replace those of the first call. */
export function cursorNames(cursor: string): Set<string> {
	return new Set(new URLSearchParams(cursor).keys());
}
