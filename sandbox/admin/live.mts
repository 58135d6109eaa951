import type { Router } from 'express';
import { ServiceError } from '../core/errors.mts';
import { expireLicence } from '../simulation/licences.mts';
import { signIn, type SignIn } from '../simulation/logins.mts';
import { answerCheck, clockIn, clockOut, leaveShift, sendCheck, stayAway, takeShift } from '../simulation/shifts.mts';
import type { World } from '../server/world.mts';
import { halfWindowMs, liveRecord, liveSelect } from '../store/live.mts';
import { selectAll } from '../store/query.mts';
import { action, bodyOf, wholeNumber } from './http.mts';

/** Routes for what guards do on their phones, for the expiry of licences, and for sign-ins. */
export function addLiveRoutes(router: Router, world: World): void {
	router.get(
		'/live',
		action(() => {
			const now = world.clock.now();
			const rows = selectAll(
				world.db,
				`${liveSelect(now)} WHERE t.scheduled_start BETWEEN ? AND ? ORDER BY t.scheduled_start, t.id`,
				[now - halfWindowMs, now + halfWindowMs],
			);
			return rows.map((row) => ({ ...liveRecord(world.db, row, now), timeZone: row.time_zone }));
		}),
	);
	router.post(
		'/live/:id/clockin',
		action((req) => clockIn(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/live/:id/clockout',
		action((req) => clockOut(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/live/:id/absent',
		action((req) => stayAway(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/live/:id/reject',
		action((req) => leaveShift(world, wholeNumber(req.params.id, 'id'), 'rejected')),
	);
	router.post(
		'/live/:id/vacate',
		action((req) => leaveShift(world, wholeNumber(req.params.id, 'id'), 'blank')),
	);
	router.post(
		'/live/:id/take',
		action((req) =>
			takeShift(world, wholeNumber(req.params.id, 'id'), wholeNumber(bodyOf(req).employeeId, 'employeeId')),
		),
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
		action((req) => expireLicence(world, wholeNumber(req.params.id, 'id'))),
	);
	router.post(
		'/loginaudit',
		action((req) => ({ id: signIn(world, signInOf(bodyOf(req))) })),
	);
}

/** The sign-in that the body of `/loginaudit` describes; missing values get defaults. */
function signInOf(body: Record<string, unknown>): SignIn {
	const { eventType = 1, userId, email, ipAddress, userAgent, appType, failureReason } = body;
	if (eventType !== 1 && eventType !== 2 && eventType !== 3)
		throw new ServiceError(400, 'eventType must be 1, 2 or 3.');
	const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
	return {
		eventType,
		userId: userId === undefined || userId === null ? userId : wholeNumber(userId, 'userId'),
		appType: text(appType),
		email: text(email),
		ipAddress: text(ipAddress),
		userAgent: text(userAgent),
		failureReason: text(failureReason),
	};
}
