// When a finding is handed over again, from its first run to its last.
import { describe, expect, test } from '@jest/globals';
import { dueForRedelivery, markFailed } from '../../../../nodes/WorkforceOperations/watch/delivery/redelivery.ts';
import { markDelivered, markSucceeded } from '../../../../nodes/WorkforceOperations/watch/core/state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('handing over', () => {
	const none = (): boolean => false;
	const once = markDelivered({}, [{ key: 'a', locator: 7 }], 100);

	test('notes what was handed over, how often, and forgets it when its run has succeeded', () => {
		expect(once).toEqual({ a: { locator: 7, first: 100, at: 100, tries: 1 } });
		expect(markDelivered(once, [{ key: 'a', locator: 7 }], 200)).toEqual({
			a: { locator: 7, first: 100, at: 200, tries: 2 },
		});
		expect(markSucceeded(once, ['a'])).toEqual({});
	});

	test('a failed one is due after a while, which grows with each try, and is given up after the last', () => {
		let pending: typeof once = once;
		const gaps: number[] = [];
		let next = markFailed(pending, ['a'], 3, 100);
		for (let now = 100; next.abandoned.length === 0; next = markFailed(pending, ['a'], 3, now)) {
			gaps.push((next.pending.a?.due ?? 0) - now);
			expect(dueForRedelivery(next.pending, none, 3, now)).toEqual({ due: [], abandoned: [] });
			expect(dueForRedelivery(next.pending, none, 3, now + (gaps.at(-1) ?? 0)).due).toEqual(['a']);
			pending = markDelivered(next.pending, [{ key: 'a', locator: 7 }], now);
			now += 10 * HOUR;
		}
		expect({ abandoned: next.abandoned, pending: next.pending }).toEqual({ abandoned: ['a'], pending: {} });
		expect(gaps).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE]);
	});

	test('one whose run is awaited is left alone for 24 hours', () => {
		expect(dueForRedelivery(once, () => true, 3, 100 + 23 * HOUR).due).toEqual([]);
		expect(dueForRedelivery(once, () => true, 3, 100 + 25 * HOUR).due).toEqual(['a']);
	});

	test('one of which nobody knows the end is due at once, but not for ever', () => {
		expect(dueForRedelivery(once, none, 3, 101).due).toEqual(['a']);
		const often = { a: { locator: 7, first: 100, at: 100, tries: 9 } };
		expect(dueForRedelivery(often, none, 3, 101)).toEqual({ due: [], abandoned: ['a'] });
	});

	test('so many at once, those that were found first', () => {
		const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);
		const pending = Object.fromEntries(
			keys.map((key, index) => [key, { locator: 0, first: 1000 - index, at: 0, tries: 1 }]),
		);
		expect(dueForRedelivery(pending, none, 3, 101).due).toEqual(keys.reverse().slice(0, 25));
	});
});

test('a clock that was ahead when a run failed, and has been put right, does not hold its finding back', () => {
	const ahead = 365 * 24 * HOUR;
	const { pending } = markFailed(markDelivered({}, [{ key: 'a', locator: 0 }], ahead), ['a'], 3, ahead);
	expect(dueForRedelivery(pending, () => false, 3, HOUR).due).toEqual(['a']);
});
