/** The sign or code of a currency, before or behind a number: `$`, `A$`, `AUD`. */
const CURRENCY = /^(?:[A-Z]{3}(?![A-Z])|[A-Z]{0,3}\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu;

/** Thousands in groups of three behind one kind of separator, and what follows the other kind. */
const GROUPED = /^[1-9]\d{0,2}([.,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;

const PLAIN = /^(?:\d+\.?|\d*[.,]\d+)$/;

/** 1240 with a separator, or 1.24 with three digits behind the point. */
const TWO_WAYS = /^[1-9]\d{0,2}[.,]\d{3}$/;

const CLOCK = /^(\d{1,3})(?::|\s*h(?:ours?|rs?)?\s*)([0-5]?\d)(?::([0-5]\d)|\s*m(?:in(?:utes?|s)?)?)?$/i;
const HOUR_UNIT = /\s*(?:h|hrs?|hours?)\.?$/i;

const withoutCurrency = (text: string): string => text.replace(CURRENCY, '').trim();

/** Digits with their separators as a number; undefined if they can be read in two ways or not at all. */
function numberOfDigits(digits: string): number | undefined {
	if (TWO_WAYS.test(digits)) return undefined;
	if (PLAIN.test(digits)) return Number(digits.replace(',', '.'));
	const separator = GROUPED.exec(digits)?.[1];
	return separator === undefined ? undefined : Number(digits.replaceAll(separator, '').replace(',', '.'));
}

/**
 * A finite number as people write it: `1,240.50`, `$30.00`, `(12.50)` for less than zero, `240,50`; with `inHours` also
 * `8:30`. Undefined for other text, and for what can be read in two ways: `1,240`, `1.240`.
 */
export function writtenNumber(value: unknown, inHours = false): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const text = withoutCurrency(value.replace(/[\u2212\u2013]/g, '-').trim());
	const inner = /^\((.*)\)$/.exec(text)?.[1];
	const [, before = '', unsigned = '', behind = ''] = /^([-+]?)(.*?)(-?)$/.exec(withoutCurrency(inner ?? text)) ?? [];
	const signs = [inner === undefined ? '' : '-', before, behind].join('');
	if (signs.length > 1) return undefined;
	const digits = withoutCurrency(unsigned);
	const clock = inHours ? CLOCK.exec(digits) : null;
	const size = clock
		? Number((Number(clock[1]) + Number(clock[2]) / 60 + Number(clock[3] ?? 0) / 3600).toFixed(6))
		: numberOfDigits(inHours ? digits.replace(HOUR_UNIT, '') : digits);
	return signs === '-' && size !== undefined ? 0 - size : size;
}

/** Whether a text that isn't a number looks like one: it begins with a digit, whatever signs are before it. */
export const looksLikeNumber = (value: unknown): boolean =>
	typeof value === 'string' && /^[^\p{L}\d]*\d/u.test(withoutCurrency(value.trim()));
