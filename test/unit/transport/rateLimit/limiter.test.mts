import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	RateLimiter,
	rateLimiterOf,
	type SlotRequest,
	WINDOW_MS,
} from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { leaseOf, spend } from './lease.mts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();
let budget: RateLimiter;
beforeEach(() => {
	budget = new RateLimiter();
});

/** How many milliseconds this takes. */
async function taking(work: Promise<unknown>): Promise<number> {
	const start = time.now;
	await time.until(work);
	return time.now - start;
}

/** The most that a service counts in any window, when it counts each request at its chosen moment. */
function worstWindow(moments: number[]): number {
	const sorted = [...moments].sort((a, b) => a - b);
	return Math.max(
		0,
		...sorted.map((start) => sorted.filter((moment) => moment >= start && moment < start + WINDOW_MS).length),
	);
}

test('never more than the limit in any minute, at whatever moment between sending and answer a request counts', async () => {
	const request = fc.record({
		arrives: fc.integer({ min: 0, max: 150_000 }),
		takes: fc.integer({ min: 0, max: 20_000 }),
		counted: fc.double({ min: 0, max: 1, noNaN: true }),
		sends: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(request, { maxLength: 25 }), async (limit, requests) => {
			budget = new RateLimiter();
			const counted: number[] = [];
			const all = requests.map(async ({ arrives, takes, counted: share, sends }) => {
				await time.wait(arrives);
				const lease = leaseOf(await budget.take(limit));
				const sentAt = time.now;
				await time.wait(takes);
				if (!sends) return lease.unused();
				counted.push(sentAt + takes * share);
				lease.done();
			});
			await time.until(Promise.all(all));
			expect(worstWindow(counted)).toBeLessThanOrEqual(limit);
		}),
		{ numRuns: 60 },
	);
});

describe('waiting', () => {
	test('is served in the order of arrival', async () => {
		await spend(budget, 3, 3);
		const order: number[] = [];
		const arrivals = [0, 0, 0, 10_000, 10_000];
		const all = arrivals.map(async (arrival, index) => {
			await time.wait(arrival);
			const lease = leaseOf(await budget.take(3));
			order.push(index);
			lease.done();
		});
		await time.until(Promise.all(all));
		expect(order).toEqual([0, 1, 2, 3, 4]);
	});

	test('of one credential does not hold up another one of the same key, whose limit is larger', async () => {
		await spend(budget, 2, 2);
		const start = time.now;
		const small = budget.take(2).then(() => time.now - start);
		const large = Array.from({ length: 50 }, async () => leaseOf(await budget.take(60)).done());
		await time.until(Promise.all(large));
		expect(time.now).toBe(start);
		expect(await time.until(small)).toBe(WINDOW_MS);
	});

	test('of the one with the smaller limit ends although the other one never rests', async () => {
		let over = false;
		const busy = async (): Promise<void> => {
			while (!over) {
				const lease = leaseOf(await budget.take(6));
				await time.wait(300);
				lease.done();
			}
		};
		const busyOnes = [busy(), busy(), busy()];
		const start = time.now;
		const small = (async () => {
			for (let count = 0; count < 8; count++) leaseOf(await budget.take(2)).done();
			over = true;
		})();
		await time.until(Promise.all([small, ...busyOnes]));
		expect(time.now - start).toBeLessThan(8 * WINDOW_MS);
	});

	test('of two credentials of one key together never exceeds the larger limit', async () => {
		await spend(budget, 30, 30);
		await spend(budget, 30, 60);
		expect(await taking(budget.take(60))).toBe(WINDOW_MS);
	});

	test('ends within a second when the execution is stopped, and the next one is served', async () => {
		await spend(budget, 1, 1);
		const stop = new AbortController();
		const start = time.now;
		const stopped = budget.take(1, { signal: stop.signal });
		const next = budget.take(1);
		void time.wait(10_000).then(() => stop.abort());
		expect(await time.until(stopped)).toEqual({ denied: 'stopped' });
		expect(time.now - start).toBeLessThan(11_000);
		expect(await time.until(next)).toHaveProperty('slot');
	});

	test('ends when the patience does, and says how long it would have taken', async () => {
		await spend(budget, 1, 1);
		const start = time.now;
		const grant = await time.until(budget.take(1, { until: start + 10_000 }));
		expect(time.now - start).toBeGreaterThanOrEqual(10_000);
		expect(time.now - start).toBeLessThan(11_000);
		expect(grant).toEqual({ denied: 'impatient', waitMs: start + WINDOW_MS - time.now });
	});

	test('tells a figure also while nothing but awaited answers could free a slot', async () => {
		await budget.take(1);
		expect(await time.until(budget.take(1, { until: time.now }))).toEqual({ denied: 'impatient', waitMs: WINDOW_MS });
	});
});

describe('what the service and others say', () => {
	test('a freeze holds everybody back, and a shorter one does not end a longer one', async () => {
		budget.freeze(20_000);
		budget.freeze(5_000);
		expect(await taking(budget.take(60))).toBe(20_000);
	});

	test('a freeze of one endpoint holds back what asks for it, and nothing else', async () => {
		budget.freeze(20_000, '/slow');
		const start = time.now;
		const slow = budget.take(60, { endpoint: '/slow' });
		await budget.take(60, { endpoint: '/other' });
		await budget.take(60);
		expect(time.now).toBe(start);
		await time.until(slow);
		expect(time.now - start).toBe(20_000);
	});

	test('a budget with a frozen endpoint is not forgotten before the freeze ends', async () => {
		budget.freeze(20_000, '/slow');
		expect(budget.idle).toBe(false);
		await time.until(time.wait(20_000));
		expect(budget.idle).toBe(true);
	});

	test('requests that n8n sends itself are forgotten when their minute is over, also where nothing else uses the key', async () => {
		for (let index = 0; index < 70; index++) budget.countUntracked(60);
		await time.until(time.wait(WINDOW_MS + 5_000));
		budget.countUntracked(60);
		expect((budget as unknown as { window: { slots: unknown[] } }).window.slots).toHaveLength(1);
	});
});

describe('budgets by key', () => {
	test('one key has one budget; those that nobody needs are forgotten', async () => {
		const kept = rateLimiterOf('kept');
		await spend(kept, 1, 1);
		const idle = rateLimiterOf('idle');
		rateLimiterOf('another');
		expect(rateLimiterOf('kept')).toBe(kept);
		expect(rateLimiterOf('idle')).not.toBe(idle);
		await time.until(time.wait(WINDOW_MS));
		rateLimiterOf('yet another');
		expect(rateLimiterOf('kept')).not.toBe(kept);
	});
});

const LIMIT = 60;

/** Sends one request, answered after 300 ms; returns how long it had to wait. */
async function request(claim: SlotRequest = {}): Promise<number> {
	const asked = time.now;
	const lease = leaseOf(await budget.take(LIMIT, claim));
	const waited = time.now - asked;
	await time.wait(300);
	lease.done();
	return waited;
}

/** Page after page, for as long as `goOn` says. */
async function walk(goOn: (pages: number) => boolean, claim: SlotRequest = {}): Promise<number> {
	const taker = {};
	let pages = 0;
	for (; goOn(pages); pages++) await request({ taker, ...claim });
	return pages;
}

describe('a poll', () => {
	test('stands behind everything that came later and is no poll', async () => {
		await time.until(walk((pages) => pages < LIMIT));
		const order: string[] = [];
		const poll = request({ priority: 'poll' }).then(() => order.push('poll'));
		const usual = Array.from({ length: 5 }, () => request().then(() => order.push('usual')));
		await time.until(Promise.all([poll, ...usual]));
		expect(order).toEqual(['usual', 'usual', 'usual', 'usual', 'usual', 'poll']);
	});

	test('gets its turn although executions never rest', async () => {
		let over = false;
		const busy = Array.from({ length: 5 }, () => walk(() => !over));
		await time.until(time.wait(30_000));
		const poll = request({ priority: 'poll' }).finally(() => (over = true));
		expect(await time.until(poll)).toBeLessThan(2 * WINDOW_MS);
		await time.until(Promise.all(busy));
	});

	test('that waits for room holds up no execution, not even for a moment', async () => {
		await spend(budget, 51, LIMIT, { priority: 'poll' });
		const poll = budget.take(LIMIT, { priority: 'poll' });
		const start = time.now;
		leaseOf(await time.until(budget.take(LIMIT))).done();
		expect(time.now).toBe(start);
		await time.until(poll);
	});
});

describe('a Return All of hundreds of pages', () => {
	test('uses up the minute all the same when nobody else wants anything', async () => {
		const start = time.now;
		const pages = await time.until(walk(() => time.now - start < 30 * WINDOW_MS));
		expect(pages / 30).toBeGreaterThan(0.98 * LIMIT);
	});

	test('does not stand still although single reads never rest', async () => {
		let over = false;
		await time.until(walk((pages) => pages < LIMIT));
		const busy = Array.from({ length: 5 }, async () => {
			while (!over) await request({ taker: {} });
		});
		const taker = {};
		await time.until(spend(budget, LIMIT, LIMIT, { taker }));
		const start = time.now;
		await time.until(spend(budget, 3, LIMIT, { taker }));
		over = true;
		expect(time.now - start).toBeLessThan(3 * 2 * WINDOW_MS);
		await time.until(Promise.all(busy));
	});
});

test.each<{ name: string; claim: SlotRequest; after: number; every: number }>([
	{ name: 'polls with hundreds of requests', claim: { priority: 'poll' }, after: 0, every: 7_300 },
	{ name: 'a Return All, from its second minute on', claim: {}, after: WINDOW_MS, every: 8_700 },
])('$name: single reads wait for seconds, not for most of a minute', async ({ claim, after, every }) => {
	let over = false;
	const walking = walk(() => !over, claim);
	await time.until(time.wait(after));
	const waits: number[] = [];
	for (let count = 0; count < 60; count++) {
		await time.until(time.wait(every));
		waits.push(await time.until(request()));
	}
	over = true;
	await time.until(walking);
	expect(Math.max(...waits)).toBeLessThan(6_000);
});
