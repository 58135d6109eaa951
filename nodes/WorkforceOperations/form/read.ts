import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	type Endpoint,
	isBlank,
	isJsonObject,
	type JsonObject,
	type Parameter,
	splitList,
	toMoment,
} from '../contract';
import type { Values } from '../transport';
import { inputError, type Item, parameter, plain } from './item';

/** A field that asks for something, with what the editor calls it. */
export type Field = Pick<INodeProperties, 'name' | 'displayName'>;

/** A required id as text. `integer` refuses what the service document calls an integer and isn't one. */
export function requiredId(item: Item, { name, displayName: label }: Field, integer = false): string {
	const value = parameter(item, name);
	const text = isBlank(value) ? '' : String(value).trim();
	// Dots alone would lead to another path, and a whole record is no id.
	if ((typeof value === 'object' && value !== null) || /^\.+$/.test(text)) {
		throw inputError(
			item,
			`“${label}” is not an ID`,
			`It is “${JSON.stringify(value).slice(0, 80)}”. Give one field of the record, such as {{ $json.id }}.`,
		);
	}
	if (text === '')
		throw inputError(
			item,
			`“${label}” is empty`,
			'Enter an id, or check the expression: it gave nothing for this item.',
		);
	if (integer && !/^\d+$/.test(text)) {
		throw inputError(item, `“${label}” must be a whole number`, `It is “${text.slice(0, 80)}”.`);
	}
	return text;
}

/** The parts of an endpoint's path, by their names in it, and the fields that ask for them. */
export type PathFields = Readonly<Record<string, Field>>;
export type PathParts = Record<string, string>;

/** The parts of an endpoint's path, each of them required. */
export const pathFrom = (item: Item, { integerParts = [] }: Endpoint, fields: PathFields): PathParts =>
	Object.fromEntries(
		Object.entries(fields).map(([part, field]) => [part, requiredId(item, field, integerParts.includes(part))]),
	);

/** A moment in UTC from a date picker or an expression; undefined when it is empty. */
export function moment(item: Item, value: unknown, label: string, endOfDay = false): string | undefined {
	if (isBlank(value)) return undefined;
	const read = toMoment(value, item.timeZone, endOfDay);
	if (read === undefined) {
		throw inputError(
			item,
			`“${label}” is not a date`,
			`It is “${String(value).slice(0, 80)}”. Pick a date, or give one such as 2026-07-01T08:00:00 by expression.`,
		);
	}
	return read;
}

/** Several ids from a multi-select, an array, or text such as `1,2` or `1;2`. */
export function idList(value: unknown): string[] {
	return [...new Set(splitList(Array.isArray(value) ? value.map(plain) : value))];
}

const ENDS = new Set(['endDate', 'to']);

function wireValue(item: Item, spec: Parameter, value: unknown, label: string): unknown {
	if (isBlank(value)) return undefined;
	switch (spec.type) {
		case 'moment':
			return moment(item, value, label, ENDS.has(spec.name));
		case 'idList':
			return idList(value);
		case 'integer':
			if (!/^\d+$/.test(String(value).trim())) {
				throw inputError(item, `“${label}” must be a whole number`, `It is “${String(value).slice(0, 80)}”.`);
			}
			return String(value).trim();
		case 'boolean':
			return String(value).trim();
		case 'string':
		case 'cursor':
			return String(value).trim();
	}
}

/** What the editor calls the fields, by their names. */
export type Labels = Record<string, string>;

/** The display names of fields and of the entries of their collections. */
export function labelsOf(fields: INodeProperties[]): Labels {
	const labels: Labels = {};
	for (const field of fields) {
		labels[field.name] = field.displayName;
		for (const entry of field.type === 'collection' ? (field.options ?? []) : []) {
			if ('displayName' in entry) labels[entry.name] = entry.displayName;
		}
	}
	return labels;
}

/** “startDate” as the editor would show it, for a parameter without a field. */
export const labelOf = (name: string): string =>
	name
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (first) => first.toUpperCase())
		.replace(/\bId(s?)$/, 'ID$1');

/** The query of an endpoint from values that people entered, each in the form in which it travels. */
export function queryFrom(item: Item, endpoint: Endpoint, values: Values, labels: Labels = {}): Values {
	const query: Values = {};
	const label = (name: string): string => labels[name] ?? labelOf(name);
	for (const spec of endpoint.query) {
		const value = wireValue(item, spec, plain(values[spec.name]), label(spec.name));
		if (value !== undefined) query[spec.name] = value;
	}
	for (const [start, end] of [
		['startDate', 'endDate'],
		['from', 'to'],
	] as const) {
		const [first, last] = [query[start], query[end]];
		if (typeof first === 'string' && typeof last === 'string' && first > last) {
			throw inputError(item, `“${label(end)}” is before “${label(start)}”`, `From ${first} to ${last}.`);
		}
	}
	return query;
}

/** What a field or an expression gave as JSON: the value itself, or the text of it. */
export function json(item: Item, value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return JSON.parse(value);
	} catch {
		throw inputError(
			item,
			`“${label}” is not JSON`,
			`Write it like {"name": "value"}. It begins with “${value.trim().slice(0, 60)}”.`,
		);
	}
}

const isRow = (value: unknown): value is JsonObject => isJsonObject(value) && 'name' in value;

/** Names with values: the rows of the editor, or an object, a list of rows or JSON text by expression. */
export function additional(item: Item, given: unknown, label: string): Values {
	const value = json(item, given, label);
	if (value === undefined || value === null) return {};
	const rows = isJsonObject(value) && Array.isArray(value.parameters) ? value.parameters : value;
	if (Array.isArray(rows) && rows.every(isRow)) {
		return Object.fromEntries(
			rows.map((row): [string, unknown] => [String(row.name ?? '').trim(), row.value]).filter(([name]) => name !== ''),
		);
	}
	if (!isJsonObject(rows))
		throw inputError(item, `“${label}” must be names with values`, 'Write it like {"name": "value"}.');
	return rows;
}

/** `options.additionalQuery`, which has the last word about the query. */
export const additionalQuery = (item: Item, options: IDataObject): Values =>
	additional(item, options.additionalQuery, 'Additional Query Parameters');

/** `options.additionalBody`, which has the last word about the body. */
export const additionalBody = (item: Item, options: IDataObject): Values =>
	additional(item, options.additionalBody, 'Additional Body Fields');
