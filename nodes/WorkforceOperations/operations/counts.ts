import type { IDataObject } from 'n8n-workflow';
import { activeOf, Clocks, firstFilled, idOf, isBlank } from '../contract';
import type { CountBy } from '../form/countBy';
import type { OperationItem, Outcome } from './types';

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

/** The state of a record that has none but being active. */
export function activeInWords(record: IDataObject): string | undefined {
	const isActive = activeOf(record);
	return isActive === undefined ? undefined : isActive ? 'Active' : 'Inactive';
}

/** The sums of these fields, where options have added them. */
export const sumsOfAdded =
	(names: readonly string[]): NonNullable<Counting['sums']> =>
	(_, outcomes) =>
		outcomes.map(({ added = {} }) =>
			Object.fromEntries(
				names.flatMap((name) => {
					const value = added[name];
					return value === undefined ? [] : [[name, typeof value === 'number' ? value : null]];
				}),
			),
		);

/** What a record is counted under: what its row shows, what else it shows beside another row of that, and by what they are told apart. */
interface Label {
	shown: IDataObject;
	apart?: IDataObject;
	/** The likeliest ID alone, with its field: others may be left out of some records. */
	id?: unknown;
}

/** A name is hardly longer, and a row of counts stays short. */
const LONGEST_NAME = 200;

const cutNames = (shown: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(shown).map(([name, value]) => [
			name,
			typeof value === 'string' ? [...value].slice(0, LONGEST_NAME).join('') : value,
		]),
	);

const textOf = (record: IDataObject, fields: readonly string[]): string | null =>
	idOf(firstFilled(fields.map((field) => idOf(record[field])))) ?? null;

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
	for (const field of starts) {
		const day = clocks.dayOf(field);
		if (day !== undefined) return day;
	}
	return null;
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
			return labelled(record, { customerName: textOf(record, ['customerName']) }, ['customerId', 'customerApiId']);
		case 'site':
			return labelled(record, { siteName: textOf(record, ['siteName']) }, ['siteId', 'siteApiId', 'customerName']);
		case 'guard': {
			const { names = [], ids = [], unshown = [] } = guard ?? {};
			const known = filledOf(record, ids);
			const label = labelled(record, { staffName: textOf(record, names), ...known }, ['employeeId']);
			if (Object.keys(known).length > 0) return { ...label, id: undefined };
			return { ...label, id: label.id ?? unshown.map((field) => record[field]) };
		}
		case 'entryType':
			return { shown: { entryType: idOf(record.entryType) ?? null } };
		case 'status':
			return { shown: { status: idOf(status?.(record)) ?? null } };
		case 'day':
			return { shown: { day: dayOf(item, record, starts) } };
	}
}

class Sum {
	private total = 0;

	unknown = 0;

	private known = 0;

	add(value: number | null): void {
		if (value === null) this.unknown++;
		else [this.total, this.known] = [this.total + value, this.known + 1];
	}

	/** Without floating-point noise; null where nothing is known. */
	get value(): number | null {
		return this.known === 0 ? null : Number(this.total.toFixed(4));
	}
}

interface Group extends Required<Pick<Label, 'shown' | 'apart'>> {
	count: number;
	sums: Map<string, Sum>;
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

/** Counts what a list holds, the largest row first. */
export function countsOf(
	item: OperationItem,
	outcomes: readonly Outcome[],
	counting: Counting,
	by: readonly CountBy[],
): Counts {
	const { timeZone } = item;
	const groups = new Map<string, Group>();
	const [blanks, unknown] = [new Map<string, number>(), new Map<string, number>()];
	const numbers = counting.sums?.(item, outcomes) ?? [];
	const names = [...new Set(numbers.flatMap((each) => Object.keys(each)))];
	outcomes.forEach(({ json, added }, index) => {
		const record = { ...json, ...added };
		const labels = by.map((each) => labelBy(each, counting, record, item));
		const shown: IDataObject = Object.assign({}, ...labels.map((label) => label.shown));
		const apart: IDataObject = Object.assign({}, ...labels.map((label) => label.apart ?? {}));
		const key = JSON.stringify([shown, labels.map(({ id }) => id)], asText);
		const group = groups.get(key) ?? { shown, apart, count: 0, sums: new Map(names.map((name) => [name, new Sum()])) };
		groups.set(key, group);
		group.count++;
		for (const [name, value] of Object.entries(shown))
			if (value === null) blanks.set(name, (blanks.get(name) ?? 0) + 1);
		for (const [name, value] of Object.entries(numbers[index] ?? {})) {
			group.sums.get(name)?.add(value);
			if (value === null) unknown.set(name, (unknown.get(name) ?? 0) + 1);
		}
	});
	const alike = new Map<string, number>();
	const shownKey = ({ shown }: Group): string => JSON.stringify(shown);
	for (const group of groups.values()) alike.set(shownKey(group), (alike.get(shownKey(group)) ?? 0) + 1);
	const isAlike = (group: Group): boolean => (alike.get(shownKey(group)) ?? 0) > 1;
	const rows = [...groups.values()]
		.sort((one, other) => other.count - one.count || (shownKey(one) < shownKey(other) ? -1 : 1))
		.map((group) => ({
			...cutNames({ ...group.shown, ...(isAlike(group) ? group.apart : {}) }),
			count: group.count,
			...Object.fromEntries([...group.sums].map(([name, sum]) => [name, sum.value])),
		}));
	const notes: string[] = [];
	if ([...groups.values()].some(isAlike)) notes.push('Rows with the same name are different records.');
	if (blanks.size > 0) notes.push(`Null means the record doesn’t say: ${listed(blanks)}.`);
	if (by.includes('day'))
		notes.push(`Each record’s day is the day it started, in the site’s time zone if known, otherwise in ${timeZone}.`);
	return {
		rows,
		notes,
		doubts: unknown.size > 0 ? [`Unknown, so not included in the totals: ${listed(unknown)}.`] : [],
	};
}

/** Counts as a step of a workflow gets them: an item for each group. Nothing, counted as a whole, is none of them. */
export function countedItems(item: OperationItem, { rows, notes, doubts }: Counts, asWhole: boolean): Outcome[] {
	for (const note of notes) item.hints.say(note);
	for (const doubt of doubts) item.hints.say(doubt, 'warning');
	return (rows.length === 0 && asWhole ? [{ count: 0 }] : rows).map((json) => ({ json }));
}
