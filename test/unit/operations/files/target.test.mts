// Which columns a file has before the first record is read.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { fieldsOf } from '../../../../nodes/WorkforceOperations/contract/index.ts';
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
