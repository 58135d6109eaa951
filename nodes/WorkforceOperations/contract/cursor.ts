import { isJsonObject, type JsonObject } from './types';
import { isBlank, yesOrNo } from './values';

// Guess: pages.end

export type Direction = 'next' | 'prev';

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A parsed cursor: the query for the next page, and the parameters in it. */
export class Cursor {
	/** Verbatim as the service sent it. */
	readonly query: string;

	/** The names of its parameters, as it spells them. */
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

	/** Whether it sets a parameter, which then replaces that of the first call. Letter case makes no difference. */
	sets(name: string): boolean {
		return this.get(name) !== undefined;
	}

	/** Its parameters and values, in order. */
	get entries(): Array<[name: string, value: string]> {
		return [...this.parameters];
	}

	/** A copy with another value of one parameter; the rest stays verbatim. */
	with(name: string, value: string): Cursor {
		const others = this.query
			.split('&')
			.filter((pair) => ![...new URLSearchParams(pair).keys()].some((own) => isSameName(own, name)));
		return new Cursor([...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&'));
	}
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A serialised cursor as a query; undefined if one of its values isn't a scalar. */
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

/** A cursor as text. By the service's rules, a bare number is the last item's identifier. */
function queryText(value: unknown): string | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (/^\d+$/.test(text)) return Number(text) > 0 ? `referenceId=${text}` : undefined;
	// A bare “#” would cut off the rest of the URL.
	const query = text
		.replace(/^[^?=&]*\?/, '')
		.replace(/^&+|&+$/g, '')
		.replaceAll('#', '%23');
	return query.includes('=') ? query : undefined;
}

const parsedCursor = (value: unknown): unknown =>
	typeof value === 'string' && value.trim().startsWith('{') ? (parseJson(value) ?? value) : value;

/**
 * Normalises the cursor of any envelope. Live operations send a serialised object
 * (`{"ReferenceId":…,"ReferenceDateTime":…}`) whose names become `referenceId` and `referenceDateTime`; a URL is reduced
 * to its query. Undefined if there is no further page or it can't be read (see `isUnreadableCursor`).
 */
export function readCursor(value: unknown, direction: Direction): Cursor | undefined {
	if (value instanceof Cursor) return value;
	const parsed = parsedCursor(value);
	const query = isJsonObject(parsed) ? queryOf(parsed) : queryText(parsed);
	if (query === undefined || query === '') return undefined;
	// Lists with page numbers (login audit) have no direction.
	return new Cursor(/(^|&)(direction|page)=/i.test(query) ? query : `direction=${direction}&${query}`);
}

/** Values that the service sends when there is no further page. */
const END = /^(?:[\s?&0]*|null)$/;

/** Whether a value announces a further page in an unreadable form. */
export function isUnreadableCursor(value: unknown): boolean {
	if (readCursor(value, 'next') !== undefined || yesOrNo(value) === false || isBlank(value)) return false;
	const parsed = parsedCursor(value);
	if (typeof parsed === 'object' && parsed !== null) return !Object.values(parsed).every(isBlank);
	return !END.test(String(parsed));
}

/** Parameters that mark a position in a list; all others are about the request as a whole. */
const ANCHOR = /^(?:reference.*|page|offset)$/i;

const ASKING = /^(?:direction|limit|pageSize)$/i;

/** The year 1 of an unset date; with an offset it may fall into the year before. */
const NEVER = /^\s*(?:000[01]-\d\d-\d\d|\d\d?[./-]\d\d?[./-]0001)(?!\d)/;

/** Whether an anchor's value marks no position: blank, zero in any form (also as a GUID), or an unset date. */
const isNowhere = (value: string): boolean =>
	!/\p{L}|(?!0)\p{N}/u.test(value) || /^(?:null|undefined)$/.test(value.trim()) || NEVER.test(value);

/**
 * The position of a cursor in comparable form; undefined if it has none, which is one of the ways to end a list. Anchors
 * decide; of a cursor without known anchors, the parameters that don't repeat the call.
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
