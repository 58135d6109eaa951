// Whatever strangers typed into a record, the sentence that is made of it can be sent as it is; the record stays as it was.
import { expect, test } from '@jest/globals';
import { findEvent, watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { changedRecord, reportKind, timesheetKind } from '../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { expiring, invalid } from '../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { describeBurst, loginEntry } from '../../../nodes/WorkforceOperations/watch/logins/source.ts';
import {
	clockedIn,
	clockedOut,
	notClockedIn,
	notClockedOut,
	offSite,
	tooLong,
} from '../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { unfilled } from '../../../nodes/WorkforceOperations/watch/shifts/unfilled.ts';
import { unanswered } from '../../../nodes/WorkforceOperations/watch/shifts/welfareChecks.ts';
import { fakePoll } from './fakePoll.mts';
import { hashes } from './guardKeys.mts';
import {
	type WaitingKind,
	waitingRecord,
	waitingReports,
	waitingTimesheets,
} from '../../../nodes/WorkforceOperations/watch/waiting/rules.ts';
import { welfareCheck } from './welfareCheck.mts';

const NOW = Date.parse('2026-07-01T09:00:00Z');
const rules = { now: NOW, timeZone: 'UTC', graceMs: 0, hashes, daysBefore: [30] };

const TYPED = `<b onclick="x">\n@everyone\u202e<!channel>\u0000 ${'y'.repeat(2_000_000)}`;

const texts = (...names: string[]): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, TYPED]));

const times = { startTime: '2026-07-01T06:00:00Z', endTime: '2026-07-01T08:00:00Z', scheduledStartTime: '2026-07-01' };
const shift = {
	...texts('name', 'siteName', 'status', 'eventID'),
	...times,
	welfareCheckResponses: [welfareCheck(1)],
	isClockInOffSite: true,
};
const clocked = { ...shift, timeIn: times.startTime };
const licence = {
	...texts('firstName', 'lastName', 'licenseNumber', 'licenceSector', 'status', 'securityLicenseId'),
	expiryDate: '2026-07-06',
	isInvalidLicense: true,
};
const login = {
	...texts('emailAttempted', 'ipAddress', 'userId', 'failureReason'),
	id: 1,
	occurredUtc: '2026-07-01T08:00:00Z',
};
const report = {
	...texts('reportId', 'reportName', 'siteName', 'submittedByName', 'modifiedByName'),
	incidentReportId: 1,
	submittedDate: '2026-07-01T08:00:00Z',
};
const sheet = { ...texts('staffName', 'siteName', 'approvedBy'), timesheetId: 1, approvedDateTime: times.endTime };

const changeOf = (kind: typeof reportKind, record: Record<string, unknown>): string[] => {
	const seen = changedRecord(
		kind,
		record,
		{ holding: new Set(['approved']), unproven: new Set() },
		{ ...rules, signals: kind.signals },
	);
	return (seen?.signs ?? []).map((sign) => seen?.describe(sign).reason ?? '');
};
const waits = (kind: WaitingKind, record: Record<string, unknown>): string =>
	waitingRecord(kind, '1', record, { ...rules, waitMs: 0 }).reason;
const entry = loginEntry(login, rules);

/** What copies say of the records of their lists. */
async function copied(event: string, record: Record<string, unknown>): Promise<string[]> {
	const { poll } = fakePoll(({ id }) => [id === undefined ? { ...record, id: 1 } : record], {
		settings: { startWith: 'now' },
	});
	const { findings } = (await findEvent(event)?.source.preview(poll)) ?? { findings: [] };
	return findings.map(({ reason }) => reason);
}

const sentences: Array<[string, string[] | Promise<string[]>]> = [
	['shift.notClockedIn', notClockedIn(shift, rules).map(({ reason }) => reason)],
	['shift.notClockedOut', notClockedOut(clocked, rules).map(({ reason }) => reason)],
	['shift.clockedIn', clockedIn(clocked, rules).map(({ reason }) => reason)],
	['shift.clockedOut', clockedOut(shift, rules).map(({ reason }) => reason)],
	['shift.unfilled', unfilled({ ...shift, status: 'REJECTED' }, rules).map(({ reason }) => reason)],
	['shift.tooLong', tooLong(clocked, rules).map(({ reason }) => reason)],
	['shift.offSite', offSite(clocked, rules).map(({ reason }) => reason)],
	['welfareCheck.unanswered', unanswered(shift, rules).map(({ reason }) => reason)],
	['licence.expiring', [expiring(licence, '3001', rules)?.reason ?? '']],
	['licence.invalid', [invalid(licence, '3001', rules)?.reason ?? '']],
	[
		'login.failed',
		[entry?.reason ?? '', entry ? describeBurst(entry, entry.groups, { ...rules, atLeast: 3, minutes: 5 }).reason : ''],
	],
	['staff.created', copied('staff.created', texts('firstName', 'lastName', 'employeeId'))],
	['staff.changed', copied('staff.changed', texts('firstName', 'lastName'))],
	['customer.changed', copied('customer.changed', texts('name'))],
	['site.changed', copied('site.changed', texts('siteName'))],
	['licence.changed', copied('licence.changed', licence)],
	['incidentReport.changed', changeOf(reportKind, report)],
	['timesheet.changed', changeOf(timesheetKind, sheet)],
	['timesheet.waiting', [waits(waitingTimesheets, { ...sheet, approvedDateTime: null, payEndTime: times.endTime })]],
	['incidentReport.waiting', [waits(waitingReports, report)]],
];

test('every event is looked at so', () => {
	expect(sentences.map(([event]) => event).sort()).toEqual(watchedEvents.map(({ value }) => value).sort());
});

test.each(sentences)('%s', async (_, given) => {
	const reasons = await given;
	expect(reasons.length).toBeGreaterThan(0);
	for (const reason of reasons) {
		expect(reason).toContain('‹b onclick="x"› ＠everyone‹!channel› y');
		expect(reason).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]|@everyone/u);
		expect(reason.length).toBeLessThan(800);
		for (const part of reason.split(/[^y]+/)) expect(part.length).toBeLessThan(120);
	}
});
