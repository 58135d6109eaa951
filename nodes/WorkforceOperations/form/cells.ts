import { isDate, isJsonObject } from '../contract';
import { inputError, type Item } from './item';

/** Shown by spreadsheets if a formula has failed or is still being calculated. */
const FORMULA_ERRORS: ReadonlySet<string> = new Set([
	'#N/A',
	'#REF!',
	'#VALUE!',
	'#NAME?',
	'#DIV/0!',
	'#NULL!',
	'#NUM!',
	'#SPILL!',
	'#CALC!',
	'#FIELD!',
	'#BUSY!',
	'#GETTING_DATA',
	'#ERROR!',
	'LOADING...',
]);

/** Throws for a formula's error. Null, None, NA or True are accepted, because people have such names. */
export function refuseFormulaError(item: Item, value: unknown, label: string): void {
	if (typeof value !== 'string') return;
	const text = value.trim();
	if (!FORMULA_ERRORS.has(text.toUpperCase())) return;
	throw inputError(
		item,
		`“${label}” is “${text}”, a formula error instead of a value`,
		'Correct the formula in the sheet, or clear the cell.',
	);
}

/** A number as a spreadsheet shows it after rounding. `12E5` and `E104` don't match: they are names. */
const ROUNDED = /^\d(?:[.,]\d+)?E[+-]\d{2,}$/i;

/** Excel keeps 15 digits of a number and replaces the others with zeros; a security licence has 16. */
const LARGEST_CELL = 1e15;

/** Spreadsheets and scripts add decimals: 1042.0 is 1042. */
export const withoutDecimals = (text: string): string => text.replace(/^(\d+)\.0{1,2}$/, '$1');

/** For fields of digits. Throws if a spreadsheet has lost some of them. */
export function digitsOf(item: Item, value: unknown, label: string): unknown {
	if (typeof value === 'number' && Math.abs(value) >= LARGEST_CELL) {
		throw inputError(
			item,
			`“${label}” contains a number that is too large`,
			`It is ${value}, but a spreadsheet keeps only 15 digits of a number. Format the column as text, and enter the number again.`,
		);
	}
	if (typeof value !== 'string') return value;
	const text = value.trim();
	if (ROUNDED.test(text)) {
		throw inputError(
			item,
			`“${label}” has lost digits. The sheet shows ${text}: format the column as text`,
			'The spreadsheet rounded the number. Enter it again.',
		);
	}
	return withoutDecimals(text);
}

/** Spreadsheets round and shorten the values of these fields and filters. */
const DIGITS: ReadonlySet<string> = new Set([
	'mobile',
	'emergencyContactNumber',
	'postCode',
	'employeeId',
	'employeeReferenceNumber',
	'licenseNumber',
]);

/** Throws if a formula or a spreadsheet has spoiled the value, or anything inside it. */
export function unspoiled(item: Item, name: string, value: unknown, label: string): unknown {
	if (Array.isArray(value)) return value.map((entry) => unspoiled(item, name, entry, label));
	if (isJsonObject(value) && !isDate(value) && !('toISO' in value))
		return Object.fromEntries(
			Object.entries(value).map(([inner, of]) => [inner, unspoiled(item, inner, of, `${label}: ${inner}`)]),
		);
	refuseFormulaError(item, value, label);
	return DIGITS.has(name) ? digitsOf(item, value, label) : value;
}

/** Every kind of space except the plain one. */
const ODD_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Invisible characters, except joiners, which belong to names in some scripts. */
const INVISIBLE_CHARACTERS = /[^\P{Cf}\u200c\u200d]/gu;
const LOOSE_JOINERS = /(?<!\P{ASCII})[\u200c\u200d]|[\u200c\u200d](?!\P{ASCII})/gu;

/** The text as a person would have typed it: plain spaces, no invisible characters. */
export const plainSigns = (text: string): string =>
	text.replace(ODD_BLANKS, ' ').replace(INVISIBLE_CHARACTERS, '').replace(LOOSE_JOINERS, '').trim();

/** Our own files put an apostrophe before text that a spreadsheet would run; it isn't part of the value. */
export const withoutGuard = (cell: unknown): unknown =>
	typeof cell === 'string' ? cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '') : cell;
