// What waits is told once, again where that is wanted, and is over only when its record or two complete lists say so.
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import {
	detectWaiting,
	type ReportedRecord,
	reportedWaiting,
	unlisted,
} from '../../../../nodes/WorkforceOperations/watch/waiting/detect.ts';
import type { WaitingRecord } from '../../../../nodes/WorkforceOperations/watch/waiting/rules.ts';
import { HOUR, NOW } from '../fakePoll.mts';

const BEGIN = NOW - 100 * HOUR;

/** A record of a shift that ended so many hours ago, of which 24 have to pass. */
const record = (key: string, hoursAgo = 30, changes: Partial<WaitingRecord> = {}): WaitingRecord => {
	const since = NOW - hoursAgo * HOUR;
	return {
		...{ key, at: since + 24 * HOUR, locator: since - 8 * HOUR, since, record: {}, reason: '', numbers: {} },
		...{ holds: hoursAgo >= 24, ...changes },
	};
};

const told = (changes: Partial<ReportedRecord> = {}): ReportedRecord => ({
	...{ at: NOW - 5 * HOUR, place: NOW - 40 * HOUR, isMissing: false },
	...changes,
});

const rules = { now: NOW, begin: BEGIN, repeatEveryMs: 0, most: 10, waitsAnew: false };
const detect = (
	known: Array<[string, ReportedRecord]>,
	listed: WaitingRecord[],
	changes: Partial<Parameters<typeof detectWaiting>[2]> = {},
) => detectWaiting(new Map(known), listed, { ...rules, lacking: [], older: [], answers: new Map(), ...changes });
const keys = (findings: Finding[]): string[] => findings.map(({ key }) => key);

describe('what is listed', () => {
	test('is told once it has waited long enough, oldest first, and remembered', () => {
		const seen = detect([], [record('1', 30), record('2', 50), record('3', 20)]);
		expect(keys(seen.findings)).toEqual(['2', '1']);
		expect([...seen.told]).toEqual([
			['2', { at: NOW, place: NOW - 58 * HOUR, isMissing: false }],
			['1', { at: NOW, place: NOW - 38 * HOUR, isMissing: false }],
		]);
	});

	test('is not told twice, and is not missing any more', () => {
		const seen = detect([['1', told({ isMissing: true })]], [record('1')]);
		expect([keys(seen.findings), seen.told.get('1')]).toEqual([[], told({ place: NOW - 38 * HOUR })]);
	});

	test('is over when it says so, and is told when it waits again', () => {
		const seen = detect([['1', told()]], [record('1', 30, { state: 'over', holds: false })]);
		expect({ keys: keys(seen.findings), told: [...seen.told] }).toEqual({ keys: [], told: [] });
		expect(keys(detect([...seen.told], [record('1')]).findings)).toEqual(['1']);
	});

	test('stays told while its times are corrected, whatever they are then', () => {
		for (const changes of [
			{ since: undefined, holds: false },
			{ since: NOW - HOUR, holds: false },
			{ since: NOW - HOUR },
		])
			expect(detect([['1', told()]], [record('1', 30, changes)]).told.has('1')).toBe(true);
	});

	test('that was submitted anew waits anew', () => {
		const anew = { waitsAnew: true };
		const before: Array<[string, ReportedRecord]> = [['1', told({ at: NOW - 40 * HOUR })]];
		expect(keys(detect(before, [record('1', 30)], anew).findings)).toEqual(['1']);
		expect(keys(detect(before, [record('1', 30)]).findings)).toEqual([]);
		expect(keys(detect(before, [record('1', 40)], anew).findings)).toEqual([]);
		const soon = detect(before, [record('1', 20)], anew);
		expect({ keys: keys(soon.findings), at: soon.told.get('1')?.at }).toEqual({ keys: [], at: NOW - 40 * HOUR });
	});

	test('comes twice where it moved between two pages: the later copy counts', () => {
		const copies = [record('1'), record('1', 30, { state: 'over', holds: false })];
		expect(keys(detect([], copies).findings)).toEqual([]);
	});

	test('and fits into no poll any more waits for the next, and so do repetitions before what was never told', () => {
		const listed = [record('1', 30), record('2', 60), record('3', 50)];
		const seen = detect([['2', told()]], listed, { most: 1, repeatEveryMs: HOUR });
		expect({ keys: keys(seen.findings), waiting: seen.waiting }).toEqual({ keys: ['3'], waiting: 2 });
		const next = detect([...seen.told], listed, { most: 2, repeatEveryMs: HOUR });
		expect({ keys: keys(next.findings), waiting: next.waiting }).toEqual({ keys: ['2', '1'], waiting: 0 });
		expect([...next.told.values()].map(({ at }) => at)).toEqual([NOW, NOW, NOW]);
	});
});

describe('the first poll', () => {
	const listed = [record('old', 60), record('at', 25), record('new', 24.1), record('soon', 20)];

	test.each([
		{ how: 'now', told: ['old', 'at', 'new'] },
		{ how: 'new', told: ['at', 'new'] },
	] as const)('with “$how” tells $told, and knows all of them', ({ how, told: expected }) => {
		const seen = detect([], listed, { start: { how, since: NOW - HOUR } });
		expect(keys(seen.findings)).toEqual(expected);
		expect([...seen.told.keys()].sort()).toEqual(['at', 'new', 'old']);
	});
});

describe('Repeat Every', () => {
	test.each([
		{ every: 0, ago: 1000, again: [] },
		{ every: 6, ago: 5, again: [] },
		{ every: 5, ago: 5, again: ['1'] },
		// Of a clock that was ahead.
		{ every: 5, ago: -20, again: [] },
	])('$every hours: $ago hours after it was told, it tells $again', ({ every, ago, again }) => {
		const seen = detect([['1', told({ at: NOW - ago * HOUR })]], [record('1')], { repeatEveryMs: every * HOUR });
		expect(keys(seen.findings)).toEqual(again);
		expect(seen.told.get('1')?.at).toBeLessThanOrEqual(NOW);
	});

	test('leaves out what does not hold for now', () => {
		const seen = detect([['1', told()]], [record('1', 20)], { repeatEveryMs: HOUR });
		expect([keys(seen.findings), seen.told.has('1')]).toEqual([[], true]);
	});
});

describe('what a list lacks', () => {
	const lacking = ['1'];
	const others = [record('2', 1)];
	const missing = told({ isMissing: true });

	test('is over with the second complete list in a row', () => {
		const first = detect([['1', told()]], others, { lacking });
		expect([...first.told]).toEqual([['1', missing]]);
		expect([...detect([...first.told], others, { lacking }).told]).toEqual([]);
		// It stood in the one between.
		const between = detect([...first.told], [record('1'), ...others]);
		expect(detect([...between.told], others, { lacking }).told.has('1')).toBe(true);
		// What may be incomplete names none.
		expect([...detect([...first.told], others).told]).toEqual([['1', missing]]);
	});

	/** What its own record answers; whether it stays known after one list without it, after the second, and after two empty ones. */
	interface Asked {
		says: string;
		answer: WaitingRecord | 'gone' | undefined;
		stays: { afterOne: boolean; afterTwo: boolean; afterEmpty: boolean };
	}
	test.each<Asked>([
		{
			says: 'is approved',
			answer: record('1', 30, { state: 'over', holds: false }),
			stays: { afterOne: false, afterTwo: false, afterEmpty: false },
		},
		{ says: 'says nothing', answer: record('1'), stays: { afterOne: true, afterTwo: false, afterEmpty: false } },
		{
			says: 'says that it waits',
			answer: record('1', 30, { state: 'waiting' }),
			stays: { afterOne: true, afterTwo: false, afterEmpty: true },
		},
		{ says: 'is not found', answer: 'gone', stays: { afterOne: true, afterTwo: false, afterEmpty: false } },
		{ says: 'could not be read', answer: undefined, stays: { afterOne: true, afterTwo: false, afterEmpty: true } },
	])('and whose own record $says, stays known: $stays', ({ answer, stays }) => {
		const answers = new Map(answer === undefined ? [] : [['1', answer] as const]);
		const after = (entry: ReportedRecord, listed: WaitingRecord[]): boolean =>
			detect([['1', entry]], listed, { lacking, answers }).told.has('1');
		expect({
			afterOne: after(told(), others),
			afterTwo: after(missing, others),
			afterEmpty: after(missing, []),
		}).toEqual(stays);
	});
});

describe('which are asked for by their ids', () => {
	const window = { now: NOW, begin: BEGIN, repeatEveryMs: 0 };
	const all = new Map([
		['inside', told()],
		['listed', told()],
		['first', told({ place: BEGIN })],
		['left', told({ place: BEGIN - 1000 })],
		['ahead', told({ place: NOW - 500 })],
		['just', told({ place: NOW - 1000 })],
	]);

	test('are those that the list should hold', () => {
		expect(unlisted(all, [record('listed')], window)).toEqual({ lacking: ['inside', 'first', 'just'], older: [] });
	});

	test('and those that have left the window and are to be repeated', () => {
		const repeated = { ...window, repeatEveryMs: 5 * HOUR };
		expect(unlisted(all, [], repeated).older).toEqual(['left']);
		expect(unlisted(all, [], { ...repeated, repeatEveryMs: 6 * HOUR }).older).toEqual([]);
	});
});

describe('what has left the window', () => {
	const left: [string, ReportedRecord] = ['1', told({ place: BEGIN - HOUR })];

	test('stays told', () => {
		expect([...detect([left], [record('2', 1)]).told]).toEqual([left]);
		expect(keys(detect([left], [record('1', 110)]).findings)).toEqual([]);
	});

	test.each<{ says: string; answer: WaitingRecord | 'gone' | undefined; again: string[]; at: number | undefined }>([
		{ says: 'waits', answer: record('1', 110, { state: 'waiting' }), again: ['1'], at: NOW },
		{ says: 'is approved', answer: record('1', 110, { state: 'over', holds: false }), again: [], at: undefined },
		{ says: 'is not found', answer: 'gone', again: [], at: undefined },
		{ says: 'does not say', answer: record('1', 110), again: [], at: NOW },
		{ says: 'could not be read', answer: undefined, again: [], at: left[1].at },
	])('and is to be repeated, and $says: tells $again', ({ answer, again, at }) => {
		const answers = new Map(answer === undefined ? [] : [['1', answer] as const]);
		const seen = detect([left], [], { older: ['1'], answers, repeatEveryMs: HOUR });
		expect({ again: keys(seen.findings), at: seen.told.get('1')?.at }).toEqual({ again, at });
	});

	test('is forgotten beyond a thousand, the oldest first', () => {
		const many = Array.from({ length: 1003 }, (_, index): [string, ReportedRecord] => [
			`${index}`,
			told({ place: BEGIN - 1000 - ((index * 7) % 1003) * 1000 }),
		]);
		const seen = detect([...many, ['inside', told()]], []);
		expect(seen.told.size).toBe(1001);
		expect(seen.told.has('inside')).toBe(true);
		const oldest = many.filter(([, { place }]) => place < BEGIN - 1000 * 1000);
		expect(oldest.filter(([key]) => seen.told.has(key))).toEqual([]);
	});
});

describe('what is stored', () => {
	const all = new Map([
		['50001', told()],
		['50002', told({ isMissing: true })],
		['A(2f)1', told({ place: NOW + 5000 })],
		['__proto__', told({ place: 0 })],
	]);

	test('is read again as it was, and is short', () => {
		expect(reportedWaiting.unpack(reportedWaiting.pack(all))).toEqual(all);
		const many = new Map(Array.from({ length: 1000 }, (_, id) => [String(50_000 + id), told()] as const));
		expect(JSON.stringify(reportedWaiting.pack(many)).length).toBeLessThan(16_000);
	});

	test.each([undefined, 7, '', [], ['1.x!'], ['1'], ['1.a.b.c'], ['1.a.b=x'], ['', 'x', 'y']])(
		'and where it is %j, is not read at all',
		(stored) => {
			expect(reportedWaiting.unpack({ 0: stored })).toBeUndefined();
		},
	);
});
