import type { DatabaseSync } from 'node:sqlite';
import { selectAll, Where, type Row } from './query.mts';

/** The kinds in the log of happenings; those that the watch events report have the events' names. */
type HappeningKind =
	| 'shift.notClockedIn'
	| 'shift.notClockedOut'
	| 'shift.clockedIn'
	| 'shift.clockedOut'
	| 'shift.offSite'
	| 'shift.called'
	| 'shift.unfilled'
	| 'shift.tooLong'
	| 'welfareCheck.unanswered'
	| 'welfareCheck.followedUp'
	| 'licence.expiring'
	| 'licence.invalid'
	| 'login.failed'
	| 'staff.created'
	| 'incidentReport.changed'
	| 'timesheet.changed'
	| 'incidentReport.waiting'
	| 'timesheet.waiting';

/** The field for the subject's id. */
const subjects: Readonly<Record<string, string>> = {
	shift: 'shiftId',
	welfareCheck: 'welfareCheckId',
	licence: 'licenceId',
	login: 'loginId',
	staff: 'employeeId',
	incidentReport: 'incidentReportId',
	timesheet: 'timesheetId',
};

/** Logs that something happened, or began, at a moment. `subject` is the id of the record. */
export function noteHappening(
	db: DatabaseSync,
	at: number,
	kind: HappeningKind,
	subject: number,
	details: Record<string, unknown> = {},
): void {
	db.prepare('INSERT INTO happenings (at, kind, subject, details_json) VALUES (?, ?, ?, ?)').run(
		at,
		kind,
		subject,
		JSON.stringify(details),
	);
}

/** Logs the end of something that began; does nothing if there is nothing to end. */
export function endHappening(db: DatabaseSync, at: number, kind: HappeningKind, subject: number): void {
	db.prepare('UPDATE happenings SET until = ? WHERE kind = ? AND subject = ? AND until IS NULL').run(at, kind, subject);
}

export function openHappenings(db: DatabaseSync, kind: HappeningKind): Row[] {
	return selectAll(db, 'SELECT * FROM happenings WHERE kind = ? AND until IS NULL ORDER BY id', [kind]);
}

interface HappeningQuery {
	/** Only those with a larger id. */
	since?: number;
	kind?: string;
	limit: number;
	/** The newest ones instead of the first after `since`. */
	newest?: boolean;
}

/** Happenings in the admin API's format, in the order in which they were logged. */
export function listHappenings(db: DatabaseSync, query: HappeningQuery): Array<Record<string, unknown>> {
	const where = new Where().and('id > ?', query.since ?? 0);
	if (query.kind !== undefined) where.and('kind = ?', query.kind);
	const rows = selectAll(
		db,
		`SELECT * FROM happenings WHERE ${where.sql} ORDER BY id ${query.newest === true ? 'DESC' : 'ASC'} LIMIT ?`,
		[...where.values, query.limit],
	);
	return (query.newest === true ? rows.reverse() : rows).map((row) => {
		const kind = String(row.kind);
		return {
			id: row.id,
			kind,
			at: new Date(Number(row.at)).toISOString(),
			until: row.until === null ? null : new Date(Number(row.until)).toISOString(),
			[subjects[kind.split('.')[0] ?? ''] ?? 'subject']: row.subject,
			...(JSON.parse(String(row.details_json)) as Record<string, unknown>),
		};
	});
}
