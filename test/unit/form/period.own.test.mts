// A period of its own dates, and one that stands in the form under its name.
import { describe, expect, test } from '@jest/globals';
import {
	LIVE_PERIOD,
	type Period,
	periodFields,
	readPeriod,
	REPORT_PERIOD,
	TIMESHEET_PERIOD,
} from '../../../nodes/WorkforceOperations/form/period.ts';
import { type Preset, PRESETS, wholeDays } from '../../../nodes/WorkforceOperations/form/periodDays.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../kit/time/virtualTime.mts';
import { formOf, wordsOf } from './support.mts';

const presetRange = (preset: Preset, now: number, zone: string) => wholeDays(PRESETS[preset], now, zone);

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
	const now = Date.parse('2026-10-06T23:00:00Z');
	const time = new VirtualTime().takePlaceOf(clock).putDate(now);
	try {
		expect(readPeriod(formOf({ period: 'aroundNow' }), LIVE_PERIOD)).toEqual({
			startDate: '2026-10-06T06:00:00.000Z',
			endDate: '2026-10-07T16:00:00.000Z',
		});
	} finally {
		time.restore();
	}
	expect(periodFields(LIVE_PERIOD)[0]?.options?.[0]).toMatchObject({
		name: 'Around Now',
		description: 'From 17 hours ago to 17 hours from now',
	});
});

test.each(['today', 'yesterday', 'thisWeek', 'lastWeek', 'lastTwoWeeks', 'thisMonth', 'lastMonth'] as const)(
	'the period “%s” is that of now, whatever dates stand beside it',
	(period) => {
		const now = Date.parse('2026-10-06T23:00:00Z');
		const time = new VirtualTime().takePlaceOf(clock).putDate(now);
		try {
			expect(readPeriod(formOf({ period, startDate: '2020-01-01', endDate: 'x' }), TIMESHEET_PERIOD)).toEqual(
				presetRange(period, now, 'Australia/Brisbane'),
			);
		} finally {
			time.restore();
		}
	},
);
