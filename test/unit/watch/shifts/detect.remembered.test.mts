// What the engines for conditions, thresholds and lists without dates remember, exactly.
import { describe, expect, test } from '@jest/globals';
import {
	detectConditions,
	type Observation,
	type Reported,
} from '../../../../nodes/WorkforceOperations/watch/shifts/detect.ts';
import { detectNew } from '../../../../nodes/WorkforceOperations/watch/copies/newRecords.ts';
import {
	detectThresholds,
	type ReportedLevel,
	type Threshold,
} from '../../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import type { Finding } from '../../../../nodes/WorkforceOperations/watch/core/finding.ts';

const finding = (key: string, at: number): Finding & { locator: number } => ({
	key,
	at,
	locator: at + 1,
	record: { id: key },
	reason: `${key} is so`,
	numbers: { count: at },
});

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
		stemOf: (key: string) => key,
		isOfNow: () => true,
	};
	type Pairs = Array<[string, number]>;
	const told = (...times: Pairs) =>
		new Map(times.map(([key, at]): [string, Reported] => [key, { at, leavesAt: at, since: at }]));
	/** When each was told, by key. */
	const times = (all: ReadonlyMap<string, Reported>): Record<string, number> =>
		Object.fromEntries([...all].map(([key, { at }]) => [key, at]));

	test('what is told is the whole observation, and what is remembered is when', () => {
		const all = [seen('b', 9), seen('a', 9), seen('c', 8), seen('d', 1, { holds: false })];
		expect(detectConditions(told(['d', 4], ['e', 5]), all, rules)).toEqual({
			findings: [seen('c', 8), seen('a', 9), seen('b', 9)],
			reported: new Map([
				['a', { at: 100, leavesAt: 10, since: 9 }],
				['b', { at: 100, leavesAt: 10, since: 9 }],
				['c', { at: 100, leavesAt: 9, since: 8 }],
				['e', { at: 5, leavesAt: 5, since: 5 }],
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
		expect([seenFirst.findings.map((each) => each.key), times(seenFirst.reported)]).toEqual([expected, { [key]: 100 }]);
	});

	test.each([
		['never', 0, 0, {}, [], 0],
		['before its time', 30, 71, {}, [], 71],
		['at its time', 30, 70, {}, ['a'], 100],
		['of the past', 30, 70, { past: true }, [], 70],
		['told by a clock that was ahead', 30, 500, {}, [], 100],
	] as const)('a repetition: %s', (_, repeatEveryMs, reportedAt, changes, expected, keptAt) => {
		const again = detectConditions(told(['a', reportedAt]), [seen('a', 1, changes)], { ...rules, repeatEveryMs });
		expect([again.findings.map(({ key }) => key), times(again.reported)]).toEqual([expected, { a: keptAt }]);
	});

	test('a repetition that does not fit stays due, counted from the last time', () => {
		const before = told(['a', 10], ['b', 20]);
		const again = detectConditions(before, [seen('a', 2), seen('b', 1)], { ...rules, repeatEveryMs: 5, most: 1 });
		expect([again.findings, times(again.reported), again.waiting]).toEqual([[seen('b', 1)], { a: 10, b: 100 }, 1]);
	});
});

describe('thresholds', () => {
	const rung = (subject: string, step: number, changes: Partial<Threshold> = {}): Threshold => ({
		...finding(`${subject}:${step}`, 10 + step),
		subject,
		cycle: 'r1',
		level: step,
		holds: true,
		...changes,
	});
	const [NOW, TODAY] = [20_000.5 * 86_400_000, 20_000];
	const mark = (cycle: string, level: number, day = TODAY): ReportedLevel => ({ cycle, level, day });
	const told = (known?: ReportedLevel) => new Map(known === undefined ? [] : [['s', known]]);

	test.each<[string, ReportedLevel | undefined, Threshold, string[], ReportedLevel | undefined]>([
		['the first one', undefined, rung('s', 40), ['s:40'], mark('r1', 40)],
		['the same step', mark('r1', 40), rung('s', 40), [], mark('r1', 40)],
		['a step above the one that was told', mark('r1', 40), rung('s', 41), [], mark('r1', 40)],
		['a step below it', mark('r1', 40), rung('s', 39), ['s:39'], mark('r1', 39)],
		['the same step of another run', mark('r0', 40), rung('s', 40), ['s:40'], mark('r1', 40)],
		['no step reached any more', mark('r1', 40), rung('s', 40, { holds: false }), [], undefined],
		['what is seen again has been seen today', mark('r1', 40, 19_000), rung('s', 41), [], mark('r1', 40)],
	])('%s', (_, known, given, expected, kept) => {
		const seen = detectThresholds(told(known), [given], { now: NOW, most: 9 });
		expect([seen.findings.map(({ key }) => key), seen.reported.get('s')]).toEqual([expected, kept]);
	});

	test.each<['now' | 'new', number, string[]]>([
		['now', 19, ['s:9']],
		['new', 19, ['s:9']],
		['new', 20, []],
	])('at the beginning with “%s”, which was at %d', (how, since, expected) => {
		const seen = detectThresholds(told(), [rung('s', 9)], { now: NOW, start: { how, since }, most: 9 });
		expect([seen.findings.map(({ key }) => key), seen.reported.get('s')]).toEqual([expected, mark('r1', 9)]);
	});

	test('the oldest first, what does not fit is not remembered, and what was given stays as it is', () => {
		const before = told(mark('r1', 40, 19_000));
		const twice = rung('a', 5, { reason: 'first copy' });
		const seen = detectThresholds(before, [rung('c', 1), twice, rung('b', 2), rung('a', 5)], { now: NOW, most: 2 });
		expect([seen.findings, seen.waiting]).toEqual([[rung('c', 1), rung('b', 2)], 1]);
		const unseen = ['s', mark('r1', 40, 19_000)] as const;
		expect([...seen.reported]).toEqual([unseen, ['c', mark('r1', 1)], ['b', mark('r1', 2)]]);
		expect([...before]).toEqual([unseen]);
	});
});

describe('lists without dates', () => {
	const one = finding('1', 5);

	test('the baseline takes all, those of the present and the others, and waits with nothing', () => {
		expect(detectNew(new Set(['0']), [one], ['9'], { start: 'new', most: 0 })).toEqual({
			findings: [],
			known: new Set(['0', '9', '1']),
			waiting: 0,
		});
	});

	test('one that comes twice is told once, as its later copy, and who does not fit is not known yet', () => {
		const present = [finding('3', 5), { ...one, reason: 'first copy' }, one, finding('2', 4)];
		const before = new Set(['0']);
		expect(detectNew(before, present, ['9'], { most: 2 })).toEqual({
			findings: [finding('2', 4), one],
			known: new Set(['0', '9', '2', '1']),
			waiting: 1,
		});
		expect(before).toEqual(new Set(['0']));
	});
});
