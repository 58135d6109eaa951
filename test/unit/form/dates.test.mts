import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { calendarDate } from '../../../nodes/WorkforceOperations/form/dates.ts';
import { formOf, wordsOf } from './support.mts';

const LONG = 'x'.repeat(81);

describe('A calendar day', () => {
	const brisbane = formOf();
	const local = new Date(2026, 6, 1);

	test.each<[unknown, string | undefined]>([
		['', undefined],
		[null, undefined],
		['2026-07-01', '2026-07-01'],
		[' 2026-07-01T23:59:59+10:00 ', '2026-07-01'],
		['2026-07-01 08:00', '2026-07-01'],
		['2026-07-01T00:00:00Z', '2026-07-01'],
		['2026-07-01 00:00:00.000z', '2026-07-01'],
		// Midnight in Brisbane, as a Date becomes in JSON.
		['2026-06-30T14:00:00.000Z', '2026-07-01'],
		['2026-06-30 14:00:00Z', '2026-07-01'],
		['2026-06-30T14:00Z', '2026-07-01'],
		// No midnight anywhere near: the day that is written, in UTC.
		['2026-06-30T14:07:11Z', '2026-06-30'],
		[new Date('2026-07-01T00:00:00Z'), '2026-07-01'],
		[new Date('2026-06-30T14:00:00Z'), '2026-07-01'],
		// And of a Date with such a time the day in the workflow's zone.
		[new Date('2026-06-30T14:07:11Z'), '2026-07-01'],
		[new Date('2026-06-30T13:07:11Z'), '2026-06-30'],
		[local, '2026-07-01'],
		[local.toISOString(), '2026-07-01'],
		[DateTime.fromISO('2026-07-01T01:00:00', { zone: 'Europe/London' }), '2026-07-01'],
		['2024-02-29', '2024-02-29'],
	])('of %j is %j', (value, day) =>
		expect(calendarDate(brisbane, value, 'Birthday')).toBe(day === undefined ? undefined : `${day}T00:00:00Z`),
	);

	test.each<unknown>([
		...['01/07/2026', '2026-7-1', '2026-02-30', '2026-13-01', '2026-07-01x', 'on 2026-07-01'],
		...['on 2026-07-01T00:00:00Z', '2026-13-01T00:00:00Z', 1_782_892_800_000, new Date(NaN), true],
		...[{ toISODate: () => null }, { toISODate: '2026-07-01' }, ['2026-07-01T00:00:00Z', 'x']],
	])('%j is none', (value) =>
		expect(wordsOf(() => calendarDate(brisbane, value, 'Birthday'))?.message).toBe('“Birthday” is not a date'),
	);

	test('that is none is shown by its first eighty signs', () =>
		expect(wordsOf(() => calendarDate(brisbane, LONG, 'Birthday'))?.description).toContain(`“${LONG.slice(1)}”`));
});
