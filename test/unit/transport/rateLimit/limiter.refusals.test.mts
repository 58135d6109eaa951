import { beforeEach, describe, expect, test } from '@jest/globals';
import {
	RateLimiter,
	type SlotRequest,
	type TakenSlot,
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

const take = async (claim: SlotRequest = {}): Promise<TakenSlot> =>
	leaseOf(await time.until(budget.take(LIMIT, claim)));

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
	test('that does not say holds it back until the oldest request leaves the window', async () => {
		await spend(budget, 1, LIMIT);
		await time.until(time.wait(15_000));
		expect((await take()).refused()).toBe(45_000);
		expect(await waiting()).toBe(45_000);
	});

	test('after many others holds it back for a window, because what it says has not helped', async () => {
		for (let count = 0; count < 20; count++) {
			(await take()).refused(1000);
			(await take()).unused();
		}
		(await take()).refused(1000);
		expect(await waiting()).toBe(WINDOW_MS);
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
		await spend(budget, 10, LIMIT);
		(await take({ endpoint: '/slow' })).refused(86_400_000);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(await atOnce()).toBe(LIMIT);
	});
});

describe('the share of a key', () => {
	// A minute after the refusal it has grown by ten.
	test.each<{ name: string; sent: number[]; share: number }>([
		{ name: 'to three quarters where all was sent', sent: [60], share: 45 + 10 },
		{ name: 'a little more where less was sent', sent: [59], share: 44 + 10 },
		{ name: 'to a half where little was sent: it may have been of a moment only', sent: [3], share: 30 + 10 },
		{ name: 'to a little less than what was sent by the next refusal', sent: [25, 2], share: 25 + 10 },
	])('shrinks $name', async ({ sent, share }) => {
		for (const count of sent) {
			await time.until(spend(budget, count - 1, LIMIT));
			(await take()).refused(1000);
		}
		await time.until(time.wait(WINDOW_MS + 1));
		expect(await atOnce()).toBe(share);
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
			await spend(budget, 25, LIMIT);
			const leases: TakenSlot[] = [];
			for (let index = 0; index < 5; index++) leases.push(await take());
			leases.forEach((lease, index) => (index < count ? lease.refused(1000) : lease.done()));
			await time.until(time.wait(2 * WINDOW_MS));
			return await atOnce();
		};
		expect(await together(5)).toBe(await together(1));
	});

	test('is all of it again some minutes after the others have gone, and is kept until then', async () => {
		await spend(budget, 7, LIMIT);
		(await take()).refused(1000);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(budget.idle).toBe(false);
		await time.until(time.wait(2.5 * WINDOW_MS));
		expect(await atOnce()).toBe(LIMIT);
		await time.until(time.wait(2 * WINDOW_MS));
		expect(budget.idle).toBe(true);
	});
});
