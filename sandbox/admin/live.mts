import type { Router } from 'express';
import { notFound, ServiceError } from '../server/errors.mts';
import { ownCompany } from '../server/keys.mts';
import type { World } from '../server/world.mts';
import { firstUser, insertLogin } from '../seed/logins.mts';
import { planShifts } from '../seed/shifts.mts';
import { findLicence, licenceItem } from '../store/licences.mts';
import { liveRecord, liveSelect } from '../store/live.mts';
import { selectAll, selectOne } from '../store/query.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

const halfWindow = 17 * 3_600_000;

/** What guards do on their phones, what time does to licences, and who signs in. */
export function addLiveRoutes(router: Router, world: World): void {
	router.get(
		'/live',
		action(() => {
			const now = world.clock.now();
			planShifts(world.db, now);
			const rows = selectAll(
				world.db,
				`${liveSelect} WHERE t.scheduled_start BETWEEN ? AND ? ORDER BY t.scheduled_start, t.id`,
				[now - halfWindow, now + halfWindow],
			);
			return rows.map((row) => ({ ...liveRecord(world.db, row, now), timeZone: row.time_zone }));
		}),
	);
	router.post(
		'/live/:id/clockin',
		action((req) => clock(world, wholeNumber(req.params.id, 'id'), 'in')),
	);
	router.post(
		'/live/:id/clockout',
		action((req) => clock(world, wholeNumber(req.params.id, 'id'), 'out')),
	);
	router.post(
		'/live/:id/absent',
		action((req) => clock(world, wholeNumber(req.params.id, 'id'), 'absent')),
	);
	router.post(
		'/live/:id/welfarecheck',
		action((req) => sendCheck(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/live/welfarechecks/:id/answer',
		action((req) => answerCheck(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/licences/:id/expire',
		action((req) => expire(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/loginaudit',
		action((req) => addLogin(world, bodyOf(req))),
	);
}

function shift(world: World, id: number): Record<string, unknown> {
	const row = selectOne(world.db, `${liveSelect} WHERE t.id = ?`, id);
	if (row === null) throw notFound('Shift', id);
	return liveRecord(world.db, row, world.clock.now());
}

/** Clocks a guard in or out now, or takes the clock-in back as if nobody had come. */
function clock(world: World, id: number, what: 'in' | 'out' | 'absent'): Record<string, unknown> {
	const before = shift(world, id);
	const now = world.clock.now();
	if (what === 'out' && before.timeIn === null)
		throw new ServiceError(409, `The guard of shift ${id} has not clocked in.`);
	if (what === 'in') world.db.prepare('UPDATE shifts SET time_in = ?, time_out = NULL WHERE id = ?').run(now, id);
	else if (what === 'out') world.db.prepare('UPDATE shifts SET time_out = ? WHERE id = ?').run(now, id);
	else world.db.prepare('UPDATE shifts SET time_in = NULL, time_out = NULL WHERE id = ?').run(id);
	return shift(world, id);
}

function sendCheck(world: World, id: number): Record<string, unknown> {
	shift(world, id);
	world.db
		.prepare('INSERT INTO welfare_checks (shift_id, sent_at, is_manager) VALUES (?, ?, 0)')
		.run(id, world.clock.now());
	return shift(world, id);
}

function answerCheck(world: World, id: number): Record<string, unknown> {
	const row = selectOne(world.db, 'SELECT * FROM welfare_checks WHERE id = ?', id);
	if (row === null) throw notFound('Welfare check', id);
	world.db.prepare('UPDATE welfare_checks SET answered_at = ? WHERE id = ?').run(world.clock.now(), id);
	return shift(world, Number(row.shift_id));
}

/** Lets a licence run out yesterday. */
function expire(world: World, id: number): Record<string, unknown> {
	world.db.prepare('UPDATE licences SET expires_at = ? WHERE id = ?').run(world.clock.now() - 86_400_000, id);
	const row = findLicence(world.db, id);
	if (row === null) throw notFound('Licence', id);
	return licenceItem(row, world.clock.now(), world.url());
}

function addLogin(world: World, body: Record<string, unknown>): { id: number } {
	const { eventType = 1, userId = firstUser, email, ipAddress, userAgent, appType, failureReason } = body;
	if (eventType !== 1 && eventType !== 2 && eventType !== 3)
		throw new ServiceError(400, 'eventType must be 1, 2 or 3.');
	const text = (value: unknown, fallback: string): string =>
		typeof value === 'string' && value !== '' ? value : fallback;
	return {
		id: insertLogin(world.db, {
			companyId: ownCompany,
			userId: userId === null ? null : wholeNumber(userId, 'userId'),
			eventType,
			appType: text(appType, 'Web'),
			email: text(email, 'dana.whitlock@southerncross-guarding.example'),
			ipAddress: text(ipAddress, '203.0.113.10'),
			userAgent: text(userAgent, 'Mozilla/5.0'),
			failureReason: eventType === 2 ? text(failureReason, 'Wrong password') : null,
			at: world.clock.now(),
		}),
	};
}
