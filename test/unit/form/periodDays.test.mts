import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { payPeriodDays, type PayPeriodLength } from '../../../nodes/WorkforceOperations/form/periodDays.ts';

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
