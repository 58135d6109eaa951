import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { MOST_REMEMBERED_KEYS } from '../../../nodes/WorkforceOperations/trigger/receive/deduplicate.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { useFreshStore } from '../support/freshStore.mts';
import { deliver, execute } from '../support/triggerDelivery.mts';

const store = useFreshStore();
const realDate = clock.date;
let now = 0;

beforeAll(() => void (clock.date = () => now));
afterAll(() => void (clock.date = realDate));
beforeEach(() => void (now = Date.UTC(2026, 10, 21, 3)));

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
		expect(first.items).toStrictEqual([{ json: expect.objectContaining({ timesheetId: 1, payload: report }) }]);
		for (let count = 0; count < 3; count++) {
			now += 60_000;
			const again = await execute(await arriving(report));
			expect(again.items).toEqual([]);
			expect(again.log).toEqual([expect.stringMatching(/^info .*duplicate delivery to “Trigger” was dropped$/)]);
		}
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
});

describe('what is no repetition', () => {
	const at = {
		approve: { token: 'token-of-approve' },
		reject: { token: 'token-of-reject' },
	};
	const subscriptions = [
		{ id: '1', event: 'timesheet.approve', token: 'token-of-approve', since: 1, state: 'on' as const },
		{ id: '2', event: 'timesheet.reject', token: 'token-of-reject', since: 1, state: 'on' as const },
	];
	const decided = async (body: string, decision: keyof typeof at): Promise<INodeExecutionData[]> =>
		(await deliver({ body, query: at[decision], stored: { subscriptions } })).items;

	test.each([
		['an id that is known', '{"timesheetId":5}'],
		['one that is not', '{"id":5}'],
		['nothing', ''],
	])(
		'approved, rejected, approved again, with %s and nothing else: three runs, and a copy of each is dropped',
		async (_, body) => {
			for (let round = 0; round < 6; round++) {
				for (const decision of ['approve', 'reject'] as const) {
					expect(await passed(await decided(body, decision))).toBe(1);
					for (let copy = 0; copy < 2; copy++) expect(await passed(await decided(body, decision))).toBe(0);
				}
			}
		},
	);

	test('the first approval again, after a rejection and an approval with other content', async () => {
		const [first, other] = ['{"timesheetId":5,"hours":8}', '{"timesheetId":5,"hours":9}'];
		expect(await passed(await decided(first, 'approve'))).toBe(1);
		expect(await passed(await decided(first, 'reject'))).toBe(1);
		expect(await passed(await decided(other, 'approve'))).toBe(1);
		expect(await passed(await decided(first, 'approve'))).toBe(1);
		expect(await passed(await decided(other, 'approve'))).toBe(0);
	});

	test.each([
		[
			'numbers that are larger than JavaScript’s',
			'{"timesheetId":5,"n":9007199254740993}',
			'{"timesheetId":5,"n":9007199254740992}',
		],
		['a name that comes twice', '{"timesheetId":5,"a":1,"a":2}', '{"timesheetId":5,"a":3,"a":2}'],
		['white space', '{"timesheetId":5}', '{ "timesheetId": 5 }'],
	])('a text that differs in %s', async (_, one, other) => {
		for (const body of [one, other]) expect(await passed(await decided(body, 'approve'))).toBe(1);
		for (const body of [one, other]) expect(await passed(await decided(body, 'approve'))).toBe(0);
	});

	test('bytes that are no UTF-8, each as it is', async () => {
		const sent = async (byte: number): Promise<INodeExecutionData[]> =>
			(await deliver({ body: Buffer.from([0x22, byte, 0x22]) })).items;
		expect([(await sent(0xff))[0]?.json.payload, (await sent(0xfe))[0]?.json.payload]).toEqual(['"ÿ"', '"þ"']);
		for (const byte of [0xff, 0xfe]) expect(await passed(await sent(byte))).toBe(1);
		for (const byte of [0xff, 0xfe]) expect(await passed(await sent(byte))).toBe(0);
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

test('what is remembered is bounded; the oldest are forgotten first', async () => {
	const items = (timesheetId: number): INodeExecutionData[] => [
		{ json: { eventType: 'timesheet', event: 'approve', timesheetId, payload: { timesheetId } } },
	];
	const keysEach = 9;
	const all = Array.from({ length: MOST_REMEMBERED_KEYS + 10 }, (_, id) => items(id)).flat();
	// A hundred at a time: each call copies everything that is remembered.
	while (all.length > 0) await execute(all.splice(0, 100));
	const [remembered] = [...store.rows.values()].map(({ length }) => length);
	expect(remembered).toBeLessThanOrEqual(MOST_REMEMBERED_KEYS * keysEach);
	expect(remembered).toBeGreaterThan(MOST_REMEMBERED_KEYS * (keysEach - 1));
	expect(await passed(items(MOST_REMEMBERED_KEYS))).toBe(0);
	expect(await passed(items(0))).toBe(1);
});

test.each<[string, Parameters<typeof execute>[1]]>([
	['for a delivery', {}],
	['with Drop Duplicates off', { parameters: { options: { deduplicate: false } } }],
	['in a test', { mode: 'manual' }],
	['in a repeated run', { mode: 'retry' }],
])(
	'the hash that the webhook hands over beside the promised fields is not in what the execution puts out: %s',
	async (_, options) => {
		const items = JSON.parse(JSON.stringify(await arriving(report))) as INodeExecutionData[];
		const fields = ['event', 'eventType', 'payload', 'receivedAt', 'timesheetId'];
		expect(items.map((item) => [Object.keys(item), Object.keys(item.json).sort()])).toEqual([
			[['json', 'deliveryHash'], fields],
		]);
		expect(
			(await execute(items, options)).items.map((item) => [Object.keys(item), Object.keys(item.json).sort()]),
		).toEqual([[['json'], fields]]);
	},
);

describe('where n8n’s store fails, at least once comes before at most once', () => {
	test('a store that can’t be used passes everything on, with a line in the log', async () => {
		store.broken = true;
		const items = await arriving(report);
		for (let count = 0; count < 2; count++) {
			const { items: out, log } = await execute(items);
			expect(out).toHaveLength(1);
			expect(log).toEqual([
				'warn Workforce Operations: a delivery could not be checked for duplicates and was passed on: SQLITE_BUSY: database is locked',
			]);
		}
		store.broken = false;
		expect(await passed(items)).toBe(1);
		expect(await passed(items)).toBe(0);
	});

	test.each([1, 2, 3, 4])(
		'a store that fails at the access number %i of one delivery costs the repeat that waits behind it nothing',
		async (access) => {
			const items = await arriving(report);
			// What comes before the failing access succeeds.
			const real = store.checkProcessedAndRecord.bind(store);
			let accesses = 0;
			store.checkProcessedAndRecord = async (...given) => {
				if (++accesses === access) store.failures = 1;
				return await real(...given);
			};
			try {
				const [first, second] = await Promise.all([execute(items), execute(items)]);
				const warnings = [...(first?.log ?? []), ...(second?.log ?? [])].filter((line) => line.startsWith('warn'));
				expect(warnings).toHaveLength(1);
				// At least once, and no more often than the failure leaves open.
				const count = (first?.items.length ?? 0) + (second?.items.length ?? 0);
				expect([1, 2]).toContain(count);
				expect(first?.items).toHaveLength(1);
			} finally {
				store.checkProcessedAndRecord = real;
			}
			expect(await passed(items)).toBe(0);
			expect(await passed(await arriving({ ...report, timesheetId: 2 }))).toBe(1);
		},
	);
});
