// Whole observations of shifts: what is told, when it came about, where it is found again and in which words.
import { describe, expect, test } from '@jest/globals';
import {
	clockedIn,
	clockedOut,
	notClockedIn,
	notClockedOut,
	tooLong,
} from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { guardKey, hashes, stemOf } from '../guardKeys.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (time: string): number => Date.parse(`2026-07-01T${time}Z`);
const NOW = at('08:17:30');
const rules = { now: NOW, timeZone: 'Australia/Sydney', graceMs: 15 * MINUTE, hashes };

const shift = (changes: object = {}): Record<string, unknown> => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	siteName: 'Library',
	startTime: '2026-07-01T08:00:00Z',
	// Not the workflow's own time, to see which is told.
	startTimeTZ: '2026-07-01T17:30:00+09:30',
	endTime: '2026-07-01T16:00:00Z',
	endTimeTZ: '2026-07-02T01:30:00+09:30',
	timeIn: null,
	timeOut: null,
	status: 'SCHEDULED',
	...changes,
});

const observed = (record: { startTime?: unknown }, more: object) => [
	{
		key: guardKey(stemOf('501', record.startTime), 'Aroha Ngata'),
		locator: at('08:00:00'),
		past: false,
		record,
		numbers: {},
		...more,
	},
];

describe('not clocked in', () => {
	test.each<[string, object, object, number, string, number?]>([
		[
			'after the minutes of grace',
			{},
			{ at: at('08:15:00'), holds: true },
			17,
			'Aroha Ngata has not clocked in at Library, 17 minutes after the 17:30 start',
		],
		[
			'just when they are over',
			{ startTime: '2026-07-01T08:02:30Z' },
			{ at: NOW, locator: at('08:02:30'), holds: true },
			15,
			'Aroha Ngata has not clocked in at Library, 15 minutes after the 17:30 start',
		],
		[
			'a moment before',
			{ startTime: '2026-07-01T08:02:31Z' },
			{ at: NOW + 1000, locator: at('08:02:31'), holds: false },
			14,
			'Aroha Ngata has not clocked in at Library yet, 14 minutes after the 17:30 start; the limit is 15 minutes',
		],
		[
			'at the very start',
			{ startTime: '2026-07-01T08:17:30Z' },
			{ at: NOW + 15 * MINUTE, locator: NOW, holds: false },
			0,
			'Aroha Ngata has not clocked in at Library yet, 0 minutes after the 17:30 start; the limit is 15 minutes',
		],
		[
			'before the start',
			{ startTime: '2026-07-01T08:20:00Z' },
			{ at: at('08:20:00'), locator: at('08:20:00'), holds: false },
			0,
			'Aroha Ngata’s shift at Library starts at 17:30',
			0,
		],
		[
			'when the shift is over and the status an odd one',
			{ endTime: '2026-07-01T08:17:00Z', endTimeTZ: '2026-07-01T17:47:00+09:30', status: 'Lost' },
			{ at: at('08:15:00'), past: true, holds: false },
			17,
			'Aroha Ngata has not clocked in at Library, 17 minutes after the 17:30 start; the shift ended at 17:47. This doesn’t start the workflow: the shift’s status is “Lost”',
		],
		[
			'by a status that says in',
			{ status: 'CLOCKED IN' },
			{ at: at('08:15:00'), holds: false },
			17,
			'Aroha Ngata has clocked in at Library',
		],
	])('%s', (_, changes, seen, minutesLate, reason, grace = 15) => {
		const record = shift(changes);
		expect(notClockedIn(record, { ...rules, graceMs: grace * MINUTE })).toEqual(
			observed(record, { ...seen, reason, numbers: { minutesLate } }),
		);
	});
});

describe('not clocked out', () => {
	const inside = { timeIn: '2026-07-01T08:00:00Z', endTime: '2026-07-01T08:02:30Z', endTimeTZ: '2026-07-01T17:32:30' };

	test.each<[string, object, object, number, string]>([
		[
			'just when the minutes of grace are over',
			inside,
			{ at: NOW, holds: true },
			15,
			'Aroha Ngata has not clocked out at Library, 15 minutes after the 17:32 finish',
		],
		[
			'a moment before, with an odd status',
			{ ...inside, endTime: '2026-07-01T08:02:31Z', status: 'Lost' },
			{ at: NOW + 1000, holds: false },
			14,
			'Aroha Ngata has not clocked out at Library yet, 14 minutes after the 17:32 finish; the limit is 15 minutes',
		],
		[
			'at the very end',
			{ ...inside, endTime: '2026-07-01T08:17:30Z' },
			{ at: NOW + 15 * MINUTE, holds: false },
			0,
			'Aroha Ngata has not clocked out at Library yet, 0 minutes after the 17:32 finish; the limit is 15 minutes',
		],
		[
			'before the end',
			{ ...inside, endTime: '2026-07-01T08:20:00Z', endTimeTZ: '2026-07-01T17:50:00' },
			{ at: at('08:35:00'), holds: false },
			0,
			'Aroha Ngata’s shift at Library ends at 17:50',
		],
		[
			'with an odd status',
			{ ...inside, status: 'Lost' },
			{ at: NOW, holds: true },
			15,
			'Aroha Ngata has not clocked out at Library, 15 minutes after the 17:32 finish; the shift’s status is “Lost”',
		],
		[
			'who has clocked out',
			{ ...inside, timeOut: '2026-07-01T08:03:00Z' },
			{ at: NOW, holds: false },
			15,
			'Aroha Ngata has clocked out at Library',
		],
		[
			'who never came',
			{ ...inside, timeIn: null },
			{ at: NOW, holds: false },
			15,
			'Aroha Ngata has not clocked in at Library, so no clock-out is due',
		],
	])('%s', (_, changes, seen, minutesLate, reason) => {
		const record = shift(changes);
		expect(notClockedOut(record, rules)).toEqual(observed(record, { ...seen, reason, numbers: { minutesLate } }));
	});

	test.each([{ endTime: null }, { shiftId: null, name: '' }])('nothing of a record with %j', (changes) => {
		expect(notClockedOut(shift(changes), rules)).toEqual([]);
	});
});

describe('clocked in or out', () => {
	test.each<[string, string, number]>([
		['2026-07-01T08:00:59.999Z', ', on time', 0],
		['2026-07-01T08:01:00Z', ', 1 minute late', 1],
		['2026-07-01T08:05:30Z', ', 5 minutes late', 5],
		['2026-07-01T07:59:01Z', ', on time', 0],
		['2026-07-01T07:59:00Z', ', 1 minute early', -1],
		['2026-07-01T07:54:30Z', ', 5 minutes early', -5],
		['2026-07-01T07:48:00Z', ', 12 minutes early', -12],
		['2026-07-01T10:00:00Z', ', 2 hours late', 120],
	])('in at %s is%s', (timeIn, words, minutesLate) => {
		const record = shift({ timeIn, timeInTZ: '2026-07-01T12:34:00+09:30', timeOutTZ: '2026-07-01T00:00:00' });
		expect(clockedIn(record, rules)).toEqual(
			observed(record, {
				at: Date.parse(timeIn),
				holds: true,
				reason: `Aroha Ngata clocked in at Library at 12:34${words}`,
				numbers: { minutesLate },
			}),
		);
	});

	test('out is compared with the end', () => {
		const record = shift({
			timeOut: '2026-07-01T15:55:00Z',
			timeOutTZ: '2026-07-01T12:34:00+09:30',
			timeInTZ: '2026-07-01T00:00:00',
			endTime: '2026-07-01T08:00:00Z',
		});
		expect(clockedOut(record, { ...rules, now: at('15:56:00') })).toEqual(
			observed(record, {
				at: at('15:55:00'),
				past: true,
				holds: true,
				reason: 'Aroha Ngata clocked out at Library at 12:34, 7 hours 55 minutes late',
				numbers: { minutesLate: 475 },
			}),
		);
	});

	test.each<[string, typeof clockedIn, object, object]>([
		[
			'in without a time',
			clockedIn,
			{ status: 'CLOCKED IN' },
			{ holds: true, reason: 'Aroha Ngata clocked in at Library' },
		],
		['not in', clockedIn, {}, { holds: false, reason: 'Aroha Ngata has not clocked in at Library' }],
		[
			'not out',
			clockedOut,
			{ status: 'CLOCKED IN' },
			{ holds: false, reason: 'Aroha Ngata has not clocked out at Library' },
		],
		[
			'in without a planned time',
			clockedIn,
			{ startTime: null, timeIn: '2026-07-01T08:17:30Z' },
			{ locator: NOW, holds: true, reason: 'Aroha Ngata clocked in at Library at 17:47' },
		],
	])('%s', (_, judge, changes, more) => {
		const record = shift(changes);
		expect(judge(record, rules)).toEqual(observed(record, { at: NOW, ...more }));
		expect(judge(shift({ shiftId: null, name: '' }), rules)).toEqual([]);
	});
});

describe('on duty for too long', () => {
	const late = { ...rules, now: at('20:05:30'), graceMs: 12 * HOUR };
	const onDuty = (changes: object = {}) =>
		shift({ timeIn: '2026-07-01T08:00:00Z', timeInTZ: '2026-07-01T17:30:00', status: 'CLOCKED IN', ...changes });

	test('is told from the longest hours on, with the minutes', () => {
		const record = onDuty();
		expect(tooLong(record, late)).toEqual(
			observed(record, {
				at: at('20:00:00'),
				holds: true,
				reason: 'Aroha Ngata has been on duty at Library for 12 hours 5 minutes, since 17:30',
				numbers: { minutesOnDuty: 725 },
			}),
		);
		const holds = [0, 1].map((early) => tooLong(record, { ...late, now: at('20:00:00') - early })[0]?.holds);
		expect(holds).toEqual([true, false]);
	});

	test.each<[string, object, number, boolean, string]>([
		[
			'without a planned end',
			{ endTime: null },
			12,
			true,
			'Aroha Ngata has been on duty at Library for 12 hours 5 minutes, since 17:30; the shift has no planned end',
		],
		[
			'not yet for so long',
			{},
			12.5,
			false,
			'Aroha Ngata has been on duty at Library for 12 hours 5 minutes, since 17:30; the limit is 12 hours 30 minutes',
		],
		['clocked out', { timeOut: '2026-07-01T20:01:00Z' }, 12, false, 'Aroha Ngata has clocked out at Library'],
		['clocked out by the status', { status: 'CLOCKED OUT' }, 12, false, 'Aroha Ngata has clocked out at Library'],
	])('%s', (_, changes, hours, holds, reason) => {
		const [seen] = tooLong(onDuty(changes), { ...late, graceMs: hours * HOUR });
		expect({ holds: seen?.holds, reason: seen?.reason }).toEqual({ holds, reason });
	});

	test('is told by the time of the clock-in alone', () => {
		expect(tooLong(onDuty({ timeIn: null }), late)).toEqual([]);
	});
});
