import type { DatabaseSync } from 'node:sqlite';
import { ownCompany } from '../core/keys.mts';
import { selectAll, selectOne } from '../store/query.mts';
import { dayMs } from '../core/zones.mts';
import { addReports } from './incidents.mts';
import { guardsOf, rosterOf, sitesOf } from './roster.mts';
import { planDay, planShifts } from './shifts.mts';
import { addTimesheets, type Shift } from './timesheets.mts';
import { addNights, dealWorlds, rejectAhead } from './worlds.mts';

const hour = 3_600_000;
/** Reports of one day, on average. */
const REPORTS_A_DAY = 2.5;

/** The first day of the previous month, in the time zone that is furthest behind. */
function firstDayOf(now: number): number {
	const earliest = new Date(now - 12 * hour);
	return Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth() - 1, 1);
}

/**
 * Fills gaps in this and the previous calendar month: a few shifts for each past day, the timesheet of each shift
 * that has begun, and incident reports. Existing records stay as they are, so a state that was kept for weeks is
 * completed when it is opened again.
 */
export function fillMonths(db: DatabaseSync, now: number): void {
	const from = firstDayOf(now);
	const known = new Set(selectAll(db, 'SELECT day FROM shift_days').map(({ day }) => Number(day)));
	const yesterday = Math.floor(now / dayMs) * dayMs - dayMs;
	const planned = lastShift(db);
	for (let day = from; day < yesterday; day += dayMs) if (!known.has(day)) planDay(db, day, 'quiet');
	dealWorlds(db, planned, now);
	const nights = addNights(db, now);
	const past = lastShift(db);
	planShifts(db, now);
	rejectAhead(db, past, now);
	addTimesheets(db, shiftsWithout(db, Math.min(from, nights), now), now);
	const last = selectOne(db, 'SELECT max(submitted_at) AS at FROM incident_reports WHERE company_id = ?', ownCompany);
	const since = Math.max(from, Number(last?.at ?? 0));
	if (now - since > dayMs) addReports(db, sitesOf(db), guardsOf(db), now, { since, count: reportsIn(now - since) });
}

const lastShift = (db: DatabaseSync): number => Number(selectOne(db, 'SELECT max(id) AS id FROM shifts')?.id ?? 0);

const reportsIn = (length: number): number => Math.round((length / dayMs) * REPORTS_A_DAY);

/** Shifts that have begun and have no timesheet, oldest first. An unscheduled one has no planned times to show. */
function shiftsWithout(db: DatabaseSync, from: number, now: number): Shift[] {
	const rows = selectAll(
		db,
		`SELECT s.* FROM shifts s WHERE s.company_id = ? AND s.unscheduled IS NULL AND s.scheduled_start >= ? AND s.scheduled_start <= ?
			AND NOT EXISTS (SELECT 1 FROM timesheets t
			WHERE t.company_id = s.company_id AND t.employee_id = s.employee_id AND t.scheduled_start = s.scheduled_start) ORDER BY s.scheduled_start, s.id`,
		[ownCompany, from - dayMs, now],
	);
	return rosterOf(db, rows, now);
}
