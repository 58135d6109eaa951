import { describe, expect, test } from '@jest/globals';
import { dueForRedelivery, markFailed } from '../../../../nodes/WorkforceOperations/watch/delivery/redelivery.ts';
import { pollIntervalMs } from '../../../../nodes/WorkforceOperations/watch/pollInterval.ts';
import { hasSucceeded } from '../../../../nodes/WorkforceOperations/watch/delivery/deliver.ts';
import {
	markDelivered,
	markSucceeded,
	newerState,
	packState,
	unpackState,
	type WatchState,
} from '../../../../nodes/WorkforceOperations/watch/core/state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const state: WatchState = {
	owner: 'o',
	subject: 's',
	born: 5,
	revision: 2,
	since: 4,
	start: 'now',
	readTo: 9,
	engine: { told: { a: 1 } },
	pending: { a: { locator: 1, first: 2, at: 3, tries: 1 }, b: { locator: 1, first: 2, at: 3, tries: 2, due: 8 } },
};

describe('the stored state', () => {
	test('comes back as it was, over the database', () => {
		expect(unpackState(JSON.parse(JSON.stringify(packState(state))))).toEqual(state);
	});

	test.each([
		[undefined],
		['text'],
		[[]],
		[{ ...packState(state), owner: 7 }],
		[{ ...packState(state), revision: 'many' }],
		[{ ...packState(state), born: -1 }],
	])('%j is none of ours', (value) => {
		expect(unpackState(value)).toBeUndefined();
	});

	test('what is odd in it is left out, not the rest', () => {
		const odd = {
			...packState(state),
			start: 'later',
			readTo: null,
			engine: [],
			pending: { a: 'x', b: [1, 2], c: [1, 2, 3, 1] },
		};
		expect(unpackState(odd)).toMatchObject({ engine: {}, pending: { c: { tries: 1 } } });
		expect(Object.keys(unpackState(odd)?.pending ?? {})).toEqual(['c']);
	});

	test('a thousand findings that are handed over and three thousand told take less than 200 kB', () => {
		const time = 1_782_896_405_158;
		const pending = Object.fromEntries(
			Array.from({ length: 1000 }, (_, id) => [
				String(900_000 + id),
				{ locator: time, first: time, at: time, tries: 1 },
			]),
		);
		const told = Object.fromEntries(Array.from({ length: 3000 }, (_, id) => [String(900_000 + id), time]));
		expect(JSON.stringify(packState({ ...state, pending, engine: { told } })).length).toBeLessThan(200_000);
	});

	test.each([
		['the later revision', { ...state, revision: 3 }, state, 3],
		['what is stored, if another process went on', state, { ...state, revision: 4 }, 4],
		['what was begun later, whatever the revision', { ...state, born: 6, revision: 0 }, { ...state, revision: 9 }, 0],
	])('of two copies %s counts', (_, remembered, stored, revision) => {
		expect(newerState(remembered, stored)?.revision).toBe(revision);
		expect(newerState(undefined, stored)).toBe(stored);
		expect(newerState(remembered, undefined)).toBe(remembered);
	});
});

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
		for (let now = 100; ; now += 10 * HOUR) {
			const next = markFailed(pending, ['a'], 3, now);
			if (next.abandoned.length > 0) {
				expect([next.abandoned, next.pending]).toEqual([['a'], {}]);
				break;
			}
			gaps.push((next.pending.a?.due ?? 0) - now);
			expect(dueForRedelivery(next.pending, none, 3, now)).toEqual({ due: [], abandoned: [] });
			expect(dueForRedelivery(next.pending, none, 3, now + (gaps.at(-1) ?? 0)).due).toEqual(['a']);
			pending = markDelivered(next.pending, [{ key: 'a', locator: 7 }], now);
		}
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

describe('the end of a run', () => {
	const run = (status: string, task?: object): object => ({
		status,
		data: { resultData: { lastNodeExecuted: 'Last', runData: { Last: task === undefined ? [] : [{}, task] } } },
	});

	test.each([
		['a success', run('success'), true],
		['one that waits', run('waiting'), true],
		['an error', run('error', { error: {} }), false],
		['an error of a last node that went on', run('error', { error: {}, data: {} }), true],
		['a crash', run('crashed'), false],
		['one that was stopped', run('canceled'), false],
		['a status alone', { status: 'success' }, true],
		['an error without data', { status: 'error' }, false],
		['nothing', undefined, false],
	])('%s', (_, ended, expected) => {
		expect(hasSucceeded(ended)).toBe(expected);
	});
});

describe('the interval of the polls', () => {
	const cron = (cronExpression: string): object => ({ mode: 'custom', cronExpression });

	test.each([
		['every minute', [{ mode: 'everyMinute' }], MINUTE],
		['every hour', [{ mode: 'everyHour', minute: 5 }], HOUR],
		['every five minutes', [{ mode: 'everyX', value: 5, unit: 'minutes' }], 5 * MINUTE],
		['every two hours', [{ mode: 'everyX', value: 2, unit: 'hours' }], 2 * HOUR],
		['every day', [{ mode: 'everyDay' }], 24 * HOUR],
		['the shortest of several', [{ mode: 'everyDay' }, { mode: 'everyHour' }], HOUR],
		['five fields', [cron('*/5 * * * *')], 5 * MINUTE],
		['six fields', [cron('10 * * * * *')], MINUTE],
		['certain minutes', [cron('0,20 * * * *')], 40 * MINUTE],
		['certain hours', [cron('0 6-18/4 * * *')], 12 * HOUR],
		['certain days', [cron('0 6 * * 1')], 7 * 24 * HOUR],
		['nothing', [], MINUTE],
		['something else', 'x', MINUTE],
	])('%s', (_, item, expected) => {
		expect(pollIntervalMs({ item })).toBe(expected);
	});
});

test('a clock that was ahead when a run failed, and has been put right, does not hold its finding back', () => {
	const ahead = 365 * 24 * HOUR;
	const { pending } = markFailed(markDelivered({}, [{ key: 'a', locator: 0 }], ahead), ['a'], 3, ahead);
	expect(dueForRedelivery(pending, () => false, 3, HOUR).due).toEqual(['a']);
});
