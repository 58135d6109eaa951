// When a condition is told, told again, and forgotten.
import { describe, expect, test } from '@jest/globals';
import { detectConditions, type Reported } from '../../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import type { Observation } from '../../../../nodes/WorkforceOperations/watch/shifts/shift.ts';

type ConditionRules = Parameters<typeof detectConditions>[2];

const MINUTE = 60_000;

const seen = (key: string, at: number, changes: Partial<Observation> = {}): Observation => ({
	key,
	at,
	locator: at,
	holds: true,
	past: false,
	record: {},
	reason: `${key} is so`,
	numbers: {},
	...changes,
});

const later = (now: number, changes: Partial<ConditionRules> = {}): ConditionRules => ({
	now,
	begin: 0,
	repeatEveryMs: 0,
	most: 100,
	...changes,
});

const none: ReadonlyMap<string, Reported> = new Map();

/** What was told at these times. */
const known = (...times: Array<[string, number]>) =>
	new Map(times.map(([key, at]): [string, Reported] => [key, { at, leavesAt: at }]));

/** When each was told, by key. */
const times = (all: ReadonlyMap<string, Reported>): Record<string, number> =>
	Object.fromEntries([...all].map(([key, { at }]) => [key, at]));

const keys = ({ findings }: { findings: Array<{ key: string }> }): string[] => findings.map(({ key }) => key);

describe('the condition engine', () => {
	test('tells each key once for as long as its condition holds', () => {
		const first = detectConditions(none, [seen('a', 5), seen('b', 3)], later(10));
		expect(keys(first)).toEqual(['b', 'a']);
		expect(keys(detectConditions(first.reported, [seen('a', 5), seen('b', 3)], later(20)))).toEqual([]);
	});

	test('forgets a key whose condition has ended or whose moment has left the window, and tells it when it begins anew', () => {
		const { reported: told } = detectConditions(none, [seen('a', 1), seen('b', 1)], later(10));
		const ended = detectConditions(told, [seen('a', 1, { holds: false })], later(20, { begin: 2 }));
		expect(ended.reported).toEqual(new Map());
		expect(keys(detectConditions(ended.reported, [seen('a', 1), seen('b', 1)], later(30)))).toEqual(['a', 'b']);
	});

	test('forgets nothing because it isn’t there, once or often, until its moment has left the window', () => {
		let { reported: told } = detectConditions(none, [seen('a', 5), seen('b', 9)], later(10));
		for (let now = 11; now < 20; now++) ({ reported: told } = detectConditions(told, [], later(now, { begin: 5 })));
		expect(keys(detectConditions(told, [seen('a', 5), seen('b', 9)], later(20, { begin: 5 })))).toEqual([]);
		({ reported: told } = detectConditions(told, [], later(20, { begin: 6 })));
		expect([...told.keys()]).toEqual(['b']);
	});

	test('keeps in mind what is there, wherever its moment lies, and nothing for ever that is dated far ahead', () => {
		const { reported: told } = detectConditions(none, [seen('a', 1), seen('far', 9e15)], later(10, { begin: 5 }));
		expect(keys(detectConditions(told, [seen('a', 1)], later(20, { begin: 9 })))).toEqual([]);
		const day = 24 * 60 * MINUTE;
		expect(detectConditions(told, [], later(30, { begin: 10 + day })).reported.has('far')).toBe(true);
		expect(detectConditions(told, [], later(30, { begin: 11 + day })).reported.has('far')).toBe(false);
	});

	test('where what is missing is over, forgets what a whole list should hold, and tells it when it is back', () => {
		// The list reaches to the very moment of the first one.
		const all = [seen('a', 19), seen('b', 9), seen('c', 30)];
		const { reported: told } = detectConditions(none, all, later(10));
		const left = detectConditions(told, [seen('b', 9)], later(11, { endsMissing: 20 }));
		expect([...left.reported.keys()]).toEqual(['b', 'c']);
		expect(keys(detectConditions(left.reported, all, later(12, { endsMissing: 20 })))).toEqual(['a']);
		// An empty list proves nothing.
		expect(detectConditions(told, [], later(11, { endsMissing: 20 })).reported.size).toBe(3);
	});

	test('what is kept for long is known for as long, and what comes once is never repeated', () => {
		const status = seen('status', 10, { keptMs: 1000, once: true });
		const { reported: told } = detectConditions(none, [status], later(10, { repeatEveryMs: 1 }));
		const after = detectConditions(told, [seen('a', 500)], later(500, { begin: 490, endsMissing: 600 }));
		expect(keys(detectConditions(after.reported, [status], later(501, { repeatEveryMs: 1 })))).toEqual([]);
		expect(detectConditions(told, [], later(1100, { begin: 1011 })).reported.size).toBe(0);
	});

	test('does not change what it was given', () => {
		const told = new Map([['a', { at: 1, leavesAt: 1 }]]);
		detectConditions(told, Object.freeze([seen('a', 1, { holds: false }), seen('b', 1)]) as Observation[], later(10));
		expect(told).toEqual(new Map([['a', { at: 1, leavesAt: 1 }]]));
	});

	test('hands over so many at once, the oldest first, and the rest with the next polls', () => {
		const all = [seen('c', 3), seen('a', 1), seen('b', 2)];
		const first = detectConditions(none, all, later(10, { most: 2 }));
		expect({ keys: keys(first), waiting: first.waiting }).toEqual({ keys: ['a', 'b'], waiting: 1 });
		expect(keys(detectConditions(first.reported, all, later(11, { most: 2 })))).toEqual(['c']);
		expect(keys(detectConditions(none, all, later(10, { most: 0 })))).toEqual([]);
	});

	test('a record that comes twice counts as its later copy', () => {
		expect(keys(detectConditions(none, [seen('a', 1), seen('a', 1, { holds: false })], later(10)))).toEqual([]);
		expect(keys(detectConditions(none, [seen('a', 1, { holds: false }), seen('a', 1)], later(10)))).toEqual(['a']);
	});

	describe('at the first poll', () => {
		const all = [seen('old', 50), seen('fresh', 150), seen('over', 40, { past: true })];

		test('what went over while nobody looked is told afterwards all the same', () => {
			expect(keys(detectConditions(none, [seen('over', 40, { past: true })], later(200)))).toEqual(['over']);
		});

		test('what had to wait is told by the next poll', () => {
			const first = detectConditions(none, all, later(200, { start: { how: 'now', since: 100 }, most: 1 }));
			expect(keys(detectConditions(first.reported, all, later(201)))).toEqual(['fresh']);
		});
	});

	test.each([['constructor'], ['__proto__'], ['日本'], ['A/1']])('%s is a key like any other', (key) => {
		const first = detectConditions(none, [seen(key, 1)], later(10));
		expect(keys(first)).toEqual([key]);
		expect(keys(detectConditions(first.reported, [seen(key, 1)], later(11)))).toEqual([]);
	});

	test('what is told is the whole observation, and what is remembered is when', () => {
		const whole = (key: string, at: number, changes: Partial<Observation> = {}): Observation =>
			seen(key, at, { locator: at + 1, record: { id: key }, numbers: { count: at }, ...changes });
		const all = [whole('b', 9), whole('a', 9), whole('c', 8), whole('d', 1, { holds: false })];
		expect(detectConditions(known(['d', 4], ['e', 5]), all, later(100))).toEqual({
			findings: [whole('c', 8), whole('a', 9), whole('b', 9)],
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
		['now', seen('a', 49), ['a']],
		['now', seen('a', 99, { past: true }), []],
		['new', seen('a', 49), []],
		['new', seen('a', 50), ['a']],
		['new', seen('a', 50, { past: true }), ['a']],
	] as const)('at the first poll with “%s” %j is told as %j', (how, observation, expected) => {
		const seenFirst = detectConditions(none, [observation], later(100, { start: { how, since: 50 } }));
		expect({ findings: seenFirst.findings.map((each) => each.key), times: times(seenFirst.reported) }).toEqual({
			findings: expected,
			times: { a: 100 },
		});
	});

	test.each([
		['never', 0, 0, {}, [], 0],
		['before its time', 30, 71, {}, [], 71],
		['at its time', 30, 70, {}, ['a'], 100],
		['of the past', 30, 70, { past: true }, [], 70],
		['told by a clock that was ahead', 30, 500, {}, [], 100],
	] as const)('a repetition: %s', (_, repeatEveryMs, reportedAt, changes, expected, keptAt) => {
		const again = detectConditions(known(['a', reportedAt]), [seen('a', 1, changes)], later(100, { repeatEveryMs }));
		expect({ key: again.findings.map(({ key }) => key), times: times(again.reported) }).toEqual({
			key: expected,
			times: { a: keptAt },
		});
	});

	test('a repetition that does not fit stays due, counted from the last time', () => {
		const before = known(['a', 10], ['b', 20]);
		const again = detectConditions(before, [seen('a', 2), seen('b', 1)], later(100, { repeatEveryMs: 5, most: 1 }));
		expect({ ...again, reported: times(again.reported) }).toMatchObject({
			findings: [seen('b', 1)],
			reported: { a: 10, b: 100 },
			waiting: 1,
		});
	});
});
