import { notFound, ServiceError } from '../core/errors.mts';
import type { World } from '../server/world.mts';
import { endHappening, noteHappening } from '../store/happenings.mts';
import { forcedOutMs, liveRecord, liveSelect, nobody, offSite } from '../store/live.mts';
import { selectOne, type Row } from '../store/query.mts';

// Actions of guards on their phones, and of managers, happening now. Each returns the resulting live operations
// record and logs what happened.

function shift(world: World, id: number): { row: Row; record: Record<string, unknown> } {
	const now = world.clock.now();
	const row = selectOne(world.db, `${liveSelect(now)} WHERE t.id = ?`, id);
	if (row === null) throw notFound('Shift', id);
	return { row, record: liveRecord(world.db, row, now) };
}

const recordOf = (world: World, id: number): Record<string, unknown> => shift(world, id).record;

/** The logged facts of a shift besides its id. */
const about = ({ row, record }: ReturnType<typeof shift>): Record<string, unknown> => ({
	employeeId: row.employee_id,
	name: record.name,
	siteName: record.siteName,
	startTime: record.startTime,
	endTime: record.endTime,
});

/** At the planned start: a guard who isn't clocked in is missing from now on. */
export function beginShift(world: World, id: number): void {
	const found = shift(world, id);
	if (found.record.timeIn === null) noteHappening(world.db, world.clock.now(), 'shift.notClockedIn', id, about(found));
}

/** At the planned end: a guard who is clocked in has not clocked out from now on. */
export function endShift(world: World, id: number): void {
	const found = shift(world, id);
	if (found.record.timeIn !== null && found.record.timeOut === null)
		noteHappening(world.db, world.clock.now(), 'shift.notClockedOut', id, about(found));
	endHappening(world.db, world.clock.now(), 'shift.unfilled', id);
}

/** A guard rejects a shift, or is taken off it, which leaves it blank. A guard who has clocked in stays. */
export function leaveShift(world: World, id: number, how: 'rejected' | 'blank'): Record<string, unknown> {
	const now = world.clock.now();
	const found = shift(world, id);
	if (found.record.timeIn !== null) return found.record;
	// A clock-in that the roster had planned for later doesn't happen.
	world.db.prepare('UPDATE shifts SET time_in = NULL, time_out = NULL WHERE id = ?').run(id);
	if (how === 'rejected') world.db.prepare('UPDATE shifts SET rejected_at = ? WHERE id = ?').run(now, id);
	else world.db.prepare('UPDATE shifts SET employee_id = ? WHERE id = ?').run(nobody, id);
	noteHappening(world.db, now, 'shift.unfilled', id, about(shift(world, id)));
	return recordOf(world, id);
}

/** Somebody else takes a shift that nobody has. */
export function takeShift(world: World, id: number, employeeId: number): Record<string, unknown> {
	shift(world, id);
	if (selectOne(world.db, 'SELECT id FROM employees WHERE id = ?', employeeId) === null)
		throw notFound('Employee', employeeId);
	world.db.prepare('UPDATE shifts SET employee_id = ?, rejected_at = NULL WHERE id = ?').run(employeeId, id);
	endHappening(world.db, world.clock.now(), 'shift.unfilled', id);
	return recordOf(world, id);
}

/** A guard starts work that nobody has planned, at the place of another shift. Returns the id of the new one. */
export function startUnscheduled(world: World, employeeId: number, place: Row): number {
	const now = world.clock.now();
	const { lastInsertRowid } = world.db
		.prepare(
			'INSERT INTO shifts (company_id, customer_id, site_id, employee_id, scheduled_start, scheduled_end, off_site, position, unscheduled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)',
		)
		.run(
			Number(place.company_id),
			Number(place.customer_id),
			Number(place.site_id),
			employeeId,
			now,
			now + forcedOutMs,
			offSite.none,
			String(place.position),
		);
	const id = Number(lastInsertRowid);
	clockIn(world, id);
	return id;
}

/** A guard who is still on duty has been for too long. */
export function stayLong(world: World, id: number): void {
	const found = shift(world, id);
	if (found.record.timeIn !== null && found.record.timeOut === null)
		noteHappening(world.db, world.clock.now(), 'shift.tooLong', id, about(found));
}

export function clockIn(world: World, id: number): Record<string, unknown> {
	const now = world.clock.now();
	const { row } = shift(world, id);
	world.db.prepare('UPDATE shifts SET time_in = ?, time_out = NULL WHERE id = ?').run(now, id);
	setTimesheetTime(world, row, 'clock_in', now);
	for (const kind of ['shift.notClockedIn', 'shift.unfilled'] as const) endHappening(world.db, now, kind, id);
	const away = row.off_site === offSite.both || row.off_site === offSite.in;
	note(world, id, 'shift.clockedIn', { offSite: away });
	if (away) note(world, id, 'shift.offSite', { where: 'in' });
	return recordOf(world, id);
}

/** 409 before the clock-in. */
export function clockOut(world: World, id: number): Record<string, unknown> {
	const now = world.clock.now();
	const { row, record } = shift(world, id);
	if (record.timeIn === null) throw new ServiceError(409, `The guard of shift ${id} has not clocked in.`);
	world.db.prepare('UPDATE shifts SET time_out = ? WHERE id = ?').run(now, id);
	setTimesheetTime(world, row, 'clock_out', now);
	endHappening(world.db, now, 'shift.notClockedOut', id);
	endHappening(world.db, now, 'shift.tooLong', id);
	const away = row.off_site === offSite.both || row.off_site === offSite.out;
	note(world, id, 'shift.clockedOut', { offSite: away });
	if (away) note(world, id, 'shift.offSite', { where: 'out' });
	return recordOf(world, id);
}

/** Undoes the clock-in, as if the guard hadn't come. */
export function stayAway(world: World, id: number): Record<string, unknown> {
	shift(world, id);
	world.db.prepare('UPDATE shifts SET time_in = NULL, time_out = NULL WHERE id = ?').run(id);
	const now = world.clock.now();
	const found = shift(world, id);
	for (const kind of ['shift.notClockedOut', 'shift.tooLong'] as const) endHappening(world.db, now, kind, id);
	if (now >= Number(found.row.scheduled_start)) note(world, id, 'shift.notClockedIn', {});
	return found.record;
}

/** A manager calls a guard who hasn't come. */
export function callGuard(world: World, id: number, by: string): void {
	if (shift(world, id).record.timeIn !== null) return;
	world.db.prepare('UPDATE shifts SET called_at = ?, called_by = ? WHERE id = ?').run(world.clock.now(), by, id);
	note(world, id, 'shift.called', { by });
}

export function sendCheck(world: World, id: number): Record<string, unknown> {
	insertCheck(world, id, null);
	return recordOf(world, id);
}

/** Sends a welfare check; a follow-up if it has a parent. Returns its id. */
export function insertCheck(world: World, id: number, parentId: number | null): number {
	const found = shift(world, id);
	const { lastInsertRowid } = world.db
		.prepare('INSERT INTO welfare_checks (shift_id, sent_at, is_manager, parent_id) VALUES (?, ?, ?, ?)')
		.run(id, world.clock.now(), Number(parentId !== null), parentId);
	const checkId = Number(lastInsertRowid);
	noteHappening(world.db, world.clock.now(), 'welfareCheck.unanswered', checkId, {
		shiftId: id,
		parentWelfareCheckId: parentId ?? 0,
		managerCheck: parentId !== null,
		...about(found),
	});
	return checkId;
}

/** A manager's follow-up of an unanswered check; returns its id. An answered check is left alone. */
export function followUpCheck(world: World, checkId: number, by: string): number | undefined {
	const row = selectOne(world.db, 'SELECT * FROM welfare_checks WHERE id = ?', checkId);
	if (row === null || row.answered_at !== null) return undefined;
	const now = world.clock.now();
	const followUp = { followedUpBy: by, dateTime: new Date(now).toISOString(), note: 'Called the guard.' };
	world.db.prepare('UPDATE welfare_checks SET follow_up = ? WHERE id = ?').run(JSON.stringify(followUp), checkId);
	noteHappening(world.db, now, 'welfareCheck.followedUp', checkId, { shiftId: row.shift_id, by });
	return insertCheck(world, Number(row.shift_id), checkId);
}

/** `id` is that of the welfare check. */
export function answerCheck(world: World, id: number): Record<string, unknown> {
	const row = selectOne(world.db, 'SELECT * FROM welfare_checks WHERE id = ?', id);
	if (row === null) throw notFound('Welfare check', id);
	const now = world.clock.now();
	world.db.prepare('UPDATE welfare_checks SET answered_at = ? WHERE id = ?').run(now, id);
	endHappening(world.db, now, 'welfareCheck.unanswered', id);
	return recordOf(world, Number(row.shift_id));
}

function note(
	world: World,
	id: number,
	kind: 'shift.clockedIn' | 'shift.clockedOut' | 'shift.offSite' | 'shift.called' | 'shift.notClockedIn',
	more: Record<string, unknown>,
): void {
	noteHappening(world.db, world.clock.now(), kind, id, { ...about(shift(world, id)), ...more });
}

/** Copies the time to the shift's timesheet, if it has one. */
function setTimesheetTime(world: World, row: Row, column: 'clock_in' | 'clock_out', at: number): void {
	world.db
		.prepare(`UPDATE timesheets SET ${column} = ? WHERE company_id = ? AND employee_id = ? AND scheduled_start = ?`)
		.run(at, Number(row.company_id), Number(row.employee_id), Number(row.scheduled_start));
}
