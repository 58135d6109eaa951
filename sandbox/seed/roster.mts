import type { DatabaseSync } from 'node:sqlite';
import { ownCompany } from '../core/keys.mts';
import { selectAll, type Row } from '../store/query.mts';
import { payGroupOf, type SeedGuard } from './people.mts';
import type { SeedSite } from './places.mts';
import type { Shift } from './timesheets.mts';

/** A shift of the database, with its site and its guard. */
export interface RosteredShift extends Shift {
	id: number;
}

/** The shifts of these rows that have a guard. Clock times that are planned for later haven't happened yet. */
export function rosterOf(db: DatabaseSync, rows: readonly Row[], now: number): RosteredShift[] {
	const siteById = new Map(sitesOf(db).map((site) => [site.id, site]));
	const guardById = new Map(guardsOf(db).map((guard) => [guard.id, guard]));
	const before = (value: unknown): number | null => (typeof value === 'number' && value <= now ? value : null);
	return rows.flatMap((row) => {
		const site = siteById.get(Number(row.site_id));
		const guard = guardById.get(Number(row.employee_id));
		if (site === undefined || guard === undefined) return [];
		const clocked = { in: before(row.time_in), out: before(row.time_out) };
		const times = { start: Number(row.scheduled_start), end: Number(row.scheduled_end) };
		return [{ id: Number(row.id), site, guard, ...times, clocked, position: String(row.position) }];
	});
}

export function sitesOf(db: DatabaseSync): SeedSite[] {
	return selectAll(db, 'SELECT * FROM sites WHERE company_id = ? ORDER BY id', [ownCompany]).map((row) => ({
		id: Number(row.id),
		customerId: Number(row.customer_id),
		zone: String(row.time_zone),
		name: String(row.name),
		isActive: row.is_active === 1,
		parentId: typeof row.parent_site_id === 'number' ? row.parent_site_id : null,
	}));
}

export function guardsOf(db: DatabaseSync): SeedGuard[] {
	return selectAll(db, 'SELECT * FROM employees WHERE company_id = ? ORDER BY id', [ownCompany]).map((row) => ({
		id: Number(row.id),
		name: `${String(row.first_name)} ${String(row.last_name)}`,
		payGroup: payGroupOf(Number(row.id)),
		isActive: row.is_active === 1,
	}));
}
