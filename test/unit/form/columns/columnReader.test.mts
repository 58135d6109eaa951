import { describe, expect, test } from '@jest/globals';
import { assign, type Column } from '../../../../nodes/WorkforceOperations/form/columns/matchHeadings.ts';
import {
	columnReader,
	mapperFields,
	unusedHint,
} from '../../../../nodes/WorkforceOperations/form/columns/columnReader.ts';
import type { ExecutionItem } from '../../../../nodes/WorkforceOperations/form/item.ts';
import { formOf, wordsOf } from '../support.mts';

const column = (name: string, label: string, ...aliases: string[]): Column => ({
	name,
	label,
	type: 'string',
	aliases,
});
const FIELDS = [column('firstName', 'First Name', 'name'), column('email', 'Email')];

/** Rows of a sheet, in the order of the run; `columns` as the form holds it, resolved and as it is written. */
const rowsOf = (rows: object[], columns?: object, written: object = columns ?? {}): ExecutionItem[] =>
	rows.map((_, itemIndex) => {
		const item = formOf(columns === undefined ? {} : { columns }, { written: { columns: written } as never });
		const context = { getInputData: () => rows.map((json) => ({ json })) };
		return { ...item, itemIndex, context: context as unknown as ExecutionItem['context'] };
	});

/** The first row, which there is. */
function firstOf([item]: ExecutionItem[]): ExecutionItem {
	if (item === undefined) throw new Error('no item');
	return item;
}

describe('Columns by their names', () => {
	const items = rowsOf([
		{ 'First name': 'Ann', Size: 1 },
		{ 'E-mail': 'b@x.test', Colour: 2 },
	]);
	const reader = columnReader(items, FIELDS);

	test('are those of all rows together, and each row has its own values', () => {
		expect(items.map((item) => reader.read(item))).toEqual([
			{ firstName: 'Ann', email: undefined },
			{ firstName: undefined, email: 'b@x.test' },
		]);
		expect(reader.unused).toEqual(['Size', 'Colour']);
		expect(unusedHint(reader)).toBe('Columns that match no field and were not sent: “Size”, “Colour”.');
		expect(unusedHint({ ...reader, unused: [] })).toBeUndefined();
	});

	test('lack a field that is demanded: what is there instead is named, twelve at most', () => {
		const item = firstOf(items);
		expect(wordsOf(() => reader.requireColumn(item, 'email', 'Why.'))).toBeUndefined();
		expect(wordsOf(() => reader.requireColumn(item, 'other', 'Why.'))).toEqual({
			message: 'No input column matches “other”',
			description: 'Why. Columns that match no field: “Size”, “Colour”.',
		});
		const names = Array.from({ length: 14 }, (_, index) => `c${index}`);
		const wide = rowsOf([Object.fromEntries(names.map((name) => [name, 1]))]);
		expect(wordsOf(() => columnReader(wide, FIELDS).requireColumn(item, 'email', 'Why.'))).toEqual({
			message: 'No input column matches “Email”',
			description: `Why. Columns that match no field: “${names.slice(0, 12).join('”, “')}”.`,
		});
		const all = columnReader(rowsOf([{ email: 1 }]), FIELDS);
		expect(wordsOf(() => all.requireColumn(item, 'firstName', 'Why.'))?.description).toBe('Why.');
	});

	test('that can’t be told apart are refused for every row', () => {
		const rows = rowsOf([{ 'E-mail': 1 }, { 'e mail': 2 }]);
		const [item, unclear] = [firstOf(rows), columnReader(rows, FIELDS)];
		const message = '2 columns match the field “Email”: “E-mail” and “e mail”';
		expect(wordsOf(() => unclear.read(item))?.message).toBe(message);
		expect(wordsOf(() => unclear.requireColumn(item, 'email', 'Why.'))?.message).toBe(message);
	});

	test('that have been taken fill no other field', () => {
		const fields = [column('a', 'First'), column('b', 'Second', 'a')];
		expect([...assign(['a'], fields).columns]).toEqual([['a', 'a']]);
	});
});

describe('Columns that are mapped by hand', () => {
	const columns = { mappingMode: 'defineBelow', value: { firstName: 'Ann', email: '', other: 1 } };
	const items = rowsOf([{ Email: 'x' }], columns, {
		value: { firstName: '={{ $json.a }}', email: '', zero: 0, none: null },
	});
	const reader = columnReader(items, FIELDS);
	const item = firstOf(items);

	test('have the values of the form, and leave nothing over', () => {
		expect(reader.read(item)).toEqual({ firstName: 'Ann', email: '' });
		expect(reader.unused).toEqual([]);
		const empty = rowsOf([{}], { mappingMode: 'defineBelow', value: null });
		expect(columnReader(empty, FIELDS).read(firstOf(empty))).toEqual({ firstName: undefined, email: undefined });
	});

	test.each([
		['firstName', undefined],
		['zero', undefined],
		['email', '“Email” is not mapped under “Values to Send”'],
		['none', '“none” is not mapped under “Values to Send”'],
		['other', '“other” is not mapped under “Values to Send”'],
	])('“%s” is demanded as it is written: %j', (name, message) =>
		expect(wordsOf(() => reader.requireColumn(item, name, 'Why.'))?.message).toBe(message),
	);
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
