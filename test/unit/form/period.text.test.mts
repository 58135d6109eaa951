// A period as a model writes it, in place of the list that no model can fill.
import { describe, expect, test } from '@jest/globals';
import {
	LIVE_PERIOD,
	type Period,
	readPeriod,
	REPORT_PERIOD,
	TIMESHEET_PERIOD,
} from '../../../nodes/WorkforceOperations/form/period.ts';
import { formOf } from './support.mts';

const zone = { timeZone: 'Australia/Brisbane' };
const read = (periodText: unknown, period: Period = TIMESHEET_PERIOD, chosen = 'yesterday'): unknown =>
	readPeriod(formOf({ period: chosen, periodText }, zone), period);
const choose = (period: string, of: Period = TIMESHEET_PERIOD): unknown => readPeriod(formOf({ period }, zone), of);

describe('The period in words', () => {
	test.each<[string, string, Period]>([
		['last week', 'lastWeek', TIMESHEET_PERIOD],
		['Last Two Weeks', 'lastTwoWeeks', TIMESHEET_PERIOD],
		['THIS MONTH', 'thisMonth', REPORT_PERIOD],
		['any time', 'anyTime', REPORT_PERIOD],
		['next-week', 'nextWeek', LIVE_PERIOD],
		['tomorrow.', 'tomorrow', LIVE_PERIOD],
	])('“%s” is the choice %s', (words, choice, period) => expect(read(words, period)).toEqual(choose(choice, period)));

	test.each([
		'2026-11-01 to 2026-11-15',
		'from 2026-11-01 until 2026-11-15',
		'2026-11-01 – 2026-11-15',
		' 2026-11-01/2026-11-15 ',
		'2026-11-01..2026-11-15',
	])('“%s” are whole days of the workflow’s zone', (words) =>
		expect(read(words)).toEqual({ startDate: '2026-10-31T14:00:00.000Z', endDate: '2026-11-15T13:59:59.999Z' }),
	);

	test('one day is that day', () =>
		expect(read('2026-11-01')).toEqual({ startDate: '2026-10-31T14:00:00.000Z', endDate: '2026-11-01T13:59:59.999Z' }));

	test.each(['', '  ', undefined, null])('%j leaves the list to decide', (words) =>
		expect(read(words)).toEqual(choose('yesterday')),
	);

	test.each([
		'the week before Easter',
		'1/11/2026 to 15/11/2026',
		'custom',
		'pay period',
		'last week and today',
		'last month 2024',
		'this week, 2 days',
		'today ٣',
		'2026-13-01',
		'since 2026-11-01',
	])('“%s” is refused, with what may stand there', (words) =>
		expect(() => read(words)).toThrow(/“Period in Words” (can’t be read|is not a date)/),
	);

	test('a choice of another list is refused', () =>
		expect(() => read('tomorrow', TIMESHEET_PERIOD)).toThrow('“Period in Words” can’t be read'));
});
