import type { IDataObject } from 'n8n-workflow';
import { Clocks, idOf, isBlank } from '../contract';
import type { CountBy } from '../form/countBy';
import { inputError, isTool } from '../form/item';
import { type OperationItem, type Outcome, plainItems } from './types';

/** Counts are of the whole list, as far as a model can wait for it; a step of a workflow ends in words beyond its limit. */
export const MOST_COUNTED = { tool: 5000, step: 20_000 };

/** Summands of a record by their names; null for one that isn't known. */
export type Summands = Readonly<Record<string, number | null>>;

/** How the records of a list are counted. Their fields are those of the service’s published samples. */
export interface Counting {
	/** What they can be counted by. */
	by: readonly CountBy[];
	/** Fields with the name of the guard, the likeliest first, his ID, and what else tells two of one name apart but isn't shown. */
	guard?: { names: readonly string[]; ids: readonly string[]; unshown?: readonly string[] };
	status?: (record: IDataObject) => unknown;
	/** Fields with the start, the likeliest first. */
	starts?: readonly string[];
	/** The numbers that options add, for each of the outcomes. */
	sums?: (item: OperationItem, outcomes: readonly Outcome[]) => Summands[];
	/** Options that cost requests and add no number. */
	idle?: readonly string[];
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The sums of these fields, where options have added them. */
export const sumsOfAdded =
	(names: readonly string[]): NonNullable<Counting['sums']> =>
	(_, outcomes) =>
		outcomes.map(({ added = {} }) => {
			const told = names.filter((name) => added[name] !== undefined);
			return Object.fromEntries(told.map((name) => [name, numberOrNull(added[name])]));
		});

/** What a record is counted under: what its row shows, what else it shows beside another row of that, and by what they are told apart. */
interface Label {
	shown: IDataObject;
	apart?: IDataObject;
	/** The likeliest ID alone, with its field: others may be left out of some records. */
	id?: unknown;
}

const filledOf = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(fields.filter((field) => !isBlank(record[field])).map((field) => [field, record[field]]));

/** A label with these fields beside another row of its name, of which the first that is filled tells them apart. */
const labelled = (record: IDataObject, shown: IDataObject, fields: readonly string[]): Label => {
	const apart = filledOf(record, fields);
	return { shown, apart, id: Object.entries(apart)[0] };
};

/** An ID is the same as a number and as a text. */
const asText = (_: string, value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** The local day of the first of the fields that holds a time. */
function dayOf({ hints, timeZone }: OperationItem, record: IDataObject, starts: readonly string[]): string | null {
	const clocks = new Clocks(record, timeZone);
	hints.times.note(clocks, timeZone);
	return starts.map((field) => clocks.dayOf(field)).find((day) => day !== undefined) ?? null;
}

/** How a record is labelled by each of the things that it can be counted by. */
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
	/** Null where nothing is known. */
	sums: Record<string, number | null>;
}

/** A name is hardly longer, and a row of counts stays short. */
const LONGEST_NAME = 200;

/** A value as its row shows it: without floating-point noise, and not for ever. */
function shownValue(value: IDataObject[string]): IDataObject[string] {
	if (typeof value === 'number') return Number(value.toFixed(4));
	return typeof value === 'string' ? [...value].slice(0, LONGEST_NAME).join('') : value;
}

function tally(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

const listed = (counts: ReadonlyMap<string, number>): string =>
	[...counts].map(([name, count]) => `${name} of ${count}`).join(', ');

/** Rows of counts, and what has to be known about them. */
export interface Counts {
	rows: IDataObject[];
	notes: string[];
	/** What is in no sum. */
	doubts: string[];
}

/** Counts what a list of so many records holds, the largest row first. */
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
	// Nothing, counted as a whole, is none of them; a model is told the total anyway.
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

/** Counts as a step of a workflow gets them: an item for each group. */
export function countedItems(item: OperationItem, { rows, notes, doubts }: Counts): Outcome[] {
	for (const note of notes) item.hints.say(note);
	for (const doubt of doubts) item.hints.say(doubt, 'warning');
	return plainItems(rows);
}
