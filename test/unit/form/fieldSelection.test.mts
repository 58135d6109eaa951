// Which fields of a record are kept: by Simplify, and by name.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { FIELDS, namesIn } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	hasField,
	isSimplified,
	likelyField,
	onlyFields,
	outputFields,
	simplified,
} from '../../../nodes/WorkforceOperations/form/fieldSelection.ts';
import { formOf, wordsOf } from './support.mts';

const record = {
	id: 7,
	name: null,
	site: { name: 'Depot', place: { lat: 1, lon: 2 } },
	list: [{ a: 1, b: 2 }, { b: 3 }, 'text'],
	x: { y: 1 },
	'payRate.amount': 120,
	payRate: { amount: 99, hours: 4 },
};

test.each<[string, string | undefined]>([
	['STAFFNAME', 'staffName'],
	['staffNmae', 'staffName'],
	['stafName', 'staffName'],
	['staffNames', 'staffName'],
	['staffNaXY', 'staffName'],
	['staffNXYZ', undefined],
	['staffNameIDs', undefined],
	['xxstaffName', 'staffName'],
	['sites', 'sited'],
	// Two other letters of a short word make another word.
	['site', undefined],
	['rate', undefined],
	['RATA', 'raTa'],
	['staffName.x', undefined],
	['staffNa', 'staffName'],
	['aaaaaaaa', undefined],
])('for the name “%s”, which no record has, “%s” is suggested', (name, likely) =>
	expect(likelyField(name, ['aaaaa', 'sited', 'raTa', 'staffName', 'staffNum'])).toBe(likely),
);

describe('Output Fields', () => {
	test.each<[string, string[], IDataObject]>([
		['keep the order in which they are asked for', ['name', 'id'], { name: null, id: 7 }],
		['give null for what a record lacks', ['id', 'other'], { id: 7, other: null }],
		['reach into objects, at any depth', ['site.place.lat'], { site: { place: { lat: 1 } } }],
		[
			'join what is asked of one object',
			['site.name', 'id', 'site.place.lon'],
			{ site: { name: 'Depot', place: { lon: 2 } }, id: 7 },
		],
		['reach into every entry of a list', ['list.a'], { list: [{ a: 1 }, { a: null }, { a: null }] }],
		[
			'take a column whose own name has a dot',
			['payRate.amount', 'payRate.hours'],
			{ 'payRate.amount': 120, payRate: { hours: 4 } },
		],
		['keep an object whole that is asked for as a whole', ['site.name', 'site'], { site: record.site }],
		['keep it whole in the other order, too', ['site', 'site.name'], { site: record.site }],
		['give null inside of what is no object', ['id.part', 'name.part'], { id: { part: null }, name: { part: null } }],
		['reach into objects with short names', ['x.y'], { x: { y: 1 } }],
		['take a dot at an end as part of the name', ['.id', 'id.'], { '.id': null, 'id.': null }],
	])('%s', (_, names, expected) => {
		const kept = onlyFields(record, names);
		expect(kept).toEqual(expected);
		expect(Object.keys(kept)).toEqual(Object.keys(expected));
	});

	test('never give a field that was not asked for, whatever the record is', () => {
		const key = fc.constantFrom('a', 'b', 'a.b', 'b.c', '__proto__', 'constructor');
		const value = fc.letrec((tie) => ({
			any: fc.oneof(
				{ depthSize: 'small' },
				fc.integer(),
				fc.constant(null),
				fc.array(tie('any'), { maxLength: 2 }),
				fc.dictionary(key, tie('any')),
			),
		})).any;
		fc.assert(
			fc.property(fc.dictionary(key, value), fc.uniqueArray(key, { minLength: 1 }), (given, names) => {
				const kept = onlyFields(given, names);
				const heads = names.flatMap((name) => [name, name.split('.')[0]]);
				expect(Object.keys(kept).filter((name) => !heads.includes(name))).toEqual([]);
				// And nothing that was asked for is left out.
				for (const name of names)
					expect(Object.hasOwn(kept, name) || Object.hasOwn(kept, name.split('.')[0] ?? '')).toBe(true);
			}),
		);
	});

	test.each<[string, boolean]>([
		['id', true],
		['name', true],
		['name.first', true],
		['ID', false],
		['site.name', true],
		['site.nmae', false],
		['list.a', true],
		['list.c', false],
		['id.part', false],
		['payRate.amount', true],
		['toString', false],
	])('of the record “%s” is a field: %s', (name, found) => {
		expect(hasField(record, name)).toBe(found);
	});
});

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
		const kept = simplified(['b', 'a', 'c']);
		expect(Object.entries(kept({ a: 1, b: null, d: 2 }))).toEqual([
			['b', null],
			['a', 1],
		]);
		expect(kept({ d: 2 })).toEqual({ d: 2 });
		expect(wordsOf(() => isSimplified(formOf({ simplify: 'x' })))?.message).toBe('“Simplify” must be true or false');
	});

	test.each([
		[{}, true],
		[{ simplify: '' }, true],
		[{ simplify: 'false' }, false],
		[{ simplify: false }, false],
	])('with %j is on: %j', (values, on) => expect(isSimplified(formOf(values))).toBe(on));
});

describe('The names of Output Fields', () => {
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
			message: '“Output Fields” must be field names',
			description: `It is “${JSON.stringify(given).slice(0, 80)}”. Tick the fields, or enter names separated by commas: timesheetId, staffName.`,
		});
		expect(wordsOf(() => outputFields(formOf(), { outputFields: 5 }))).toBeDefined();
		expect(wordsOf(() => outputFields(formOf(), { outputFields: '[a' }))?.message).toBe('“Output Fields” is not JSON');
		expect(wordsOf(() => outputFields(formOf(), { outputFields: [{}] }))).toBeDefined();
	});
});
