// How the period of a form is read: its own dates, a name that stands in the form, a pay period, or words of a model.
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
	LIVE_PERIOD,
	type Period,
	periodFields,
	readPeriod,
	REPORT_PERIOD,
	TIMESHEET_PERIOD,
} from '../../../nodes/WorkforceOperations/form/period.ts';
import { PRESETS, wholeDays } from '../../../nodes/WorkforceOperations/form/periodDays.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { formOf, wordsOf } from './support.mts';

/** It is that moment from here on. */
const putDate = (now: string): number => {
	jest.spyOn(clock, 'date').mockReturnValue(Date.parse(now));
	return Date.parse(now);
};

afterEach(() => {
	jest.restoreAllMocks();
});

describe('A period of its own', () => {
	const dates = { startDate: '2026-07-01T08:00', endDate: '2026-07-02' };
	const range = { startDate: '2026-06-30T22:00:00.000Z', endDate: '2026-07-02T13:59:59.999Z' };

	test.each<[string, Period, object, object]>([
		['both dates', TIMESHEET_PERIOD, dates, range],
		['both dates', LIVE_PERIOD, dates, range],
		['an end', REPORT_PERIOD, { endDate: dates.endDate }, { endDate: range.endDate }],
		['a start', REPORT_PERIOD, { startDate: dates.startDate }, { startDate: range.startDate }],
		['nothing', REPORT_PERIOD, {}, {}],
	])('with %s is what they say', (_, period, values, expected) =>
		expect(readPeriod(formOf({ ...values, period: 'custom' }), period)).toEqual(expected),
	);

	test.each([
		['nextWeek', TIMESHEET_PERIOD, 'Yesterday, Today, Last Week'],
		['anyTime', LIVE_PERIOD, 'Around Now, Yesterday, Today, Tomorrow'],
		['lastweek', REPORT_PERIOD, 'Any Time, Yesterday, Today'],
	])('that is called “%s” is refused where there is none of that name', (name, period, names) =>
		expect(wordsOf(() => readPeriod(formOf({ ...dates, period: name }), period))).toEqual({
			message: '“Period” is not one of the choices',
			description: expect.stringContaining(`It is “${name}”. Choose one of: ${names}`),
		}),
	);

	test('that is left empty is the one that the form opens with', () => {
		const reports = (period: string) => readPeriod(formOf({ ...dates, period }), REPORT_PERIOD);
		expect(reports('')).toEqual(reports('lastTwoWeeks'));
		expect(readPeriod(formOf({ ...dates, period: 'anyTime' }), REPORT_PERIOD)).toEqual({});
	});

	test.each([
		[{ endDate: dates.endDate }, 'Start Date'],
		[{ startDate: dates.startDate }, 'End Date'],
		[{}, 'Start Date'],
	])('of %j lacks “%s” where both are required', (values, label) =>
		expect(wordsOf(() => readPeriod(formOf({ ...values, period: 'custom' }), TIMESHEET_PERIOD))?.message).toBe(
			`“${label}” is empty`,
		),
	);
});

test('the period around now is that of the service, to both sides, as the form says', () => {
	putDate('2026-10-06T23:00:00Z');
	expect(readPeriod(formOf({ period: 'aroundNow' }), LIVE_PERIOD)).toEqual({
		startDate: '2026-10-06T06:00:00.000Z',
		endDate: '2026-10-07T16:00:00.000Z',
	});
	expect(periodFields(LIVE_PERIOD)[0]?.options?.[0]).toMatchObject({
		name: 'Around Now',
		description: 'From 17 hours ago to 17 hours from now',
	});
});

test.each(['today', 'yesterday', 'thisWeek', 'lastWeek', 'lastTwoWeeks', 'thisMonth', 'lastMonth'] as const)(
	'the period “%s” is that of now, whatever dates stand beside it',
	(period) => {
		const now = putDate('2026-10-06T23:00:00Z');
		expect(readPeriod(formOf({ period, startDate: '2020-01-01', endDate: 'x' }), TIMESHEET_PERIOD)).toEqual(
			wholeDays(PRESETS[period], now, 'Australia/Brisbane'),
		);
	},
);

describe('A pay period of the form', () => {
	const read = (now: string, timeZone: string, values: Record<string, unknown>): unknown => {
		putDate(now);
		return readPeriod(formOf({ period: 'payPeriod', ...values }, { timeZone }), TIMESHEET_PERIOD);
	};
	const [sydney, brisbane, london] = ['Australia/Sydney', 'Australia/Brisbane', 'Europe/London'];

	test.each([
		// The clocks of Sydney went forward on 4 October 2026 and go back on 4 April 2027.
		['2026-10-14T23:00Z', sydney, 'fortnight', '2026-09-28', '2026-09-27T14:00', '2026-10-11T12:59'],
		['2027-04-05T14:30Z', sydney, 'week', '2026-01-05', '2027-03-28T13:00', '2027-04-04T13:59'],
		// In Brisbane it is the 21st already.
		['2026-11-20T14:00Z', brisbane, 'month', '2026-01-21', '2026-10-20T14:00', '2026-11-20T13:59'],
		['2026-11-20T13:59Z', brisbane, 'month', '2026-01-21', '2026-09-20T14:00', '2026-10-20T13:59'],
		['2026-11-23T00:00Z', london, 'fourWeeks', '2026-10-05T00:00:00', '2026-10-04T23:00', '2026-11-01T23:59'],
	])('at %s in %s: the last %s from %s', (now, zone, payPeriodLength, payPeriodStartsOn, first, last) =>
		expect(read(now, zone, { payPeriodLength, payPeriodStartsOn })).toEqual({
			startDate: `${first}:00.000Z`,
			endDate: `${last}:59.999Z`,
		}),
	);

	test('may be the one that today is in', () => {
		const week = { payPeriodLength: 'week', payPeriodStartsOn: '2026-11-02', payPeriodWhich: 'current' };
		expect(read('2026-11-23T00:00:00Z', 'UTC', week)).toEqual({
			startDate: '2026-11-23T00:00:00.000Z',
			endDate: '2026-11-29T23:59:59.999Z',
		});
	});

	test.each([
		[{}, '“Starts On” is empty'],
		[{ payPeriodStartsOn: 'Monday' }, '“Starts On” is not a date'],
		[{ payPeriodStartsOn: '2026-11-02', payPeriodLength: 'quarter' }, '“Pay Period” is not one of the choices'],
		[{ payPeriodStartsOn: '2026-11-02', payPeriodWhich: 'next' }, '“Which” is not one of the choices'],
	])('that can’t be read from %j is refused', (values, message) =>
		expect(wordsOf(() => read('2026-11-23T00:00:00Z', 'UTC', values))?.message).toBe(message),
	);
});

describe('The period in words', () => {
	const read = (periodText: unknown, period: Period = TIMESHEET_PERIOD): unknown =>
		readPeriod(formOf({ period: 'yesterday', periodText }), period);
	const choose = (period: string, of: Period = TIMESHEET_PERIOD): unknown => readPeriod(formOf({ period }), of);

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

describe('The periods to choose from', () => {
	const offered = (period: typeof LIVE_PERIOD): string[] =>
		periodFields(period)[0]?.options?.map(({ name }) => name) ?? [];

	test.each([
		['Timesheets', TIMESHEET_PERIOD],
		['Incident reports', REPORT_PERIOD],
		['Live operations', LIVE_PERIOD],
	])('%s: in the order of time, those without days first, Custom last', (_, period) => {
		const names = offered(period);
		expect(names.at(-1)).toBe('Custom');
		const kindOf = (name: string): number =>
			['Week', 'Two Weeks', 'Month'].findLastIndex((kind) => name.includes(kind)) + 1;
		const dated = names.filter((name) => !['Any Time', 'Around Now', 'Pay Period', 'Custom'].includes(name));
		expect(names.indexOf(dated[0] ?? '')).toBeLessThan(2);
		expect(dated).toEqual(
			[...dated].sort((one, other) => {
				const start = (name: string): number =>
					Date.parse(
						wholeDays(
							PRESETS[(name.charAt(0).toLowerCase() + name.slice(1).replaceAll(' ', '')) as 'today'],
							Date.parse('2026-10-06T23:00:00Z'),
							'UTC',
						).startDate,
					);
				return kindOf(one) - kindOf(other) || start(one) - start(other);
			}),
		);
	});

	test('incident reports open on recent ones; what is over has one set for all lists', () => {
		expect(REPORT_PERIOD.standard).toBe('lastTwoWeeks');
		const past = [
			'Yesterday',
			'Today',
			'Last Week',
			'This Week',
			'Last Two Weeks',
			'Last Month',
			'This Month',
			'Custom',
		];
		for (const period of [TIMESHEET_PERIOD, REPORT_PERIOD, LIVE_PERIOD])
			expect(offered(period)).toEqual(expect.arrayContaining(past));
	});
});
