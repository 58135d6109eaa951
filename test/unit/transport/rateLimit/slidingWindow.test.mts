// When the slots of a minute are taken and freed, to the millisecond.
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
	RateLimiter,
	type SlotRequest,
	type TakenSlot,
} from '../../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { SlidingWindow } from '../../../../nodes/WorkforceOperations/transport/rateLimit/slidingWindow.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { leaseOf } from './lease.mts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();
let window: SlidingWindow;
let budget: RateLimiter;
beforeEach(() => {
	window = new SlidingWindow();
	budget = new RateLimiter();
});

const figures = (): object => ({
	used: window.used,
	polls: window.usedByPolls,
	accepted: window.accepted,
	largest: window.largestLimit,
	freed: window.untilFreed(),
	oldest: window.untilOldestLeaves(),
});
const none = { used: 0, polls: 0, accepted: 0, largest: 0, freed: [], oldest: 60_000 };

describe('the window', () => {
	test('without anything is free', () => {
		expect(figures()).toEqual(none);
		expect([window.untilFewerThan(1), window.untilFewerThan(1, 60)]).toEqual([0, 0]);
	});

	test('keeps a slot until a minute after its answer, told once', () => {
		const slot = window.occupy(60);
		time.now += 100_000;
		const awaited = { ...none, used: 1, largest: 60, freed: [60_000] };
		expect(figures()).toEqual(awaited);
		expect(window.untilFewerThan(1)).toBe(Infinity);
		window.answered(slot);
		expect(figures()).toEqual({ ...awaited, accepted: 1 });
		time.now += 59_999;
		window.answered(slot);
		expect(figures()).toEqual({ ...awaited, accepted: 1, freed: [1], oldest: 1 });
		time.now += 1;
		expect(figures()).toEqual(none);
	});

	test('keeps what is refused up to a minute longer, by chance, and forgets it when told to', () => {
		clock.random = () => 0.25;
		window.answered(window.occupy(60));
		window.refused(window.occupy(60));
		const two = { ...none, used: 2, accepted: 1, largest: 60, freed: [60_000, 60_000] };
		expect(figures()).toEqual(two);
		expect([window.untilFewerThan(3), window.untilFewerThan(2), window.untilFewerThan(1)]).toEqual([0, 60_000, 75_000]);
		window.forgetRefused();
		expect(figures()).toEqual({ ...two, used: 1, freed: [60_000] });
	});

	test('counts what n8n sends itself for two seconds longer, and tells polls and limits apart', () => {
		window.note(30);
		window.occupy(90, true);
		window.answered(window.occupy(60, true));
		expect(figures()).toEqual({
			used: 3,
			polls: 2,
			accepted: 2,
			largest: 90,
			freed: [60_000, 60_000, 60_000],
			oldest: 60_000,
		});
		expect([60, 30, 7].map((limit) => window.untilFewerThan(1, limit))).toEqual([60_000, 62_000, 0]);
		time.now += 61_999;
		expect(window.untilFreed()).toEqual([1, 60_000]);
		expect(window.untilOldestLeaves()).toBe(1);
		time.now += 1;
		expect(window.used).toBe(1);
	});

	test('gives back what was not sent, once', () => {
		const slots = [window.occupy(60), window.occupy(30)] as const;
		expect({
			freed: window.free(slots[0]),
			freedAgain: window.free(slots[0]),
			used: window.used,
			largestLimit: window.largestLimit,
		}).toEqual({ freed: true, freedAgain: false, used: 1, largestLimit: 30 });
	});
});

describe('a budget', () => {
	const take = async (limit: number, claim: SlotRequest = {}): Promise<TakenSlot> =>
		leaseOf(await time.until(budget.take(limit, claim)));

	/** After how many milliseconds each of so many requests was sent. */
	async function moments(count: number, limit: number, claim: SlotRequest = {}): Promise<number[]> {
		const start = time.now;
		const sent: number[] = [];
		for (let index = 0; index < count; index++) {
			(await take(limit, claim)).done();
			sent.push(time.now - start);
		}
		return sent;
	}
	const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

	test('leaves a sixth of the minute to single requests, one each few seconds', async () => {
		expect(await moments(54, 60, { priority: 'poll' })).toEqual([...zeros(51), 6_000, 12_000, 18_000]);
		expect(await moments(6, 60)).toEqual(zeros(6));
	});

	test.each([
		[5, [0, 0, 0, 0, 0, 60_000]],
		[6, [0, 0, 0, 0, 0, 0, 60_000]],
		[12, [...zeros(11), 30_000, 60_000]],
	])('of %i leaves as much as there is to leave', async (limit, expected) =>
		expect(await moments(expected.length, limit, { priority: 'poll' })).toEqual(expected),
	);

	test('takes who has sent a whole minute’s requests for a long reader, and nobody before', async () => {
		const taker = {};
		expect(await moments(59, 60, { taker })).toEqual(zeros(59));
		time.now += 60_000;
		// The first of these is the sixtieth, and the fifty-first behind it has to leave room.
		expect(await moments(53, 60, { taker })).toEqual([...zeros(51), 6_000, 12_000]);
		expect(budget.usage(60, taker)).toEqual({ sent: 112, left: 7 });
		expect(budget.usage(100, {})).toEqual({ sent: 0, left: 47 });
		expect(budget.usage(10, {})).toEqual({ sent: 0, left: 7 });
	});

	test('waits longer and longer after one refusal after another, and as before after an answer', async () => {
		const waits: number[] = [];
		const refuse = async (): Promise<void> => {
			const start = time.now;
			(await take(60)).refused(1000);
			(await take(60)).unused();
			waits.push(time.now - start);
		};
		for (let count = 0; count < 4; count++) await refuse();
		(await take(60)).done();
		time.now += 1;
		await refuse();
		clock.jitter = () => 0.5;
		await refuse();
		expect(waits).toEqual([1000, 5000, 6250, 7812.5, 1000, 2500]);
	});

	test('gives back a place to the next who waits at once, and counts it for neither twice', async () => {
		const [first, next] = [{}, {}];
		const lease = await take(1, { taker: first });
		const start = time.now;
		const second = budget.take(1, { taker: next });
		lease.unused();
		await time.until(second);
		expect(time.now).toBe(start);
		lease.unused();
		lease.done();
		expect([first, next].map((taker) => budget.usage(1, taker))).toEqual([
			{ sent: 0, left: 0 },
			{ sent: 1, left: 0 },
		]);
	});

	test('is held back up to a second longer than it was told, by chance, and for a window at most', async () => {
		clock.random = () => 1;
		expect((await take(60)).refused(1000)).toBe(1000);
		expect(budget.idle).toBe(false);
		expect(await moments(1, 60)).toEqual([2000]);
		time.now += 300_000;
		expect((await take(60, { endpoint: '/slow' })).refused(60_001)).toBe(60_001);
		const start = time.now;
		expect(await moments(1, 60)).toEqual([61_000]);
		await take(60, { endpoint: '/slow' });
		expect(time.now - start).toBe(61_000);
	});

	test.each([
		[1, 1],
		[3, 1],
		[5, 1],
		[6, 2],
		[60, 20],
	])('of %i leaves polls %i of what is free', (limit, expected) => expect(budget.leftForPolls(limit)).toBe(expected));

	test('leaves polls what their freeze, other requests and those who wait leave them', async () => {
		const left = (limit = 60): number => budget.leftForPolls(limit);
		budget.freeze(1000);
		time.now += 999;
		expect({ left: left(), idle: budget.idle }).toEqual({ left: 0, idle: false });
		time.now += 1;
		expect({ left: left(), idle: budget.idle }).toEqual({ left: 20, idle: true });
		budget.freeze(1000, '/slow');
		const waiting = budget.take(60, { endpoint: '/slow' });
		expect(left()).toBe(19);
		leaseOf(await time.until(waiting)).unused();
		await moments(30, 60);
		expect({ of60: left(60), of90: left(90) }).toEqual({ of60: 10, of90: 20 });
		await moments(27, 60);
		expect({ of60: left(60), of90: left(90) }).toEqual({ of60: 1, of90: 11 });
		await moments(1, 60, { priority: 'poll' });
		expect(left()).toBe(0);
		time.now += 60_000;
		await moments(12, 60, { priority: 'poll' });
		expect(left()).toBe(8);
		await moments(8, 60, { priority: 'poll' });
		expect(left()).toBe(0);
	});
});
