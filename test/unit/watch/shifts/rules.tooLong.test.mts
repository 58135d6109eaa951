// Guards who have been on duty for long, with and without a planned end.
import { expect, test } from '@jest/globals';
import { tooLong } from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { guardKey, hashes, stemOf } from '../guardKeys.mts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-07-01T20:05:30Z');
const rules = { now: NOW, timeZone: 'Australia/Sydney', graceMs: 12 * HOUR, hashes };
const shift = (changes: object = {}): Record<string, unknown> => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	siteName: 'Library',
	startTime: '2026-07-01T08:00:00Z',
	endTime: '2026-07-01T16:00:00Z',
	timeIn: '2026-07-01T08:00:00Z',
	timeInTZ: '2026-07-01T17:30:00',
	timeOut: null,
	status: 'CLOCKED IN',
	...changes,
});

test('a guard on duty for the longest hours is told, with the minutes', () => {
	const record = shift();
	expect(tooLong(record, rules)).toEqual([
		{
			key: guardKey(stemOf('501', '2026-07-01T08:00:00Z'), 'Aroha Ngata'),
			at: Date.parse('2026-07-01T20:00:00Z'),
			locator: Date.parse('2026-07-01T08:00:00Z'),
			past: false,
			holds: true,
			record,
			reason: 'Aroha Ngata has been on duty at Library for 12 hours 5 minutes, since 17:30',
			numbers: { minutesOnDuty: 725 },
		},
	]);
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
	const [seen] = tooLong(shift(changes), { ...rules, graceMs: hours * HOUR });
	expect({ holds: seen?.holds, reason: seen?.reason }).toEqual({ holds, reason });
});

test('as many hours as the longest are too long', () => {
	const holds = [0, 1].map(
		(early) => tooLong(shift(), { ...rules, now: Date.parse('2026-07-01T20:00:00Z') - early })[0]?.holds,
	);
	expect(holds).toEqual([true, false]);
});

test('without the time of the clock-in nobody can tell for how long', () => {
	expect(tooLong(shift({ timeIn: null }), rules)).toEqual([]);
});
