import { forEditor } from '../transport/failures/cure';
import type { INodeProperties } from 'n8n-workflow';
import { type Endpoint, isBlank, isDate, isJsonObject, type Parameter, splitList, toMoment } from '../contract';
import type { Values } from '../transport';
import { refuseFormulaError, unspoiled, withoutDecimals } from './cells';
import { dateCure } from './dates';
import { flag, inputError, isTool, type Item, parameter, plain, refusal } from './item';
import { placesOf } from './places';

/** A lone surrogate is half of a character such as an emoji. Neither a URL nor UTF-8 can hold it. */
const HALF = /\p{Surrogate}/u;

/** Throws if the text can't be part of a URL. */
export function wellFormed(item: Item, text: string, label: string): string {
	if (HALF.test(text)) {
		throw inputError(item, `“${label}” ends in the middle of a character`, [
			'Truncated text can end in the middle of an emoji.',
			forEditor('Cut it between characters: {{ [...$json.text].slice(0, 20).join("") }}.', 'Leave that character out.'),
		]);
	}
	return text;
}

/** Throws for objects, which would be sent as “[object Object]”. */
export function plainText(item: Item, value: unknown, label: string): string {
	if (isDate(value) && !Number.isNaN(value.getTime())) return value.toISOString();
	// A luxon DateTime serialises itself as ISO text.
	if (typeof value === 'object' && value !== null && !('toISO' in value)) {
		throw refusal(
			item,
			label,
			`is ${Array.isArray(value) ? 'a list inside a list' : 'an object'}, not text`,
			JSON.stringify(value),
			forEditor(
				'Use one of its fields, such as {{ $json.id }}. If the service expects JSON, write {{ JSON.stringify($json) }}.',
				'Give one plain value.',
			),
		);
	}
	refuseFormulaError(item, value, label);
	return wellFormed(item, String(value).trim(), label);
}

const NOT_WHOLE = 'must be a whole number';

/** May be negative; up to 15 digits. */
export function requireSignedWholeNumber(item: Item, value: unknown, label: string): number {
	const text = String(value).trim();
	if (!/^-?\d{1,15}$/.test(text)) throw refusal(item, label, NOT_WHOLE, text);
	return Number(text);
}

/** As text. Throws beyond 2^53: a double can't hold it exactly, so a neighbouring id would be sent. */
export function requireWholeNumber(item: Item, value: unknown, label: string): string {
	const text = withoutDecimals(plainText(item, value, label));
	if (!/^\d+$/.test(text)) throw refusal(item, label, NOT_WHOLE, text);
	if (!Number.isSafeInteger(Number(text))) {
		throw refusal(
			item,
			label,
			'is too large to be an ID',
			text,
			`Numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded by n8n, so this ID would match a different record.`,
		);
	}
	return text;
}

/** Throws if JSON contains a number that was rounded on parsing. */
export function exactNumbers(item: Item, value: unknown, label: string): void {
	if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
		throw inputError(
			item,
			`“${label}” contains a number that is too large`,
			`Numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded by n8n, so a different value (${value}) would be sent. Write the number as text, in quotation marks.`,
		);
	}
	const inner = Array.isArray(value) ? value : isJsonObject(value) && !('toISO' in value) ? Object.values(value) : [];
	for (const entry of inner) exactNumbers(item, entry, label);
}

function requireId(item: Item, value: unknown, label: string): string {
	const text = withoutDecimals(plainText(item, value, label));
	if (/^\d+$/.test(text)) return requireWholeNumber(item, text, label);
	const cure = isTool(item) ? 'Look up the ID first.' : 'Choose a record from the list, or use its ID.';
	throw inputError(item, `“${label}” must be an ID (a whole number), not “${text.slice(0, 40)}”`, cure);
}

export type Field = Pick<INodeProperties, 'name' | 'displayName'>;

/** Throws unless it is a whole number; with `isId` false, any text is accepted. */
export function requiredId(item: Item, { name, displayName: label }: Field, isId = true): string {
	const value = parameter(item, name);
	const text = isBlank(value) ? '' : String(value).trim();
	// Dots alone would change the path.
	if ((typeof value === 'object' && value !== null) || /^\.+$/.test(text)) {
		throw refusal(
			item,
			label,
			'is not an ID',
			JSON.stringify(value),
			forEditor('Use one field of the record, such as {{ $json.id }}.', 'Give one plain value.'),
		);
	}
	if (text === '')
		throw inputError(
			item,
			`“${label}” is empty`,
			forEditor('Enter an ID, or check the expression: it returned nothing.', 'Give an ID.'),
		);
	return isId ? requireId(item, text, label) : wellFormed(item, text, label);
}

/** Named like IDs, but text: printed on a report, or not documented as numbers. */
const TEXT_IDS = new Set(['reportId', 'userId', 'companyId']);

const isIdName = (name: string): boolean => /^id$|Id$/.test(name) && !TEXT_IDS.has(name);

/** Maps each part of an endpoint's path to its field in the form. */
export type PathFields = Readonly<Record<string, Field>>;
export type PathParts = Record<string, string>;

/** Each part is required. */
export const pathFrom = (item: Item, fields: PathFields): PathParts =>
	Object.fromEntries(Object.entries(fields).map(([part, field]) => [part, requiredId(item, field, isIdName(part))]));

/** In UTC; undefined if empty. */
export function moment(item: Item, value: unknown, label: string, endOfDay = false): string | undefined {
	if (isBlank(value)) return undefined;
	const read = toMoment(value, item.timeZone, endOfDay);
	if (read === undefined) {
		throw refusal(item, label, 'is not a date', value, dateCure(item, value, '2026-07-01T08:00:00'));
	}
	return read;
}

/** Accepts a multi-select, an array, or text such as `1,2` or `1;2`. */
export function readIdList(value: unknown): string[] {
	return [...new Set(splitList(Array.isArray(value) ? value.map(plain) : value))];
}

const ENDS = new Set(['endDate', 'to']);

function serialised(item: Item, spec: Parameter, value: unknown, label: string): unknown {
	if (isBlank(value)) return undefined;
	switch (spec.type) {
		case 'moment':
			return moment(item, value, label, ENDS.has(spec.name));
		case 'idList':
			return readIdList(Array.isArray(value) ? value.map((id) => plainText(item, plain(id) ?? '', label)) : value).map(
				(id) => requireId(item, id, label),
			);
		case 'integer':
			return isIdName(spec.name) ? requireId(item, value, label) : requireWholeNumber(item, value, label);
		case 'boolean':
			return String(flag(item, value, label));
		case 'string':
			return isIdName(spec.name)
				? requireId(item, value, label)
				: plainText(item, unspoiled(item, spec.name, value, label), label);
		case 'cursor':
			return plainText(item, value, label);
	}
}

/** These may be empty on purpose: no search text, an open end of a period. */
const MAY_BE_EMPTY = new Set(['searchText', 'filter', 'startDate', 'endDate', 'from', 'to']);

/** An AI model leaves a filter empty if it wants none. */
function isLeftToModel(item: Item, name: string): boolean {
	const filters: unknown = item.node.parameters.filters;
	return isJsonObject(filters) && (JSON.stringify(filters[name]) ?? '').includes('$fromAI(');
}

/** Blank, or only separators. */
export function isEmptyFilter(given: unknown): boolean {
	const value = plain(given);
	return isBlank(value) || ((Array.isArray(value) || typeof value === 'string') && readIdList(value).length === 0);
}

/**
 * Throws if a filter was added but is empty for this item. Without it, the service would return everybody's records,
 * and those of one client would be sent to another.
 */
export function refuseEmpty(item: Item, filters: Values, labels: Labels): void {
	for (const [name, given] of Object.entries(filters)) {
		if (!isEmptyFilter(given) || MAY_BE_EMPTY.has(name) || isLeftToModel(item, name)) continue;
		throw inputError(item, `The filter “${labels[name] ?? labelOf(name)}” is empty`, [
			'Without it, the node would read everyone’s records.',
			forEditor(
				'Enter a value, check the expression (it returned nothing), or remove the filter.',
				'Give a value, or leave the filter out.',
			),
		]);
	}
}

/** Field name → display name. */
export type Labels = Record<string, string>;

/** Includes the entries of collections. */
export const labelsOf = (fields: readonly INodeProperties[]): Labels =>
	Object.fromEntries(placesOf(fields).map(({ field }) => [field.name, field.displayName]));

/** For a parameter without a field of its own: “startDate” as the editor would show it. */
export const labelOf = (name: string): string =>
	name
		.replace(/([a-z])(?=[A-Z])/g, '$1 ')
		.replace(/^./, (first) => first.toUpperCase())
		.replace(/\bId(s?)$/, 'ID$1');

/** Serialises each value by its type. Throws if a range ends before it begins. */
export function queryFrom(item: Item, endpoint: Endpoint, values: Values, labels: Labels = {}): Values {
	const query: Values = {};
	const label = (name: string): string => labels[name] ?? labelOf(name);
	for (const spec of endpoint.query) {
		const value = serialised(item, spec, plain(values[spec.name]), label(spec.name));
		if (value !== undefined) query[spec.name] = value;
	}
	for (const [start, end] of [
		['startDate', 'endDate'],
		['from', 'to'],
	] as const) {
		const [first, last] = [query[start], query[end]];
		if (typeof first === 'string' && typeof last === 'string' && first > last) {
			throw inputError(
				item,
				`“${label(end)}” is before “${label(start)}”`,
				`The period would run from ${first} to ${last}.`,
			);
		}
	}
	return query;
}
