import { isBlank, yesOrNo } from '../contract';

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/i;

/** The day of a date without a time, in any notation; undefined for anything else. */
export const dayText = (value: unknown): string | undefined =>
	typeof value === 'string' ? MIDNIGHT.exec(value.trim())?.[1] : undefined;

/** Text without surrounding white space, in one Unicode normal form. */
const plainOf = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.normalize('NFC');

/** Text for matching without regard to letter case: e-mail addresses, employee and licence numbers. */
export const textKey = (value: unknown): string => plainOf(value).toLowerCase();

export const isSameText = (one: unknown, other: unknown): boolean => textKey(one) === textKey(other);

/** Digits with leading zeros are text, not a number: employee number 007 isn't 7. */
const PADDED = /^[+-]?0\d/;

const isPadded = (value: unknown): boolean => typeof value === 'string' && PADDED.test(value.trim());

/** Whether the service already holds a value. Dates are equal by their day; numbers may come as text. */
export function isSameValue(held: unknown, given: unknown): boolean {
	if (isBlank(held) || isBlank(given)) return isBlank(held) && isBlank(given);
	if (typeof given === 'boolean' || typeof held === 'boolean') return yesOrNo(held) === yesOrNo(given);
	if ((typeof given === 'number' || typeof held === 'number') && !isPadded(held) && !isPadded(given))
		return Number(held) === Number(given);
	if (typeof held === 'object' || typeof given === 'object') return JSON.stringify(held) === JSON.stringify(given);
	const [one, other] = [dayText(held), dayText(given)];
	return one !== undefined && other !== undefined ? one === other : plainOf(held) === plainOf(given);
}
