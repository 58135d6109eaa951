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
