// Worlds: special cases described by the operator's help centre, each with a few records, in addition to the choices.
import type { DatabaseSync } from 'node:sqlite';
import { ownCompany } from '../core/keys.mts';
import { dayMs } from '../core/zones.mts';
import { forcedOutMs, nobody } from '../store/live.mts';
import { selectAll, selectOne } from '../store/query.mts';
import { guardsOf, rosterOf, sitesOf, type RosteredShift } from './roster.mts';
import { addTimesheets, clockChangeShifts } from './timesheets.mts';

const hour = 3_600_000;

/** Worlds that change a worked shift. */
const ofShifts = {
	deactivatedCustomer(db: DatabaseSync, shift: RosteredShift, now: number): void {
		const site = sitesOf(db).find(({ customerId }) => isDeactivated(db, customerId));
		if (site === undefined) return;
		db.prepare('UPDATE shifts SET customer_id = ?, site_id = ? WHERE id = ?').run(site.customerId, site.id, shift.id);
		addTimesheets(db, [{ ...shift, site }], now);
	},
	leave(db: DatabaseSync, shift: RosteredShift, now: number): void {
		takeOff(db, shift, 'employee_id', nobody);
		addTimesheets(db, [{ ...shift, clocked: { in: null, out: null } }], now);
		// Approved in advance.
		db.prepare(
			`UPDATE timesheets SET entry_type = 'Leave', status = 'Approved', submitted_at = ?, decided_at = ?, decided_by = 'Dana Whitlock',
			notes_json = '[]', allowances_json = '[]' WHERE employee_id = ? AND scheduled_start = ?`,
		).run(shift.start - 6 * dayMs, shift.start - 5 * dayMs, shift.guard.id, shift.start);
	},
	rejectedShift(db: DatabaseSync, shift: RosteredShift): void {
		takeOff(db, shift, 'rejected_at', shift.start - 5 * hour);
	},
	unscheduledShift(db: DatabaseSync, shift: RosteredShift): void {
		const start = Number(shift.clocked?.in);
		db.prepare('UPDATE shifts SET unscheduled = 1, scheduled_start = ?, scheduled_end = ? WHERE id = ?').run(
			start,
			start + forcedOutMs,
			shift.id,
		);
	},
	forcedClockOut(db: DatabaseSync, shift: RosteredShift): void {
		ofShifts.unscheduledShift(db, shift);
		db.prepare('UPDATE shifts SET time_out = scheduled_end WHERE id = ?').run(shift.id);
	},
};

/** Worlds that change no existing shift. */
const others = {
	clockChange: addNights,
	lentTwin(db: DatabaseSync): void {
		for (const [index, isActive] of [
			[3, 1],
			[8, 0],
		] as const) {
			const own = guardsOf(db)[index];
			db.prepare(
				`INSERT INTO employees (company_id, subcontractor_id, first_name, last_name, email, employee_number, mobile, is_active, details_json)
				SELECT company_id, 1, first_name, last_name, email, 'RPS' || id, mobile, ?, details_json FROM employees WHERE id = ?`,
			).run(isActive, Number(own?.id));
		}
	},
};

type WorldOfShift = keyof typeof ofShifts;
export type WorldName = WorldOfShift | keyof typeof others;

export const worldNames = [...Object.keys(ofShifts), ...Object.keys(others)] as WorldName[];

const isOfShift = (name: WorldName): name is WorldOfShift => name in ofShifts;

const isDeactivated = (db: DatabaseSync, customerId: number): boolean =>
	selectOne(db, 'SELECT is_active FROM customers WHERE id = ?', customerId)?.is_active === 0;

function takeOff(db: DatabaseSync, { id }: RosteredShift, column: 'employee_id' | 'rejected_at', value: number): void {
	db.prepare(`UPDATE shifts SET time_in = NULL, time_out = NULL, ${column} = ? WHERE id = ?`).run(value, id);
	db.prepare('DELETE FROM welfare_checks WHERE shift_id = ?').run(id);
}

/** Adds the last night in which the clocks change, in each of three zones. Returns the first start. */
export function addNights(db: DatabaseSync, now: number): number {
	const open = sitesOf(db).filter(({ isActive }) => isActive);
	const nights = clockChangeShifts(open, guardsOf(db), now, 1);
	for (const { site, guard, start, end } of nights)
		db.prepare(
			`INSERT INTO shifts (company_id, customer_id, site_id, employee_id, scheduled_start, scheduled_end, time_in, time_out, off_site, position)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, 0, 'Security Officer'
			WHERE NOT EXISTS (SELECT 1 FROM shifts WHERE employee_id = ? AND scheduled_start = ?)`,
		).run(ownCompany, site.customerId, site.id, guard.id, start, end, start, end, guard.id, start);
	return Math.min(now, ...nights.map(({ start }) => start));
}

/** Worked shifts after this one, long enough ago for a clock-out after 16 hours. */
const workedAfter = (db: DatabaseSync, id: number, now: number): RosteredShift[] =>
	rosterOf(
		db,
		selectAll(
			db,
			'SELECT * FROM shifts WHERE company_id = ? AND id > ? AND time_in + ? <= ? AND time_out <= ? ORDER BY id',
			[ownCompany, id, forcedOutMs, now, now],
		),
		now,
	);

const EVERY = 12;

/** Turns every twelfth of the shifts after this one into the next world. */
export function dealWorlds(db: DatabaseSync, after: number, now: number): void {
	const names = worldNames.filter(isOfShift);
	for (const shift of workedAfter(db, after, now))
		if (shift.id % EVERY === 0) ofShifts[names[(shift.id / EVERY) % names.length] ?? 'leave'](db, shift, now);
}

/** Marks some of the future shifts after this one as rejected: nobody has them. */
export function rejectAhead(db: DatabaseSync, after: number, now: number): void {
	const rows = selectAll(
		db,
		'SELECT * FROM shifts WHERE company_id = ? AND id > ? AND scheduled_start > ? ORDER BY id',
		[ownCompany, after, now + hour],
	);
	for (const shift of rosterOf(db, rows, now))
		if (shift.id % EVERY === 0) takeOff(db, shift, 'rejected_at', now - hour);
}

/** Applies each of the worlds once, to shifts of yesterday. */
export function playWorlds(db: DatabaseSync, names: readonly WorldName[], now: number): void {
	const shifts = workedAfter(db, 0, now);
	for (const name of names) {
		if (!isOfShift(name)) others[name](db, now);
		else ofShifts[name](db, shifts.shift() as RosteredShift, now);
	}
}
