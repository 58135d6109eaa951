// The pieces that forms are made of, and how their values are read.
import { describe, expect, test } from '@jest/globals';
import { mapperFields } from '../../../nodes/WorkforceOperations/form/columns/fields.ts';
import { employeeLocator, locator } from '../../../nodes/WorkforceOperations/form/locators.ts';
import { accessWords, dateField, textField } from '../../../nodes/WorkforceOperations/form/fields.ts';
import { outputFields } from '../../../nodes/WorkforceOperations/form/fieldSelection.ts';
import * as simplify from '../../../nodes/WorkforceOperations/form/fieldSelection.ts';
import { uriField } from '../../../nodes/WorkforceOperations/form/webhookFields.ts';
import { formOf, wordsOf } from './support.mts';

describe('A locator', () => {
	const hint =
		"Where an earlier node gives the ID: { __rl: true, mode: 'id', value: expr('{{ $json.… }}') }. Where the user has to choose: mode 'list' with an empty value. Never make up an ID.";
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
					{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID is a whole number' } },
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
				'Whose. Its ID is the internal one, not the employee number.',
				['an employee', 'By Internal ID', '301'],
				`The internal ID: “id” of Staff, “staffId” of a timesheet. “employeeId” inside of a record is the employee number, which does not fit here. ${hint}`,
			),
		});
		expect(employeeLocator('id', 'Whose', { required: true }).required).toBe(true);
	});
});

test('a field has the words that it was given', () => {
	const base = { displayName: 'Name', name: 'name', default: '' };
	expect(textField('Name', 'name')).toEqual({ ...base, type: 'string' });
	expect(textField('Name', 'name', 'Whose')).toEqual({ ...base, type: 'string', description: 'Whose' });
	expect(textField('Name', 'name', undefined, 'e.g. Ann')).toEqual({
		...base,
		type: 'string',
		placeholder: 'e.g. Ann',
	});
	expect(dateField('Name', 'name', 'When')).toEqual({ ...base, type: 'dateTime', description: 'When' });
	expect(uriField(true).description).toBe('Where deliveries go; it must begin with https://');
	expect(uriField(false).description).toBe('Where deliveries are to go from now on; empty leaves it unchanged');
});

test('columns are shown to n8n’s mapper, none of them as a match', () => {
	const column = { name: 'id', label: 'ID', type: 'number' as const, aliases: [] };
	const shown = { defaultMatch: false, canBeUsedToMatch: false, display: true };
	expect(mapperFields([column, { ...column, name: 'dob', label: 'Birthday', type: 'dateTime' }], ['dob'])).toEqual({
		fields: [
			{ id: 'id', displayName: 'ID', type: 'number', required: false, ...shown },
			{ id: 'dob', displayName: 'Birthday', type: 'dateTime', required: true, ...shown },
		],
	});
});

test('which key is needed is told once, and not of what every key opens', () => {
	expect(accessWords([])).toBe(
		'Which type of API key is needed depends on the path, which also chooses the key of the credential.',
	);
	expect(accessWords(['customer.getAll', 'site.getAll'])).toBe('Works with every type of API key.');
	expect(accessWords(['customer.getAll', 'timesheet.getAll', 'timesheet.get', 'staff.create'])).toBe(
		'Needs an API key of type “timesheet”, in the credential’s Timesheet Key or API Key, or an API key of type “developer”, in the credential’s Developer Key or API Key.',
	);
});

describe('Simplify', () => {
	test('keeps ten fields of each kind of record', () => {
		const kept = [simplify.SIMPLE_SHIFT, simplify.SIMPLE_LICENCE, simplify.SIMPLE_REPORT, simplify.SIMPLE_TIMESHEET];
		expect(kept.map((fields) => fields.join(' '))).toEqual([
			'shiftId name mobile customerName siteName status startTime endTime timeIn timeOut',
			'securityLicenseId employeeId firstName lastName licenseNumber state licenceSector status expiryDate isInvalidLicense',
			'incidentReportId reportId reportName customerName siteName submittedByName submittedDate isApproved status pdfLink',
			'timesheetId staffId staffName employeeId customerName siteName payStartTime payEndTime payBreakTime approvedDateTime',
		]);
	});

	test('keeps a record whole that has none of the fields, and those that are there in their order', () => {
		const kept = simplify.simplified(['b', 'a', 'c']);
		expect(Object.entries(kept({ a: 1, b: null, d: 2 }))).toEqual([
			['b', null],
			['a', 1],
		]);
		expect(kept({ d: 2 })).toEqual({ d: 2 });
		expect(wordsOf(() => simplify.isSimplified(formOf({ simplify: 'x' })))?.message).toBe(
			'“Simplify” must be true or false',
		);
	});

	test.each([
		[{}, true],
		[{ simplify: '' }, true],
		[{ simplify: 'false' }, false],
		[{ simplify: false }, false],
	])('with %j is on: %j', (values, on) => expect(simplify.isSimplified(formOf(values))).toBe(on));
});

describe('Output Fields', () => {
	test.each<[unknown, string[] | undefined]>([
		[undefined, undefined],
		['', undefined],
		[' , ', undefined],
		[[], undefined],
		['[]', undefined],
		['b, a,,b', ['b', 'a']],
		[' ["b", " a "] ', ['b', 'a']],
		[
			['b', null, { __rl: true, value: 'a' }, 5],
			['b', 'a', '5'],
		],
	])('of %j are %j', (given, names) =>
		expect(outputFields(formOf(), { outputFields: given as string })).toEqual(names),
	);

	test('that are no names are refused', () => {
		const given = { a: 'x'.repeat(90) };
		expect(wordsOf(() => outputFields(formOf(), { outputFields: given }))).toEqual({
			message: '“Output Fields” must be names of fields',
			description: `It is “${JSON.stringify(given).slice(0, 80)}”. Tick them, or give them with commas between: timesheetId, staffName.`,
		});
		expect(wordsOf(() => outputFields(formOf(), { outputFields: 5 }))).toBeDefined();
		expect(wordsOf(() => outputFields(formOf(), { outputFields: '[a' }))?.message).toBe('“Output Fields” is not JSON');
		expect(wordsOf(() => outputFields(formOf(), { outputFields: [{}] }))).toBeDefined();
	});
});
