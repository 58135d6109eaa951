// What holds for a while is told once: the rule that all families of such events share.
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { detectOnce, isDueAgain } from '../../../../nodes/WorkforceOperations/watch/core/once.ts';
import { finding } from '../finding.mts';

type Said = 'leave' | 'forget' | 'keep' | 'tell' | 'repeat';

/** Findings whose reason is what the family says of them. */
const said = (key: string, at: number, reason: Said): Finding => ({ ...finding(key, at), reason });

const look = (reported: Record<string, string>, seen: Finding[], most = 10, repeated: Finding[] = []) => {
	const {
		findings,
		reported: kept,
		waiting,
	} = detectOnce(new Map(Object.entries(reported)), seen, {
		keyOf: ({ key }) => key,
		judge: ({ reason }) => reason as Said,
		entryOf: ({ key }, known) => `${known ?? 'new'} ${key}`,
		most,
		repeated,
	});
	return { told: findings.map(({ key }) => key), kept: Object.fromEntries(kept), waiting };
};

describe('A key is told once while it holds', () => {
	test.each<[Said, object]>([
		['leave', { told: [], kept: { a: 'before' }, waiting: 0 }],
		['forget', { told: [], kept: {}, waiting: 0 }],
		['keep', { told: [], kept: { a: 'before a' }, waiting: 0 }],
		['tell', { told: ['a'], kept: { a: 'new a' }, waiting: 0 }],
		['repeat', { told: ['a'], kept: { a: 'new a' }, waiting: 0 }],
	])('%s', (verdict, expected) => {
		expect(look({ a: 'before' }, [said('a', 1, verdict)])).toEqual(expected);
	});

	test('what is left alone, or has to wait for the next poll, isn’t remembered by that', () => {
		expect(look({}, [said('a', 1, 'leave'), said('b', 2, 'tell')], 0)).toEqual({ told: [], kept: {}, waiting: 1 });
	});

	test('what is too much to be repeated stays known', () => {
		expect(look({ a: 'before' }, [said('a', 1, 'repeat')], 0)).toEqual({
			told: [],
			kept: { a: 'before a' },
			waiting: 1,
		});
	});

	test('what was never told comes before repetitions, whichever is older; what is told is told oldest first', () => {
		const seen = [said('c', 3, 'tell'), said('a', 1, 'repeat'), said('b', 2, 'tell')];
		expect(look({ a: 'before' }, seen, 2)).toMatchObject({ told: ['b', 'c'], waiting: 1 });
		expect(look({ a: 'before' }, seen)).toMatchObject({ told: ['a', 'b', 'c'], waiting: 0 });
	});

	test('records that were read by themselves are repeated with the others, oldest first', () => {
		const beyond = [said('z', 9, 'repeat'), said('y', 0, 'repeat')];
		expect(look({ a: 'before' }, [said('a', 1, 'repeat')], 2, beyond)).toMatchObject({ told: ['y', 'a'], waiting: 1 });
	});

	test('of one that comes twice the later copy counts', () => {
		expect(look({}, [said('a', 1, 'tell'), said('a', 1, 'leave')])).toEqual({ told: [], kept: {}, waiting: 0 });
	});
});

test.each([
	[0, 500, 1500, false],
	[1000, 500, 1500, true],
	[1000, 501, 1500, false],
	// A clock that was set back.
	[1000, 99_000, 1500, false],
])('repeated every %i ms, told at %i, it is %i: due again %s', (repeatEveryMs, at, now, isDue) => {
	expect(isDueAgain({ at }, { now, repeatEveryMs })).toBe(isDue);
});
