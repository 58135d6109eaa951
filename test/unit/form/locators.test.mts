import { describe, expect, test } from '@jest/globals';
import {
	activeOnlyFilter,
	customerIdsFilter,
	employeeLocator,
	locator,
	siteIdsFilter,
} from '../../../nodes/WorkforceOperations/form/locators.ts';
import { formOf, wordsOf } from './support.mts';

describe('A locator', () => {
	const hint =
		"If an earlier node returns the ID: { __rl: true, mode: 'id', value: expr('{{ $json.… }}') }. If the user has to choose: mode 'list' with an empty value. Never make up an ID.";
	const whole = (name: string, description: string, [choose, byId, example]: string[], propertyHint: string) => ({
		type: 'resourceLocator',
		name,
		default: { mode: 'list', value: '' },
		description,
		builderHint: { propertyHint },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${choose} …`,
				typeOptions: { searchListMethod: expect.any(String), searchable: true },
			},
			{
				displayName: byId,
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${example}`,
				validation: [
					{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID must be a whole number' } },
				],
			},
		],
	});

	test('says what it is, how it is chosen, and how it is written', () => {
		const spec = { displayName: 'Site', name: 'siteId', description: 'Where', search: 'searchSites', choose: 'a site' };
		expect(locator(spec)).toEqual({
			displayName: 'Site',
			...whole('siteId', 'Where', ['a site', 'By ID', '12'], hint),
		});
		const { required, builderHint } = locator({ ...spec, required: true, hint: 'Mind the gap.' });
		expect({ required, builderHint }).toEqual({
			required: true,
			builderHint: { propertyHint: `Mind the gap. ${hint}` },
		});
	});

	test('of an employee names the internal id', () => {
		const field = employeeLocator('id', 'Whose');
		expect(field).toEqual({
			displayName: 'Employee',
			...whole(
				'id',
				'Whose. Use the internal ID, not the employee number.',
				['an employee', 'By Internal ID', '301'],
				`The internal ID: “id” in Staff, “staffId” in a timesheet. “employeeId” in a record is the employee number, which doesn’t work here. ${hint}`,
			),
		});
		expect(employeeLocator('id', 'Whose', { required: true }).required).toBe(true);
	});
});

test('a filter of several says where IDs come from', () => {
	const where =
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
	for (const filter of [siteIdsFilter, customerIdsFilter])
		expect(filter('ids', 'Only these').description).toBe(`Only these. ${where}`);
});

describe('A filter for one of two states', () => {
	const read = (isActive: unknown): unknown =>
		activeOnlyFilter('isActive').read(formOf(), { isActive, other: true } as never);

	test.each<[unknown, boolean | undefined]>([
		[true, true],
		[false, false],
		[' TRUE ', true],
		['false', false],
		['', undefined],
		[null, undefined],
	])('with %j is %j', (value, state) => expect(read(value)).toBe(state));

	test('that is not added asks for nothing', () => expect(activeOnlyFilter('isActive').read(formOf())).toBeUndefined());

	test.each([1, 'x', ['true'], { a: true }])('with %j is refused', (value) =>
		expect(wordsOf(() => read(value))).toEqual({
			message: '“Status” is neither Active (true) nor Active and Inactive (false)',
			description: `It is “${JSON.stringify(value)}”. Choose one of the two, or use an expression that returns true or false.`,
		}),
	);
});
