// A node that was just added works at the first click, wherever no ID has to be chosen.
import { expect, test } from '@jest/globals';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';
import { useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';

const bench = useBench();

const lists = resources.flatMap(({ value, operations }) =>
	operations
		.filter(({ value: operation, fields }) => {
			const required = fields.filter(({ required: isRequired, displayOptions }) => isRequired && !displayOptions);
			return operation.startsWith('getAll') && required.length === 0;
		})
		.map((operation): [string, string] => [value, operation.value]),
);

test('there are lists that need no ID', () => expect(lists.length).toBeGreaterThanOrEqual(8));

test.each(lists)('%s: %s runs as it opens', async (resource, operation) => {
	const key = everyOperation.find(({ id }) => id === `${resource}.${operation}`)?.key ?? 'developer';
	const { error, json } = await bench.run(key, { resource, operation });
	expect(error).toBeUndefined();
	expect(json.length).toBeGreaterThan(0);
});

test('no form opens on an operation that writes without being asked', () => {
	const opened = bench.node.description.properties.filter(({ name }) => name === 'operation');
	expect(opened.filter(({ default: standard }) => standard === 'create')).toEqual([]);
	expect(
		opened.map(({ displayOptions, default: standard }) => [displayOptions?.show?.resource?.[0], standard]),
	).toEqual(
		expect.arrayContaining([
			['webhookSubscriber', 'update'],
			['timesheet', 'getAll'],
		]),
	);
});
