// What the engine for records that change takes as new and what it remembers, exactly.
import { expect, test } from '@jest/globals';
import {
	type Change,
	type Changed,
	type ChangeMemory,
	latest,
	newMemory,
	readChanges,
	renewed,
	type Trace,
} from '../../../nodes/WorkforceOperations/watch/engines/changes.ts';
import { packMarks } from '../../../nodes/WorkforceOperations/watch/engines/remembered.ts';

const HOUR = 3_600_000;
const NOW = 1000 * HOUR;
const horizon = NOW - 48 * HOUR;
const record = (id: string, ...traces: Trace[]): Changed => ({
	id,
	traces,
	tell: ({ change }) => ({ place: 3, record: { id }, reason: `${id} ${change}`, numbers: { change } }),
});
const rules = { now: NOW, chosen: ['submit', 'approve'] as Change[], most: 10 };
const memory = (change?: Change, mark = ''): ChangeMemory => {
	const made = newMemory(NOW);
	if (change !== undefined) made.told[change].set('7', mark);
	return made;
};

test('a memory begins with a horizon of 48 hours', () => {
	const { horizon: begun, told } = newMemory(NOW);
	expect([begun, told.submit.since, told.approve.since, told.reject.since]).toEqual([horizon, NOW, NOW, NOW]);
});

test.each<[string, number, number, number]>([
	['before a day is over nothing changes', 24 * HOUR - 1, horizon, NOW],
	['after a day all begin another generation', 24 * HOUR, NOW - 24 * HOUR, NOW + 24 * HOUR],
])('%s', (_, passed, expected, since) => {
	const before = newMemory(NOW);
	for (const change of ['submit', 'approve', 'reject'] as const) before.told[change].set('7', 'x');
	const { horizon: next, told } = renewed(before, NOW + passed);
	expect(next).toBe(expected);
	for (const { since: begun, size } of Object.values(told)) expect([begun, size]).toEqual([since, 1]);
	expect(before.told.submit.since).toBe(NOW);
	// What one generation more does not see is forgotten, of each change.
	const later = renewed(renewed({ horizon: next, told }, NOW + passed + 24 * HOUR), NOW + passed + 48 * HOUR);
	expect(Object.values(later.told).map(({ size }) => size)).toEqual([0, 0, 0]);
});

test('a horizon never moves back', () => {
	expect(renewed({ ...newMemory(NOW), horizon: NOW }, NOW + 24 * HOUR).horizon).toBe(NOW);
});

test.each<[string, string | undefined, Partial<Trace>, boolean]>([
	['not known', undefined, { mark: 'm' }, true],
	['known by the same mark', 'm', { mark: 'm', at: NOW }, false],
	['known by another mark', 'l', { mark: 'm', at: NOW }, true],
	['known by a mark, and without one now', 'l', { mark: '' }, false],
	['known without a mark, at the horizon', '', { mark: 'm', at: horizon }, true],
	['known without a mark, before the horizon', '', { mark: 'm', at: horizon - 1 }, false],
	['known without a mark, without a date', '', { mark: 'm' }, false],
	['known without a mark, and without one now', '', { mark: '', at: NOW }, false],
])('a change that is %s', (_, known, trace, isTold) => {
	const before = known === undefined ? memory() : memory('approve', known);
	const seen = readChanges(before, [record('7', { change: 'approve', mark: 'm', ...trace })], rules);
	expect(seen.findings.map(({ key }) => key)).toEqual(isTold ? [`7:approve:${trace.mark}`] : []);
});

test.each<['now' | 'new', number | undefined, boolean]>([
	['now', 1, true],
	['now', undefined, true],
	['new', NOW - 1, false],
	['new', NOW, true],
	['new', undefined, false],
])('at the beginning with “%s”, one of %p', (how, at, isTold) => {
	const trace: Trace = { change: 'submit', mark: 'm', ...(at === undefined ? {} : { at }) };
	const seen = readChanges(memory(), [record('7', trace)], { ...rules, start: { how, since: NOW } });
	expect(seen.findings).toHaveLength(isTold ? 1 : 0);
	expect(seen.memory.told.submit.get('7')).toBe(at === undefined || at >= horizon ? 'm' : '');
});

test.each<[number, string]>([
	[horizon, 'm'],
	[horizon - 1, ''],
])('of one that happened at %d the mark is remembered as “%s”', (at, mark) => {
	const seen = readChanges(memory(), [record('7', { change: 'submit', mark: 'm', at })], rules);
	expect(seen.memory.told.submit.get('7')).toBe(mark);
});

test('a finding has the date of its change, or now, and a key that says what happened', () => {
	const records = [
		record('8', { change: 'submit', mark: '' }),
		record('7', { change: 'submit', mark: 's', at: 5 }, { change: 'approve', mark: 'a', at: 4 }),
	];
	const before = memory();
	const seen = readChanges(before, records, rules);
	expect(seen.findings).toEqual([
		{ key: '7:submit:s', at: 5, place: 3, record: { id: '7' }, reason: '7 submit', numbers: { change: 'submit' } },
		{ key: '8:submit:so', at: NOW, place: 3, record: { id: '8' }, reason: '8 submit', numbers: { change: 'submit' } },
	]);
	expect([seen.waiting, seen.memory.horizon]).toEqual([0, horizon]);
	const { submit, approve, reject } = seen.memory.told;
	const marks = (...entries: Array<[string, string]>): string => packMarks(new Map(entries));
	expect([submit, approve, reject].map((each) => each.pack()[1])).toEqual([
		marks(['7', ''], ['8', '']),
		marks(['7', '']),
		marks(),
	]);
	expect(Object.values(before.told).map(({ size }) => size)).toEqual([0, 0, 0]);
});

test('what is no longer so is forgotten, only of what is chosen', () => {
	const before = newMemory(NOW);
	for (const change of ['submit', 'approve', 'reject'] as const) before.told[change].set('7', 'x');
	const { told } = readChanges(before, [record('7')], rules).memory;
	expect([told.submit.get('7'), told.approve.get('7'), told.reject.get('7')]).toEqual([undefined, undefined, 'x']);
});

test.each<[string, Trace[], Change | undefined]>([
	['none', [], undefined],
	[
		'by their dates',
		[
			{ change: 'reject', mark: '', at: 1 },
			{ change: 'submit', mark: '', at: 2 },
		],
		'submit',
	],
	[
		'of the same date the later step',
		[
			{ change: 'submit', mark: '', at: 2 },
			{ change: 'approve', mark: '', at: 2 },
		],
		'approve',
	],
	[
		'of one without a date the later step',
		[
			{ change: 'approve', mark: '', at: 9 },
			{ change: 'reject', mark: '' },
		],
		'reject',
	],
	[
		'of another without a date',
		[
			{ change: 'reject', mark: '' },
			{ change: 'approve', mark: '', at: 9 },
		],
		'reject',
	],
	[
		'a submission comes before an approval',
		[
			{ change: 'approve', mark: '' },
			{ change: 'submit', mark: '' },
		],
		'approve',
	],
])('the latest: %s', (_, traces, expected) => {
	expect(latest(traces)?.change).toBe(expected);
});
