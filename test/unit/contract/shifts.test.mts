// What a shift's status and times say, and how long it is.
import { describe, expect, test } from '@jest/globals';
import {
	changedSpan,
	Clocks,
	clockSpan,
	isLeave,
	type JsonObject,
	minutesAfter,
	rosteredGuard,
	shiftLength,
	shiftTimes,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

const HOUR = 3_600_000;

describe('A status', () => {
	const facts = (record: JsonObject, statuses = {}): unknown => {
		const { isIn, isOut, isRejected, oddStatus } = shiftTimes(record, statuses);
		return { isIn, isOut, isRejected, oddStatus };
	};
	const open = { isIn: false, isOut: false, isRejected: false, oddStatus: undefined };

	test.each<[JsonObject, object]>([
		[{ status: 'ClockedIn' }, { isIn: true }],
		[{ status: 'Clocked-out' }, { isIn: true, isOut: true }],
		[{ status: 'REJECTED', timeIn: '2026-07-01T08:00:00Z' }, { isIn: true }],
		[{ status: 'ON LEAVE' }, { oddStatus: 'ON LEAVE' }],
		[{ status: 7 }, { oddStatus: '7' }],
		[{ status: { a: 1 } }, { oddStatus: '{"a":1}' }],
		[{ timeOut: '2026-07-01T08:00:00Z' }, { isOut: true }],
	])('%j means %j', (record, changes) => expect(facts(record)).toEqual({ ...open, ...changes }));

	test('that Service Details give counts as well; rostered before rejected', () => {
		const statuses = { rostered: ['Offen', 'Both'], rejected: ['Nein', 'Both'] };
		expect(facts({ status: 'OFFEN' }, statuses)).toEqual(open);
		expect(facts({ status: 'NEIN' }, statuses)).toEqual({ ...open, isRejected: true });
		expect(facts({ status: 'both' }, statuses)).toEqual(open);
	});
});

test('the guard is known by the e-mail, else by the mobile, else by the name', () =>
	expect(
		[{ email: 'a@x.test', mobile: '1', name: 'Ann' }, { email: ' ', mobile: 1, name: 'Ann' }, { name: 'Ann' }, {}].map(
			rosteredGuard,
		),
	).toEqual(['a@x.test', '1', 'Ann', undefined]));

test.each([
	['that ends where it starts', 5, 5, 0],
	['of 36 hours', 5, 5 + 36 * HOUR, 36 * HOUR],
	['that is longer', 5, 6 + 36 * HOUR, undefined],
	['whose times are in the wrong order', 6, 5, undefined],
	['without a start', undefined, 5, undefined],
	['without an end', 5, undefined, undefined],
])('the length of a shift %s', (_, start, end, length) => expect(shiftLength(start, end)).toBe(length));

test('minutes are whole ones, before and after, and never a negative zero', () =>
	expect([minutesAfter(0, 119_999), minutesAfter(119_999, 0), minutesAfter(1000, 0)]).toEqual([1, -1, 0]));

describe('The clocks of a site', () => {
	const span = (from: string, to: string, timeZone?: string) =>
		clockSpan({ from, to }, 'from', 'to', new Clocks({ from, to, timeZone }, 'Australia/Sydney'));

	test.each([
		['2026-04-04T13:00:00Z', '2026-04-04T19:00:00Z', { shown: 5 * HOUR, passed: 6 * HOUR }],
		['2026-04-04T15:30:00Z', '2026-04-04T16:30:00Z', { shown: 0, passed: HOUR }],
		['2026-04-04T15:40:00Z', '2026-04-04T16:20:00Z', { shown: undefined, passed: 40 * 60_000 }],
		['2026-04-05T00:00:00+11:00', '2026-04-05T05:00:00+10:00', { shown: 5 * HOUR, passed: 6 * HOUR }],
		['2026-04-04T21:00:00+08:00', '2026-04-05T03:00:00+08:00', { shown: 6 * HOUR, passed: 6 * HOUR }],
		['2026-04-04T21:00:00+08:00', '2026-04-04T19:00:00Z', { shown: 5 * HOUR, passed: 6 * HOUR }],
		['2026-04-04T13:00:00Z', '2026-04-05T03:00:00+08:00', { shown: 5 * HOUR, passed: 6 * HOUR }],
		['2026-04-05T00:00:00+11:00', '2026-04-04T19:00:00Z', { shown: 5 * HOUR, passed: 6 * HOUR }],
		['2026-04-04T19:00:00Z', '2026-04-04T13:00:00Z', {}],
		['2026-04-04T13:00:00Z', '', {}],
	])('from %s to %s', (from, to, expected) => expect(span(from, to)).toEqual(expected));

	test('may not change where the record names none: then the hours that passed are told', () => {
		const changed = { shown: 5 * HOUR, passed: 6 * HOUR };
		const spans = [{}, { shown: HOUR, passed: HOUR }, changed, { shown: 0, passed: HOUR / 3 }];
		const unnamed = new Clocks({}, 'Australia/Sydney');
		expect(changedSpan(unnamed, spans)).toBe(6);
		expect(changedSpan(unnamed, spans.slice(3))).toBe(0.33);
		expect(changedSpan(unnamed, spans.slice(0, 2))).toBeUndefined();
		expect(changedSpan(new Clocks({ timeZone: 'Australia/Sydney' }, 'UTC'), spans)).toBeUndefined();
	});
});

test.each<[JsonObject, string[], boolean]>([
	[{ entryType: 'Leave' }, [], true],
	[{ entryType: ' annual leave ' }, [], true],
	[{ entryType: 'Leave (unpaid)' }, [], true],
	[{ entryType: 'Cleaver' }, [], false],
	[{ entryType: 'Work', entryTypeID: 2 }, [], false],
	[{ entryType: 'Work', entryTypeID: 2 }, ['2'], true],
	[{ entryType: 'Urlaub' }, ['Urlaub'], true],
	[{ entryType: null, entryTypeID: null }, ['2'], false],
	[{}, [], false],
])('%j is leave, where %j are named: %p', (record, named, expected) => {
	expect(isLeave(record, named)).toBe(expected);
});
