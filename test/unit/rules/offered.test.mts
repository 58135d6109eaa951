// What “Add option” offers at a time: no more than people look through.
import { expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';

type Added = Record<string, unknown>;

const MOST_OFFERED = 10;

/** By approval both ends of what is read are offered beside the rest. */
const mostOf = ({ selectBy }: Added): number => MOST_OFFERED + (selectBy === 'approval' ? 1 : 0);

const options = ({ options: inside = [] }: INodeProperties): INodeProperties[] => inside as INodeProperties[];

/** Whether a condition holds on what was added; what stands outside of the collection is taken to be so. */
const holds = (conditions: object | undefined, added: Added, isHiding: boolean): boolean[] =>
	Object.entries((conditions ?? {}) as Record<string, unknown[]>)
		.filter(([name]) => !/^[/@]/.test(name))
		.map(([name, values]) => values.includes(added[name]) !== isHiding);

const isShown = ({ displayOptions: { show, hide } = {} }: INodeProperties, added: Added): boolean =>
	[...holds(show, added, false), ...holds(hide, added, true)].every(Boolean);

/** Every way in which the options that others depend on can be filled in. */
function waysOf(collection: INodeProperties): Added[] {
	const names = new Set(
		options(collection).flatMap(({ displayOptions: { show, hide } = {} }) => Object.keys({ ...show, ...hide })),
	);
	return options(collection)
		.filter(({ name }) => names.has(name))
		.reduce<Added[]>(
			(ways, option) => {
				const values =
					option.type === 'boolean' ? [true, false] : options(option).map((one) => Reflect.get(one, 'value'));
				return ways.flatMap((way) => [way, ...values.map((value) => ({ ...way, [option.name]: value }))]);
			},
			[{}],
		);
}

const collections = resources.flatMap(({ value, operations }) =>
	operations.flatMap((operation) =>
		operation.fields
			.filter(({ name }) => name === 'options')
			.map((field): [string, INodeProperties] => [`${value}.${operation.value}`, field]),
	),
);

test.each(collections)('%s offers no more than ten options at a time, by approval eleven', (_, collection) => {
	for (const added of waysOf(collection)) {
		const offered = options(collection).filter((option) => !(option.name in added) && isShown(option, added));
		expect({ added, offered: offered.slice(mostOf(added)) }).toEqual({ added, offered: [] });
	}
});
