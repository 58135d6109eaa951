// What of a list is kept until its file can be written, and how many rows a sheet may have.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { KeptPages, Writing } from '../../../../nodes/WorkforceOperations/operations/files/writing.ts';
import { Hints, type OperationItem, plainItems } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { fakeConnection } from '../../transport/support.mts';
import { inPages } from './support.mts';

/** A page whose line is as long as this, without its line feed. */
const pageOf = (length: number): IDataObject[] => [{ a: 'x'.repeat(length - '[{"a":""}]'.length) }];

async function kept(...pages: IDataObject[][]): Promise<IDataObject[][]> {
	const read: IDataObject[][] = [];
	for await (const page of (await new KeptPages().fill(inPages(...pages))).drain()) read.push(page);
	return read;
}

test('pages that are kept come back as they were', async () => {
	const pages = [
		[
			{ id: 1, name: 'two\nlines' },
			{ id: 2, name: 'é🙂' },
		],
		[],
		[{ id: 3 }],
	];
	expect(await kept(...pages)).toEqual(pages);
	expect(await kept()).toEqual([]);
});

// They are unpacked in pieces of 16,384 bytes.
test.each([-2, -1, 0, 1])('pages that are kept come back where one ends %i bytes behind a piece', async (behind) => {
	const pages = [pageOf(16_384 + behind), pageOf(100), pageOf(40_000)];
	expect(await kept(...pages)).toEqual(pages);
});

const writingOf = (format: 'xlsx' | 'csv' | 'jsonl'): Writing => {
	const { connection } = fakeConnection(() => ({
		body: { data: [{ timesheetId: 1 }, { timesheetId: 2 }], nextPageParameter: null },
	}));
	const item = { connection, hints: new Hints(), itemIndex: 0 } as unknown as OperationItem;
	const call = { endpoint: endpoints['timesheet.getAll'] };
	const target = { format, columns: [], isFixed: false, isFlat: false, localTimes: false, headingOf: String };
	const list = { call, walk: {}, reading: {}, shape: (outcomes: never[]) => outcomes, finish: plainItems };
	return new Writing(item, { ...target, sheet: 'Sheet' }, list as never);
};

test('a sheet has 1,048,575 rows at most, and other files have no such limit', async () => {
	const written = async (format: 'xlsx' | 'csv', before: number): Promise<number> => {
		const writing = writingOf(format);
		writing.rows = before;
		await writing.begin();
		return writing.rows;
	};
	expect(await written('xlsx', 1_048_573)).toBe(1_048_575);
	await expect(written('xlsx', 1_048_574)).rejects.toMatchObject({
		message: 'The list has more than 1,048,575 rows, the limit of an Excel sheet',
		cure: expect.stringContaining('Choose CSV'),
	});
	expect(await written('csv', 1_048_574)).toBe(1_048_576);
});

test('JSON Lines may have any number of columns, and tables 2,000', () => {
	const row = Object.fromEntries(Array.from({ length: 5000 }, (_, column) => [`f${column}`, 1]));
	expect(() => writingOf('jsonl').columns.add([row])).not.toThrow();
	expect(() => writingOf('csv').columns.add([row])).toThrow('more than 2,000 columns');
});
