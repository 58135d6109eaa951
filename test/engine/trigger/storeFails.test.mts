// n8n's persistent store, when it can't be used: at least once comes before at most once.
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { deliver, execute } from '../support/triggerDelivery.mts';
import { type Store, useStore } from '../support/triggerStore.mts';

let store: Store;
beforeAll(async () => {
	store = await useStore();
});
beforeEach(() => {
	store.rows.clear();
	store.broken = false;
	store.failures = 0;
});

const report = { timesheetId: 1, occurred: '2026-11-21T01:00:00Z' };
const arriving = async (payload: object): Promise<INodeExecutionData[]> =>
	(await deliver({ body: JSON.stringify(payload), query: { token: 'token-of-approve' } })).items;
const passed = async (items: INodeExecutionData[]): Promise<number> => (await execute(items)).items.length;

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
