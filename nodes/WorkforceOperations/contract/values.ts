import type { JsonObject } from './types';

/** Not allowed in file names: control characters, line and paragraph separators, bidirectional marks. */
const REFUSED_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** File systems and mail programs refuse longer names. */
const LONGEST_FILE_NAME = 200;

/** Never splits a surrogate pair. */
const truncateStart = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

function truncateName(name: string): string {
	if (name.length <= LONGEST_FILE_NAME) return name;
	const [ending = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
	return `${truncateStart(name, LONGEST_FILE_NAME - ending.length).trim()}${ending}`;
}

/** The last part of a path with either separator, cleaned; undefined if nothing is left. */
export function fileNameOf(name: string): string | undefined {
	const last = name.replace(REFUSED_CHARACTERS, '').split(/[/\\]/).pop() ?? '';
	const plain = truncateName(last.trim());
	return /^\.*$/.test(plain) ? undefined : plain;
}

/** Compares names for a form's lists. Uses no language tables: loading them takes longer than the whole form. */
export function byName(one: string, other: string): number {
	const [first, second] = [one.toLowerCase(), other.toLowerCase()];
	if (first === second) return 0;
	return first < second ? -1 : 1;
}

let collator: Intl.Collator | undefined;

/** Compares ids and keys; numbers in them count by their value. */
export const byNumber = (one: string, other: string): number =>
	(collator ??= new Intl.Collator('en', { numeric: true })).compare(one, other);

/** White space and zero-width characters, as in copied cells. */
const INVISIBLE = /^[\s\p{Cf}]*$/u;

/** Absent, null, blank text, or an empty list. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0 || (value.length === 1 && isBlank(value[0]));
	// Excludes objects, because a service field named `toString` would break `String()`.
	return value === undefined || value === null || (typeof value !== 'object' && INVISIBLE.test(String(value)));
}

/**
 * Blank, zero, false, or an object or list of only these. The service may send a missing record as one filled with
 * defaults.
 */
export const isDefault = (value: unknown): boolean =>
	isBlank(value) ||
	value === 0 ||
	value === false ||
	(typeof value === 'object' && !isDate(value) && Object.values(value ?? {}).every(isDefault));

/** Drops the second of two full stops around a closing quotation mark: `“Ltd.”.` */
export const withoutDoubleStop = (text: string): string => text.replace(/([.!?…])([”’]+)\./g, '$1$2');

/** A positive whole number, possibly as text; undefined for anything else. */
export function usableId(value: unknown): number | undefined {
	const id = isBlank(value) ? NaN : Number(value);
	return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The only reader of a flag, possibly sent as text or number; undefined if neither on nor off. */
export function yesOrNo(value: unknown): boolean | undefined {
	const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (['true', '1', 'yes', 'y'].includes(text)) return true;
	return ['false', '0', 'no', 'n'].includes(text) ? false : undefined;
}

/** The only reader of a count, possibly sent as text such as `1,240`; undefined if negative or not whole. */
export function countOf(value: unknown): number | undefined {
	const plain =
		typeof value === 'string' ? value.trim().replace(/^\d{1,3}([,\s]\d{3})+$/, (text) => text.replace(/\D/g, '')) : '';
	const count = /^\d+$/.test(plain) ? Number(plain) : value;
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** Also recognises Dates of another realm, such as those from expressions. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]';

export const firstFilled = (values: readonly unknown[]): unknown => values.find((value) => !isBlank(value));

export const pick = (record: Readonly<Record<string, unknown>>, names: readonly string[]): unknown =>
	firstFilled(names.map((name) => record[name]));

/** Splits text at the separator; drops blank entries. A value that is neither text nor a list is one entry. */
export const splitList = (value: unknown, separator = /[,;\n]/): string[] =>
	(Array.isArray(value) ? value : String(value ?? '').split(separator))
		.map((part) => String(part ?? '').trim())
		.filter((part) => part !== '');

/** The first of several, and how many more there are: “1, 2 and 3 more”. */
export const firstFew = (all: readonly string[], most = 20): string =>
	all.slice(0, most).join(', ') + (all.length > most ? ` and ${all.length - most} more` : '');

/** Undefined if blank or not text. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** An id, code or number as text; undefined if there is none. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return textOf(value);
}

/** Like `idOf`, but zeros mean “no id”, also in a GUID. */
export function realIdOf(value: unknown): string | undefined {
	const id = idOf(value);
	return id === undefined || /^[0-]*$/.test(id) ? undefined : id;
}

// Guess: list.inactive

/** `isActive` is undocumented; some published samples have it. */
export const activeOf = ({ isActive }: JsonObject): boolean | undefined => yesOrNo(isActive);

/** The state of a record that has only `isActive`. */
export function activeInWords(record: JsonObject): string | undefined {
	const isActive = activeOf(record);
	return isActive === undefined ? undefined : isActive ? 'Active' : 'Inactive';
}
