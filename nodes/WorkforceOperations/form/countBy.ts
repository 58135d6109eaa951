import type { INodeProperties } from 'n8n-workflow';
import { splitList } from '../contract';
import { inputError, type Item, parameter } from './item';
import { wantsCounts } from './toolOutput';

const NAMES = {
	customer: 'Customer',
	day: 'Day',
	entryType: 'Entry Type',
	guard: 'Guard',
	site: 'Site',
	status: 'Status',
} as const;

export type CountBy = keyof typeof NAMES;

const LABEL = 'Count By';

const choices = (by: readonly CountBy[]) =>
	[...by].sort().map((value) => ({
		name: NAMES[value],
		value,
		...(value === 'day' ? { description: 'The day the record started, in local time' } : {}),
	}));

export const countByField = (by: readonly CountBy[]): INodeProperties => ({
	displayName: LABEL,
	name: 'countBy',
	type: 'multiOptions',
	options: choices(by),
	default: [],
	description:
		'What to count by. If empty, you get one row. Reads the whole list regardless of Limit: up to 20,000 records, or 5,000 in a tool.',
	displayOptions: { show: { output: ['counts'] } },
	builderHint: {
		propertyHint:
			'For questions such as “how many”, “who” and “how much”: a few rows instead of many records, with totals of the fields added by options such as options.addTimings or options.addHours.',
	},
});

/** The ways to count a list; undefined if its records are returned. */
export function readCountBy(item: Item, by: readonly CountBy[] | undefined): CountBy[] | undefined {
	if (by === undefined || !wantsCounts(item)) return undefined;
	const given = splitList(parameter(item, 'countBy', []));
	const read = given.map((text) => {
		const known = by.find((each) => each.toLowerCase() === text.toLowerCase());
		if (known !== undefined) return known;
		const words = choices(by)
			.map(({ name }) => name)
			.join(', ');
		throw inputError(item, `“${LABEL}” can’t be “${text.slice(0, 40)}”`, `Choose from: ${words}.`);
	});
	return [...new Set(read)];
}
