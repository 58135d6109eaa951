import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
	RateLimiter,
	type SlotRequest,
	type TakenSlot,
	WINDOW_MS,
} from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { leaseOf } from './lease.mts';

const LIMIT = 60;

let time: VirtualTime;
let budget: RateLimiter;

beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock);
	budget = new RateLimiter();
});
afterEach(() => time.restore());

const take = async (claim: SlotRequest = {}): Promise<TakenSlot> =>
	leaseOf(await time.until(budget.take(LIMIT, claim)));

async function spend(count: number): Promise<void> {
	for (let index = 0; index < count; index++) (await take()).done();
}

/** How long the next request has to wait. */
async function waiting(claim: SlotRequest = {}): Promise<number> {
	const start = time.now;
	(await take(claim)).done();
	return time.now - start;
}

/** How many requests may be sent at once now. */
async function atOnce(): Promise<number> {
	const start = time.now;
	for (let count = 0; ; count++) {
		(await take()).done();
		if (time.now > start) return count;
	}
}

describe('a refusal', () => {
	test('holds the key back for as long as it says', async () => {
		expect((await take()).refused(17_000)).toBe(17_000);
		expect(await waiting()).toBe(17_000);
	});

	test('that does not say holds it back until the oldest request leaves the window', async () => {
		await spend(1);
		await time.until(time.wait(15_000));
		expect((await take()).refused()).toBe(45_000);
		expect(await waiting()).toBe(45_000);
	});

	test('is followed by up to a second more, at random', async () => {
		clock.random = () => 0.7;
		(await take()).refused(17_000);
		expect(await waiting()).toBe(17_700);
	});

	test('after another waits longer than it says, because what it says has not helped', async () => {
		const waits: number[] = [];
		for (let count = 0; count < 20; count++) {
			(await take()).refused(1000);
			const start = time.now;
			const lease = await take();
			waits.push(time.now - start);
			lease.unused();
		}
		expect(waits[0]).toBe(1000);
		expect(waits[1]).toBeGreaterThan(4000);
		expect(waits[19]).toBe(WINDOW_MS);
		expect([...waits].sort((a, b) => a - b)).toEqual(waits);
	});

	test('of one endpoint for a day holds back that endpoint, and the key for a window', async () => {
		expect((await take({ endpoint: '/slow' })).refused(86_400_000)).toBe(86_400_000);
		const slow = time.now;
		expect(await waiting({ endpoint: '/other' })).toBe(WINDOW_MS);
		await take({ endpoint: '/slow' });
		// Nobody waits for a day: the next run tries again.
		expect(time.now - slow).toBe(15 * 60_000);
	});

	test('of one endpoint for a day takes nothing from the share of the others', async () => {
		await spend(10);
		(await take({ endpoint: '/slow' })).refused(86_400_000);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(await atOnce()).toBe(LIMIT);
	});
});

describe('the share of a key', () => {
	test('is all of it until a refusal', async () => {
		for (let minute = 0; minute < 5; minute++) {
			expect(await atOnce()).toBeGreaterThanOrEqual(LIMIT - 1);
			await time.until(time.wait(2 * WINDOW_MS));
		}
	});

	test('shrinks to about a half with the first refusal that the own window can’t explain', async () => {
		const after = async (sent: number): Promise<number> => {
			budget = new RateLimiter();
			await spend(sent - 1);
			(await take()).refused(1000);
			await time.until(time.wait(WINDOW_MS + 1));
			return await atOnce();
		};
		expect(await after(60)).toBeLessThan(57);
		expect(await after(59)).toBeLessThan(56);
		expect(await after(59)).toBeGreaterThan(40);
		// It may have been of a moment only: who has just begun isn't held to the few requests that it has sent.
		expect(await after(3)).toBeGreaterThanOrEqual(30);
	});

	test('shrinks to a little less than what was sent with the next ones', async () => {
		await spend(24);
		(await take()).refused(1000);
		(await take()).done();
		(await take()).refused(1000);
		await time.until(time.wait(WINDOW_MS + 1));
		const share = await atOnce();
		expect(share).toBeGreaterThan(24);
		expect(share).toBeLessThan(27 * 0.94 + 11);
	});

	test('stays what it is where n8n has sent more with the credential than the limit', async () => {
		const lease = await take();
		for (let count = 0; count < LIMIT; count++) budget.countUntracked(LIMIT);
		lease.refused(1000);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(await atOnce()).toBe(LIMIT);
	});

	test('shrinks once for requests that were under way together', async () => {
		const together = async (count: number): Promise<number> => {
			budget = new RateLimiter();
			await spend(25);
			const leases: TakenSlot[] = [];
			for (let index = 0; index < 5; index++) leases.push(await take());
			leases.forEach((lease, index) => (index < count ? lease.refused(1000) : lease.done()));
			await time.until(time.wait(2 * WINDOW_MS));
			return await atOnce();
		};
		expect(await together(5)).toBe(await together(1));
	});

	test('is all of it again some minutes after the others have gone', async () => {
		await spend(7);
		(await take()).refused(1000);
		await time.until(time.wait(4.5 * WINDOW_MS));
		expect(await atOnce()).toBe(LIMIT);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(budget.idle).toBe(true);
	});

	test('is kept as long as it is not all of it, so that the budget is not forgotten', async () => {
		await spend(7);
		(await take()).refused(1000);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(budget.idle).toBe(false);
	});
});
