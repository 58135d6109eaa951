/** What no name is made of: controls, the ends of lines and paragraphs, and the marks that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Longer names are refused by file systems and mail programs. */
const LONGEST_FILE_NAME = 200;

/** The beginning of a text, and no half of a character at its end. */
const truncateStart = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** A name of bearable length; what is cut off is not the ending that says what kind of file it is. */
function truncateName(name: string): string {
	if (name.length <= LONGEST_FILE_NAME) return name;
	const [ending = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
	return `${truncateStart(name, LONGEST_FILE_NAME - ending.length).trim()}${ending}`;
}

/** The last part of a name that may hold folders of either kind, without signs that no file name has; undefined when nothing is left. */
export function fileNameOf(name: string): string | undefined {
	const last = name.replace(UNSEEN, '').split(/[/\\]/).pop() ?? '';
	const plain = truncateName(last.trim());
	return /^\.*$/.test(plain) ? undefined : plain;
}

/** White space and what takes no room at all, such as the zero-width spaces that copied cells bring along. */
const INVISIBLE = /^[\s\p{Cf}]*$/u;

/** Whether a value says nothing: absent, null, blank text, or an empty list. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || INVISIBLE.test(String(value));

/**
 * Whether a value is what is written in place of nothing: blank, zero, false, or an object or a list of such, which is how
 * a record that isn't there looks when all of its fields are filled with defaults.
 */
export const isDefault = (value: unknown): boolean =>
	isBlank(value) ||
	value === 0 ||
	value === false ||
	(typeof value === 'object' && !isDate(value) && Object.values(value ?? {}).every(isDefault));

/** An internal id: a whole number above zero, which may come as text; undefined for anything else. */
export function usableId(value: unknown): number | undefined {
	const id = isBlank(value) ? NaN : Number(value);
	return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A switch of the service's, which may come as text or as a number; undefined where it says neither on nor off. */
export function yesOrNo(value: unknown): boolean | undefined {
	const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (['true', '1', 'yes', 'y'].includes(text)) return true;
	return ['false', '0', 'no', 'n'].includes(text) ? false : undefined;
}

/** A Date, also one that was made in another realm, as the values of expressions may be. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]';

/** The first value that says something. */
export const firstFilled = (values: readonly unknown[]): unknown => values.find((value) => !isBlank(value));

/**
 * The parts of a list, without blanks: the entries of an array, or text cut at its separators. Numbers and whatever
 * else came in place of a list count as one entry.
 */
export const splitList = (value: unknown, separator = /[,;\n]/): string[] =>
	(Array.isArray(value) ? value : String(value ?? '').split(separator))
		.map((part) => String(part ?? '').trim())
		.filter((part) => part !== '');
