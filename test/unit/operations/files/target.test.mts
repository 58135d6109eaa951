// Which columns a file has before the first record is read.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { fieldsOf } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { headingsOf } from '../../../../nodes/WorkforceOperations/operations/files/fileColumns.ts';
import { fileTarget } from '../../../../nodes/WorkforceOperations/operations/files/target.ts';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { formOf } from '../../form/support.mts';

const field = (name: string, standard: unknown): never =>
	({ displayName: name, name, type: 'options', default: standard }) as never;
const offered = [field('asFile', 'none'), field('rows', 'employee'), field('includeLicences', false)];
const columnsOf = (options: IDataObject): readonly string[] | undefined =>
	fileTarget(
		formOf({ simplify: true }) as OperationItem,
		{ asFile: 'csv', ...options },
		{ records: fieldsOf({ simple: 'id email' }) },
		offered,
	)?.columns;

describe('The columns of a file', () => {
	test('are those of Simplify where its rows are the records', () => {
		expect(columnsOf({})).toEqual(['id', 'email']);
		expect(columnsOf({ rows: 'employee' })).toEqual(['id', 'email']);
	});

	test('are not known beforehand where its rows are something else', () =>
		expect(columnsOf({ rows: 'licence' })).toEqual([]));

	test('are those that were asked for', () =>
		expect(columnsOf({ outputFields: 'mobile, id' })).toEqual(['mobile', 'id']));
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
