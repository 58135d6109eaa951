import { isBlank, yesOrNo } from './values';

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/i;

/** The day of a date without a time or at midnight; undefined for anything else. */
export const dayText = (value: unknown): string | undefined =>
	typeof value === 'string' ? MIDNIGHT.exec(value.trim())?.[1] : undefined;

/** Text without invisible characters, its white space collapsed, in Unicode normal form C. */
const plainOf = (value: unknown): string =>
	String(value ?? '')
		.replace(/\p{Cf}+/gu, '')
		.replace(/\s+/g, ' ')
		.trim()
		.normalize('NFC');

/** A key for matching e-mail addresses, employee and licence numbers, regardless of letter case. */
export const textKey = (value: unknown): string => plainOf(value).toLowerCase();

export const isSameText = (one: unknown, other: unknown): boolean => textKey(one) === textKey(other);

/** Digits with leading zeros are text, not a number: employee number 007 isn't 7. */
const PADDED = /^[+-]?0\d/;

const isPadded = (value: unknown): boolean => typeof value === 'string' && PADDED.test(value.trim());

/** A telephone number, with the characters that people use to group its digits. */
const PHONE = /^(?=\D*\d)[\d\s+().\-/]*$/;

/** The country codes of Australia and the United Kingdom, where the service runs. */
const COUNTRY = /^(?:61|44)(?=\d{9})/;

/** Whether two telephone numbers have the same digits, apart from the country code and a leading 0. */
export function isSamePhone(held: unknown, given: unknown): boolean {
	const [one, other] = [plainOf(held), plainOf(given)];
	if (!PHONE.test(one) || !PHONE.test(other)) return one === other;
	const digits = (text: string): string =>
		text.replace(/\D/g, '').replace(/^00/, '').replace(COUNTRY, '').replace(/^0/, '');
	return digits(one) === digits(other);
}

/** Whether a held value equals a given one. Dates are compared by day; numbers may be sent as text. */
export function isSameValue(held: unknown, given: unknown): boolean {
	if (isBlank(held) || isBlank(given)) return isBlank(held) && isBlank(given);
	if (typeof given === 'boolean' || typeof held === 'boolean') return yesOrNo(held) === yesOrNo(given);
	if ((typeof given === 'number' || typeof held === 'number') && !isPadded(held) && !isPadded(given))
		return Number(held) === Number(given);
	if (typeof held === 'object' || typeof given === 'object') return JSON.stringify(held) === JSON.stringify(given);
	const [one, other] = [dayText(held), dayText(given)];
	return one !== undefined && other !== undefined ? one === other : plainOf(held) === plainOf(given);
}
