import type { DatabaseSync } from 'node:sqlite';
import { ownCompany } from '../core/keys.mts';
import { prepared, transaction } from '../store/database.mts';
import { selectAll } from '../store/query.mts';
import { Random } from './random.mts';
import { dayMs, toUtc } from '../core/zones.mts';

const hour = 3_600_000;
const minute = 60_000;
const QUIET_SHARE = 0.14;
const starts = [6, 18, 7, 15, 22];
const positions = ['Security Officer', 'Gatehouse Officer', 'Control Room Operator', 'Patrol Officer'];

/**
 * Keeps the roster filled from yesterday to tomorrow, so that there are always shifts around now, however far the clock
 * has been moved. Clock-ins and answers to welfare checks are planned with the shift and take effect at their time; a
 * few guards don't turn up.
 */
export function planShifts(db: DatabaseSync, now: number): void {
	const today = Math.floor(now / dayMs) * dayMs;
	for (const day of [today - dayMs, today, today + dayMs]) {
		if (prepared(db, 'SELECT day FROM shift_days WHERE day = ?').get(day) === undefined)
			transaction(db, () => planDay(db, day));
	}
}

/**
 * Plans the shifts of a day. On a quiet day, which is already over, about one guard in seven works; on any other, all
 * of them.
 */
export function planDay(db: DatabaseSync, day: number, kind: 'full' | 'quiet' = 'full'): void {
	db.prepare('INSERT INTO shift_days (day) VALUES (?)').run(day);
	const random = new Random(day / dayMs);
	const sites = selectAll(
		db,
		'SELECT id, customer_id, time_zone FROM sites WHERE company_id = ? AND is_active = 1 ORDER BY id',
		[ownCompany],
	);
	const guards = selectAll(db, 'SELECT id FROM employees WHERE company_id = ? AND is_active = 1 ORDER BY id', [
		ownCompany,
	]);
	const addShift = db.prepare(
		'INSERT INTO shifts (company_id, customer_id, site_id, employee_id, scheduled_start, scheduled_end, time_in, time_out, off_site, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
	);
	const addCheck = db.prepare(
		'INSERT INTO welfare_checks (shift_id, sent_at, answered_at, is_manager) VALUES (?, ?, ?, ?)',
	);
	guards.forEach((guard, index) => {
		if (kind === 'quiet' && !random.chance(QUIET_SHARE)) return;
		const site = sites[(index * 5 + random.between(0, 2)) % sites.length];
		if (site === undefined) return;
		const startHour = starts[(index + day / dayMs) % starts.length] ?? 6;
		const length = startHour % 12 === 6 ? 12 : 8;
		const start = toUtc(String(site.time_zone), day + startHour * hour);
		const end = toUtc(String(site.time_zone), day + (startHour + length) * hour);
		// One of the eight guards per starting time, so that at any hour somebody is missing.
		const absent = kind === 'quiet' ? random.chance(0.04) : Math.floor(index / starts.length) === (day / dayMs) % 8;
		const late = kind === 'quiet' && random.chance(0.08);
		const timeIn = absent ? null : start + (late ? random.between(11, 55) : random.between(-12, 9)) * minute;
		const timeOut = timeIn === null ? null : end + random.between(-5, 20) * minute;
		const offSite = random.chance(0.08);
		const { lastInsertRowid } = addShift.run(
			ownCompany,
			Number(site.customer_id),
			Number(site.id),
			Number(guard.id),
			start,
			end,
			timeIn,
			timeOut,
			Number(offSite),
			random.pick(positions),
		);
		for (let sent = start + 2 * hour; timeIn !== null && sent < end; sent += 3 * hour) {
			addCheck.run(
				Number(lastInsertRowid),
				sent,
				random.chance(0.88) ? sent + random.between(1, 14) * minute : null,
				Number(random.chance(0.1)),
			);
		}
	});
}
