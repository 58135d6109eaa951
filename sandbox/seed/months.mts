import type { DatabaseSync } from 'node:sqlite';
import { ownCompany } from '../core/keys.mts';
import { selectAll, selectOne } from '../store/query.mts';
import { dayMs } from '../core/zones.mts';
import { addReports } from './incidents.mts';
import { payGroupOf, type SeedGuard } from './people.mts';
import type { SeedSite } from './places.mts';
import { planDay, planShifts } from './shifts.mts';
import { addTimesheets, type Shift } from './timesheets.mts';

const hour = 3_600_000;
/** Reports of one day, on average. */
const REPORTS_A_DAY = 2.5;

/** The first day of the month before the current one, wherever on earth it is still the earliest. */
function firstDayOf(now: number): number {
	const earliest = new Date(now - 12 * hour);
	return Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth() - 1, 1);
}

/**
 * Fills what is missing of this and the previous calendar month: few shifts for each past day, the timesheet of each shift
 * that has begun, and incident reports. What is there already stays as it is, so a state that was kept for weeks is filled
 * up when it is opened again.
 */
export function fillMonths(db: DatabaseSync, now: number): void {
	const from = firstDayOf(now);
	const known = new Set(selectAll(db, 'SELECT day FROM shift_days').map(({ day }) => Number(day)));
	const yesterday = Math.floor(now / dayMs) * dayMs - dayMs;
	for (let day = from; day < yesterday; day += dayMs) if (!known.has(day)) planDay(db, day, 'quiet');
	planShifts(db, now);
	const sites = sitesOf(db);
	const guards = guardsOf(db);
	addTimesheets(db, shiftsWithout(db, sites, guards, from, now), now);
	const last = selectOne(db, 'SELECT max(submitted_at) AS at FROM incident_reports WHERE company_id = ?', ownCompany);
	const since = Math.max(from, Number(last?.at ?? 0));
	if (now - since > dayMs) addReports(db, sites, guards, now, { since, count: reportsIn(now - since) });
}

const reportsIn = (length: number): number => Math.round((length / dayMs) * REPORTS_A_DAY);

/** Shifts that have begun and have no timesheet, oldest first. */
function shiftsWithout(
	db: DatabaseSync,
	sites: readonly SeedSite[],
	guards: readonly SeedGuard[],
	from: number,
	now: number,
): Shift[] {
	const siteById = new Map(sites.map((site) => [site.id, site]));
	const guardById = new Map(guards.map((guard) => [guard.id, guard]));
	const rows = selectAll(
		db,
		`SELECT s.* FROM shifts s WHERE s.company_id = ? AND s.scheduled_start >= ? AND s.scheduled_start <= ? AND NOT EXISTS (SELECT 1 FROM timesheets t
			WHERE t.company_id = s.company_id AND t.employee_id = s.employee_id AND t.scheduled_start = s.scheduled_start) ORDER BY s.scheduled_start, s.id`,
		[ownCompany, from - dayMs, now],
	);
	const before = (value: unknown): number | null => (typeof value === 'number' && value <= now ? value : null);
	return rows.flatMap((row) => {
		const site = siteById.get(Number(row.site_id));
		const guard = guardById.get(Number(row.employee_id));
		if (site === undefined || guard === undefined) return [];
		const clocked = { in: before(row.time_in), out: before(row.time_out) };
		const times = { start: Number(row.scheduled_start), end: Number(row.scheduled_end) };
		return [{ site, guard, ...times, clocked, position: String(row.position) }];
	});
}

function sitesOf(db: DatabaseSync): SeedSite[] {
	return selectAll(db, 'SELECT * FROM sites WHERE company_id = ? ORDER BY id', [ownCompany]).map((row) => ({
		id: Number(row.id),
		customerId: Number(row.customer_id),
		zone: String(row.time_zone),
		name: String(row.name),
		isActive: row.is_active === 1,
		parentId: typeof row.parent_site_id === 'number' ? row.parent_site_id : null,
	}));
}

function guardsOf(db: DatabaseSync): SeedGuard[] {
	return selectAll(db, 'SELECT * FROM employees WHERE company_id = ? ORDER BY id', [ownCompany]).map((row) => ({
		id: Number(row.id),
		name: `${String(row.first_name)} ${String(row.last_name)}`,
		payGroup: payGroupOf(Number(row.id)),
		isActive: row.is_active === 1,
	}));
}
