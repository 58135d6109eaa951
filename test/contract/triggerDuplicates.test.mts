import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { MOST_REMEMBERED } from '../../nodes/WorkforceOperations/trigger/duplicates.ts';
import { clock } from '../../nodes/WorkforceOperations/transport/time.ts';
import { deliver, execute } from './support/triggerDelivery.mts';
import { type Store, useStore } from './support/triggerStore.mts';

let store: Store;
const realDate = clock.date;
let now = 0;

const HOUR = 3_600_000;

beforeAll(async () => {
	store = await useStore();
	clock.date = () => now;
});
afterAll(() => void (clock.date = realDate));
beforeEach(() => {
	store.rows.clear();
	store.broken = false;
	now = Date.UTC(2026, 10, 21, 3);
});

/** What the webhook gives to the execution. */
async function arriving(
	payload: object | string,
	query = { token: 'token-of-approve' },
): Promise<INodeExecutionData[]> {
	return (await deliver({ body: typeof payload === 'string' ? payload : JSON.stringify(payload), query })).items;
}

const passed = async (items: INodeExecutionData[], options: Parameters<typeof execute>[1] = {}): Promise<number> =>
	(await execute(items, options)).items.length;

const report = { timesheetId: 1, occurred: '2026-11-21T01:00:00Z' };

describe('a repeated delivery', () => {
	test('is dropped, however often it comes, and also after the time of its arrival has changed', async () => {
		const first = await execute(await arriving(report));
		expect(first.items).toEqual([{ json: expect.objectContaining({ timesheetId: 1, payload: report }) }]);
		for (let count = 0; count < 3; count++) {
			now += 60_000;
			const again = await execute(await arriving(report));
			expect(again.items).toEqual([]);
			expect(again.log).toEqual([expect.stringMatching(/^info .*repeated delivery to “Trigger” was dropped$/)]);
		}
	});

	test('is dropped within the window and passes after two', async () => {
		const windows = { parameters: { options: { deduplicationWindowHours: 2 } } };
		for (const start of [0, 1, 60, 119]) {
			store.rows.clear();
			now = Date.UTC(2026, 10, 21) + start * 60_000;
			expect(await passed(await arriving(report), windows)).toBe(1);
			now += 2 * HOUR - 1;
			expect(await passed(await arriving(report), windows)).toBe(0);
		}
		now += 4 * HOUR;
		expect(await passed(await arriving(report), windows)).toBe(1);
	});

	test('of two that come at the same time in one process, one passes', async () => {
		const items = await arriving(report);
		const results = await Promise.all(Array.from({ length: 40 }, async () => await passed(items)));
		expect(results.reduce((sum, count) => sum + count, 0)).toBe(1);
	});

	test('different ones that come at the same time all pass, and all are remembered', async () => {
		const items = await Promise.all(
			Array.from({ length: 40 }, async (_, timesheetId) => await arriving({ ...report, timesheetId })),
		);
		expect(await Promise.all(items.map(async (item) => await passed(item)))).toEqual(items.map(() => 1));
		expect(await Promise.all(items.map(async (item) => await passed(item)))).toEqual(items.map(() => 0));
	});

	test('with another secret or another signature is the same: only what was told counts', async () => {
		expect(await passed(await arriving(report))).toBe(1);
		expect(await passed(await arriving(JSON.stringify(report)))).toBe(0);
	});
});

describe('what is no repetition', () => {
	test('a report that is submitted, rejected and submitted again: three outputs', async () => {
		const bodies = [
			{ incidentReportId: 5, status: 'Pending', at: '1' },
			{ incidentReportId: 5, status: 'Rejected', at: '2' },
			{ incidentReportId: 5, status: 'Pending', at: '3' },
		];
		for (const body of bodies) expect(await passed(await arriving(body, { token: 'token-of-submit' }))).toBe(1);
		for (const body of bodies) expect(await passed(await arriving(body, { token: 'token-of-submit' }))).toBe(0);
	});

	test('the same body as another event', async () => {
		expect(await passed(await arriving({ id: 5 }))).toBe(1);
		expect(await passed(await arriving({ id: 5 }, { token: 'token-of-submit' }))).toBe(1);
	});

	test('the same body at an address without a token, where nobody knows which event it is of', async () => {
		const untold = { token: '' };
		const items = await arriving({ id: 5 }, untold);
		expect(items[0]?.json.event).toBeNull();
		expect(await passed(items)).toBe(1);
		expect(await passed(await arriving({ id: 5 }, untold))).toBe(1);
	});

	test('the same body at another trigger of the workflow', async () => {
		const items = await arriving(report);
		expect(await passed(items)).toBe(1);
		expect(await passed(items, { node: { id: 'node-2', name: 'Second' } })).toBe(1);
	});

	test('an execution that is run anew because its worker died', async () => {
		const items = await arriving(report);
		expect(await passed(items, { executionId: '77' })).toBe(1);
		expect(await passed(items, { executionId: '77' })).toBe(1);
		expect(await passed(items, { executionId: '78' })).toBe(0);
	});

	test.each(['manual', 'retry', 'trigger'] as const)('anything in the mode %s', async (mode) => {
		const items = await arriving(report);
		for (let count = 0; count < 2; count++) expect(await passed(items, { mode })).toBe(1);
		expect(store.rows.size).toBe(0);
	});

	test('anything where the user wants repetitions', async () => {
		const items = await arriving(report);
		for (let count = 0; count < 2; count++)
			expect(await passed(items, { parameters: { options: { deduplicate: false } } })).toBe(1);
		expect(store.rows.size).toBe(0);
	});
});

test('a store that can’t be used passes everything on, with a line in the log', async () => {
	store.broken = true;
	const items = await arriving(report);
	for (let count = 0; count < 2; count++) {
		const { items: out, log } = await execute(items);
		expect(out).toHaveLength(1);
		expect(log).toEqual([
			expect.stringMatching(/^warn .*could not be checked for repetition and is passed on: SQLITE_BUSY/),
		]);
	}
	store.broken = false;
	expect(await passed(items)).toBe(1);
	expect(await passed(items)).toBe(0);
});

test('what is remembered is bounded; the oldest are forgotten first', async () => {
	const items = (timesheetId: number): INodeExecutionData[] => [
		{ json: { eventType: 'timesheet', event: 'approve', timesheetId, payload: { timesheetId } } },
	];
	for (let id = 0; id < MOST_REMEMBERED + 10; id++) await execute(items(id));
	expect([...store.rows.values()].map(({ length }) => length)).toEqual([MOST_REMEMBERED * 3]);
	expect(await passed(items(MOST_REMEMBERED))).toBe(0);
	expect(await passed(items(0))).toBe(1);
}, 60_000);

test('nothing but the promised fields is in what the webhook hands over and in what the execution puts out', async () => {
	const items = await arriving(report);
	const fields = ['event', 'eventType', 'payload', 'receivedAt', 'timesheetId'];
	expect(items.map((item) => [Object.keys(item), Object.keys(item.json).sort()])).toEqual([[['json'], fields]]);
	expect((await execute(items)).items.map((item) => [Object.keys(item), Object.keys(item.json).sort()])).toEqual([
		[['json'], fields],
	]);
});
