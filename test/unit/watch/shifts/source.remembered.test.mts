// What the engine for conditions remembers, exactly.
import { describe, expect, test } from '@jest/globals';
import { detectConditions, type Reported } from '../../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import type { Observation } from '../../../../nodes/WorkforceOperations/watch/shifts/shift.ts';
import { finding } from '../finding.mts';

describe('conditions', () => {
	const seen = (key: string, at: number, changes: Partial<Observation> = {}): Observation => ({
		...finding(key, at),
		holds: true,
		past: false,
		...changes,
	});
	const rules = {
		now: 100,
		begin: 0,
		repeatEveryMs: 0,
		most: 10,
	};
	type Pairs = Array<[string, number]>;
	const told = (...times: Pairs) => new Map(times.map(([key, at]): [string, Reported] => [key, { at, leavesAt: at }]));
	/** When each was told, by key. */
	const times = (all: ReadonlyMap<string, Reported>): Record<string, number> =>
		Object.fromEntries([...all].map(([key, { at }]) => [key, at]));

	test('what is told is the whole observation, and what is remembered is when', () => {
		const all = [seen('b', 9), seen('a', 9), seen('c', 8), seen('d', 1, { holds: false })];
		expect(detectConditions(told(['d', 4], ['e', 5]), all, rules)).toEqual({
			findings: [seen('c', 8), seen('a', 9), seen('b', 9)],
			reported: new Map([
				['a', { at: 100, leavesAt: 10 }],
				['b', { at: 100, leavesAt: 10 }],
				['c', { at: 100, leavesAt: 9 }],
				['e', { at: 5, leavesAt: 5 }],
			]),
			waiting: 0,
		});
	});

	test.each([
		['now', seen('a', 49), ['a'], 'a'],
		['now', seen('a', 99, { past: true }), [], 'a'],
		['new', seen('a', 49), [], 'a'],
		['new', seen('a', 50), ['a'], 'a'],
		['new', seen('a', 50, { past: true }), ['a'], 'a'],
	] as const)('at the first poll with “%s” %j is told as %j', (how, observation, expected, key) => {
		const seenFirst = detectConditions(told(), [observation], { ...rules, start: { how, since: 50 } });
		expect({ findings: seenFirst.findings.map((each) => each.key), times: times(seenFirst.reported) }).toEqual({
			findings: expected,
			times: { [key]: 100 },
		});
	});

	test.each([
		['never', 0, 0, {}, [], 0],
		['before its time', 30, 71, {}, [], 71],
		['at its time', 30, 70, {}, ['a'], 100],
		['of the past', 30, 70, { past: true }, [], 70],
		['told by a clock that was ahead', 30, 500, {}, [], 100],
	] as const)('a repetition: %s', (_, repeatEveryMs, reportedAt, changes, expected, keptAt) => {
		const again = detectConditions(told(['a', reportedAt]), [seen('a', 1, changes)], { ...rules, repeatEveryMs });
		expect({ key: again.findings.map(({ key }) => key), times: times(again.reported) }).toEqual({
			key: expected,
			times: { a: keptAt },
		});
	});

	test('a repetition that does not fit stays due, counted from the last time', () => {
		const before = told(['a', 10], ['b', 20]);
		const again = detectConditions(before, [seen('a', 2), seen('b', 1)], { ...rules, repeatEveryMs: 5, most: 1 });
		expect({ ...again, reported: times(again.reported) }).toMatchObject({
			findings: [seen('b', 1)],
			reported: { a: 10, b: 100 },
			waiting: 1,
		});
	});
});
