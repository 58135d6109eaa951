import { isJsonObject } from './types';
import { isBlank } from './values';

export type Direction = 'next' | 'prev';

/** Where a list goes on: the query of its next page. */
export class Cursor {
	/** Verbatim as the service sent it. */
	readonly query: string;

	/** Its parameters and values, in order. */
	readonly entries: ReadonlyArray<readonly [name: string, value: string]>;

	/** The names of its parameters: those of the first call give way to them. */
	readonly names: ReadonlySet<string>;

	constructor(query: string | Record<string, string>) {
		const parameters = new URLSearchParams(query);
		this.query = typeof query === 'string' ? query : parameters.toString();
		this.entries = [...parameters];
		this.names = new Set(parameters.keys());
	}

	get(name: string): string | undefined {
		return this.entries.find(([own]) => own === name)?.[1];
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
/** Reads a cursor as the envelopes write it: a query, or the serialised one. Undefined if it is neither. */
export function readCursor(value: unknown, direction: Direction): Cursor | undefined {
	if (value instanceof Cursor) return value;
	const text = typeof value === 'string' ? value.trim() : '';
	// A bare “#” would cut off the rest of the URL.
	const query = text.startsWith('{') ? queryOf(text) : text.replace(/^[?&]+/, '').replaceAll('#', '%23');
	if (!query.includes('=')) return undefined;
	// Lists with page numbers (login audit) have no direction.
	return new Cursor(/(^|&)(direction|page|offset)=/.test(query) ? query : `direction=${direction}&${query}`);
}
