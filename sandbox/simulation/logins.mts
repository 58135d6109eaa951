import { ownCompany } from '../core/keys.mts';
import { firstUser } from '../seed/logins.mts';
import type { World } from '../server/world.mts';
import { noteHappening } from '../store/happenings.mts';
import { insertLogin } from '../store/logins.mts';

/** A sign-in, a failed one, or a sign-out; missing values get defaults. A `userId` of null is an unknown account. */
export interface SignIn {
	eventType: 1 | 2 | 3;
	userId?: number | null;
	appType?: string;
	email?: string;
	ipAddress?: string;
	userAgent?: string;
	failureReason?: string;
}

/** Writes a login audit event dated now and returns its id. */
export function signIn(world: World, event: SignIn): number {
	const login = {
		companyId: ownCompany,
		userId: event.userId === undefined ? firstUser : event.userId,
		eventType: event.eventType,
		appType: event.appType ?? 'Web',
		email: event.email ?? 'dana.whitlock@southerncross-guarding.example',
		ipAddress: event.ipAddress ?? '203.0.113.10',
		userAgent: event.userAgent ?? 'Mozilla/5.0',
		failureReason: event.eventType === 2 ? (event.failureReason ?? 'Wrong password') : null,
		at: world.clock.now(),
	};
	const id = insertLogin(world.db, login);
	const { userId, email, ipAddress, failureReason, at } = login;
	if (event.eventType === 2)
		noteHappening(world.db, at, 'login.failed', id, { userId, email, ipAddress, failureReason });
	return id;
}
