// What is noted of a delivery in n8n's store, and what passes.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	contentHash,
	dropDuplicates,
	takeOffHash,
} from '../../../../nodes/WorkforceOperations/trigger/receive/deduplicate.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { n8n, NOW, useStillTime } from '../support.mts';

useStillTime();
beforeEach(() => void (clock.random = () => 0));

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
	changes: { parameters?: IDataObject; mode?: string; execution?: string; events?: string } = {},
) {
	const { events, ...others } = changes;
	const credential = events === undefined ? {} : { serviceDetails: JSON.stringify({ events }) };
	const { context, log } = n8n({ mode: 'webhook', credential, ...others });
	const execution = changes.execution ?? `of the test ${++executions}`;
	Object.assign(context, {
		helpers: store,
		getInputData: () => items,
		getExecutionId: () => execution,
		// A delivery's execution has one form, even if it has several items.
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			(index === 0 ? changes.parameters?.[name] : undefined) ?? fallback,
	});
	const passed = await dropDuplicates(context as unknown as IExecuteFunctions);
	return { passed, log };
}

const noted = (store: Store): string[] => [...store.keys].sort();

const digitsOf = (record: string, turn: string): string[] =>
	[...turn].map((digit, place) => `${record}|turn, digit ${place}: ${digit}`);

const keysOf = (record: string, turn: string, event: string, hash: string, execution: string): string[] =>
	[
		...digitsOf(record, turn),
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
		['of the number 0, which is no record', item('approve', { timesheetId: 0 }), 'content h', 'timesheet.approve'],
		['of blanks, which are no record', item('approve', { timesheetId: ' ' }), 'content h', 'timesheet.approve'],
	])('%s', async (_, given, record, event) => {
		const store = new Store();
		expect((await run(store, [given], { execution: '1' })).passed).toHaveLength(1);
		expect(noted(store)).toEqual(keysOf(record, '00000', event, 'h', '1'));
		expect([...store.asked]).toEqual(['["node",{"mode":"entries","maxEntries":18000}]']);
	});

	const byRecord = { parameters: { options: { deduplicateBy: 'record' } }, execution: '1' };
	test.each<[string, INodeExecutionData, string, string, string]>([
		['by event and record', item('approve'), 'timesheetId 5', 'timesheet.approve', ''],
		['by its content, where no record is named', item('approve', {}), 'content h', 'timesheet.approve', 'h'],
		['by its content, of the number 0', item('approve', { timesheetId: '0' }), 'content h', 'timesheet.approve', 'h'],
		['by its content, of an event that nobody knows', item(null), 'timesheetId 5', '', 'h'],
	])('where its record and event tell it from its repeats: %s', async (_, given, record, event, content) => {
		const store = new Store();
		await run(store, [given], byRecord);
		expect(noted(store)).toEqual(keysOf(record, '00000', event, content, '1'));
	});

	test('another event of the record begins another turn, whose number is the next; after the last one they begin again', async () => {
		const turns: Array<[string, string]> = [
			['00000', '00001'],
			['00005', '00010'],
			['35555', '40000'],
			['55555', '00000'],
		];
		for (const [index, [before, after]] of turns.entries()) {
			const store = new Store();
			for (const key of digitsOf('timesheetId 5', before)) store.keys.add(key);
			for (const name of ['timesheet.submit', 'patrol.end', '']) store.keys.add(`timesheetId 5|event ${name}`);
			const options = { parameters: { events: ['serviceDetails'] }, events: 'patrol.end', execution: String(index) };
			expect((await run(store, [item('approve')], options)).passed).toHaveLength(1);
			expect(noted(store)).toEqual(keysOf('timesheetId 5', after, 'timesheet.approve', 'h', String(index)));
		}
	});

	test('no number comes again before so many turns that the store holds nothing of the one that had it', () => {
		const [numbers, keysOfTurn, held] = [6 ** 5, 3, 18_000];
		expect(numbers * keysOfTurn).toBeGreaterThan(held);
	});

	test('where nothing is noted of a record its turns begin anywhere', async () => {
		clock.random = () => 0.999_999;
		const store = new Store();
		await run(store, [item('approve')], { execution: '1' });
		expect(noted(store)).toEqual(keysOf('timesheetId 5', '55555', 'timesheet.approve', 'h', '1'));
	});

	test('a repeat leaves nothing but what was noted before', async () => {
		const store = new Store();
		await run(store, [item('approve')], { execution: '1' });
		const before = noted(store);
		const { passed, log } = await run(store, [item('approve')], { execution: '2' });
		expect({ passed, log, noted: noted(store) }).toEqual({
			passed: [],
			log: ['info Workforce Operations: a duplicate delivery to “Trigger” was dropped'],
			noted: before,
		});
	});

	const [one, other] = [digitsOf('timesheetId 5', '00001'), digitsOf('timesheetId 5', '00002')];
	const eventKey = 'timesheetId 5|event timesheet.approve';
	const words = /^info .*deliveries to “Trigger” is incomplete, so a delivery that may be a duplicate was passed on$/;
	test.each<[string, string[], unknown[]]>([
		['two numbers of turns', [...one, ...other, eventKey], [expect.stringMatching(words)]],
		['half a number', [...one.slice(1), eventKey], [expect.stringMatching(words)]],
		['no number', [eventKey], []],
		['no event', one, []],
	])('what a process left that died in between decides nothing: %s', async (_, left, said) => {
		const store = new Store();
		for (const key of left) store.keys.add(key);
		const before = `timesheetId 5|turn 00001|timesheet.approve|h|${WINDOW}`;
		store.keys.add(before);
		clock.random = () => 0.5;
		const { passed, log } = await run(store, [item('approve')]);
		expect(passed).toHaveLength(1);
		expect(log).toEqual(said);
		// The next one has a turn to go by, which is none of those before.
		expect(noted(store).filter((key) => key.includes('digit'))).toHaveLength(5);
		expect(noted(store).filter((key) => key.endsWith(`|timesheet.approve|h|${WINDOW}`))).toHaveLength(2);
		expect((await run(store, [item('approve')])).passed).toHaveLength(0);
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
		expect(passed.map(({ json }) => [json.event, json.timesheetId])).toEqual([
			['approve', 5],
			['approve', 6],
			['reject', 5],
			['approve', 5],
		]);
		const words = 'a record listed twice in one delivery to “Trigger” was passed on once';
		expect(log).toEqual([`info Workforce Operations: ${words}`]);
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

	test.each<[string, object, INodeExecutionData[], number]>([
		['one content', {}, [item('approve'), item('approve'), item('approve')], 1],
		['other contents', {}, [item('approve'), item('approve', undefined, 'i')], 2],
		[
			'other contents of one record',
			{ deduplicateBy: 'record' },
			[item('approve'), item('approve', undefined, 'i')],
			1,
		],
		['another record', { deduplicateBy: 'record' }, [item('approve'), item('approve', { timesheetId: 6 })], 2],
		['two records in turn', {}, [5, 6, 5, 6].map((timesheetId) => item('approve', { timesheetId })), 2],
		['another event in between', {}, [item('approve'), item('reject'), item('approve')], 3],
		['one content where repetitions are wanted', { deduplicate: false }, [item('approve'), item('approve')], 2],
	])('of one delivery with %s', async (_, options, items, count) => {
		for (const store of [
			new Store(),
			Object.assign(new Store(), { checkProcessedAndRecord: async () => await Promise.reject(new Error('locked')) }),
		])
			expect((await run(store, items, { parameters: { options } })).passed).toHaveLength(count);
	});

	test('of 2,001 records whose event could not be noted, it counts for the last 2,000', async () => {
		const items = Array.from({ length: 2001 }, (_, index) => item('approve', { timesheetId: 10_000 + index }));
		const store = new Store();
		await run(store, items.slice(0, 2));
		const broken = Object.assign(new Store(), {
			checkProcessedAndRecord: async () => await Promise.reject(new Error('locked')),
		});
		await run(
			broken,
			items.map(({ json: { timesheetId = null } }) => item('reject', { timesheetId })),
		);
		const { passed } = await run(store, items.slice(0, 2));
		expect(passed.map(({ json }) => json.timesheetId)).toEqual([10_001]);
	});
});

test('of an item the hash alone is taken off; one without is told apart by its payload', () => {
	const given = { json: { payload: { a: 1 } }, pairedItem: 3, binary: {} } as INodeExecutionData;
	const hashOf = (text: string): string => contentHash(Buffer.from(text));
	expect(takeOffHash({ ...given, deliveryHash: 'h' } as INodeExecutionData)).toEqual({ item: given, hash: 'h' });
	expect(takeOffHash(given)).toEqual({ item: given, hash: hashOf('{"a":1}') });
	expect(takeOffHash({ json: {} })).toEqual({ item: { json: {} }, hash: hashOf('null') });
	expect(takeOffHash({ json: {}, deliveryHash: 7 } as never)).toEqual({ item: { json: {} }, hash: hashOf('null') });
});
