// What is noted of a delivery in n8n's store, and what passes.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { dropDuplicates } from '../../../nodes/WorkforceOperations/trigger/receive/duplicates.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';
import { n8n, NOW, useStillTime } from './support.mts';

useStillTime();

const HOUR = 3_600_000;
/** The usual window that a test begins in; the test lies within one, not at its border. */
const WINDOW = Math.floor(NOW / (6 * HOUR));

/** n8n's store: the keys that are noted, and how it was asked. */
class Store {
	readonly keys = new Set<string>();

	readonly asked = new Set<string>();

	async checkProcessedAndRecord(keys: string[], scope: string, options: object) {
		this.asked.add(JSON.stringify([scope, options]));
		const processed = keys.filter((key) => this.keys.has(key));
		for (const key of keys) this.keys.add(key);
		return await Promise.resolve({ processed, new: keys.filter((key) => !processed.includes(key)) });
	}

	async removeProcessed(keys: string[], scope: string, options: object): Promise<void> {
		this.asked.add(JSON.stringify([scope, options]));
		for (const key of keys) this.keys.delete(key);
		await Promise.resolve();
	}
}

const item = (event: string | null, json: IDataObject = { timesheetId: 5 }, hash = 'h'): INodeExecutionData =>
	({
		json: { eventType: event === null ? null : 'timesheet', event, ...json },
		deliveryHash: hash,
	}) as unknown as INodeExecutionData;

let executions = 0;

async function run(
	store: Store,
	items: INodeExecutionData[],
	changes: { parameters?: IDataObject; mode?: string; execution?: string } = {},
) {
	const { context, log } = n8n({ mode: 'webhook', ...changes });
	const execution = changes.execution ?? `of the test ${++executions}`;
	Object.assign(context, {
		helpers: store,
		getInputData: () => items,
		getExecutionId: () => execution,
		getNodeParameter: (name: string, _index: number, fallback: unknown) => changes.parameters?.[name] ?? fallback,
	});
	const passed = await dropDuplicates(context as unknown as IExecuteFunctions);
	return { passed, log };
}

const noted = (store: Store): string[] => [...store.keys].sort();

const keysOf = (record: string, turn: number, event: string, hash: string, execution: string): string[] =>
	[
		`${record}|turn ${turn}`,
		`${record}|event ${event}`,
		`${record}|turn ${turn}|${event}|${hash}|${WINDOW}`,
		`${record}|turn ${turn}|${event}|${hash}|${WINDOW + 1}`,
		`${record}|turn ${turn}|${event}|${hash}|execution ${execution}`,
	].sort();

describe('what is noted of a delivery', () => {
	test.each<[string, INodeExecutionData, string, string]>([
		['by its timesheet', item('approve'), 'timesheetId 5', 'timesheet.approve'],
		['by its incident report', item('submit', { incidentReportId: '7' }), 'incidentReportId 7', 'timesheet.submit'],
		['by its content, where no record is named', item('approve', {}), 'content h', 'timesheet.approve'],
		['of an event that nobody knows', item(null), 'timesheetId 5', ''],
		['of half an event', item('approve', { timesheetId: 5, eventType: null }), 'timesheetId 5', ''],
	])('%s', async (_, given, record, event) => {
		const store = new Store();
		expect((await run(store, [given], { execution: '1' })).passed).toHaveLength(1);
		expect(noted(store)).toEqual(keysOf(record, 0, event, 'h', '1'));
		expect([...store.asked]).toEqual(['["node",{"mode":"entries","maxEntries":10000}]']);
	});

	test('another event of the record begins another turn, and after eight their numbers begin again', async () => {
		const store = new Store();
		for (let turn = 0; turn < 10; turn++) {
			const event = turn % 2 === 0 ? 'approve' : 'reject';
			store.keys.clear();
			if (turn > 0) {
				store.keys.add(`timesheetId 5|turn ${(turn - 1) % 8}`);
				for (const name of ['timesheet.submit', 'patrol.end', '']) store.keys.add(`timesheetId 5|event ${name}`);
			}
			const options = { parameters: { customEvents: 'patrol.end' }, execution: String(turn) };
			expect((await run(store, [item(event)], options)).passed).toHaveLength(1);
			expect(noted(store)).toEqual(keysOf('timesheetId 5', turn % 8, `timesheet.${event}`, 'h', String(turn)));
		}
	});

	test('a repeat leaves nothing but what was noted before', async () => {
		const store = new Store();
		await run(store, [item('approve')], { execution: '1' });
		const before = noted(store);
		const { passed, log } = await run(store, [item('approve')], { execution: '2' });
		expect([passed, log, noted(store)]).toEqual([
			[],
			['info Workforce Operations: a repeated delivery to “Trigger” was dropped'],
			before,
		]);
	});

	test.each([
		[
			'two numbers of turns',
			['timesheetId 5|turn 1', 'timesheetId 5|turn 2', 'timesheetId 5|event timesheet.approve'],
			2,
		],
		['no number', ['timesheetId 5|event timesheet.approve'], 0],
	])('what a process left that died in between decides nothing: %s', async (_, left, turn) => {
		const store = new Store();
		for (const key of left) store.keys.add(key);
		for (const at of [turn, turn + 1]) store.keys.add(`timesheetId 5|turn ${at}|timesheet.approve|h|${WINDOW}`);
		expect((await run(store, [item('approve')])).passed).toHaveLength(1);
		expect(noted(store).filter((key) => /\|turn \d$/.test(key))).toHaveLength(1);
	});
});

describe('what passes', () => {
	test('of several deliveries in one run those that are no repeats, in their order and without their hashes', async () => {
		const store = new Store();
		const items = [
			item('approve'),
			item('approve', { timesheetId: 6 }),
			item('reject'),
			item('reject'),
			item('approve'),
		];
		const { passed, log } = await run(store, items);
		// An execution does not drop its own.
		expect([passed.length, log]).toEqual([5, []]);
		const again = [item('approve'), item('approve', { timesheetId: 6 }), item('approve', { timesheetId: 7 })];
		expect((await run(store, again)).passed).toEqual([
			{ json: { eventType: 'timesheet', event: 'approve', timesheetId: 7 } },
		]);
	});

	test.each([
		[1, HOUR],
		[6, 6 * HOUR],
		[0.5, HOUR / 2],
	])('a repeat after a window of %d hours and before another one is over: not', async (hours, window) => {
		const real = clock.date;
		const changes = { parameters: { options: { deduplicationWindowHours: hours } } };
		try {
			const begin = Math.ceil(NOW / window) * window;
			for (const [first, second, passes] of [
				[begin, begin + 2 * window - 1, 0],
				[begin, begin + 2 * window, 1],
				[begin - 1, begin + window - 1, 0],
				[begin - 1, begin + window, 1],
			] as const) {
				const store = new Store();
				clock.date = () => first;
				await run(store, [item('approve')], changes);
				clock.date = () => second;
				expect((await run(store, [item('approve')], changes)).passed).toHaveLength(passes);
			}
		} finally {
			clock.date = real;
		}
	});

	test.each([
		['in a manual run', { mode: 'manual' }],
		['where repetitions are wanted', { parameters: { options: { deduplicate: false } } }],
	])('everything %s, and nothing is noted', async (_, changes) => {
		const store = new Store();
		for (let count = 0; count < 2; count++)
			expect((await run(store, [item('approve')], changes)).passed).toEqual([{ json: item('approve').json }]);
		expect([noted(store), [...store.asked]]).toEqual([[], []]);
	});

	test('what can’t be checked, with a line in the log', async () => {
		const store = new Store();
		store.checkProcessedAndRecord = async () => await Promise.reject(new Error('locked'));
		const { passed, log } = await run(store, [item('approve')]);
		expect([passed, log]).toEqual([
			[{ json: item('approve').json }],
			['warn Workforce Operations: a delivery could not be checked for repetition and is passed on: locked'],
		]);
	});
});
