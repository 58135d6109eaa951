import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
	RateLimiter,
	type SlotRequest,
	WINDOW_MS,
} from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { leaseOf } from './lease.mts';

const LIMIT = 60;

let time: VirtualTime;

beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock);
});
afterEach(() => time.restore());

/** Sends one request, answered after 300 ms; returns how long it had to wait. */
async function request(budget: RateLimiter, claim: SlotRequest = {}): Promise<number> {
	const asked = time.now;
	const lease = leaseOf(await budget.take(LIMIT, claim));
	const waited = time.now - asked;
	await time.wait(300);
	lease.done();
	return waited;
}

/** Page after page, for as long as `goOn` says. */
async function walk(budget: RateLimiter, goOn: (pages: number) => boolean, claim: SlotRequest = {}): Promise<number> {
	const taker = {};
	let pages = 0;
	for (; goOn(pages); pages++) await request(budget, { taker, ...claim });
	return pages;
}

describe('a poll', () => {
	test('stands behind everything that came later and is no poll', async () => {
		const budget = new RateLimiter();
		await time.until(walk(budget, (pages) => pages < LIMIT));
		const order: string[] = [];
		const poll = request(budget, { priority: 'poll' }).then(() => order.push('poll'));
		const usual = Array.from({ length: 5 }, () => request(budget).then(() => order.push('usual')));
		await time.until(Promise.all([poll, ...usual]));
		expect(order).toEqual(['usual', 'usual', 'usual', 'usual', 'usual', 'poll']);
	});

	test('gets its turn although executions never rest', async () => {
		const budget = new RateLimiter();
		let over = false;
		const busy = Array.from({ length: 5 }, () => walk(budget, () => !over));
		await time.until(time.wait(30_000));
		const poll = request(budget, { priority: 'poll' }).finally(() => (over = true));
		expect(await time.until(poll)).toBeLessThan(2 * WINDOW_MS);
		await time.until(Promise.all(busy));
	});

	test('that waits for room holds up no execution, not even for a moment', async () => {
		const budget = new RateLimiter();
		for (let count = 0; count < 51; count++) leaseOf(await budget.take(LIMIT, { priority: 'poll' })).done();
		const poll = budget.take(LIMIT, { priority: 'poll' });
		const start = time.now;
		leaseOf(await time.until(budget.take(LIMIT))).done();
		expect(time.now).toBe(start);
		await time.until(poll);
	});

	test('with nobody else about waits for nothing as long as there is room', async () => {
		const budget = new RateLimiter();
		const start = time.now;
		for (let count = 0; count < 40; count++) leaseOf(await budget.take(LIMIT, { priority: 'poll' })).done();
		expect(time.now).toBe(start);
	});

	test('with hundreds of requests leaves room for an execution at any time', async () => {
		const budget = new RateLimiter();
		let over = false;
		const polling = walk(budget, () => !over, { priority: 'poll' });
		const waits: number[] = [];
		for (let count = 0; count < 40; count++) {
			await time.until(time.wait(7_300));
			waits.push(await time.until(request(budget)));
		}
		over = true;
		await time.until(polling);
		expect(Math.max(...waits)).toBeLessThan(6_000);
	});
});

describe('a Return All of hundreds of pages', () => {
	test('has its first sixty at once', async () => {
		const budget = new RateLimiter();
		const start = time.now;
		await time.until(walk(budget, (pages) => pages < LIMIT));
		expect(time.now - start).toBe(LIMIT * 300);
	});

	test('leaves room for single reads from then on: seconds, where they waited for most of a minute', async () => {
		const budget = new RateLimiter();
		let over = false;
		const walking = walk(budget, () => !over);
		await time.until(time.wait(WINDOW_MS));
		const waits: number[] = [];
		for (let count = 0; count < 60; count++) {
			await time.until(time.wait(8_700));
			waits.push(await time.until(request(budget)));
		}
		over = true;
		await time.until(walking);
		expect(Math.max(...waits)).toBeLessThan(6_000);
	});

	test('uses up the minute all the same when nobody else wants anything', async () => {
		const budget = new RateLimiter();
		const start = time.now;
		const pages = await time.until(walk(budget, () => time.now - start < 30 * WINDOW_MS));
		expect(pages / 30).toBeGreaterThan(0.98 * LIMIT);
	});

	test('does not stand still although single reads never rest', async () => {
		const budget = new RateLimiter();
		let over = false;
		await time.until(walk(budget, (pages) => pages < LIMIT));
		const busy = Array.from({ length: 5 }, async () => {
			while (!over) await request(budget, { taker: {} });
		});
		const taker = {};
		for (let count = 0; count < LIMIT; count++) leaseOf(await time.until(budget.take(LIMIT, { taker }))).done();
		const start = time.now;
		for (let count = 0; count < 3; count++) leaseOf(await time.until(budget.take(LIMIT, { taker }))).done();
		over = true;
		expect(time.now - start).toBeLessThan(3 * 2 * WINDOW_MS);
		await time.until(Promise.all(busy));
	});
});

describe('polls that can wait', () => {
	const send = async (budget: RateLimiter, count: number, claim: SlotRequest = {}): Promise<void> => {
		for (let index = 0; index < count; index++) leaseOf(await budget.take(LIMIT, claim)).done();
	};

	test('may take a third of what is free in the minute, whoever of them takes it', async () => {
		const budget = new RateLimiter();
		expect(budget.leftForPolls(LIMIT)).toBe(20);
		await send(budget, 12, { priority: 'poll' });
		expect(budget.leftForPolls(LIMIT)).toBe(8);
		await send(budget, 8, { priority: 'poll' });
		expect(budget.leftForPolls(LIMIT)).toBe(0);
		await time.until(time.wait(WINDOW_MS));
		expect(budget.leftForPolls(LIMIT)).toBe(20);
	});

	test('get less the more the others send, or wait to send, and nothing where nothing is free', async () => {
		const budget = new RateLimiter();
		await send(budget, 30);
		expect(budget.leftForPolls(LIMIT)).toBe(10);
		await send(budget, 28);
		expect(budget.leftForPolls(LIMIT)).toBe(1);
		await send(budget, 2);
		expect(budget.leftForPolls(LIMIT)).toBe(0);
		const waiting = budget.take(LIMIT);
		await time.until(time.wait(1000));
		expect(budget.leftForPolls(LIMIT)).toBe(0);
		await time.until(waiting);
	});

	test('get nothing while the service wants to be left alone', () => {
		const budget = new RateLimiter();
		budget.freeze(5000);
		expect(budget.leftForPolls(LIMIT)).toBe(0);
	});

	test('have one request also of a key with the smallest limit', () => {
		expect(new RateLimiter().leftForPolls(1)).toBe(1);
	});
});
