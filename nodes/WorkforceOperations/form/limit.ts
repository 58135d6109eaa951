import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { flag, inputError, type Item, parameter } from './item';

type Shown = NonNullable<IDisplayOptions['show']>;

/** `limit`, up to what the service gives at most. */
export const limitField = (maximum?: number): INodeProperties => ({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, ...(maximum === undefined ? {} : { maxValue: maximum }) },
	default: 50,
	description: 'Max number of results to return',
});

/** `returnAll` and `limit`, shown where the other fields are as `shown` says. */
export const limitFields = (shown: Shown = {}): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		...(Object.keys(shown).length === 0 ? {} : { displayOptions: { show: shown } }),
	},
	{ ...limitField(), displayOptions: { show: { ...shown, returnAll: [false] } } },
];

/** A field that takes a whole number of 1 or more, under the label that the editor shows. */
export function countOf(item: Item, value: unknown, label: string, maximum?: number): number {
	const count = Number(value);
	if (!Number.isInteger(count) || count < 1 || count > (maximum ?? Number.MAX_SAFE_INTEGER)) {
		const range = maximum === undefined ? 'of 1 or more' : `from 1 to ${maximum}`;
		throw inputError(item, `“${label}” must be a whole number ${range}`);
	}
	return count;
}

export const limitOf = (item: Item, maximum?: number): number =>
	countOf(item, parameter(item, 'limit', 50), 'Limit', maximum);

/** How many records to read; undefined for all. */
export const readLimit = (item: Item): number | undefined =>
	flag(item, parameter(item, 'returnAll', false), 'Return All') ? undefined : limitOf(item);
