import { isJsonObject, type JsonObject } from './types';
import { isBlank } from './values';

export type Direction = 'next' | 'prev';

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A place in a list, read once: the query of the call that goes on from there, and the parameters that it sets. */
export class Cursor {
	/** Verbatim as the service wrote it. */
	readonly query: string;

	/** The names of the parameters that it sets, as it writes them. */
	readonly names: ReadonlySet<string>;

	private readonly parameters: URLSearchParams;

	constructor(query: string | Record<string, string>) {
		this.query = typeof query === 'string' ? query : new URLSearchParams(query).toString();
		this.parameters = new URLSearchParams(this.query);
		this.names = new Set(this.parameters.keys());
	}

	get(name: string): string | undefined {
		return this.entries.find(([own]) => isSameName(own, name))?.[1];
	}

	/** Whether it sets a parameter, and so replaces that of the first call: letter case doesn't count. */
	sets(name: string): boolean {
		return this.get(name) !== undefined;
	}

	/** Its parameters and their values, in their order. */
	get entries(): Array<[name: string, value: string]> {
		return [...this.parameters];
	}

	/** The same place with another value of one parameter; the others stay as they are written. */
	with(name: string, value: string): Cursor {
		const others = this.query
			.split('&')
			.filter((pair) => ![...new URLSearchParams(pair).keys()].some((own) => isSameName(own, name)));
		return new Cursor([...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&'));
	}
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A serialised cursor as a query; undefined when one of its values is no plain one. */
function queryOf(cursor: JsonObject): string | undefined {
	const entries = Object.entries(cursor).filter(([, value]) => !isBlank(value));
	if (entries.some(([, value]) => typeof value === 'object')) return undefined;
	return entries.map(([name, value]) => `${lowerFirst(name)}=${encodeURIComponent(String(value))}`).join('&');
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
	const query = text
		.replace(/^[^?=&]*\?/, '')
		.replace(/^&+|&+$/g, '')
		.replaceAll('#', '%23');
	return query.includes('=') ? query : undefined;
}

const parsedCursor = (value: unknown): unknown =>
	typeof value === 'string' && value.trim().startsWith('{') ? (parseJson(value) ?? value) : value;

/**
 * Brings the cursor of any envelope into one form. Live operations write a serialised object
 * (`{"ReferenceId":…,"ReferenceDateTime":…}`) whose names become `referenceId` and `referenceDateTime`. An address is
 * reduced to its query. Undefined when there is no further page, and when it can't be read (see `isUnreadableCursor`).
 */
export function readCursor(value: unknown, direction: Direction): Cursor | undefined {
	if (value instanceof Cursor) return value;
	const parsed = parsedCursor(value);
	const query = isJsonObject(parsed) ? queryOf(parsed) : queryText(parsed);
	if (query === undefined || query === '') return undefined;
	// Lists that count their pages (login audit) know no direction.
	return new Cursor(/(^|&)(direction|page)=/i.test(query) ? query : `direction=${direction}&${query}`);
}

/** What the service writes where there is no further page. */
const END = /^(?:[\s?&0]*|null)$/;

/** Whether a value announces a further page in a form that can't be read. */
export function isUnreadableCursor(value: unknown): boolean {
	if (readCursor(value, 'next') !== undefined || value === false || isBlank(value)) return false;
	const parsed = parsedCursor(value);
	if (typeof parsed === 'object' && parsed !== null) return !Object.values(parsed).every(isBlank);
	return !END.test(String(parsed));
}

/** The parameters that name a place in a list; all others say how the list is asked for. */
const ANCHOR = /^(?:reference.*|page|offset)$/i;

const ASKING = /^(?:direction|limit|pageSize)$/i;

/** Year 1, in which a date begins that was never set; with an offset it may fall into the year before. */
const NEVER = /^\s*(?:000[01]-\d\d-\d\d|\d\d?[./-]\d\d?[./-]0001)(?!\d)/;

/** Whether the value of an anchor names no place: blank, zero in any form (also that of a GUID), or a date that was never set. */
const isNowhere = (value: string): boolean =>
	!/\p{L}|(?!0)\p{N}/u.test(value) || /^(?:null|undefined)$/.test(value.trim()) || NEVER.test(value);

/**
 * The place that a cursor names, so that two of them can be compared; undefined where it names none, which is one of the
 * forms of an end. Its anchors decide; one with names that nobody knows is a place for what it doesn’t repeat of the call.
 */
export function anchorOf({ entries }: Cursor, repeats: (name: string, value: string) => boolean): string | undefined {
	const anchors = entries.filter(([name]) => ANCHOR.test(name));
	const others = entries.filter(([name, value]) => !ASKING.test(name) && !repeats(name, value));
	const naming = (anchors.length > 0 ? anchors : others).filter(([, value]) => !isNowhere(value));
	if (naming.length === 0) return undefined;
	return naming
		.map(([name, value]) => `${name.toLowerCase()}=${value}`)
		.sort()
		.join('&');
}
