// n8n 2.8 publishes no workflow with a field inside of a collection that depends on a field which that collection doesn't have.
import { expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { nodes } from './nodes.mts';

/** The fields of each collection, and of the form itself. */
const listsOf = (fields: INodeProperties[]): INodeProperties[][] => [
	fields,
	...fields.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return listsOf(options as INodeProperties[]);
		if (type !== 'fixedCollection') return [];
		return options.flatMap((group) => ('values' in group ? listsOf(group.values) : []));
	}),
];

test.each(nodes)('a field depends on fields beside it, or on those of the whole form: $name', ({ properties }) => {
	const missing = listsOf(properties).flatMap((fields) => {
		const names = new Set(fields.map(({ name }) => name));
		return fields.flatMap(({ name, displayOptions: { show = {}, hide = {} } = {} }) =>
			[...Object.keys(show), ...Object.keys(hide)]
				.filter((other) => !/^[/@]/.test(other) && !names.has(other))
				.map((other) => `${name} depends on ${other}`),
		);
	});
	expect(missing).toEqual([]);
});
