// The figures of a key that others use as well: what a refusal leaves of the share, and how it grows again.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { FairShare } from '../../../../nodes/WorkforceOperations/transport/rateLimit/fairShare.ts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();
let share: FairShare;
beforeEach(() => {
	share = new FairShare();
});

/** The share at moments after the last refusal, in milliseconds. */
const at = (moments: number[], all: number): number[] => {
	const start = time.now;
	return moments.map((moment) => {
		time.now = start + moment;
		return share.of(all);
	});
};

describe('a refusal leaves', () => {
	test.each<{ all: number; sent: number[]; left: number }>([
		{ all: 60, sent: [], left: 60 },
		{ all: 1, sent: [], left: 1 },
		// More than half was sent: a little less of it, or the middle between it and the half.
		{ all: 60, sent: [60], left: 45 },
		{ all: 60, sent: [40], left: 35 },
		{ all: 60, sent: [34], left: 31 },
		{ all: 60, sent: [31], left: 28 },
		{ all: 100, sent: [56], left: 52 },
		// Not more than half: at first the half, and then a little less of what was sent.
		{ all: 60, sent: [30], left: 30 },
		{ all: 60, sent: [1], left: 30 },
		{ all: 60, sent: [1, 20], left: 18 },
		{ all: 60, sent: [1, 30], left: 28 },
		{ all: 60, sent: [1, 6], left: 5 },
		{ all: 60, sent: [1, 1], left: 5 },
		{ all: 120, sent: [1, 1], left: 10 },
		// What was sent counts up to the share.
		{ all: 60, sent: [60, 60], left: 37 },
		// Never less than one.
		{ all: 1, sent: [1], left: 1 },
		{ all: 4, sent: [1, 1], left: 1 },
	])('of $all after $sent: $left', ({ all, sent, left }) => {
		for (const used of sent) share.decrease(used, all);
		expect({ share: share.of(all), whole: share.whole }).toEqual({ share: left, whole: sent.length === 0 });
	});

	test('never more than all, where that is less than it was', () => {
		share.decrease(60, 60);
		expect({ share: share.of(20), whole: share.whole }).toEqual({ share: 20, whole: false });
	});
});

describe('it grows again', () => {
	test('by one each six seconds after one or two refusals', () => {
		share.decrease(1, 60);
		expect(at([5_999, 6_000, 11_999, 12_000], 60)).toEqual([30, 31, 31, 32]);
		share.decrease(20, 60);
		expect(at([5_999, 6_000, 12_000], 60)).toEqual([18, 19, 20]);
	});

	test('by one each 38 seconds after three, and by twice as many each time after 160 quiet seconds', () => {
		for (const used of [100, 100, 93]) share.decrease(used, 600);
		expect(at([0, 37_999, 38_000, 75_999, 76_000], 600)).toEqual([86, 86, 87, 87, 88]);
		time.now -= 76_000;
		expect(at([190_000, 201_999, 202_000, 213_999, 214_000, 226_000], 600)).toEqual([91, 91, 93, 93, 97, 105]);
		share.decrease(93, 600);
		expect(at([0, 37_999, 38_000], 600)).toEqual([86, 86, 87]);
		time.now -= 38_000;
		expect(at([202_000, 214_000], 600)).toEqual([93, 97]);
	});

	test('counts as quiet from 160 seconds on', () => {
		share.decrease(1, 1000);
		// 26 steps of six seconds end at 156 seconds, the 27th at 162.
		expect(at([156_000, 162_000, 173_999, 174_000, 186_000], 1000)).toEqual([526, 527, 527, 529, 533]);
	});

	test('until it is all, and then the next refusal is the first', () => {
		share.decrease(1, 4);
		share.decrease(1, 4);
		share.decrease(1, 4);
		expect(share.of(4)).toBe(1);
		time.now += 3 * 38_000 - 1;
		expect([share.of(4), share.whole]).toEqual([2, false]);
		time.now += 10 * 38_000;
		expect([share.of(4), share.of(9)]).toEqual([4, 9]);
		expect(share.whole).toBe(true);
		share.decrease(1, 4);
		expect(at([5_999, 6_000, 11_999, 12_000], 9)).toEqual([2, 3, 3, 9]);
		expect(share.whole).toBe(true);
	});
});
