// n8n 2.8 publishes no workflow with a field inside of a collection that depends on a field which that collection doesn't have.
import { expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';

/** The fields of each collection, and of the form itself. */
const listsOf = (fields: INodeProperties[]): INodeProperties[][] => [
	fields,
	...fields.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return listsOf(options as INodeProperties[]);
		if (type !== 'fixedCollection') return [];
		return options.flatMap((group) => ('values' in group ? listsOf(group.values) : []));
	}),
];

test.each([new WorkforceOperations(), new WorkforceOperationsTrigger(), new WorkforceOperationsWatchTrigger()])(
	'a field depends on fields beside it, or on those of the whole form: $description.name',
	({ description }) => {
		const missing = listsOf(description.properties).flatMap((fields) => {
			const names = new Set(fields.map(({ name }) => name));
			return fields.flatMap(({ name, displayOptions: { show = {}, hide = {} } = {} }) =>
				[...Object.keys(show), ...Object.keys(hide)]
					.filter((other) => !/^[/@]/.test(other) && !names.has(other))
					.map((other) => `${name} depends on ${other}`),
			);
		});
		expect(missing).toEqual([]);
	},
);
