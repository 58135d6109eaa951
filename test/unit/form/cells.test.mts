// What table programs make of cells: errors of formulas, rounded numbers, signs that nobody sees.
import { describe, expect, test } from '@jest/globals';
import {
	digitsOf,
	plainSigns,
	refuseFormulaError,
	unspoiled,
	withoutGuard,
} from '../../../nodes/WorkforceOperations/form/cells.ts';
import { formOf, wordsOf } from './support.mts';

const item = formOf({});

describe('A formula’s error', () => {
	test.each([
		...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!', '#FIELD!', '#BUSY!'],
		...['#GETTING_DATA', '#ERROR!', 'Loading...', ' #n/a ', '\u00a0#REF!'],
	])('%j is refused under the name of its field', (cell) =>
		expect(() => refuseFormulaError(item, cell, 'Mobile')).toThrow(
			expect.objectContaining({ message: `“Mobile” is “${cell.trim()}”, a formula error instead of a value` }),
		),
	);

	test.each([
		...['Null', 'None', 'NA', 'N/A', 'True', 'Loading', '#1 Main Street', 'Unit #REF', '#N/A Road'],
		...['', 0, null, {}],
	])('%j is a value like any other', (cell) => expect(() => refuseFormulaError(item, cell, 'Mobile')).not.toThrow());
});

describe('A field of digits', () => {
	test.each(['6.14E+10', '1.01323E+15', '6E+10', '6,14e+10', ' 4.2E-05 ', '9.99999E+123'])('%j has lost them', (cell) =>
		expect(() => digitsOf(item, cell, 'Mobile')).toThrow(
			expect.objectContaining({
				message: `“Mobile” has lost digits. The sheet shows ${cell.trim()}: format the column as text`,
			}),
		),
	);

	test.each([1e15, 1_012_345_678_901_234, -1e15, 2 ** 60])(
		'the number %d is longer than a table program keeps',
		(cell) =>
			expect(() => digitsOf(item, cell, 'Licence Number')).toThrow(
				expect.objectContaining({ message: '“Licence Number” contains a number that is too large' }),
			),
	);

	test.each<[unknown, unknown]>([
		['12E5', '12E5'],
		['E104', 'E104'],
		['1E5', '1E5'],
		['1E+5', '1E+5'],
		['14.2E+10', '14.2E+10'],
		['1.2.3E+10', '1.2.3E+10'],
		['1042.0', '1042'],
		['0042.00', '0042'],
		['1.000', '1.000'],
		['1042.5', '1042.5'],
		['+61 400.0', '+61 400.0'],
		[' 1012345678901234 ', '1012345678901234'],
		[999_999_999_999_999, 999_999_999_999_999],
		[true, true],
	])('%j is %j', (cell, value) => expect(digitsOf(item, cell, 'Mobile')).toBe(value));
});

describe('What a table program has spoiled', () => {
	test.each(['mobile', 'emergencyContactNumber', 'postCode', 'employeeId', 'employeeReferenceNumber', 'licenseNumber'])(
		'is a rounded number in “%s”, and a text elsewhere',
		(name) => {
			expect(wordsOf(() => unspoiled(item, name, '6.14E+10', 'Field'))?.message).toMatch('“Field” has lost digits');
			expect(unspoiled(item, 'notes', '6.14E+10', 'Field')).toBe('6.14E+10');
		},
	);

	test('is found inside of lists and objects, by its own name', () => {
		const told = (value: unknown): string | undefined => wordsOf(() => unspoiled(item, 'a', value, 'Body'))?.message;
		expect(told(['x', '#N/A'])).toMatch('“Body” is “#N/A”');
		expect(told([{ b: { mobile: '6.14E+10' } }])).toMatch('“Body: b: mobile” has lost digits');
		const day = new Date('2027-03-31');
		const time = { toISO: () => '#N/A', c: { mobile: '6.14E+10' } };
		expect(unspoiled(item, 'a', [day, time, { mobile: '1042.0' }], 'Body')).toEqual([day, time, { mobile: '1042' }]);
	});
});

describe('Signs that nobody sees', () => {
	test.each([
		['\u200bAnn\ufeff', 'Ann'],
		['An\u00adna', 'Anna'],
		['Ann\u00a0Lee', 'Ann Lee'],
		['Ann\u2003Lee\u202f', 'Ann Lee'],
		['An\u200dn', 'Ann'],
		['\u200fAnn\u2066', 'Ann'],
		['1 Main St\nSydney', '1 Main St\nSydney'],
		// Joiners are a part of names in some scripts.
		['\u0dc1\u0dca\u200d\u0dbb\u0dd3', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
		['\u0645\u06cc\u200c\u0631', '\u0645\u06cc\u200c\u0631'],
	])('%j is %j', (text, plain) => expect(plainSigns(text)).toBe(plain));
});

test.each<[unknown, unknown]>([
	["'+61 400 000 000", '+61 400 000 000'],
	["'=SUM(A1)", '=SUM(A1)'],
	["'-5", '-5'],
	["'@home", '@home'],
	["' =1", ' =1'],
	["'＝1", '＝1'],
	["'t Hart", "'t Hart"],
	["O'Neill", "O'Neill"],
	["''+1", "''+1"],
	['+1', '+1'],
	[5, 5],
	[null, null],
])('of a cell of our own files %j is %j', (cell, value) => expect(withoutGuard(cell)).toBe(value));
