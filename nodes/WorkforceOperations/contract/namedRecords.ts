import type { JsonObject } from './types';
import { isBlank } from './values';

/** 0 means “no id”. */
const isTyped = (value: unknown): boolean =>
	(typeof value === 'string' || typeof value === 'number') && !isBlank(value) && String(value).trim() !== '0';

/** Returns the first filled field with one of these names, preferably in the same letter case. */
export function valueUnder(record: JsonObject, names: readonly string[]): string | undefined {
	const filled = Object.entries(record).filter(([, value]) => isTyped(value));
	const under = (isIt: (field: string, name: string) => boolean): unknown =>
		names.flatMap((name) => filled.filter(([field]) => isIt(field, name)))[0]?.[1];
	const value =
		under((field, name) => field === name) ?? under((field, name) => field.toLowerCase() === name.toLowerCase());
	return value === undefined ? undefined : String(value).trim();
}

const personName = (record: JsonObject, parts: readonly string[]): string | undefined =>
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

/** The names of an employee: with and without the middle name and the employee number. */
export const namesOfPerson = (record: JsonObject): string[] =>
	[
		nameWithNumber(record),
		personName(record, ['firstName', 'middle', 'lastName']),
		personName(record, ['firstName', 'lastName']),
	].filter((name) => name !== undefined);

/** A key for comparing names, without letter case, accents, spaces and punctuation. Empty if nothing is left. */
export const nameKey = (name: string): string =>
	name
		.normalize('NFKD')
		// Only accents of Latin, Greek and Cyrillic: vowel signs of other scripts change the word.
		.replace(/[\u0300-\u036f]/g, '')
		.toUpperCase()
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
