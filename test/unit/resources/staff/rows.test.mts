// The rows of a run: which repeat another, and how errors name them: by their place, counted from 1, and by who it is.
import { describe, expect, test } from '@jest/globals';
import { NodeOperationError } from 'n8n-workflow';
import { rowName } from '../../../../nodes/WorkforceOperations/operations/runReport.ts';
import type { OperationItem, RowResult } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { mistakenIds } from '../../../../nodes/WorkforceOperations/resources/staff/match.ts';
import type { StaffRow } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';
import { personWords, Rows } from '../../../../nodes/WorkforceOperations/resources/staff/rows.ts';
import { formItem } from '../formItem.mts';

test.each([
	[{ firstName: 'Pip', lastName: 'Newcomer', email: 'pip@x.au', id: 1 }, 'Pip Newcomer, pip@x.au'],
	[{ firstName: ' Pip ', lastName: '' }, 'Pip'],
	[{ email: 'pip@x.au', employeeId: '7' }, 'pip@x.au'],
	[{ employeeId: '007', id: 3 }, 'employee number 007'],
	[{ id: 301 }, 'ID 301'],
	[{ firstName: 'a\nb' }, 'a b'],
	[{ firstName: 'x'.repeat(99) }, 'x'.repeat(60)],
	[{}, ''],
])('%j is “%s”', (record, words) => expect(personWords(record)).toBe(words));

test('the first record that has a value tells it', () =>
	expect(personWords({ firstName: '', email: 'a@x.au' }, { firstName: 'Ann', email: 'b@x.au' })).toBe('Ann, a@x.au'));

test('a row nobody knows the person of has its place alone', () => expect(rowName(0)).toBe('Row 1'));

interface Entry {
	item: OperationItem;
}

/** Rows of people by these names; the expression of an Error fails. */
async function rowsOf(names: Array<string | Error>, keepGoing: boolean): Promise<Rows<Entry>> {
	const items = names.map((_, index) => formItem(index));
	const rows = new Rows<Entry>(items, keepGoing, {
		peek({ itemIndex }) {
			const name = names[itemIndex];
			if (name instanceof Error) throw name;
			return { firstName: name };
		},
	});
	await rows.read(items, async (item) => await Promise.resolve({ item }));
	return rows;
}
const errorAt = (itemIndex?: number): NodeOperationError =>
	new NodeOperationError(formItem().node, 'No', { itemIndex });
const namesIn = (results: RowResult[]): unknown[] => results.map((result) => ('error' in result ? result.row : null));
/** What the work throws. */
function thrownBy(work: () => void): Error {
	try {
		work();
	} catch (error) {
		if (error instanceof Error) return error;
	}
	throw new Error('nothing thrown');
}

describe('An error of a row', () => {
	test('is named with Continue On Fail, also where an expression fails', async () => {
		const rows = await rowsOf(['Ann', 'Bob', new Error('x')], true);
		for (const row of rows.open.slice(1)) rows.refuse(row, errorAt(row.item.itemIndex));
		expect(namesIn(rows.answers)).toEqual([null, 'Row 2 (Bob)', 'Row 3']);
	});

	test('that several rows share names none of them', async () => {
		const rows = await rowsOf(['Ann', 'Bob', 'Cy'], true);
		const error = errorAt(0);
		for (const row of rows.open.slice(1)) rows.put(row, { error });
		expect(namesIn(rows.answers)).toEqual([null, undefined, undefined]);
	});

	test('ends the run under its name, and says that nothing was written', async () => {
		const rows = await rowsOf(['Ann', 'Bob', 'Cy'], false);
		const [, bob] = rows.open;
		expect(thrownBy(() => bob && rows.refuse(bob, errorAt(1)))).toMatchObject({
			message: 'Row 2 (Bob): No',
			description: 'None of the 3 rows was written.',
		});
	});

	test('about the whole run names no row', async () => {
		const rows = await rowsOf(['Ann', 'Bob'], false);
		const [ann] = rows.open;
		expect(thrownBy(() => ann && rows.refuse(ann, errorAt())).message).toBe('No');
	});
});

test('rows that have a value in common are refused but for the first, which is named by its item', async () => {
	const values = ['a@x.au', '', 'b', 'A@x.au', null, undefined, ' ', ' a@X.au ', 'B', 0, '0'];
	const rows = await rowsOf(
		values.map(() => ''),
		true,
	);
	rows.refuseRepeats(({ item }) => values[item.itemIndex], 'The Email');
	const told = rows.answers.map((result) => ('error' in result ? (result.error as Error).message : null));
	expect(Object.entries(told).filter(([, message]) => message !== null)).toEqual([
		['3', 'The Email “A@x.au” is already in row 1'],
		['7', 'The Email “a@X.au” is already in row 1'],
		['8', 'The Email “B” is already in row 3'],
		['10', 'The Email “0” is already in row 10'],
	]);
});

test('a run of which nothing is left ends with what is no fault of a row; one with a row left goes on', async () => {
	const rows = await rowsOf(['Ann', 'Bob'], true);
	const [ann, bob] = rows.open;
	if (ann) rows.refuse(ann, new Error('gone'));
	expect(() => rows.endIfNoneOpen()).not.toThrow();
	if (bob) rows.refuse(bob, errorAt(1));
	expect(() => rows.endIfNoneOpen()).toThrow('gone');
});

test.each([
	['1002', { id: 1002, employeeId: 'E-1' }, 1],
	['1002', { id: 1002, employeeId: '1002' }, 0],
	['N-2', { id: 1002, employeeId: 'E-1' }, 0],
	['N-2', undefined, 0],
	['', undefined, 0],
])(
	'the employee number %j of a row whose employee is %j: %i mistaken for internal ids',
	(employeeId, record, count) => {
		const found: StaffRow['found'] = record && { record, by: 'email' };
		expect(mistakenIds([{ item: formItem(0), body: { employeeId }, step: { action: 'create' }, found }])).toBe(count);
	},
);
