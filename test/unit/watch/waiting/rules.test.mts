// Since when a timesheet or a report waits for approval, whether it does, and the sentence that says so.
import { describe, expect, test } from '@jest/globals';
import {
	type WaitingKind,
	waitingRecord,
	waitingReports,
	waitingTimesheets,
} from '../../../../nodes/WorkforceOperations/watch/waiting/rules.ts';
import { HOUR } from '../fakePoll.mts';

/** 31 hours after the shift of the sheet, 01:00 in Sydney. */
const NOW = Date.parse('2026-11-21T22:00:00Z');
const rules = { now: NOW, timeZone: 'Australia/Sydney', waitMs: 24 * HOUR };

const sheet = {
	timesheetId: 7,
	staffName: 'Aroha Ngata',
	siteName: 'Coral Coast Library',
	scheduledStartTime: '2026-11-20T07:00:00Z',
	scheduledEndTime: '2026-11-20T15:00:00Z',
};
const report = {
	incidentReportId: 9,
	reportId: 'IR-2026-0123',
	reportName: 'Lost Property',
	siteName: 'Coral Coast Library',
	submittedByName: 'Aroha Ngata',
	submittedDate: '2026-11-20T15:00:00Z',
};

const judged = (kind: WaitingKind, record: object, changes: Partial<typeof rules> = {}) =>
	waitingRecord(kind, '1', { ...record }, { ...rules, ...changes });
const ago = (since: number | undefined): number | undefined => since && (NOW - since) / HOUR;

describe('the work of a timesheet ended', () => {
	const paid = '2026-11-20T16:00:00Z';
	const clocked = '2026-11-20T17:00:00Z';

	test.each<[string, object, number | undefined]>([
		['by its paid end, where it has one', { payEndTime: paid, timeclockEndTime: clocked }, 30],
		['else by the clock-out', { payEndTime: null, timeclockEndTime: clocked }, 29],
		['else by the scheduled end', {}, 31],
		['where a date is none: the year 1', { payEndTime: '0001-01-01T00:00:00', timeclockEndTime: ' ' }, 31],
		['where a date can’t be read', { payEndTime: 'yesterday' }, 31],
		['never, without any', { scheduledEndTime: null }, undefined],
	])('%s', (_, changes, hours) => {
		const { since, numbers } = judged(waitingTimesheets, { ...sheet, ...changes });
		expect(ago(since)).toBe(hours);
		expect(numbers).toEqual(hours === undefined ? {} : { hoursWaiting: hours });
	});
});

describe('leave', () => {
	test.each<[string, string, object, string]>([
		['of a day', '2026-11-20T06:00:00Z', { entryType: 'Annual Leave' }, '2026-11-20T13:00:00.000Z'],
		['to midnight', '2026-11-20T13:00:00Z', { entryType: 'leave' }, '2026-11-20T13:00:00.000Z'],
		['past midnight', '2026-11-20T13:30:00Z', { entryTypeID: 4 }, '2026-11-21T13:00:00.000Z'],
		[
			'to the day on which the clocks go forward',
			'2026-10-03T20:00:00Z',
			{ entryType: 'Leave' },
			'2026-10-04T13:00:00.000Z',
		],
		['that is none', '2026-11-20T06:00:00Z', { entryType: 'Work' }, '2026-11-20T06:00:00.000Z'],
	])('%s waits from the end of its last day on', (_, scheduledEndTime, type, since) => {
		const changes = { leaveEntryTypes: ['4'] } as Partial<typeof rules>;
		const found = judged(waitingTimesheets, { ...sheet, scheduledEndTime, ...type }, changes);
		expect(new Date(found.since ?? 0).toISOString()).toBe(since);
		expect(found.reason.includes('leave')).toBe(!('entryType' in type && type.entryType === 'Work'));
	});
});

describe('what a record says itself', () => {
	test.each<[object, string | undefined]>([
		[{}, undefined],
		[{ status: 'Pending' }, 'waiting'],
		[{ status: ' pending ' }, 'waiting'],
		[{ status: 'Approved' }, 'over'],
		[{ status: 'REJECTED' }, 'over'],
		[{ status: 'In review' }, undefined],
		[{ isApproved: true }, 'over'],
		[{ isApproved: 'true', status: 'Pending' }, 'over'],
		[{ isApproved: false }, 'waiting'],
		[{ isApproved: false, status: 'Rejected' }, 'over'],
		[{ approvedDateTime: '2026-11-20T16:00:00Z' }, 'over'],
		[{ approvedDateTime: '0001-01-01T00:00:00' }, undefined],
		[{ approvedDateTime: null, customerApprovedDateTime: '2026-11-20T16:00:00Z' }, undefined],
		[{ approvedDateTime: '2026-11-20T16:00:00Z', status: 'Pending' }, 'waiting'],
	])('%j means “%s”', (changes, state) => {
		for (const [kind, record] of [
			[waitingTimesheets, sheet],
			[waitingReports, report],
		] as const) {
			const { holds, ...said } = judged(kind, { ...record, ...changes });
			expect({ state: said.state, holds }).toEqual({ state, holds: state !== 'over' });
		}
	});
});

describe('it is reported', () => {
	test.each([
		[31, true],
		[32, false],
		[0, true],
	])('after %d hours, of which 31 have passed: %s', (hours, holds) => {
		const record = judged(waitingTimesheets, sheet, { waitMs: hours * HOUR });
		expect({ holds: record.holds, at: record.at }).toEqual({ holds, at: NOW - (31 - hours) * HOUR });
	});

	test('not before it began to wait', () => {
		const later = new Date(NOW + 1).toISOString();
		expect(judged(waitingTimesheets, { ...sheet, payEndTime: later }, { waitMs: 0 }).holds).toBe(false);
		expect(judged(waitingReports, { ...report, submittedDate: null }, { waitMs: 0 }).holds).toBe(false);
		const now = new Date(NOW).toISOString();
		const begun = judged(waitingTimesheets, { ...sheet, payEndTime: now }, { waitMs: 0 });
		expect({ holds: begun.holds, numbers: begun.numbers }).toEqual({ holds: true, numbers: { hoursWaiting: 0 } });
	});
});

describe('the sentence', () => {
	const timesheet = (changes: object, more?: Partial<typeof rules>): string =>
		judged(waitingTimesheets, { ...sheet, ...changes }, more).reason;

	test.each<[object, string]>([
		[{}, 'Aroha Ngata’s timesheet at Coral Coast Library, Fri 20 Nov 18:00 to 02:00, has waited 31 hours for approval'],
		[
			{ siteName: null, staffName: '' },
			'Somebody’s timesheet, Fri 20 Nov 18:00 to 02:00, has waited 31 hours for approval',
		],
		[
			{ scheduledStartTime: '2026-11-19T07:00:00Z' },
			'Aroha Ngata’s timesheet at Coral Coast Library, Thu 19 Nov 18:00 to Sat 21 Nov 02:00, has waited 31 hours for approval',
		],
		[
			{ scheduledStartTime: null, payStartTime: '2026-11-20T08:00:00Z', payEndTime: '2026-11-20T14:30:00Z' },
			'Aroha Ngata’s timesheet at Coral Coast Library, Fri 20 Nov 19:00 to 01:30, has waited 31 hours for approval',
		],
		[
			{
				...{ scheduledStartTime: null, payStartTime: '2026-11-20T15:00:00Z', payEndTime: '2026-11-20T14:59:00Z' },
				...{ timeclockStartTime: '2026-11-20T06:00:00Z', timeclockEndTime: '2026-11-20T13:00:00Z' },
			},
			'Aroha Ngata’s timesheet at Coral Coast Library, Fri 20 Nov 17:00 to 00:00, has waited 31 hours for approval',
		],
		[
			{ scheduledStartTime: '2026-11-19T15:00:00Z' },
			'Aroha Ngata’s timesheet at Coral Coast Library, Fri 20 Nov 02:00 to Sat 21 Nov 02:00, has waited 31 hours for approval',
		],
		[
			{ scheduledStartTime: '2026-11-20T15:00:00Z' },
			'Aroha Ngata’s timesheet at Coral Coast Library, Sat 21 Nov 02:00 to 02:00, has waited 31 hours for approval',
		],
		[
			{ scheduledStartTime: null },
			'Aroha Ngata’s timesheet at Coral Coast Library, until Sat 21 Nov 02:00, has waited 31 hours for approval',
		],
		[
			{ status: 'Approved' },
			'Aroha Ngata’s timesheet at Coral Coast Library, Fri 20 Nov 18:00 to 02:00, is no longer waiting for approval',
		],
		[
			{ payEndTime: '2026-11-22T15:00:00Z' },
			'Aroha Ngata’s timesheet at Coral Coast Library, Fri 20 Nov 18:00 to 02:00, isn’t waiting for approval yet',
		],
	])('of a timesheet with %j', (changes, expected) => {
		expect(timesheet(changes)).toBe(expected);
	});

	test('says that it is leave, which waits like any other', () => {
		const words =
			'Aroha Ngata’s timesheet at Coral Coast Library (leave), Fri 20 Nov 18:00 to 02:00, has waited 9 hours';
		expect(timesheet({ entryType: 'Annual Leave' })).toContain(words);
		expect(timesheet({ entryType: 'Work' })).not.toContain('leave');
		const named = { ...rules, waitMs: 9 * HOUR, leaveEntryTypes: ['7'] };
		expect(waitingRecord(waitingTimesheets, '1', { ...sheet, entryTypeID: 7 }, named)).toMatchObject({ holds: true });
		expect(waitingRecord(waitingTimesheets, '1', { ...sheet, entryTypeID: 7 }, named).reason).toContain(words);
	});

	test('of a report without a date is that of the oldest', () => {
		expect(judged(waitingReports, { ...report, submittedDate: null }).locator).toBe(0);
	});

	test('says how long it has to wait, and is in the zone of the workflow', () => {
		expect(timesheet({ siteName: '' }, { waitMs: 48 * HOUR, timeZone: 'UTC' })).toBe(
			'Aroha Ngata’s timesheet, Fri 20 Nov 07:00 to 15:00, has waited 31 hours for approval; the limit is 48 hours',
		);
		expect(timesheet({ scheduledEndTime: new Date(NOW - HOUR).toISOString() }, { waitMs: 0 })).toContain(
			'has waited 1 hour for approval',
		);
	});

	test.each<[object, string]>([
		[
			{},
			'Incident report IR-2026-0123 (Lost Property) at Coral Coast Library, submitted Sat 21 Nov 02:00 by Aroha Ngata, has waited 31 hours for approval',
		],
		[
			{ reportId: null, reportName: undefined, formName: 'Theft', siteName: '', submittedByName: null },
			'Incident report 9 (Theft), submitted Sat 21 Nov 02:00, has waited 31 hours for approval',
		],
		[
			{ submittedDate: null },
			'Incident report IR-2026-0123 (Lost Property) at Coral Coast Library isn’t waiting for approval yet',
		],
	])('of a report with %j', (changes, expected) => {
		expect(judged(waitingReports, { ...report, ...changes }).reason).toBe(expected);
	});
});
