// What the engine for records that change takes as new and what it remembers, exactly.
import { describe, expect, test } from '@jest/globals';
import {
	type Change,
	type ChangedRecord,
	type ChangeMemory,
	eachChange,
	latestTrace,
	newMemory,
	detectChanges,
	type ReportedChange,
	reportedChanges,
	renewedMemory,
	type ChangeTrace,
} from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';

const HOUR = 3_600_000;
const NOW = 1000 * HOUR;
const horizon = NOW - 48 * HOUR;
const record = (id: string, ...traces: ChangeTrace[]): ChangedRecord => ({
	id,
	traces,
	absent: {},
	locator: NOW,
	describe: ({ change }) => ({ locator: 3, record: { id }, reason: `${id} ${change}`, numbers: { change } }),
});
const rules = { now: NOW, begin: 0, chosen: ['submit', 'approve'] as Change[], most: 10 };
const told = (version: string, moment: number, isMissing = false): Map<string, ReportedChange> =>
	new Map([['7', { version, day: Math.floor(moment / (24 * HOUR)), isMissing }]]);
const memory = (change?: Change, mark = ''): ChangeMemory => {
	const made = newMemory(NOW);
	if (change === undefined) return made;
	return { ...made, reported: { ...made.reported, [change]: told(mark, NOW) } };
};

test('a memory begins with a horizon of 48 hours', () => {
	const { horizon: begun, reported: told } = newMemory(NOW);
	expect([begun, told.submit.size, told.approve.size, told.reject.size]).toEqual([horizon, 0, 0, 0]);
});

test.each<[string, number, number]>([
	['before a day is over it stays', 24 * HOUR - 1, horizon],
	['after a day it moves', 24 * HOUR, NOW - 24 * HOUR],
])('the horizon: %s', (_, passed, expected) => {
	const before = memory('submit');
	const { horizon: next, reported: told } = renewedMemory(before, NOW + passed, 0);
	expect([next, before.horizon, told.submit.size]).toEqual([expected, horizon, 1]);
});

test('what is in no list is kept, of each change, until the day of its record has left the window', () => {
	const before = { ...newMemory(NOW), reported: eachChange(() => told('x', 24 * HOUR, true)) };
	const kept = renewedMemory(before, NOW, 48 * HOUR - 1);
	expect(kept).toEqual(before);
	const gone = renewedMemory(kept, NOW, 48 * HOUR);
	expect(Object.values(gone.reported).map(({ size }) => size)).toEqual([0, 0, 0]);
});

test.each([
	['its own moment', 30 * HOUR, 0, 30 * HOUR],
	['the begin of the window, where that says it is older', 30 * HOUR, 60 * HOUR, 60 * HOUR],
	['two days from now, where that says it is far ahead', NOW + 900 * HOUR, 0, NOW + 48 * HOUR],
	['now, where it has none', undefined, 0, NOW],
])('a record that was seen is kept for %s', (_, locator, begin, moment) => {
	const seen = { ...record('7', { change: 'submit', version: 'm' }), locator };
	const after = detectChanges(memory(), [seen], { ...rules, begin }).memory;
	const dayAfter = (Math.floor(moment / (24 * HOUR)) + 1) * 24 * HOUR;
	expect(renewedMemory(after, NOW, dayAfter - 1).reported.submit.size).toBe(1);
	expect(renewedMemory(after, NOW, dayAfter).reported.submit.size).toBe(0);
});

describe('where nothing but the absence from a list says that it is so no more', () => {
	const absent = (absence: 'fromOthers' | 'fromNone', ...traces: ChangeTrace[]): ChangedRecord => ({
		...record('7', ...traces),
		absent: { approve: absence },
	});
	const look = (before: ChangeMemory, changed: ChangedRecord) => detectChanges(before, [changed], rules);
	const approved = record('7', { change: 'approve', version: '' });

	test('it counts when the record is seen for the second time in a row', () => {
		const once = look(memory('approve'), absent('fromOthers')).memory;
		expect(once.reported.approve.get('7')?.version).toBe('');
		expect(look(once, approved).findings).toEqual([]);
		const back = look(look(once, approved).memory, absent('fromOthers')).memory;
		expect(back.reported.approve.get('7')?.version).toBe('');
		const twice = look(back, absent('fromOthers')).memory;
		expect(twice.reported.approve.get('7')).toBeUndefined();
		expect(look(twice, approved).findings).toHaveLength(1);
	});

	test('an empty list ends nothing, however often', () => {
		let seen = memory('approve');
		for (let polls = 0; polls < 5; polls++) seen = look(seen, absent('fromNone')).memory;
		expect(look(seen, approved).findings).toEqual([]);
	});

	test('another change since bears it out at once', () => {
		const again = look(memory('approve'), absent('fromNone', { change: 'submit', version: 's' }));
		expect([again.findings.map(({ key }) => key), again.memory.reported.approve.get('7')]).toEqual([
			['7:submit:s'],
			undefined,
		]);
	});

	test('a record that is in it again is not missing, also where what has happened to it does not fit into the poll', () => {
		const once = look(memory('approve', 'a'), absent('fromOthers')).memory;
		const again = record('7', { change: 'approve', version: 'b' });
		const { waiting, memory: back } = detectChanges(once, [again], { ...rules, most: 0 });
		expect(waiting).toBe(1);
		expect(look(back, absent('fromOthers')).memory.reported.approve.get('7')?.version).toBe('a');
	});

	test('what was never told is not noted', () => {
		expect(look(memory(), absent('fromOthers')).memory.reported.approve.size).toBe(0);
	});
});

test('a horizon never moves back', () => {
	expect(renewedMemory({ ...newMemory(NOW), horizon: NOW }, NOW + 24 * HOUR, 0).horizon).toBe(NOW);
});

test.each<[string, string | undefined, Partial<ChangeTrace>, boolean]>([
	['not known', undefined, { version: 'm' }, true],
	['known by the same mark', 'm', { version: 'm', at: NOW }, false],
	['known by another mark', 'l', { version: 'm', at: NOW }, true],
	['known by a mark, and without one now', 'l', { version: '' }, false],
	['known without a mark, at the horizon', '', { version: 'm', at: horizon }, true],
	['known without a mark, before the horizon', '', { version: 'm', at: horizon - 1 }, false],
	['known without a mark, without a date', '', { version: 'm' }, false],
	['known without a mark, and without one now', '', { version: '', at: NOW }, false],
])('a change that is %s', (_, known, trace, isTold) => {
	const before = known === undefined ? memory() : memory('approve', known);
	const seen = detectChanges(before, [record('7', { change: 'approve', version: 'm', ...trace })], rules);
	expect(seen.findings.map(({ key }) => key)).toEqual(isTold ? [`7:approve:${trace.version}`] : []);
});

test.each<['now' | 'new', number | undefined, boolean]>([
	['now', 1, true],
	['now', undefined, true],
	['new', NOW - 1, false],
	['new', NOW, true],
	['new', undefined, false],
])('at the beginning with “%s”, one of %p', (how, at, isTold) => {
	const trace: ChangeTrace = { change: 'submit', version: 'm', ...(at === undefined ? {} : { at }) };
	const seen = detectChanges(memory(), [record('7', trace)], { ...rules, start: { how, since: NOW } });
	expect(seen.findings).toHaveLength(isTold ? 1 : 0);
	expect(seen.memory.reported.submit.get('7')?.version).toBe(at === undefined || at >= horizon ? 'm' : '');
});

test.each<[number, string]>([
	[horizon, 'm'],
	[horizon - 1, ''],
])('of one that happened at %d the mark is remembered as “%s”', (at, mark) => {
	const seen = detectChanges(memory(), [record('7', { change: 'submit', version: 'm', at })], rules);
	expect(seen.memory.reported.submit.get('7')?.version).toBe(mark);
});

test('a finding has the date of its change, or now, and a key that says what happened', () => {
	const records = [
		record('8', { change: 'submit', version: '' }),
		record('7', { change: 'submit', version: 's', at: 5 }, { change: 'approve', version: 'a', at: 4 }),
	];
	const before = memory();
	const seen = detectChanges(before, records, rules);
	expect(seen.findings).toEqual([
		{ key: '7:submit:s', at: 5, locator: 3, record: { id: '7' }, reason: '7 submit', numbers: { change: 'submit' } },
		{ key: '8:submit:so', at: NOW, locator: 3, record: { id: '8' }, reason: '8 submit', numbers: { change: 'submit' } },
	]);
	expect([seen.waiting, seen.memory.horizon]).toEqual([0, horizon]);
	const { submit, approve, reject } = seen.memory.reported;
	const day = String(Math.floor(NOW / (24 * HOUR)));
	expect([submit, approve, reject].map((each) => reportedChanges.pack(each))).toEqual([
		{ [day]: ['7,1'] },
		{ [day]: ['7'] },
		{},
	]);
	expect(Object.values(before.reported).map(({ size }) => size)).toEqual([0, 0, 0]);
});

test('what is no longer so is forgotten, only of what is chosen', () => {
	const before = { ...newMemory(NOW), reported: eachChange(() => told('x', NOW)) };
	const { reported } = detectChanges(before, [record('7')], rules).memory;
	expect(eachChange((change) => reported[change].get('7')?.version)).toEqual({ reject: 'x' });
});

test.each<[string, ChangeTrace[], Change | undefined]>([
	['none', [], undefined],
	[
		'by their dates',
		[
			{ change: 'reject', version: '', at: 1 },
			{ change: 'submit', version: '', at: 2 },
		],
		'submit',
	],
	[
		'of the same date the later step',
		[
			{ change: 'submit', version: '', at: 2 },
			{ change: 'approve', version: '', at: 2 },
		],
		'approve',
	],
	[
		'of one without a date the later step',
		[
			{ change: 'approve', version: '', at: 9 },
			{ change: 'reject', version: '' },
		],
		'reject',
	],
	[
		'of another without a date',
		[
			{ change: 'reject', version: '' },
			{ change: 'approve', version: '', at: 9 },
		],
		'reject',
	],
	[
		'a submission comes before an approval',
		[
			{ change: 'approve', version: '' },
			{ change: 'submit', version: '' },
		],
		'approve',
	],
])('the latest: %s', (_, traces, expected) => {
	expect(latestTrace(traces)?.change).toBe(expected);
});
