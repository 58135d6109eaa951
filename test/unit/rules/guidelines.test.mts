// What n8n asks of every node, where its linter does not look.
import fs from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { allFields, nodes, watchTrigger, workforce } from './nodes.mts';

type Option = NonNullable<INodeProperties['options']>[number];

const isField = (option: Option): option is INodeProperties => 'type' in option;
const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option;

const actionsOf = ({ properties }: INodeTypeDescription): string[] =>
	allFields(properties).flatMap(({ options = [] }) => options.filter(isChoice).flatMap(({ action }) => action ?? []));

describe.each(nodes)('$name', (description) => {
	const fields = allFields(description.properties);

	test('lists its actions in sentence case and without articles', () => {
		const actions = actionsOf(description);
		for (const action of actions) {
			expect(action).toMatch(/^[A-Z][a-z]+( [a-z-]+| API)+( \(shifts\))?$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
		}
		expect(new Set(actions).size).toBe(actions.length);
	});

	test('has no builder hint on resource, operation or mode, with which n8n would not load it', () => {
		const named = fields.filter(({ name }) => ['resource', 'operation', 'mode'].includes(name));
		expect(named.filter(({ builderHint }) => builderHint !== undefined)).toEqual([]);
	});

	test('tells n8n’s builder which key it needs, or what it is for', () => {
		expect(description.builderHint?.searchHint).toMatch(/^[A-Z].{80,}\.$/s);
	});
});

test.each([
	['WorkforceOperations', ['late guard', 'expired licence', 'licence expiring', 'no show', 'overdue', 'pay run']],
	['WorkforceOperationsTrigger', ['pay run']],
	[
		'WorkforceOperationsWatchTrigger',
		['late guard', 'expired licence', 'licence expiring', 'no show', 'overdue', 'pay run'],
	],
])('%s is found by what people type', (name, words) => {
	const file = new URL(`../../../nodes/WorkforceOperations/${name}.node.json`, import.meta.url);
	const { alias } = JSON.parse(fs.readFileSync(file, 'utf8')) as { alias: string[] };
	expect(alias).toEqual(expect.arrayContaining(words));
	expect(new Set(alias).size).toBe(alias.length);
});

test('each node has a description that n8n’s panel shows whole, and a shape of its own', () => {
	const shapes = nodes.flatMap(({ description, icon }) => {
		expect(description.length).toBeLessThanOrEqual(50);
		const { light, dark } = icon as { light: string; dark: string };
		return [light, dark].map((file) => {
			const url = new URL(`../../../nodes/WorkforceOperations/${file.replace('file:', '')}`, import.meta.url);
			return fs.readFileSync(url, 'utf8');
		});
	});
	expect(new Set(shapes).size).toBe(6);
	// n8n lists this trigger and the node as one entry, under the trigger's description.
	expect(nodes[1]?.description).toBe(workforce.description);
});

describe('Workforce Operations', () => {
	const fields = allFields(workforce.properties);

	test('has an action for each operation', () => {
		const operations = fields.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options);
		expect(actionsOf(workforce)).toHaveLength(operations.length);
	});

	test('says of each ID and period what a builder would have to guess', () => {
		// What people know and no node gives; an employee number, which the service calls “employeeId”, among them.
		const known = /^(Company ID|Report ID|Employee Number)$/;
		const guessed = fields.filter(
			({ displayName, name, type }) =>
				(name === 'period' ||
					type === 'resourceLocator' ||
					type === 'multiOptions' ||
					(/Id$/.test(name) && type === 'string')) &&
				!known.test(displayName),
		);
		expect(guessed.length).toBeGreaterThan(20);
		const bare = guessed.filter(({ builderHint }) => builderHint === undefined);
		expect(bare.map(({ name, displayName }) => `${name}: ${displayName}`)).toEqual([]);
	});

	test('names the key of every resource', () => {
		const { builderHint, properties } = workforce;
		const resource = properties.find(({ name }) => name === 'resource');
		for (const { name } of resource?.options ?? []) expect(builderHint?.searchHint).toContain(`${name}: `);
		expect(builderHint?.searchHint).toContain('Timesheet: Needs an API key of type “timesheet”');
	});
});

/** What n8n keeps of these parameters of a node, when it is saved (and, with defaults, when it is run). */
function keptOf(description: INodeTypeDescription, parameters: INode['parameters'], withDefaults = false) {
	const node = { name: 'N', type: description.name, typeVersion: 1, parameters } as unknown as INode;
	return NodeHelpers.getNodeParameters(description.properties, parameters, withDefaults, false, node, description);
}

describe('A switch under Options or Advanced Options', () => {
	test.each(nodes)('of $name is on when it is added', ({ properties }) => {
		const collections = properties.filter(({ name }) => name === 'options' || name === 'advanced');
		const switches = collections.flatMap(({ options = [] }) =>
			options.filter(isField).filter(({ type }) => type === 'boolean'),
		);
		expect(switches.filter((field) => field.default !== true).map(({ name }) => name)).toEqual([]);
	});

	test('stays as it was left, and stays away where nobody added it', () => {
		for (const options of [{}, { previewOnly: true }, { previewOnly: false }])
			for (const withDefaults of [false, true]) {
				const kept = keptOf(workforce, { resource: 'staff', operation: 'upsert', options }, withDefaults);
				expect(kept?.options ?? {}).toEqual(options);
			}
	});
});

describe('What has moved or was typed into', () => {
	test('what is called a filter expression is advanced everywhere, and nowhere a filter', () => {
		const called = (fields: readonly INodeProperties[]): INodeProperties[] =>
			fields.filter(({ displayName }) => displayName === 'Filter Expression');
		const collections = nodes.flatMap(({ properties }) => properties);
		const holding = collections.filter(({ options = [] }) => called(options.filter(isField)).length > 0);
		expect(holding.length).toBeGreaterThan(2);
		expect(holding.filter(({ name }) => name !== 'advanced')).toEqual([]);
		expect(called(collections)).toEqual([]);
	});

	test.each(['name, abbreviation', ['name', 'ofThisService'], '={{ ["name"] }}'])(
		'Watch Fields of customers, once a text, keep %j',
		(watchFields) => {
			const kept = keptOf(watchTrigger, { event: 'customer.changed', watchFields });
			expect(kept?.watchFields).toEqual(watchFields);
		},
	);
});

test('what takes a request for each record says beforehand how long that takes', () => {
	const hints = workforce.properties
		.filter(({ name, displayOptions }) => name === 'options' && displayOptions?.show?.operation?.includes('getAll'))
		.flatMap(({ options = [] }) => options.filter(isField))
		.filter(({ name }) => ['includeRates', 'rows', 'includeLicences'].includes(name))
		.map(({ hint }) => hint);
	expect(hints).toHaveLength(4);
	for (const hint of hints) expect(hint).toMatch(/^Takes about a minute for every 60 /);
});
