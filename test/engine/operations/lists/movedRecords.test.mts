// What changes its place while a list is read, and what is but a part of one, in items, files and lines.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { linesOf, one, tableOf } from '../../support/fileResults.mts';
import { breakdown, fine, getAll, idOf, isRates } from '../../support/payrollService.mts';

const bench = useBench();
const sheet = (timesheetId: number, staffName: string): IDataObject => ({ timesheetId, staffName });

/** A service with these pages of timesheets. */
function serve(...pages: IDataObject[][]): void {
	bench.recorder.answer((seen) => {
		if (isRates(seen)) return { body: { ...fine, data: breakdown(idOf(seen)) } };
		const page = Number(seen.query.referenceId ?? 0);
		const nextPageParameter = page + 1 < pages.length ? `direction=next&referenceId=${page + 1}` : null;
		return { body: { ...fine, data: pages[page], nextPageParameter } };
	});
}
const moved = [
	[sheet(1, 'Ann'), sheet(2, 'Ben')],
	[sheet(2, 'Ben, moved'), sheet(3, 'Cat')],
];
const shared = [[sheet(1, 'Ann')], [sheet(1, 'Ann, moved'), sheet(2, 'Ben'), sheet(2, 'Cat')]];
const hintOfMoved =
	'One record moved to another page during the read. Only the version read first is returned. Run the step again to get the latest. ID 2.';

describe('A timesheet that moves while the list is read', () => {
	test('comes once as an item, and a hint names it', async () => {
		serve(...moved);
		const { json, hints } = await bench.run('timesheet', getAll);
		expect(json.map(({ staffName }) => staffName)).toEqual(['Ann', 'Ben', 'Cat']);
		expect(hints).toEqual([hintOfMoved]);
	});

	test.each(['csv', 'xlsx', 'jsonl'])(
		'comes once in a %s file, which is whole, and a hint names it',
		async (asFile) => {
			serve(...moved);
			const { json, hints } = await bench.run('timesheet', { ...getAll, options: { asFile } });
			expect(json).toEqual([expect.objectContaining({ records: 3, complete: true })]);
			expect(hints.filter((hint) => !hint.startsWith('Times are local'))).toEqual([hintOfMoved]);
		},
	);

	test('is paid once', async () => {
		serve(...moved);
		const lines = await bench.ok('timesheet', { ...getAll, options: { rows: 'payLines' } });
		const paid = lines.filter(({ kind }) => kind === 'rate').map(({ timesheetId }) => timesheetId);
		expect(new Set(paid)).toEqual(new Set([1, 2, 3]));
		const made = await one(bench, 'timesheet', getAll, { asFile: 'jsonl', rows: 'payLines' });
		expect(linesOf(made)).toEqual(lines);
	});

	test('comes as often as it stands there once a page shows an ID twice, which is told', async () => {
		serve(...shared);
		const { json, hints } = await bench.run('timesheet', getAll);
		expect(json.map(({ staffName }) => staffName)).toEqual(['Ann', 'Ann, moved', 'Ben', 'Cat']);
		expect(hints).toEqual([
			expect.stringMatching(/^The list may contain duplicates: 4 records were returned.* the ID 2 more/),
		]);
		serve(...shared);
		const made = await one(bench, 'timesheet', getAll, { asFile: 'csv' });
		expect(tableOf(made)).toHaveLength(5);
		expect(made.json).toMatchObject({ records: 4, complete: false, reason: 'moved' });
	});
});

test.each(['csv', 'jsonl', 'none'])(
	'with rates, the list is read to its end before they are: as a file (%s)',
	async (asFile) => {
		serve(...moved);
		const options = { asFile, includeRates: true, outputFields: 'timesheetId,payRate' };
		await bench.ok('timesheet', { ...getAll, options });
		const asked = bench.recorder.seen.map((seen) => (isRates(seen) ? 'rates' : 'list'));
		expect(asked.join(', ')).toBe('list, list, rates, rates, rates');
	},
);

describe('A file is not called complete', () => {
	const events = Array.from({ length: 3 }, (_, index) => ({ id: 9 - index, occurredUtc: '2026-07-01T00:00:00Z' }));
	const added = (name: string, value: string): IDataObject => ({
		advanced: { additionalQuery: { parameters: [{ name, value }] } },
	});
	const all = { resource: 'loginAudit', operation: 'getAll', returnAll: true };
	const recent = { resource: 'loginAudit', operation: 'getRecent', userId: '1' };
	const file = { options: { asFile: 'jsonl' } };

	test.each<[string, IDataObject, string | undefined]>([
		['of a login audit from a later page', { ...all, ...added('page', '2') }, 'limit'],
		['of a login audit from page 1', { ...all, ...added('page', '1') }, undefined],
		[
			'of pages above the documented size, which are asked for in that',
			{ ...all, ...added('pageSize', '501') },
			undefined,
		],
		['of as many recent logins as asked for', { ...recent, limit: 3 }, 'limit'],
		['of fewer recent logins than there may be', { ...recent, limit: 4 }, undefined],
		['of the user’s own number of logins', { ...recent, ...added('take', '3') }, 'limit'],
	])('%s', async (_, parameters, reason) => {
		bench.recorder.answer(() => ({ body: { data: events, errors: null } }));
		const json = await bench.ok('loginaudit', { ...parameters, ...file });
		expect(json).toEqual([expect.objectContaining({ records: 3, complete: reason === undefined })]);
		expect(json[0]?.reason).toBe(reason);
	});

	test.each(['count', 'totalRecordCount'])('of customers whose “%s” is above what came', async (name) => {
		bench.recorder.answer(({ query }) => {
			const data = query.referenceId ? [] : [{ customerId: 1 }];
			return { body: { ...fine, data, nextPageParameter: null, [name]: 9 } };
		});
		const customers = { resource: 'customer', operation: 'getAll', returnAll: true };
		const { json, hints } = await bench.run('timesheet', { ...customers, ...file });
		expect(json).toEqual([expect.objectContaining({ complete: false, reason: 'total', expected: 9 })]);
		expect(hints).toEqual([expect.stringContaining('the service counts 9')]);
	});
});
