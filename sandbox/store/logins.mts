import type { DatabaseSync } from 'node:sqlite';

export interface NewLogin {
	companyId: number;
	userId: number | null;
	eventType: number;
	appType: string;
	email: string;
	ipAddress: string;
	userAgent: string;
	failureReason: string | null;
	at: number;
}

export function insertLogin(db: DatabaseSync, login: NewLogin): number {
	const { lastInsertRowid } = db
		.prepare(
			'INSERT INTO login_events (company_id, user_id, event_type, app_type, email, ip_address, user_agent, failure_reason, occurred_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
		)
		.run(
			login.companyId,
			login.userId,
			login.eventType,
			login.appType,
			login.email,
			login.ipAddress,
			login.userAgent,
			login.failureReason,
			login.at,
		);
	return Number(lastInsertRowid);
}
