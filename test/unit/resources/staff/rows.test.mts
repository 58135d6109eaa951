// The rows of a run: which are refused, which repeat another, and what becomes of those behind them.
import { describe, expect, test } from '@jest/globals';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { mistakenIds } from '../../../../nodes/WorkforceOperations/resources/staff/match.ts';
import { numberKey } from '../../../../nodes/WorkforceOperations/resources/staff/people.ts';
import { idHint } from '../../../../nodes/WorkforceOperations/resources/staff/read.ts';
import type { StaffRow } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';
import { Rows } from '../../../../nodes/WorkforceOperations/resources/staff/rows.ts';
import { formItem } from '../formItem.mts';

interface Entry {
	item: OperationItem;
	value: unknown;
}

const messageOf = (error: unknown): unknown => (error instanceof Error ? error.message : error);

/** Rows with these values; the item of an Error can't be read. */
async function rowsOf(values: unknown[], keepGoing = true): Promise<Rows<Entry>> {
	const items = values.map((_, index) => formItem(index));
	const rows = new Rows<Entry>(items, keepGoing, { peek: () => ({}) });
	await rows.read(items, async (item) => {
		const value = values[item.itemIndex];
		if (value instanceof Error) throw value;
		return await Promise.resolve({ item, value });
	});
	return rows;
}
const valueOf = ({ value }: Entry): unknown => value;
const told = (rows: Rows<Entry>): unknown[] =>
	rows.answers.map((result) => ('error' in result ? messageOf(result.error) : null));
const open = (rows: Rows<Entry>): unknown[] => rows.open.map(valueOf);

describe('Rows that have a value in common', () => {
	test('are refused but for the first, which is named by its item', async () => {
		const rows = await rowsOf(['a@x.au', '', 'b', 'A@x.au', null, undefined, ' ', ' a@X.au ', 'B', 0, '0']);
		rows.refuseRepeats(valueOf, 'The Email');
		expect(told(rows).flatMap((message, index) => (message === null ? [] : [[index, message]]))).toEqual([
			[3, 'The Email “A@x.au” is already in row 1'],
			[7, 'The Email “a@X.au” is already in row 1'],
			[8, 'The Email “B” is already in row 3'],
			[10, 'The Email “0” is already in row 10'],
		]);
	});

	test.each([
		['0042', '42', true],
		['0042', 42, true],
		['E 7', 'e7', true],
		['000', '0', true],
		['E-07', 'E-7', false],
		['10', '1', false],
	])('employee numbers %j and %j: %s', async (one, other, isRefused) => {
		const rows = await rowsOf([one, other]);
		rows.refuseRepeats(valueOf, 'The Employee Number', numberKey);
		expect(open(rows)).toHaveLength(isRefused ? 1 : 2);
	});

	test('end the run without Continue On Fail: the first of them', async () => {
		const rows = await rowsOf([1, 1, 1], false);
		expect(() => rows.refuseRepeats(valueOf, 'The ID')).toThrow('The ID “1” is already in row 1');
		expect(rows.results).toEqual([undefined, undefined, undefined]);
	});

	test('stay refused where the first of them is refused later', async () => {
		const rows = await rowsOf([1, 1, 2, 2]);
		rows.refuseRepeats(valueOf, 'The ID');
		const [first] = rows.open;
		if (first) rows.refuse(first, new Error('No'));
		expect(told(rows)).toEqual(['No', 'The ID “1” is already in row 1', null, 'The ID “2” is already in row 3']);
	});
});

describe('A row that is refused', () => {
	test('with Continue On Fail carries its error, and the others go on in order', async () => {
		const rows = await rowsOf([1, new Error('x'), 3, 4]);
		expect(rows.every.map(valueOf)).toEqual([1, 3, 4]);
		await rows.refuseWhere(rows.open, ({ value }) => {
			if (value === 3) throw new Error('y');
		});
		expect({ open: open(rows), told: told(rows) }).toEqual({ open: [1, 4], told: [null, 'x', 'y', null] });
	});

	test('ends the run without it', async () => {
		await expect(rowsOf([1, new Error('x')], false)).rejects.toThrow('x');
		const rows = await rowsOf([1, 2], false);
		await expect(rows.refuseWhere(rows.open, async () => await Promise.reject(new Error('z')))).rejects.toThrow('z');
		expect(open(rows)).toEqual([1, 2]);
	});

	test('while writing ends the run with what became of each, unless it shall go on', async () => {
		for (const keepGoing of [true, false]) {
			const rows = await rowsOf([1, 2, 3], keepGoing);
			const [one, two] = rows.open;
			if (one === undefined || two === undefined) throw new Error('no rows');
			rows.put(one, { outcomes: [] });
			rows.endIfFailed([one]);
			rows.put(two, { error: new Error('No') });
			rows.endIfFailed([one]);
			expect(rows.resultOf(one)).toEqual({ outcomes: [] });
			const end = (): string => {
				try {
					rows.endIfFailed([one, two]);
					return 'goes on';
				} catch (error) {
					return (error as Error).message;
				}
			};
			expect(end()).toMatch(keepGoing ? /^goes on$/ : /No/);
		}
	});
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

test('a warning of internal ids says in how many rows they are', () => {
	expect(idHint(0)).toBeUndefined();
	expect([idHint(1), idHint(2)]).toEqual([
		expect.stringMatching(/^In 1 row the /),
		expect.stringMatching(/^In 2 rows the /),
	]);
});
