import {
	findNumber,
	findWords,
	isBlank,
	isJsonObject,
	isOfSide,
	type JsonObject,
	looksLikeNumber,
	otherSide,
	saysSomething,
	type Side,
	sumOf,
	writtenNumber,
} from '../../../contract';
import { bareComponent, type Component, componentOf, type NamePath, type Reader } from './component';
import { sameCents, worthOfAll } from './money';
import { type Group, readParts } from './parts';
import { namesParts, partKind, squeezed } from './words';

// Guess: answers.rates

const stepInto = (path: NamePath, key: string, { side }: Reader): NamePath =>
	namesParts(key, side) ? [...path, key] : path;

const isNumberName = (key: string, { names }: Reader): boolean =>
	[...names.quantity, ...names.rate, ...names.amount, 'duration'].some(
		(name) => name.toLowerCase() === key.toLowerCase(),
	);

const isComponent = ({ quantity, rate, amount, doubts }: Component): boolean =>
	[quantity, rate, amount].some((number) => number !== undefined) || doubts.includes('unread');

/** Copies the other fields of an enclosing object to the details of each of its components. */
export const under = (inside: readonly Component[], rest: JsonObject, total?: number): Component[] =>
	inside.map((component) => {
		const { details } = component;
		const heldBy = { ...rest, ...(isJsonObject(details.heldBy) ? details.heldBy : {}) };
		const more = Object.keys(heldBy).length === 0 ? {} : { heldBy };
		return { ...component, details: { ...(total === undefined ? {} : { total }), ...details, ...more } };
	});

/** Entries of a list; one named Total is the sum of the others, and no line beside them. */
function inList(list: readonly unknown[], path: NamePath, reader: Reader): Component[] {
	const entries = list.filter(saysSomething).map((entry): { isTotal: boolean; parts: Component[] } => {
		if (Array.isArray(entry)) return { isTotal: false, parts: inList(entry, path, reader) };
		if (!isJsonObject(entry)) return { isTotal: false, parts: [bareComponent(entry, 'entry', path, reader)] };
		const name = findWords(entry, reader.names.name) ?? '';
		return { isTotal: partKind(name, reader.side) === 'total', parts: inObject(entry, path, reader) };
	});
	const lines = entries.filter(({ isTotal }) => !isTotal).flatMap(({ parts }) => parts);
	const totals = entries.filter(({ isTotal }) => isTotal).flatMap(({ parts }) => parts);
	if (lines.length === 0 || totals.length === 0) return lines.length === 0 ? totals.slice(-1) : lines;
	const [sum, stated] = [worthOfAll(lines), totals.flatMap((total) => worthOfAll([total]) ?? [])];
	const last = stated.at(-1);
	const held = under(lines, { totals: totals.map(({ details }) => details) });
	if (last === undefined || stated.some((total) => sameCents(total, sum))) return held;
	return held.map((line) => ({ ...line, check: line.check ?? { total: last, lines: sum ?? null } }));
}

/** The allowances of `{ Meal: 12, Travel: 5.5 }`, where no field is of a name that is known. */
function byTheirKeys(record: JsonObject, path: NamePath, reader: Reader): Group[] {
	if (!reader.isAllowance || findWords(record, reader.names.name) !== undefined) return [];
	return Object.entries(record)
		.filter(
			([key, value]) =>
				!/(?:id|number|code|count|version)$/i.test(key) &&
				(writtenNumber(value) !== undefined || looksLikeNumber(value)),
		)
		.filter(([key]) => !isTheirKey(key, record, reader) && !isNumberName(key, reader))
		.map(([key, value]) => ({
			key,
			kind: partKind(key, reader.side),
			parts: [bareComponent(value, key, [...path, key], reader)],
		}));
}

/** Whether an object is a rate by the key that it stands under, though all of its fields are empty. */
const isEmptyRate = (key: string, value: unknown, reader: Reader): value is JsonObject =>
	isJsonObject(value) &&
	!saysSomething(value) &&
	['named', 'added'].includes(partKind(key, reader.side)) &&
	namesParts(key, reader.side) &&
	Object.keys(value).some((field) => isNumberName(field, reader));

/** The components inside of a field; undefined if nothing in it is a quantity, a rate or an amount. */
function groupUnder(key: string, value: unknown, held: NamePath, reader: Reader): Group | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const inside = /allowances?$/.test(squeezed(key)) ? { ...reader, isAllowance: true } : reader;
	const [kind, path] = [partKind(key, reader.side), stepInto(held, key, reader)];
	if (isNumberName(key, reader)) {
		if (sumOf(value, true) !== undefined) return undefined;
	} else if (isEmptyRate(key, value, reader))
		return { key, kind, parts: [componentOf(value, path, reader)], isEmpty: true };
	const parts = Array.isArray(value) ? inList(value, path, inside) : inObject(value as JsonObject, path, inside);
	return parts.some(isComponent) ? { key, kind, parts } : undefined;
}

/** Words of a field by which an entry says whose it is. */
const OF_SIDE: Readonly<Record<Side, RegExp>> = {
	pay: /^(?:pay|payroll|wages?)$/i,
	charge: /^(?:charge|bill|billing|billable|invoice)$/i,
};

const saysTheirs = (record: JsonObject, { side }: Reader): boolean =>
	['side', 'kind', 'type', 'category'].some((field) => OF_SIDE[otherSide(side)].test(findWords(record, [field]) ?? ''));

/** Whether a key is the other side's. An employee is one beside a client; alone it may be the name of a service. */
const isTheirKey = (key: string, record: JsonObject, { side }: Reader): boolean =>
	isOfSide(key, otherSide(side)) ||
	(side === 'charge' &&
		/^(?:employee|guard|staff)$/i.test(key) &&
		Object.keys(record).some((one) => isOfSide(one, side)));

/** An object is a component itself, or holds some, or both: see `readParts`. */
function inObject(record: JsonObject, path: NamePath, reader: Reader, besides = 0): Component[] {
	const name = findWords(record, reader.names.name);
	const held = name === undefined ? path : [...path, name];
	if (saysTheirs(record, reader)) return [];
	const own = componentOf(record, path, reader);
	const counts = [own.quantity, own.rate, own.amount].some((number) => number !== undefined);
	const groups = [
		...Object.entries(record)
			.filter(([key]) => !isTheirKey(key, record, reader))
			.flatMap(([key, value]) => groupUnder(key, value, held, reader) ?? []),
		...(counts ? [] : byTheirKeys(record, path, reader)),
	];
	if (groups.length === 0) return saysSomething(record) ? [own] : [];
	const reading = readParts(own, groups, reader, besides);
	const without = (held: readonly Group[]): JsonObject =>
		Object.fromEntries(Object.entries(record).filter(([key]) => !held.some((group) => group.key === key)));
	const [rest, plain] = [without(reading.groups), componentOf(without(groups), path, reader)];
	const isUnread = !reading.own && plain.doubts.includes('unread');
	const told = (component: Component): Component => ({
		...component,
		...(reading.check && component.check === undefined ? { check: reading.check } : {}),
		doubts: [...component.doubts, ...reading.doubts, ...(isUnread ? (['unread'] as const) : [])],
	});
	const parts = under(
		reading.groups.flatMap((group) => group.parts),
		rest,
		findNumber(rest, reader.names.amount),
	).map((part) => (reading.own ? part : told(part)));
	return [...(reading.own ? [told(own)] : []), ...parts];
}

/**
 * The pay components in the rates of a timesheet, whatever their nesting: an object, an object of several rates, a list,
 * or a bare value, which is read as the value of its field. `besides` is what allowances beside it come to.
 */
export function componentsOf(value: unknown, field: string, reader: Reader, besides = 0): Component[] {
	if (Array.isArray(value)) return inList(value, [], reader);
	if (isJsonObject(value)) return inObject(value, [], reader, besides);
	return isBlank(value) ? [] : [bareComponent(value, field, [], reader)];
}
