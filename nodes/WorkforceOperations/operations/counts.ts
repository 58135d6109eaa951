import type { IDataObject } from 'n8n-workflow';
import { Clocks, idOf, isBlank } from '../contract';
import type { CountBy } from '../form/countBy';
import { inputError, isTool } from '../form/item';
import { type OperationItem, type Outcome, plainItems } from './types';

/**
 * The maximum number of records to count. For a tool, counting stops there, because a model can't wait longer. In a
 * workflow step, a longer list is an error.
 */
export const MOST_COUNTED = { tool: 5000, step: 20_000 };

/** The values of a record to add up, by name; null if unknown. */
export type Summands = Readonly<Record<string, number | null>>;

/** How the records of a list are counted. The field names are from the service's published samples. */
export interface Counting {
	by: readonly CountBy[];
	/**
	 * Fields with the guard's name, the likeliest first, and ID. `unshown` fields distinguish guards of the same name,
	 * but aren't shown.
	 */
	guard?: { names: readonly string[]; ids: readonly string[]; unshown?: readonly string[] };
	status?: (record: IDataObject) => unknown;
	/** Fields that may have the start, the likeliest first. */
	starts?: readonly string[];
	/** Returns for each outcome the numbers that options add. */
	sums?: (item: OperationItem, outcomes: readonly Outcome[]) => Summands[];
	/** Options that cost requests but add no numbers. */
	idle?: readonly string[];
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Adds up these fields, if options have added them. */
export const sumsOfAdded =
	(names: readonly string[]): NonNullable<Counting['sums']> =>
	(_, outcomes) =>
		outcomes.map(({ added = {} }) => {
			const told = names.filter((name) => added[name] !== undefined);
			return Object.fromEntries(told.map((name) => [name, numberOrNull(added[name])]));
		});

/**
 * The group that a record is counted in. `shown`: the fields of the group's row; `apart`: further fields, if another
 * row shows the same.
 */
interface Label {
	shown: IDataObject;
	apart?: IDataObject;
	/**
	 * Distinguishes groups that show the same. Only the likeliest ID, with its field, because some records may lack
	 * others.
	 */
	id?: unknown;
}

const filledOf = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(fields.filter((field) => !isBlank(record[field])).map((field) => [field, record[field]]));

/** A label with these fields as `apart`. The first filled one distinguishes rows of the same name. */
const labelled = (record: IDataObject, shown: IDataObject, fields: readonly string[]): Label => {
	const apart = filledOf(record, fields);
	return { shown, apart, id: Object.entries(apart)[0] };
};

/** Makes an ID the same as number and as text. */
const asText = (_: string, value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** The local day of the first of these fields that has a time. */
function dayOf({ hints, timeZone }: OperationItem, record: IDataObject, starts: readonly string[]): string | null {
	const clocks = new Clocks(record, timeZone);
	hints.times.note(clocks, timeZone);
	return starts.map((field) => clocks.dayOf(field)).find((day) => day !== undefined) ?? null;
}

/** Labels a record for one way of counting. */
function labelBy(
	by: CountBy,
	{ guard, status, starts = [] }: Counting,
	record: IDataObject,
	item: OperationItem,
): Label {
	switch (by) {
		case 'customer':
			return labelled(record, { customerName: idOf(record.customerName) ?? null }, ['customerId', 'customerApiId']);
		case 'site':
			return labelled(record, { siteName: idOf(record.siteName) ?? null }, ['siteId', 'siteApiId', 'customerName']);
		case 'guard': {
			const { names = [], ids = [], unshown = [] } = guard ?? {};
			const known = filledOf(record, ids);
			const staffName = names.map((name) => idOf(record[name])).find((name) => name !== undefined) ?? null;
			const label = labelled(record, { staffName, ...known }, ['employeeId']);
			const others = label.id ?? unshown.map((field) => record[field]);
			return { ...label, id: Object.keys(known).length > 0 ? undefined : others };
		}
		case 'entryType':
			return { shown: { entryType: idOf(record.entryType) ?? null } };
		case 'status':
			return { shown: { status: idOf(status?.(record)) ?? null } };
		case 'day':
			return { shown: { day: dayOf(item, record, starts) } };
	}
}

interface Group extends Required<Pick<Label, 'shown' | 'apart'>> {
	count: number;
	/** Null if no value is known. */
	sums: Record<string, number | null>;
}

/** Names are hardly ever longer, and rows of counts stay short. */
const LONGEST_NAME = 200;

/** A value as its row shows it: without floating-point noise, and with a maximum length. */
function shownValue(value: IDataObject[string]): IDataObject[string] {
	if (typeof value === 'number') return Number(value.toFixed(4));
	return typeof value === 'string' ? [...value].slice(0, LONGEST_NAME).join('') : value;
}

function tally(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

const listed = (counts: ReadonlyMap<string, number>): string =>
	[...counts].map(([name, count]) => `${name} (${count})`).join(', ');

/** Rows of counts, with notes about them. */
export interface Counts {
	rows: IDataObject[];
	notes: string[];
	/** Which values are left out of the sums. */
	doubts: string[];
}

/** Counts a list of `records` records; the largest row comes first. Throws if there are too many. */
export function countsOf(
	item: OperationItem,
	counting: Counting,
	by: readonly CountBy[],
	outcomes: readonly Outcome[],
	records: number,
): Counts {
	if (records > MOST_COUNTED.step)
		throw inputError(
			item,
			`The list has more than ${MOST_COUNTED.step.toLocaleString('en')} records, which is the most that can be counted`,
			'Nothing was counted. Choose a shorter period, or one customer or site.',
		);
	const groups = new Map<string, Group>();
	const [alike, blanks, unknown] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
	const numbers = counting.sums?.(item, outcomes) ?? [];
	const noSums = Object.fromEntries(numbers.flatMap((each) => Object.keys(each)).map((name) => [name, null]));
	const shownKey = ({ shown }: Pick<Group, 'shown'>): string => JSON.stringify(shown);
	outcomes.forEach(({ json, added }, index) => {
		const labels = by.map((each) => labelBy(each, counting, { ...json, ...added }, item));
		const shown: IDataObject = Object.assign({}, ...labels.map((label) => label.shown));
		const apart: IDataObject = Object.assign({}, ...labels.map((label) => label.apart));
		const key = JSON.stringify([shown, labels.map(({ id }) => id)], asText);
		const group: Group = groups.get(key) ?? { shown, apart, count: 0, sums: { ...noSums } };
		if (group.count++ === 0) tally(alike, shownKey(group));
		groups.set(key, group);
		for (const [name, value] of Object.entries(shown)) if (value === null) tally(blanks, name);
		for (const [name, value] of Object.entries(numbers[index] ?? {})) {
			if (value === null) tally(unknown, name);
			else group.sums[name] = (group.sums[name] ?? 0) + value;
		}
	});
	const isAlike = (group: Group): boolean => (alike.get(shownKey(group)) ?? 0) > 1;
	const all = [...groups.values()].sort(
		(one, other) => other.count - one.count || (shownKey(one) < shownKey(other) ? -1 : 1),
	);
	const rows: IDataObject[] = all.map((group) => {
		const row = { ...group.shown, ...(isAlike(group) ? group.apart : {}), count: group.count, ...group.sums };
		return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shownValue(value)]));
	});
	// An empty list counted as a whole is one row with a count of 0. A model gets the total anyway.
	if (rows.length === 0 && by.length === 0 && !isTool(item)) rows.push({ count: 0 });
	const notes: string[] = [];
	if (all.some(isAlike)) notes.push('Rows with the same name are different records.');
	if (blanks.size > 0) notes.push(`Null means the record has no value: ${listed(blanks)}.`);
	if (by.includes('day'))
		notes.push(
			`Each record’s day is the day it started, in the site’s time zone if known, otherwise in ${item.timeZone}.`,
		);
	const doubts = unknown.size > 0 ? [`Unknown values, not included in the totals: ${listed(unknown)}.`] : [];
	return { rows, notes, doubts };
}

/** Counts for a workflow step: one item per group. */
export function countedItems(item: OperationItem, { rows, notes, doubts }: Counts): Outcome[] {
	for (const note of notes) item.hints.say(note);
	for (const doubt of doubts) item.hints.say(doubt, 'warning');
	return plainItems(rows);
}
