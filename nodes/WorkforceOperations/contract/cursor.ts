import { isJsonObject, type JsonObject } from './types';

export type Direction = 'next' | 'prev';

/** A place in a list, read once: the query of the call that goes on from there, and the parameters that it sets. */
export class Cursor {
	/** Verbatim as the service wrote it. */
	readonly query: string;

	/** The names of the parameters that it sets: they replace those of the first call. */
	readonly names: ReadonlySet<string>;

	private readonly parameters: URLSearchParams;

	constructor(query: string | Record<string, string>) {
		this.query = typeof query === 'string' ? query : new URLSearchParams(query).toString();
		this.parameters = new URLSearchParams(this.query);
		this.names = new Set(this.parameters.keys());
	}

	get(name: string): string | undefined {
		return this.parameters.get(name) ?? undefined;
	}
}

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
 * Brings the cursor of any envelope into one form. Live operations write a serialised object
 * (`{"ReferenceId":…,"ReferenceDateTime":…}`) whose names become `referenceId` and `referenceDateTime`. An address is
 * reduced to its query. Undefined when there is no further page.
 */
export function readCursor(value: unknown, direction: Direction): Cursor | undefined {
	if (value instanceof Cursor) return value;
	const parsed = typeof value === 'string' && value.trim().startsWith('{') ? (parseJson(value) ?? value) : value;
	const query = isJsonObject(parsed) ? queryOf(parsed) : queryText(parsed);
	if (query === undefined || query === '') return undefined;
	// Lists that count their pages (login audit) know no direction.
	return new Cursor(/(^|&)(direction|page)=/i.test(query) ? query : `direction=${direction}&${query}`);
}
