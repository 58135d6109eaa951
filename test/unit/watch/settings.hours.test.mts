// Hours in the form of the watch trigger: halves of them, and those that have to fit together.
import { describe, expect, test } from '@jest/globals';
import { read, refused } from './readForm.mts';

const MINUTE = 60_000;

test.each<[string, string, object]>([
	['Hours Before', 'shift.unfilled', { hoursBefore: 0.5 }],
	['Longest Hours', 'shift.tooLong', { longestHours: '0.5' }],
])('%s may be half an hour', (label, event, values) => {
	expect(read(event, values).graceMs).toBe(30 * MINUTE);
	const [name = ''] = Object.keys(values);
	expect(refused(event, { [name]: 'soon' }).message).toMatch(new RegExp(`^“${label}” must be a number from 0`));
});

describe('Look Back of what waits', () => {
	const waiting = (hoursWaiting: number, lookBackDays: number) => ({ hoursWaiting, options: { lookBackDays } });

	test.each<[string, number, number, string | undefined]>([
		['timesheet.waiting', 299, 14, undefined],
		['timesheet.waiting', 300, 14, '15 days'],
		['incidentReport.waiting', 335, 14, undefined],
		['incidentReport.waiting', 336, 14, '15 days'],
		['incidentReport.waiting', 24, 1, '2 days'],
	])('of %s with %d hours and %d days: %p', (event, hours, days, words) => {
		const tooShort = {
			message: `“Look Back (Days)” is too short for a wait of ${hours} hours`,
			description: expect.stringMatching(
				new RegExp(
					`^Each (timesheet|incident report) leaves the list before it has waited that long. Enter at least ${words}, or fewer hours.$`,
				),
			),
		};
		expect(refused(event, waiting(hours, days))).toEqual(words === undefined ? { message: 'read' } : tooShort);
		expect(refused(event, waiting(hours, days), 'test')).toEqual({ message: 'read' });
	});
});
