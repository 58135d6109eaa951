// Which fields of a record are kept: by Simplify, and by name.
import { describe, expect, test } from '@jest/globals';
import { FIELDS, namesIn } from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as selection from '../../../nodes/WorkforceOperations/form/fieldSelection.ts';
import { formOf, wordsOf } from './support.mts';

describe('Simplify', () => {
	test('keeps ten fields of each kind of record', () => {
		const kinds = ['liveOperation', 'securityLicence', 'incidentReport', 'timesheet'] as const;
		expect(kinds.map((kind) => namesIn(FIELDS[kind], 'simple').join(' '))).toEqual([
			'shiftId name mobile customerName siteName status startTime endTime timeIn timeOut',
			'securityLicenseId employeeId firstName lastName licenseNumber state licenceSector status expiryDate isInvalidLicense',
			'incidentReportId reportId reportName customerName siteName submittedByName submittedDate isApproved status pdfLink',
			'timesheetId staffId staffName employeeId customerName siteName payStartTime payEndTime payBreakTime approvedDateTime',
		]);
	});

	test('keeps a record whole that has none of the fields, and those that are there in their order', () => {
		const kept = selection.simplified(['b', 'a', 'c']);
		expect(Object.entries(kept({ a: 1, b: null, d: 2 }))).toEqual([
			['b', null],
			['a', 1],
		]);
		expect(kept({ d: 2 })).toEqual({ d: 2 });
		expect(wordsOf(() => selection.isSimplified(formOf({ simplify: 'x' })))?.message).toBe(
			'“Simplify” must be true or false',
		);
	});

	test.each([
		[{}, true],
		[{ simplify: '' }, true],
		[{ simplify: 'false' }, false],
		[{ simplify: false }, false],
	])('with %j is on: %j', (values, on) => expect(selection.isSimplified(formOf(values))).toBe(on));
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
		expect(selection.outputFields(formOf(), { outputFields: given as string })).toEqual(names),
	);

	test('that are no names are refused', () => {
		const given = { a: 'x'.repeat(90) };
		expect(wordsOf(() => selection.outputFields(formOf(), { outputFields: given }))).toEqual({
			message: '“Output Fields” must be field names',
			description: `It is “${JSON.stringify(given).slice(0, 80)}”. Tick the fields, or enter names separated by commas: timesheetId, staffName.`,
		});
		expect(wordsOf(() => selection.outputFields(formOf(), { outputFields: 5 }))).toBeDefined();
		expect(wordsOf(() => selection.outputFields(formOf(), { outputFields: '[a' }))?.message).toBe(
			'“Output Fields” is not JSON',
		);
		expect(wordsOf(() => selection.outputFields(formOf(), { outputFields: [{}] }))).toBeDefined();
	});
});
