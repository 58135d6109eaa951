// Options beside Rows, and what the buttons that add something say.
import { expect, test } from '@jest/globals';
import { type INode, type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';

const { description } = new WorkforceOperations();

function offered(resource: string, operation: string, options: INodeParameters): string[] {
	const parameters = { resource, operation, options };
	const node = { name: 'N', type: description.name, typeVersion: 1, parameters } as unknown as INode;
	const field = description.properties.find(
		(property) => property.name === 'options' && NodeHelpers.displayParameter(parameters, property, node, description),
	);
	return ((field?.options ?? []) as INodeProperties[])
		.filter((option) => NodeHelpers.displayParameter(options, option, node, description, parameters))
		.map(({ name }) => name);
}

test.each<[string, string, string, string[]]>([
	['timesheet', 'getAll', 'payLines', ['addHours', 'includeRates']],
	['timesheet', 'getAll', 'chargeLines', ['addHours', 'includeRates']],
	['staff', 'getAll', 'licence', ['includeLicences']],
])('of %s %s, what does nothing with %s is hidden', (resource, operation, rows, hidden) => {
	const [without, withRows] = [offered(resource, operation, {}), offered(resource, operation, { rows })];
	expect(without).toEqual(expect.arrayContaining(hidden));
	expect(without.filter((name) => !withRows.includes(name))).toEqual(hidden);
	expect(withRows).toEqual(expect.arrayContaining(['asFile', 'localTimes', 'outputFields', 'rows']));
});

/** Every field of the three nodes, also those inside of others. */
const fieldsIn = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		field,
		...(field.options ?? []).flatMap((option) =>
			'values' in option ? fieldsIn(option.values) : 'type' in option ? fieldsIn([option]) : [],
		),
	]);

test('a field for an e-mail address shows n8n’s own example', () => {
	const fields = fieldsIn(description.properties).filter(
		({ type, displayName }) => type === 'string' && displayName === 'Email',
	);
	expect(fields.length).toBeGreaterThan(3);
	expect(fields.filter(({ placeholder }) => placeholder !== 'name@email.com')).toEqual([]);
});

test('buttons that add something are spelled alike', () => {
	const placeholders = (fields: INodeProperties[]): string[] =>
		fields.flatMap(({ placeholder = '', options = [] }) => [
			placeholder,
			...options.flatMap((option) =>
				'values' in option ? placeholders(option.values) : 'type' in option ? placeholders([option]) : [],
			),
		]);
	const all = [
		description,
		new WorkforceOperationsTrigger().description,
		new WorkforceOperationsWatchTrigger().description,
	]
		.flatMap(({ properties }) => placeholders(properties))
		.filter((text) => /^add\b/i.test(text));
	expect(all.length).toBeGreaterThan(20);
	expect([...new Set(all)].filter((text) => !/^Add [a-z][a-z ]*$/.test(text))).toEqual([]);
});
