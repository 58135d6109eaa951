import type { JsonObject } from './types';

/** Characters that no file name should have: controls, line and paragraph separators, bidirectional marks. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Longer names are refused by file systems and mail programs. */
const LONGEST_FILE_NAME = 200;

/** The beginning of a text, without a lone surrogate at its end. */
const truncateStart = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

function truncateName(name: string): string {
	if (name.length <= LONGEST_FILE_NAME) return name;
	const [ending = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
	return `${truncateStart(name, LONGEST_FILE_NAME - ending.length).trim()}${ending}`;
}

/**
 * The last part of a path with either kind of separator, without characters that no file name should have; undefined if
 * nothing is left.
 */
export function fileNameOf(name: string): string | undefined {
	const last = name.replace(UNSEEN, '').split(/[/\\]/).pop() ?? '';
	const plain = truncateName(last.trim());
	return /^\.*$/.test(plain) ? undefined : plain;
}

/** Sorts names as a form lists them, without the tables of a language: those take longer to load than the whole form. */
export function byName(one: string, other: string): number {
	const [first, second] = [one.toLowerCase(), other.toLowerCase()];
	if (first === second) return 0;
	return first < second ? -1 : 1;
}

let collator: Intl.Collator | undefined;

/** Sorts ids and keys, numbers in them by their size. */
export const byNumber = (one: string, other: string): number =>
	(collator ??= new Intl.Collator('en', { numeric: true })).compare(one, other);

/** White space and zero-width characters, such as those in copied cells. */
const INVISIBLE = /^[\s\p{Cf}]*$/u;

/** Whether a value is empty: absent, null, blank text, or an empty list. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0 || (value.length === 1 && isBlank(value[0]));
	// An object of the service may have a field `toString`, which makes a text of nothing.
	return value === undefined || value === null || (typeof value !== 'object' && INVISIBLE.test(String(value)));
}

/**
 * Whether a value is a default: blank, zero, false, or an object or a list of such. A missing record looks like that when
 * all of its fields are filled with defaults.
 */
export const isDefault = (value: unknown): boolean =>
	isBlank(value) ||
	value === 0 ||
	value === false ||
	(typeof value === 'object' && !isDate(value) && Object.values(value ?? {}).every(isDefault));

/** A text without the second of two full stops around a closing quotation mark: `“Ltd.”.` */
export const withoutDoubleStop = (text: string): string => text.replace(/([.!?…])([”’]+)\./g, '$1$2');

/** An internal id: a whole number above zero, possibly as text; undefined for anything else. */
export function usableId(value: unknown): number | undefined {
	const id = isBlank(value) ? NaN : Number(value);
	return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A flag of the service, possibly as text or as a number; undefined if it is neither on nor off. The only reading of one. */
export function yesOrNo(value: unknown): boolean | undefined {
	const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (['true', '1', 'yes', 'y'].includes(text)) return true;
	return ['false', '0', 'no', 'n'].includes(text) ? false : undefined;
}

/**
 * A count, possibly as text such as `1,240`; undefined if it is none, negative or broken. The only reading of
 * one.
 */
export function countOf(value: unknown): number | undefined {
	const plain =
		typeof value === 'string' ? value.trim().replace(/^\d{1,3}([,\s]\d{3})+$/, (text) => text.replace(/\D/g, '')) : '';
	const count = /^\d+$/.test(plain) ? Number(plain) : value;
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** Whether it is a Date, possibly of another realm, as in values of expressions. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]';

export const firstFilled = (values: readonly unknown[]): unknown => values.find((value) => !isBlank(value));

/** The first of the named fields that isn't blank. */
export const pick = (record: Readonly<Record<string, unknown>>, names: readonly string[]): unknown =>
	firstFilled(names.map((name) => record[name]));

/**
 * The entries of a list without blank ones: of an array, or of text that is split at separators. Anything else is a single
 * entry.
 */
export const splitList = (value: unknown, separator = /[,;\n]/): string[] =>
	(Array.isArray(value) ? value : String(value ?? '').split(separator))
		.map((part) => String(part ?? '').trim())
		.filter((part) => part !== '');

/** A text of the service; undefined if it is blank or no text. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** An id, a code or a number of the service as text; undefined if there is none. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return textOf(value);
}

/** The same where zeros mean none, also as a GUID. */
export function realIdOf(value: unknown): string | undefined {
	const id = idOf(value);
	return id === undefined || /^[0-]*$/.test(id) ? undefined : id;
}

// Guess: list.inactive

/** Whether a record says that it is active. The field is undocumented; some published samples have it. */
export const activeOf = ({ isActive }: JsonObject): boolean | undefined => yesOrNo(isActive);
