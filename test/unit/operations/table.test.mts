// The rows of a run as a table: how many columns it may have, and that nobody waits for it.
import { setImmediate } from 'node:timers';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { MOST_COLUMNS } from '../../../nodes/WorkforceOperations/operations/output.ts';
import { tableOf } from '../../../nodes/WorkforceOperations/operations/table.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';

/** Rows that have so many columns each that no other row has. */
const rowsOf = (rows: number, own: number): IDataObject[] =>
	Array.from({ length: rows }, (_, row) =>
		Object.fromEntries(Array.from({ length: own }, (__, column) => [`f${row}_${column}`, row])),
	);

describe('a table', () => {
	afterEach(() => {
		jest.restoreAllMocks();
	});

	test('of 2,000 columns is one', async () => {
		const table = await tableOf(rowsOf(20, 100));
		expect(table.map((row) => Object.keys(row).length)).toEqual(Array.from({ length: 20 }, () => MOST_COLUMNS));
		expect(table[3]?.f3_7).toBe(3);
		expect(table[4]?.f3_7).toBeNull();
	});

	test.each([
		['one more', [...rowsOf(20, 100), { more: 1 }]],
		['50,000', rowsOf(500, 100)],
		['100,000 in one record', rowsOf(1, 100_000)],
	])('of %s names the option that helps', async (_, rows) =>
		expect(await tableOf(rows).catch((error: unknown) => error)).toMatchObject({
			message: 'Flatten would create more than 2,000 columns',
			cure: expect.stringContaining('“Output Fields”'),
		}),
	);

	test('has as many as are left where objects stand beside their parts', async () => {
		const parts = Object.fromEntries(Array.from({ length: MOST_COLUMNS }, (_, at) => [`o${at}.a`, 1]));
		const heads = Object.fromEntries(Array.from({ length: MOST_COLUMNS }, (_, at) => [`o${at}`, null]));
		expect(Object.keys((await tableOf([heads, parts]))[0] ?? {})).toHaveLength(MOST_COLUMNS);
		expect(await tableOf([{ ...heads, more: 1 }, parts]).catch((error: unknown) => error)).toBeInstanceOf(Error);
	});

	test('is made in slices, between which others have their turn', async () => {
		let turns = 0;
		let ended = false;
		const turn = (): void => {
			turns++;
			if (!ended) setImmediate(turn);
		};
		setImmediate(turn);
		await tableOf(Array.from({ length: 400 }, () => rowsOf(1, 1000)[0] ?? {}));
		ended = true;
		// 400,000 cells are read and as many written.
		expect(turns).toBeGreaterThan(30);
	});

	test.each([
		['20,000 records of ten parts', 20_000, 10, 60],
		['400 records of a thousand parts', 400, 1000, 30],
	])('of %s of one field each is made in slices while it is read, too', async (_, rows, parts, least) => {
		const sleep = jest.spyOn(clock, 'sleep').mockResolvedValue(undefined);
		const [payRate = {}] = rowsOf(1, parts);
		await tableOf(Array.from({ length: rows }, () => ({ payRate })));
		expect(sleep.mock.calls.length).toBeGreaterThan(least);
	});
});
