import type { IDataObject } from 'n8n-workflow';
import { isBlank, isJsonObject, type JsonObject } from '../contract';
import { json } from './additionalParameters';
import { simplifyField } from './fields';
import { isTool, refusal, type Item, parameter, plain } from './item';
import { plainText } from './read';

/**
 * Keeps the named fields, in their order. The service's samples aren't a closed schema, so a record without any of the
 * fields is returned whole: an empty item would be useless.
 */
export const simplified =
	(fields: readonly string[]) =>
	(record: JsonObject): IDataObject => {
		const kept: JsonObject = {};
		for (const field of fields) if (field in record) kept[field] = record[field];
		return (Object.keys(kept).length === 0 ? record : kept) as IDataObject;
	};

/** Set by `simplify`, or by `output` of a tool. */
export function isSimplified(item: Item): boolean {
	const output = isTool(item) ? parameter(item, 'output', '') : '';
	return output === '' ? simplifyField.read(item) : output === 'simplified';
}

const OUTPUT_FIELDS_LABEL = 'Output Fields';

/** AI models write lists as JSON text: `["a", "b"]`. */
function fieldNames(item: Item, value: unknown): unknown {
	return typeof value === 'string' && value.trim().startsWith('[') ? json(item, value, OUTPUT_FIELDS_LABEL) : value;
}

const sameLetters = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** In shorter names, two changed letters make another word. */
const SHORTEST_WORD = 5;

/** Up to two changed letters, in names of about the same length. */
function isMisspelt(name: string, other: string): boolean {
	const [one, two] = [name.toLowerCase(), other.toLowerCase()];
	if (one.length < SHORTEST_WORD || one.includes('.')) return false;
	const begins = [...one].findIndex((sign, index) => sign !== two[index]);
	const same = begins < 0 ? one.length : begins;
	let ends = 0;
	while (ends < Math.min(one.length, two.length) - same && one.at(-1 - ends) === two.at(-1 - ends)) ends++;
	return Math.max(one.length, two.length) - same - ends <= 2;
}

/** A suggestion for a name that no record has. */
export const likelyField = (name: string, fields: readonly string[]): string | undefined =>
	fields.find((field) => sameLetters(field, name)) ?? fields.find((field) => isMisspelt(name, field));

/**
 * From `options.outputFields`, deduplicated; undefined if there are none. `known` fields match in any letter case.
 */
export function outputFields(item: Item, options: IDataObject, known: readonly string[] = []): string[] | undefined {
	const given = fieldNames(item, options.outputFields);
	if (isBlank(given)) return undefined;
	if (!Array.isArray(given) && typeof given !== 'string') {
		throw refusal(
			item,
			OUTPUT_FIELDS_LABEL,
			'must be field names',
			JSON.stringify(given),
			'Tick the fields, or enter names separated by commas: timesheetId, staffName.',
		);
	}
	const names = (typeof given === 'string' ? given.split(',') : given.map(plain)).map((name: unknown) =>
		plainText(item, name ?? '', OUTPUT_FIELDS_LABEL),
	);
	const spelt = names.map((name) => known.find((field) => sameLetters(field, name)) ?? name);
	const filled = [...new Set(spelt)].filter((name) => name !== '');
	return filled.length === 0 ? undefined : filled;
}

/** Splits `site.name` into a field and the path below it; undefined if the record has a field with this exact name. */
function split(record: JsonObject, name: string): [string, string] | undefined {
	const dot = name.indexOf('.');
	if (Object.hasOwn(record, name) || dot <= 0 || dot === name.length - 1) return undefined;
	return [name.slice(0, dot), name.slice(dot + 1)];
}

function only(value: unknown, names: readonly string[]): unknown {
	return Array.isArray(value)
		? value.map((entry) => only(entry, names))
		: onlyFields(isJsonObject(value) ? value : {}, names);
}

/** Nested as in the record. Missing fields are null, so that every item has the same columns. */
export function onlyFields(record: JsonObject, names: readonly string[]): IDataObject {
	const wanted = new Map<string, string[] | undefined>();
	for (const name of names) {
		const [field, inner] = split(record, name) ?? [name, undefined];
		const others = wanted.has(field) ? wanted.get(field) : [];
		// A field that is also wanted whole stays whole.
		wanted.set(field, inner === undefined || others === undefined ? undefined : [...others, inner]);
	}
	const value = (field: string, inner: string[] | undefined): unknown => {
		const whole = Object.hasOwn(record, field) ? record[field] : undefined;
		return inner === undefined ? (whole ?? null) : only(whole, inner);
	};
	return Object.fromEntries([...wanted].map(([field, inner]) => [field, value(field, inner)])) as IDataObject;
}

/** Whether a record has, or may have, the field: null and an empty list don't rule it out. */
export function hasField(record: unknown, name: string): boolean {
	if (isBlank(record)) return true;
	if (Array.isArray(record)) return record.some((entry) => hasField(entry, name));
	if (!isJsonObject(record)) return false;
	const [field, inner] = split(record, name) ?? [name, undefined];
	if (!Object.hasOwn(record, field)) return false;
	return inner === undefined || hasField(record[field], inner);
}
