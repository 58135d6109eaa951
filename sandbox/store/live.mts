import type { DatabaseSync } from 'node:sqlite';
import { toLocalIso } from '../core/zones.mts';
import { selectAll, type Row } from './query.mts';

/** Half the window of the live list when a request has no dates (documented). */
export const halfWindowMs = 17 * 3_600_000;

// Assumed, Live operations: the states besides `CLOCKED IN` are `SCHEDULED`, `NOT CLOCKED IN`, `CLOCKED OUT` and `REJECTED`; the
//   period filters by start. A blank shift has an empty `name`. An unscheduled shift has no planned end, and its start is the
//   clock-in.
/** A shift's status at a moment, as SQL. Clock-ins that are planned for later haven't happened yet. */
export const statusAt = (now: number): string => {
	const moment = Math.trunc(now);
	return `(CASE WHEN t.time_out <= ${moment} THEN 'CLOCKED OUT' WHEN t.time_in <= ${moment} THEN 'CLOCKED IN'
		WHEN t.rejected_at <= ${moment} THEN 'REJECTED' WHEN t.scheduled_start <= ${moment} THEN 'NOT CLOCKED IN' ELSE 'SCHEDULED' END)`;
};

/** Joins a shift with its status at a moment and the names that it shows; `WHERE` follows. */
export const liveSelect = (
	now: number,
): string => `SELECT t.*, ${statusAt(now)} AS status, c.name AS customer_name, s.name AS site_name, s.address || ', ' || s.city AS address, s.latitude, s.longitude, s.time_zone,
	COALESCE(e.first_name || ' ' || e.last_name, '') AS staff_name, e.email, e.mobile, b.name AS subcontractor_name
	FROM shifts t JOIN customers c ON c.id = t.customer_id JOIN sites s ON s.id = t.site_id LEFT JOIN employees e ON e.id = t.employee_id
	LEFT JOIN subcontractors b ON b.id = e.subcontractor_id`;

/** Values of the column `off_site`: which clocking was away from the site. */
export const offSite = { none: 0, both: 1, in: 2, out: 3 } as const;

/** The service itself clocks out an unscheduled shift after this long. */
export const forcedOutMs = 16 * 3_600_000;

/** The guard of a blank shift. */
export const nobody = 0;

/** Who calls guards: the manager of the seed. */
const managerId = 7001;

const texts: Record<string, string> = {
	'CLOCKED OUT': 'Shift completed',
	'CLOCKED IN': 'On site',
	'NOT CLOCKED IN': 'Late: not clocked in',
	REJECTED: 'Rejected by the guard',
	SCHEDULED: 'Starts later',
};

// Assumed, Live operations: `startTime` is UTC, `…TZ` times are local without an offset; a shift without a clock-in has no
//   `timeIn`; `welfareCheckNotifResponses` contains every check, `welfareCheckResponses` those with an answer. The contents of
//   `licenses` and `followUps` are invented; `followUps` is empty unless a simulated day follows up a check.
/**
 * A live operations record from a row of `liveSelect(now)`. Times are UTC; the `…TZ` ones are the site's local time.
 */
export function liveRecord(db: DatabaseSync, row: Row, now: number): Record<string, unknown> {
	const zone = String(row.time_zone);
	const happened = (value: Row[string] | undefined): number | null =>
		typeof value === 'number' && value <= now ? value : null;
	const iso = (value: number | null): string | null => (value === null ? null : new Date(value).toISOString());
	const local = (value: number | null): string | null => (value === null ? null : toLocalIso(zone, value));
	const start = Number(row.scheduled_start);
	const end = row.unscheduled === 1 ? null : Number(row.scheduled_end);
	const timeIn = happened(row.time_in);
	const timeOut = happened(row.time_out);
	const status = String(row.status);
	const inOffSite = row.off_site === offSite.both || row.off_site === offSite.in;
	const outOffSite = row.off_site === offSite.both || row.off_site === offSite.out;
	// About two kilometres away from the site.
	const at = (value: number | null, base: Row[string] | undefined, away: boolean): number | null =>
		value === null ? null : Number(base) + (away ? 0.02 : 0);
	const called = happened(row.called_at);
	const checks = welfareChecks(db, Number(row.id), now);
	return {
		companyName: 'Southern Cross Guarding',
		name: row.staff_name,
		siteName: row.site_name,
		customerName: row.customer_name,
		subcontractorName: row.subcontractor_name ?? null,
		startTime: iso(start),
		endTime: iso(end),
		timeIn: iso(timeIn),
		timeOut: iso(timeOut),
		startTimeTZ: local(start),
		endTimeTZ: local(end),
		timeInTZ: local(timeIn),
		timeOutTZ: local(timeOut),
		status,
		statusText: texts[status] ?? status,
		inSignatureUrl: null,
		outSignatureUrl: null,
		inPhotoUrl: null,
		outPhotoUrl: null,
		inLatitude: at(timeIn, row.latitude, inOffSite),
		inLongitude: at(timeIn, row.longitude, inOffSite),
		outLatitude: at(timeOut, row.latitude, outOffSite),
		outLongitude: at(timeOut, row.longitude, outOffSite),
		eventID: String(row.id),
		mobile: row.mobile ?? '',
		address: row.address,
		email: row.email ?? '',
		calledAt: iso(called),
		calledBy: called === null ? null : managerId,
		entryTypeID: 1,
		publishedShiftID: Number(row.id) + 500_000,
		shiftId: row.id,
		isClockInOffSite: timeIn === null ? null : inOffSite,
		isClockOutOffSite: timeOut === null ? null : outOffSite,
		calledByFullName: called === null ? null : (row.called_by ?? null),
		inEnteredByFullName: timeIn === null ? null : (row.entered_by ?? null),
		outEnteredByFullName: null,
		sitePositionName: row.position,
		licenses: licencesOf(db, Number(row.employee_id)),
		welfareCheckResponses: checks.filter((check) => check.hasResponse),
		welfareCheckNotifResponses: checks,
	};
}

interface WelfareCheck {
	hasResponse: boolean;
	[field: string]: unknown;
}

function welfareChecks(db: DatabaseSync, shiftId: number, now: number): WelfareCheck[] {
	return selectAll(db, 'SELECT * FROM welfare_checks WHERE shift_id = ? AND sent_at <= ? ORDER BY id', [
		shiftId,
		now,
	]).map((row) => ({
		timesheetEntryId: shiftId,
		welfareCheckId: row.id,
		dateSent: new Date(Number(row.sent_at)).toISOString(),
		hasResponse: typeof row.answered_at === 'number' && row.answered_at <= now,
		type: 'PN',
		parentWelfareCheckId: row.parent_id ?? 0,
		managerCheck: row.is_manager === 1,
		managerEmployee: row.is_manager === 1 ? 'Dana Whitlock' : null,
		followUps: row.follow_up === null ? [] : [JSON.parse(String(row.follow_up)) as Record<string, unknown>],
	}));
}

function licencesOf(db: DatabaseSync, employeeId: number): Array<Record<string, unknown>> {
	return selectAll(db, 'SELECT * FROM licences WHERE employee_id = ? ORDER BY id', [employeeId]).map((row) => ({
		licenseNumber: row.license_number,
		licenseType: row.license_type ?? '',
		state: row.state ?? '',
		...(typeof row.expires_at === 'number' ? { expiryDate: new Date(row.expires_at).toISOString() } : {}),
	}));
}
