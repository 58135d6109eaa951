import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import { admin, clearJournal, isToken, journal } from '../support/admin.mts';
import { asNode } from '../support/helpers.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';

const list = { resource: 'customer', operation: 'getAll', limit: 1 };
const everything = {
	resource: 'timesheet',
	operation: 'getAll',
	returnAll: true,
	simplify: false,
	period: 'custom',
	startDate: '2020-01-01T00:00:00Z',
	endDate: '2035-01-01T00:00:00Z',
};
const many = (count: number): never => Array.from({ length: count }, (_, index) => ({ json: { index } })) as never;

/** Milliseconds from the first request to the last, by the sandbox's clock: what was waited and what the machine took. */
const spanOf = (requests: readonly JournalRow[]): number => {
	const times = requests.filter((row) => !isToken(row)).map(({ at }) => Date.parse(at));
	return Math.max(...times) - Math.min(...times);
};

let pace: Pace;
afterEach(() => pace.end());

describe('a service that counts strictly', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ ratePerMinute: 60 });
		pace = new Pace(sandbox);
	});
	afterEach(async () => await sandbox.close());

	test('never has to refuse, whatever runs side by side with one key', async () => {
		const runs = Array.from(
			{ length: 4 },
			async () => await runNode(credentialFor(sandbox, 'developer'), list, { items: many(40) }),
		);
		for (const { error, json } of await Promise.all(runs)) {
			expect(error).toBeUndefined();
			expect(json).toHaveLength(40);
		}
		const requests = await journal(sandbox);
		expect(requests.filter(({ status }) => status === 429)).toEqual([]);
		expect(requests.filter((row) => !isToken(row))).toHaveLength(160);
		expect(spanOf(requests)).toBeGreaterThan(119_000);
	});

	test('lets the first sixty go at once', async () => {
		await runNode(credentialFor(sandbox, 'developer'), list, { items: many(60) });
		expect(pace.waited).toBe(0);
		expect((await journal(sandbox)).filter((row) => !isToken(row))).toHaveLength(60);
	});

	test('also counts what n8n sends by itself with the credential', async () => {
		const store = credentialFor(sandbox, 'developer');
		const get = async () =>
			await asNode(store, async (context) => {
				for (let count = 0; count < 50; count++) {
					await context.helpers.httpRequestWithAuthentication.call(context, 'workforceOperationsApi', {
						method: 'GET',
						url: `${sandbox.url}/api/external/customers`,
					});
				}
			});
		expect((await get()).error).toBeUndefined();
		expect((await runNode(store, list, { items: many(30) })).error).toBeUndefined();
		const requests = await journal(sandbox);
		expect(requests.filter(({ status }) => status === 429)).toEqual([]);
		expect(spanOf(requests)).toBeGreaterThan(59_000);
	});

	test('keys that are rejected leave the budget alone', async () => {
		const { json } = await runNode(credentialFor(sandbox, 'developer', { apiKey: 'never-valid' }), list, {
			items: many(200),
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(200);
		expect(pace.waited).toBe(0);
	});

	test('a stopped execution stops waiting', async () => {
		const store = credentialFor(sandbox, 'developer');
		await runNode(store, list, { items: many(60) });
		const signal = new AbortController();
		const running = runNode(store, list, { items: many(5), signal });
		const before = pace.waited;
		signal.abort();
		await running;
		expect(pace.waited - before).toBeLessThan(1000);
		expect((await journal(sandbox)).filter((row) => !isToken(row))).toHaveLength(60);
	});
});

describe('in the middle of Return All', () => {
	let sandbox: Sandbox;
	let expected: unknown[];

	beforeAll(async () => {
		sandbox = await startSandbox({ ratePerMinute: 100_000 });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(async () => {
		await admin(sandbox, 'DELETE', '/faults');
		pace = new Pace(sandbox);
		expected ??= (await runNode(credentialFor(sandbox, 'timesheet', { requestsPerMinute: 6000 }), everything)).json.map(
			({ timesheetId }) => timesheetId,
		);
		await clearJournal(sandbox);
	});

	const read = async (): Promise<unknown[]> => {
		const { json, error } = await runNode(credentialFor(sandbox, 'timesheet', { requestsPerMinute: 6000 }), {
			...everything,
			advanced: { pageSize: 50 },
		});
		expect(error).toBeUndefined();
		return json.map(({ timesheetId }) => timesheetId);
	};

	test.each([
		['seconds', () => ({ 'Retry-After': '20' }), 19_000, 21_000],
		['a date', () => ({ 'Retry-After': new Date(sandbox.now() + 25_000).toUTCString() }), 10_000, 30_000],
		['nothing', () => ({}), 1_000, 61_000],
	])('a 429 with %s loses nothing and repeats nothing', async (_, headers, least, most) => {
		await admin(sandbox, 'POST', '/faults', { path: '/api/external/timesheets', delayMs: 1, times: 2 });
		await admin(sandbox, 'POST', '/faults', {
			path: '/api/external/timesheets',
			status: 429,
			times: 3,
			headers: headers(),
		});
		expect(await read()).toEqual(expected);
		const requests = (await journal(sandbox)).filter((row) => !isToken(row));
		expect(requests.map(({ status }) => status).slice(0, 6)).toEqual([200, 200, 429, 429, 429, 200]);
		expect(requests).toHaveLength(Math.ceil(expected.length / 50) + 3);
		expect(pace.waited / 3).toBeGreaterThan(least / 3);
		expect(pace.waited / 3).toBeLessThan(most);
	});

	test.each<[string, object[]]>([
		['a 503 and a broken connection', [{ status: 503 }, { kind: 'reset' }]],
		['an answer that breaks off', [{ kind: 'truncated', times: 2 }]],
	])('%s: tried again', async (_, faults) => {
		for (const fault of faults) await admin(sandbox, 'POST', '/faults', { path: '/api/external/timesheets', ...fault });
		expect(await read()).toEqual(expected);
	});

	test('tokens that end while it reads are renewed before', async () => {
		const hasty = await startSandbox({ tokenTtlSeconds: 90, ratePerMinute: 60, choices: { end: 'null' } });
		pace.end();
		pace = new Pace(hasty);
		try {
			const { json, error } = await runNode(credentialFor(hasty, 'timesheet', { requestsPerMinute: 4 }), {
				...everything,
				advanced: { pageSize: 20 },
			});
			expect(error).toBeUndefined();
			expect(new Set(json.map(({ timesheetId }) => timesheetId)).size).toBe(json.length);
			const requests = await journal(hasty);
			expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
			expect(requests.filter((row) => !isToken(row))).toHaveLength(Math.ceil(json.length / 20));
			expect(requests.filter(isToken).length).toBeGreaterThan(2);
		} finally {
			await hasty.close();
		}
	});
});
