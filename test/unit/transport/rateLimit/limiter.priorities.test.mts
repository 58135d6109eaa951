import { beforeEach, describe, expect, test } from '@jest/globals';
import {
	RateLimiter,
	type SlotRequest,
	WINDOW_MS,
} from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { leaseOf, spend } from './lease.mts';
import { useVirtualTime } from '../support.mts';

const LIMIT = 60;

const time = useVirtualTime();
let budget: RateLimiter;
beforeEach(() => {
	budget = new RateLimiter();
});

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
