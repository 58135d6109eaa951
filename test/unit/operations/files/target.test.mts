// Which columns a file has before the first record is read.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { fieldsOf } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { FileColumns, headingsOf } from '../../../../nodes/WorkforceOperations/operations/files/fileColumns.ts';
import { type FileTarget, fileTarget } from '../../../../nodes/WorkforceOperations/operations/files/target.ts';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { formOf } from '../../form/support.mts';

const field = (name: string, standard: unknown): never =>
	({ displayName: name, name, type: 'options', default: standard }) as never;
const offered = [field('asFile', 'none'), field('rows', 'employee'), field('includeLicences', false)];
const targetOf = (options: IDataObject, simplify = true): FileTarget | undefined =>
	fileTarget(
		formOf({ simplify }) as OperationItem,
		{ asFile: 'csv', ...options },
		{ records: fieldsOf({ simple: 'id email' }), flatten: { description: '' } },
		offered,
	);
const columnsOf = (options: IDataObject): readonly string[] | undefined => targetOf(options)?.columns;

describe('The columns of a file', () => {
	test('are those of Simplify where its rows are the records', () => {
		expect(columnsOf({})).toEqual(['id', 'email']);
		expect(columnsOf({ rows: 'employee' })).toEqual(['id', 'email']);
	});

	test('are not known beforehand where its rows are something else', () =>
		expect(columnsOf({ rows: 'licence' })).toEqual([]));

	test.each<[IDataObject, boolean, string[], boolean]>([
		[{}, true, ['id', 'email'], false],
		[{}, false, [], false],
		[{ outputFields: 'mobile, id' }, true, ['mobile', 'id'], true],
		[{ outputFields: 'mobile, id.a' }, true, [], false],
		[{ outputFields: 'mobile', flatten: true }, true, ['mobile'], false],
	])('with %j, simplified %s, are %j, and no others: %s', (options, simplify, columns, isFixed) =>
		expect(targetOf(options, simplify)).toMatchObject({ columns, isFixed, isFlat: options.flatten === true }),
	);
});

test.each<[IDataObject, boolean]>([
	[{}, false],
	[{ localTimes: true }, true],
	[{ asFile: 'xlsx' }, true],
	[{ asFile: 'xlsx', localTimes: '' }, true],
	[{ asFile: 'xlsx', localTimes: false }, false],
	[{ asFile: 'xlsx', localTimes: true }, true],
])('times of a file with %j are local: %s', (options, localTimes) =>
	expect(targetOf(options)).toMatchObject({ localTimes }),
);

describe('The columns of all rows', () => {
	const row = (count: number): IDataObject =>
		Object.fromEntries(Array.from({ length: count }, (_, column) => [`f${column}`, 1]));
	const tooMany = expect.objectContaining({
		message: 'The file would have more than 2,000 columns',
		cure: expect.stringContaining('“Output Fields”'),
	}) as never;

	test.each([
		[true, 4001],
		[false, 2001],
	])('are 2,000 at most, and no more are gathered than may become so few: flat %s, %i', (isFlat, surely) => {
		const columns = new FileColumns(['f0', 'own'], isFlat);
		columns.add([row(1999)]);
		expect(columns.names.slice(0, 3)).toEqual(['f0', 'own', 'f1']);
		expect(() => {
			columns.add([{ more: 1 }]);
			return columns.names;
		}).toThrow(tooMany);
		expect(() => new FileColumns([], isFlat).add([row(surely)])).toThrow(tooMany);
	});

	test('of JSON Lines are counted alone', () => {
		const columns = new FileColumns([], false, Infinity);
		columns.add([row(5000)]);
		expect(columns.names).toHaveLength(5000);
	});
});

describe('The headings of a file', () => {
	const headingOf = (headings?: unknown) =>
		fileTarget(
			formOf({ simplify: true }) as OperationItem,
			{ asFile: 'csv', headings } as IDataObject,
			{
				records: [...fieldsOf({ simple: 'id siteName' }), { name: 'employeeId', group: 'simple', isNumber: true }],
			} as never,
			offered,
		)?.headingOf ?? String;

	test('are the names of the API unless labels are chosen', () => {
		expect(['siteName', 'payRate.amount'].map(headingOf())).toEqual(['siteName', 'payRate.amount']);
		expect(['siteName'].map(headingOf('api'))).toEqual(['siteName']);
	});

	test('are labels as the form has them', () =>
		expect(
			['siteName', 'id', 'employeeId', 'payRate.amount', 'licenseNumber', 'allowance.First Aid'].map(
				headingOf('labels'),
			),
		).toEqual(['Site Name', 'ID', 'Employee Number', 'Pay Rate: Amount', 'Licence Number', 'Allowance: First Aid']));

	test('that there are none of are refused', () =>
		expect(() => headingOf('german')).toThrow('“Headings” can’t be “german”'));

	test('of two columns with one label keep their names beside it', () =>
		expect(headingsOf(['licenseNumber', 'siteName', 'licenceNumber'], headingOf('labels'))).toEqual([
			'Licence Number (licenseNumber)',
			'Site Name',
			'Licence Number (licenceNumber)',
		]));
});
