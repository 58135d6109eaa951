import { isBlank, isJsonObject, type JsonObject } from '../contract';
import { Repeated, type Values } from '../transport';
import { unspoiled } from './cells';
import type { Faults } from './faults';
import { exactNumbers, plainText, wellFormed } from './read';
import { inputError, type Item } from './item';
import { advancedOf } from './fields';

/**
 * Parses text as JSON and returns anything else as it is. Undefined for blank text. Throws if the text isn't JSON or
 * contains a rounded number.
 */
export function json(item: Item, value: unknown, label: string): unknown {
	if (typeof value === 'string' && value.trim() === '') return undefined;
	const read = typeof value === 'string' ? parse(item, value, label) : value;
	exactNumbers(item, read, label);
	return read;
}

function parse(item: Item, value: string, label: string): unknown {
	try {
		return JSON.parse(value);
	} catch {
		throw inputError(
			item,
			`“${label}” is not JSON`,
			`Write it like {"name": "value"}. The current value begins with “${value.trim().slice(0, 60)}”.`,
		);
	}
}

const isRow = (value: unknown): value is JsonObject => isJsonObject(value) && 'name' in value;

/** Turns rows of names and values into an object. A name in several rows keeps all its values, as a `Repeated`. */
function fromRows(rows: JsonObject[]): Values {
	// A map, because assigning to the key `__proto__` of an object would set its prototype.
	const values = new Map<string, unknown[]>();
	for (const { name, value } of rows) {
		const key = String(name ?? '').trim();
		if (key !== '') values.set(key, [...(values.get(key) ?? []), value]);
	}
	return Object.fromEntries([...values].map(([key, all]) => [key, all.length === 1 ? all[0] : new Repeated(all)]));
}

/** Accepts the editor's rows or, by expression, an object, a list of rows or JSON text. Throws for anything else. */
export function additional(item: Item, given: unknown, label: string): Values {
	const value = json(item, given, label);
	if (value === undefined || value === null) return {};
	const rows = isJsonObject(value) && Array.isArray(value.parameters) ? value.parameters : value;
	if (Array.isArray(rows) && rows.every(isRow)) return fromRows(rows);
	if (!isJsonObject(rows))
		throw inputError(item, `“${label}” must be name–value pairs`, 'Write it like {"name": "value"}.');
	return rows;
}

/** Throws, naming the entry, if a value can't be part of a URL. */
export function queryValues(item: Item, given: unknown, label: string): Values {
	const checked = (name: string, value: unknown): unknown => {
		if (isBlank(value)) return value;
		if (value instanceof Repeated) return new Repeated(value.values.map((entry) => checked(name, entry)));
		const place = `${label}: ${name}`;
		const read = unspoiled(item, name, value, place);
		return Array.isArray(read) ? read.map((entry) => plainText(item, entry, place)) : plainText(item, read, place);
	};
	return Object.fromEntries(
		Object.entries(additional(item, given, label)).map(([name, value]) => [
			wellFormed(item, name, label),
			checked(name, value),
		]),
	);
}

/** Overrides all other query parameters. */
export const additionalQuery = (item: Item): Values =>
	queryValues(item, advancedOf(item).additionalQuery, 'Additional Query Parameters');

/**
 * Overrides all other fields of the body. Throws if a name occurs twice, because JSON can't repeat a key. With
 * `faults`, the errors of single fields are collected there.
 */
export function additionalBody(item: Item, faults?: Faults): Values {
	const label = 'Additional Body Fields';
	const values = additional(item, advancedOf(item).additionalBody, label);
	const twice = Object.keys(values).find((name) => values[name] instanceof Repeated);
	if (twice !== undefined) throw inputError(item, `“${label}” contains “${twice}” more than once`);
	const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
		const read = (): unknown => unspoiled(item, name, value, `${label}: ${name}`);
		return [name, faults === undefined ? read() : faults.read(read)];
	});
	return Object.fromEntries(entries);
}
