import type { JsonObject } from './types';
import { isBlank } from './values';

/** Whether a value is a scalar with content; 0 stands for no id. */
const isTyped = (value: unknown): boolean =>
	(typeof value === 'string' || typeof value === 'number') && !isBlank(value) && String(value).trim() !== '0';

/** The value of the first of the likely names, in any letter case. */
export function valueUnder(record: JsonObject, names: readonly string[]): string | undefined {
	const filled = Object.entries(record).filter(([, value]) => isTyped(value));
	const under = (isIt: (field: string, name: string) => boolean): unknown =>
		names.flatMap((name) => filled.filter(([field]) => isIt(field, name)))[0]?.[1];
	const value =
		under((field, name) => field === name) ?? under((field, name) => field.toLowerCase() === name.toLowerCase());
	return value === undefined ? undefined : String(value).trim();
}

/** The name of an employee, of the parts that are filled; undefined without one. */
export const personName = (record: JsonObject, parts: readonly string[]): string | undefined =>
	parts
		.map((part) => record[part])
		.filter((part) => typeof part === 'string' && part !== '')
		.join(' ') || undefined;

/** “Ann Lee (E-104)”: the employee number distinguishes people of the same name. */
export function nameWithNumber(record: JsonObject): string | undefined {
	const name = personName(record, ['firstName', 'lastName']);
	const number = typeof record.employeeId === 'string' && record.employeeId !== '' ? ` (${record.employeeId})` : '';
	return name && `${name}${number}`;
}

/** A name for comparing: without letter case, accents, blanks and punctuation. Empty for what is no name. */
export const nameKey = (name: string): string =>
	name
		.normalize('NFKD')
		// Accents of Latin, Greek and Cyrillic letters; the vowel signs of other scripts make other words.
		.replace(/[\u0300-\u036f]/g, '')
		.toUpperCase()
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
