import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readPeriod, TIMESHEET_PERIOD } from '../../../nodes/WorkforceOperations/form/period.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { formOf, wordsOf } from './support.mts';

const read = (now: string, timeZone: string, values: Record<string, unknown>): unknown => {
	jest.spyOn(clock, 'date').mockReturnValue(Date.parse(now));
	return readPeriod(formOf({ period: 'payPeriod', ...values }, { timeZone }), TIMESHEET_PERIOD);
};

afterEach(() => {
	jest.restoreAllMocks();
});

describe('A pay period of the form', () => {
	test.each([
		// The clocks of Sydney went forward on 4 October 2026 and go back on 4 April 2027.
		[
			'2026-10-14T23:00:00Z',
			'Australia/Sydney',
			'fortnight',
			'2026-09-28',
			'2026-09-27T14:00:00.000Z',
			'2026-10-11T12:59:59.999Z',
		],
		[
			'2027-04-05T14:30:00Z',
			'Australia/Sydney',
			'week',
			'2026-01-05',
			'2027-03-28T13:00:00.000Z',
			'2027-04-04T13:59:59.999Z',
		],
		// In Brisbane it is the 21st already.
		[
			'2026-11-20T14:00:00Z',
			'Australia/Brisbane',
			'month',
			'2026-01-21',
			'2026-10-20T14:00:00.000Z',
			'2026-11-20T13:59:59.999Z',
		],
		[
			'2026-11-20T13:59:00Z',
			'Australia/Brisbane',
			'month',
			'2026-01-21',
			'2026-09-20T14:00:00.000Z',
			'2026-10-20T13:59:59.999Z',
		],
		[
			'2026-11-23T00:00:00Z',
			'Europe/London',
			'fourWeeks',
			'2026-10-05T00:00:00',
			'2026-10-04T23:00:00.000Z',
			'2026-11-01T23:59:59.999Z',
		],
	])('at %s in %s: the last %s from %s', (now, zone, payPeriodLength, payPeriodStartsOn, startDate, endDate) =>
		expect(read(now, zone, { payPeriodLength, payPeriodStartsOn })).toEqual({ startDate, endDate }),
	);

	test('may be the one that today is in', () =>
		expect(
			read('2026-11-23T00:00:00Z', 'UTC', {
				payPeriodLength: 'week',
				payPeriodStartsOn: '2026-11-02',
				payPeriodWhich: 'current',
			}),
		).toEqual({ startDate: '2026-11-23T00:00:00.000Z', endDate: '2026-11-29T23:59:59.999Z' }));

	test.each([
		[{}, '“Starts On” is empty'],
		[{ payPeriodStartsOn: 'Monday' }, '“Starts On” is not a date'],
		[{ payPeriodStartsOn: '2026-11-02', payPeriodLength: 'quarter' }, '“Pay Period” is not one of the choices'],
		[{ payPeriodStartsOn: '2026-11-02', payPeriodWhich: 'next' }, '“Which” is not one of the choices'],
	])('that can’t be read from %j is refused', (values, message) =>
		expect(wordsOf(() => read('2026-11-23T00:00:00Z', 'UTC', values))?.message).toBe(message),
	);
});
