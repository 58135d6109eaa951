// What the soak of the watch trigger watches, and how a happening of the sandbox is found again among what arrived.
import type { KeyType } from '../../kit/n8n/sandboxCredentials.mts';

export interface Happening {
	kind: string;
	at: string;
	until: string | null;
	[detail: string]: unknown;
}

export interface Watched {
	event: string;
	key: KeyType;
	/** What the trigger's key says of a happening. */
	subject: (happening: Happening) => string;
	/** For what has to last: how long, and how far ahead of its own time the trigger asks for shifts. */
	lasts?: { graceMs: number; aheadMs: number };
}

const minute = 60_000;
const hour = 60 * minute;

export const watched: readonly Watched[] = [
	{
		event: 'shift.notClockedIn',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		lasts: { graceMs: 15 * minute, aheadMs: hour },
	},
	{
		event: 'shift.notClockedOut',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		lasts: { graceMs: 30 * minute, aheadMs: 12 * hour },
	},
	{ event: 'shift.clockedIn', key: 'liveops', subject: ({ shiftId }) => String(shiftId) },
	{ event: 'shift.clockedOut', key: 'liveops', subject: ({ shiftId }) => String(shiftId) },
	{ event: 'shift.offSite', key: 'liveops', subject: ({ shiftId, where }) => `${String(shiftId)}:${String(where)}` },
	{
		event: 'welfareCheck.unanswered',
		key: 'liveops',
		subject: ({ welfareCheckId }) => String(welfareCheckId),
		lasts: { graceMs: 10 * minute, aheadMs: 2 * hour },
	},
	{ event: 'login.failed', key: 'loginaudit', subject: ({ loginId }) => String(loginId) },
	{ event: 'staff.created', key: 'developer', subject: ({ employeeId }) => String(employeeId) },
];
