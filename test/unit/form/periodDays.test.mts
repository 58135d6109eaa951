import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	payPeriodDays,
	type PayPeriodLength,
	type Preset,
	PRESETS,
	wholeDays,
} from '../../../nodes/WorkforceOperations/form/periodDays.ts';

const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;
const shown = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const period = (today: string, length: PayPeriodLength, startsOn: string, which: 'current' | 'lastFinished') =>
	payPeriodDays(at(today), length, at(startsOn), which).map(shown);

describe('A pay period', () => {
	test.each<[string, PayPeriodLength, string, string, string, string, string]>([
		['2026-11-23', 'week', '2026-11-02', '2026-11-23', '2026-11-29', '2026-11-16', '2026-11-22'],
		['2026-11-22', 'week', '2026-11-02', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
		['2026-11-23', 'fortnight', '2026-11-02', '2026-11-16', '2026-11-29', '2026-11-02', '2026-11-15'],
		['2026-11-23', 'fortnight', '2027-01-11', '2026-11-16', '2026-11-29', '2026-11-02', '2026-11-15'],
		['2026-11-23', 'fourWeeks', '2026-06-01', '2026-11-16', '2026-12-13', '2026-10-19', '2026-11-15'],
		['2026-11-23', 'month', '2026-01-21', '2026-11-21', '2026-12-20', '2026-10-21', '2026-11-20'],
		['2026-11-20', 'month', '2026-01-21', '2026-10-21', '2026-11-20', '2026-09-21', '2026-10-20'],
		['2027-01-01', 'month', '2026-01-01', '2027-01-01', '2027-01-31', '2026-12-01', '2026-12-31'],
		['2027-02-28', 'month', '2026-01-31', '2027-02-28', '2027-03-30', '2027-01-31', '2027-02-27'],
		['2028-02-29', 'month', '2026-01-30', '2028-02-29', '2028-03-29', '2028-01-30', '2028-02-28'],
	])('on %s, by %s from %s: now %s to %s, last %s to %s', (today, length, startsOn, ...expected) => {
		expect([...period(today, length, startsOn, 'current'), ...period(today, length, startsOn, 'lastFinished')]).toEqual(
			expected,
		);
	});

	test('follows the one before without a gap, and holds the day on which it is asked for', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 40_000 }),
				fc.integer({ min: 0, max: 40_000 }),
				fc.constantFrom<PayPeriodLength[]>('week', 'fortnight', 'fourWeeks', 'month'),
				(today, startsOn, length) => {
					const [first, last] = payPeriodDays(today, length, startsOn, 'current');
					const before = payPeriodDays(today, length, startsOn, 'lastFinished');
					expect(first <= today && today <= last).toBe(true);
					expect(before[1]).toBe(first - 1);
					expect(payPeriodDays(before[1], length, startsOn, 'current')).toEqual(before);
				},
			),
			{ numRuns: 500 },
		);
	});
});

/** Wednesday 7 October 2026, 10:00 in Sydney: the clocks went forward on Sunday the 4th at 2:00. */
const sydney = Date.parse('2026-10-06T23:00:00Z');

const presetRange = (preset: Preset, now: number, zone: string) => wholeDays(PRESETS[preset], now, zone);

describe('Period presets', () => {
	test.each([
		['today', '2026-10-06T13:00:00.000Z', '2026-10-07T12:59:59.999Z'],
		['tomorrow', '2026-10-07T13:00:00.000Z', '2026-10-08T12:59:59.999Z'],
		['nextWeek', '2026-10-11T13:00:00.000Z', '2026-10-18T12:59:59.999Z'],
		['yesterday', '2026-10-05T13:00:00.000Z', '2026-10-06T12:59:59.999Z'],
		['thisWeek', '2026-10-04T13:00:00.000Z', '2026-10-11T12:59:59.999Z'],
		// Begins before the change of the clocks and ends after it.
		['lastWeek', '2026-09-27T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
		['lastTwoWeeks', '2026-09-20T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
		['thisMonth', '2026-09-30T14:00:00.000Z', '2026-10-31T12:59:59.999Z'],
		['lastMonth', '2026-08-31T14:00:00.000Z', '2026-09-30T13:59:59.999Z'],
	] as const)('in Sydney “%s” is %s to %s', (preset, startDate, endDate) => {
		expect(presetRange(preset, sydney, 'Australia/Sydney')).toEqual({ startDate, endDate });
	});

	test('on a Sunday the week is the one that began on Monday', () => {
		expect(presetRange('thisWeek', Date.parse('2026-03-29T22:30:00Z'), 'Europe/London')).toEqual({
			startDate: '2026-03-23T00:00:00.000Z',
			endDate: '2026-03-29T22:59:59.999Z',
		});
	});

	test('the month before January is December of the year before', () => {
		expect(presetRange('lastMonth', Date.parse('2026-01-15T00:00:00Z'), 'UTC')).toEqual({
			startDate: '2025-12-01T00:00:00.000Z',
			endDate: '2025-12-31T23:59:59.999Z',
		});
	});

	test('at any moment of any zone periods begin and end at midnight, and today holds now', () => {
		const clockOf = (moment: number, timeZone: string): string =>
			new Date(moment).toLocaleTimeString('en-GB', { timeZone });
		const presets = fc.constantFrom(...(Object.keys(PRESETS) as Preset[]));
		const zones = fc.constantFrom(
			...['Australia/Sydney', 'Australia/Lord_Howe', 'Australia/Darwin', 'Pacific/Kiritimati'],
			...['Europe/London', 'America/Los_Angeles', 'UTC'],
		);
		const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) });
		fc.assert(
			fc.property(presets, zones, moments, (preset, zone, now) => {
				const { startDate, endDate } = presetRange(preset, now, zone);
				const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
				expect([clockOf(start, zone), clockOf(end + 1, zone)]).toEqual(['00:00:00', '00:00:00']);
				expect(start).toBeLessThan(end);
				const isNow = preset.startsWith('this') || preset === 'today';
				const isAhead = preset === 'tomorrow' || preset === 'nextWeek';
				const due = { isNow, isAhead, isOver: !isNow && !isAhead };
				expect({ isNow: start <= now && now <= end, isAhead: start > now, isOver: end < now }).toEqual(due);
			}),
		);
	});
});
