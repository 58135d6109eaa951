import type { DatabaseSync } from 'node:sqlite';
import { otherCompany, ownCompany } from '../core/keys.mts';
import { insertLogin, type NewLogin } from '../store/logins.mts';
import { Random } from './random.mts';

const hour = 3_600_000;

/** The users of the web application; not guards, so they have ids of their own. */
export const users: ReadonlyArray<[id: number, email: string, ip: string]> = [
	[7001, 'dana.whitlock@southerncross-guarding.example', '203.0.113.10'],
	[7002, 'peter.sorensen@southerncross-guarding.example', '203.0.113.11'],
	[7003, 'roster@southerncross-guarding.example', '203.0.113.12'],
	[7004, 'payroll@southerncross-guarding.example', '198.51.100.20'],
	[7005, 'control.room@southerncross-guarding.example', '198.51.100.21'],
	[7006, 'priya.raman@hsc.example', '192.0.2.40'],
];
const agents = [
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Safari/18.0',
	'GuardApp/5.2 (Android 15)',
];

export const firstUser = 7001;

/** Three weeks of sign-ins, oldest first, with a burst of failures on one account a few hours ago. */
export function seedLogins(db: DatabaseSync, now: number): void {
	const random = new Random(11);
	const logins: NewLogin[] = [];
	const base = { companyId: ownCompany, eventType: 1, appType: 'Web', failureReason: null };
	for (let index = 0; index < 600; index++) {
		const [userId, email, ipAddress] = users[index % users.length] ?? [firstUser, '', ''];
		const failed = random.chance(0.06);
		const agent = random.pick(agents);
		logins.push({
			...base,
			userId,
			email,
			ipAddress,
			userAgent: agent,
			appType: agent.startsWith('GuardApp') ? 'Mobile' : 'Web',
			eventType: failed ? 2 : 1,
			failureReason: failed ? 'Wrong password' : null,
			at: now - 30 * 60_000 - random.between(0, 21 * 24 * 3600) * 1000,
		});
	}
	for (let index = 0; index < 14; index++) {
		logins.push({
			...base,
			userId: 7004,
			eventType: 2,
			email: users[3]?.[1] ?? '',
			ipAddress: '192.0.2.199',
			userAgent: 'python-requests/2.32',
			failureReason: index < 10 ? 'Wrong password' : 'Account locked',
			at: now - 3 * hour + index * 4000,
		});
	}
	logins.push({
		...base,
		userId: null,
		eventType: 2,
		email: 'admin@southerncross-guarding.example',
		ipAddress: '192.0.2.199',
		userAgent: 'python-requests/2.32',
		failureReason: 'Unknown user',
		at: now - 2 * hour,
	});
	for (const login of logins.sort((a, b) => a.at - b.at)) insertLogin(db, login);
	insertLogin(db, {
		...base,
		companyId: otherCompany,
		userId: 7901,
		email: 'nobody@another-firm.example',
		ipAddress: '192.0.2.1',
		userAgent: 'x',
		at: now - hour,
	});
}
