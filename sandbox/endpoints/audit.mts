import type { Reply } from '../server/envelopes.mts';
import { limitToScope } from '../server/scope.mts';
import { selectAll, Where, type Row } from '../store/query.mts';
import { numberOf, timeOf, type Handler } from './call.mts';

const newestFirst = 'ORDER BY occurred_at DESC, id DESC';

// Assumed, Login audit: `nextPageEndpoint` is a path with the query of the next page.
/** GET loginaudit: pages by number; `companyId` is accepted and ignored, as documented. */
export const listLoginAudit: Handler = ({ world, caller, query }) => {
	const page = Number(query.page);
	const pageSize = Number(query.pageSize);
	const where = limitToScope(new Where(), caller, { company: 'company_id', customer: null, site: null }).and(
		'occurred_at >= ? AND occurred_at <= ?',
		timeOf(query.from) ?? 0,
		timeOf(query.to) ?? Number.MAX_SAFE_INTEGER,
	);
	const userId = numberOf(query.userId);
	if (userId !== undefined) where.and('user_id = ?', userId);
	const eventType = numberOf(query.eventType);
	if (eventType !== undefined) where.and('event_type = ?', eventType);
	const rows = selectAll(world.db, `SELECT * FROM login_events WHERE ${where.sql} ${newestFirst} LIMIT ? OFFSET ?`, [
		...where.values,
		pageSize,
		(page - 1) * pageSize,
	]);
	const link = (number: number): string => {
		const parameters = Object.entries({ ...query, page: number }).filter(([name]) => name !== 'companyId');
		return parameters.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
	};
	/** The value when there is no such page. */
	const nowhere = (behind: number): Reply['next'] => {
		const { end } = world.choices;
		if (end === 'null' || end === 'absent') return end === 'null' ? null : undefined;
		return link(end === 'echo' ? page : end === 'always' ? behind : 0);
	};
	return {
		data: rows.map(eventItem),
		next: rows.length < pageSize ? nowhere(page + 1) : link(page + 1),
		prev: page === 1 ? nowhere(0) : link(page - 1),
	};
};

// Assumed, Login audit: an unknown user has no events; the envelope of the recent events is a choice.
/** GET loginaudit/users/{userId}/recent: an unknown user has no events. */
export const listRecentLoginAudit: Handler = ({ world, caller, params, query }) => {
	const take = Math.min(500, Math.max(1, Number(query.take)));
	const rows = selectAll(
		world.db,
		`SELECT * FROM login_events WHERE company_id = ? AND user_id = ? ${newestFirst} LIMIT ?`,
		[caller.companyId, Number(params.userId), take],
	);
	return { data: rows.map(eventItem) };
};

// Assumed, Login audit: an event has an `eventType`; `userId` has no value if the account is unknown, nor does
//   `failureReason` if nothing failed.
function eventItem(row: Row): Record<string, unknown> {
	return {
		id: row.id,
		userId: row.user_id,
		companyId: row.company_id,
		appType: row.app_type,
		eventType: row.event_type,
		emailAttempted: row.email,
		ipAddress: row.ip_address,
		userAgent: row.user_agent,
		failureReason: row.failure_reason,
		occurredUtc: new Date(Number(row.occurred_at)).toISOString(),
	};
}
