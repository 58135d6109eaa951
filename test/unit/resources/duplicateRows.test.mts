// Rows of one person in a sheet.
import { describe, expect, test } from '@jest/globals';
import type { RowResult } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { idHint } from '../../../nodes/WorkforceOperations/resources/staff/rowInput.ts';
import { rejectRows, duplicateErrors } from '../../../nodes/WorkforceOperations/resources/staff/duplicateRows.ts';
import { formItem } from './formItem.mts';

const entriesOf = (...values: unknown[]): Array<{ item: ReturnType<typeof formItem>; value: unknown }> =>
	values.map((value, index) => ({ item: formItem(10 + index), value }));
const messageOf = (error: unknown): unknown => (error as Error).message;

describe('Rows that have a value in common', () => {
	test('are refused but for the first, which is named by its item', () => {
		const entries = entriesOf('a@x.au', '', 'b', 'A@x.au', null, undefined, ' ', ' a@X.au ', 'B', 0, '0');
		const errors = duplicateErrors(entries, ({ value }) => value, 'The Email');
		expect([...errors].map(([{ item }, error]) => [item.itemIndex, messageOf(error)])).toEqual([
			[13, 'The Email “A@x.au” is that of item 10, too'],
			[17, 'The Email “a@X.au” is that of item 10, too'],
			[18, 'The Email “B” is that of item 12, too'],
			[20, 'The Email “0” is that of item 19, too'],
		]);
	});

	test('with Continue On Fail carry their errors, and the others go on in order', () => {
		const entries = entriesOf(1, 2, 3);
		const [, second] = entries;
		const results: Array<RowResult | undefined> = [];
		const error = new Error('x');
		expect(rejectRows(entries, new Map(second ? [[second, error]] : []), results, true)).toEqual([
			entries[0],
			entries[2],
		]);
		expect(Object.entries(results)).toEqual([['11', { error }]]);
	});

	test('end the run without it: the first of them', () => {
		const entries = entriesOf(1, 1, 1);
		const results: Array<RowResult | undefined> = [];
		expect(() =>
			rejectRows(
				entries,
				duplicateErrors(entries, ({ value }) => value, 'The ID'),
				results,
				false,
			),
		).toThrow('The ID “1” is that of item 10, too');
		expect(results).toEqual([]);
		expect(rejectRows(entries, new Map(), results, false)).toEqual(entries);
	});
});

test('a warning of internal ids says in how many rows they are', () => {
	expect(idHint(0)).toBeUndefined();
	expect([idHint(1), idHint(2)]).toEqual([
		expect.stringMatching(/^In 1 of the rows /),
		expect.stringMatching(/^In 2 of the rows /),
	]);
});
