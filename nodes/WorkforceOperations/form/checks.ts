import { isDate, isJsonObject } from '../contract';
import { inputError, type Item } from './item';

/** Half of a character that takes two units, such as an emoji: no address and no UTF-8 can hold it. */
const HALF = /\p{Surrogate}/u;

/** Text that can travel in an address. */
export function wellFormed(item: Item, text: string, label: string): string {
	if (HALF.test(text)) {
		throw inputError(
			item,
			`“${label}” holds half of a character`,
			'A text that was cut can end in the middle of an emoji. Cut it by characters: {{ [...$json.text].slice(0, 20).join("") }}.',
		);
	}
	return text;
}

/** A value that is text, a number or the like; a whole record would be sent as “[object Object]”. */
export function plainText(item: Item, value: unknown, label: string): string {
	if (isDate(value) && !Number.isNaN(value.getTime())) return value.toISOString();
	// A luxon DateTime writes itself as ISO text.
	if (typeof value === 'object' && value !== null && !('toISO' in value)) {
		throw inputError(
			item,
			`“${label}” is ${Array.isArray(value) ? 'a list inside of a list' : 'a whole object'} and not a text`,
			`It is “${JSON.stringify(value).slice(0, 80)}”. Give one field of it, such as {{ $json.id }}; where the service takes JSON there, write {{ JSON.stringify($json) }}.`,
		);
	}
	return wellFormed(item, String(value).trim(), label);
}

/** A whole number as text. One beyond 2^53 can't be held exactly: the neighbour would be meant. */
export function wholeNumber(item: Item, value: unknown, label: string): string {
	const text = plainText(item, value, label);
	if (!/^\d+$/.test(text)) {
		throw inputError(item, `“${label}” must be a whole number`, `It is “${text.slice(0, 80)}”.`);
	}
	if (!Number.isSafeInteger(Number(text))) {
		throw inputError(
			item,
			`“${label}” is too large to be an ID`,
			`It is “${text.slice(0, 80)}”. Numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded by n8n, so that another record would be meant.`,
		);
	}
	return text;
}

/** Refuses numbers inside of JSON that were rounded when it was read. */
export function exactNumbers(item: Item, value: unknown, label: string): void {
	if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
		throw inputError(
			item,
			`“${label}” holds a number that is too large`,
			`Numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded by n8n, so that another value (${value}) would be sent. Write it as text, in quotation marks.`,
		);
	}
	const inner = Array.isArray(value) ? value : isJsonObject(value) && !('toISO' in value) ? Object.values(value) : [];
	for (const entry of inner) exactNumbers(item, entry, label);
}
