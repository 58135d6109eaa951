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
	/** Minutes of grace, for what has to last. */
	graceMs?: number;
}

const minute = 60_000;

export const watched: readonly Watched[] = [
	{ event: 'shift.notClockedIn', key: 'liveops', subject: ({ shiftId }) => String(shiftId), graceMs: 15 * minute },
	{ event: 'shift.notClockedOut', key: 'liveops', subject: ({ shiftId }) => String(shiftId), graceMs: 30 * minute },
	{ event: 'shift.clockedIn', key: 'liveops', subject: ({ shiftId }) => String(shiftId) },
	{ event: 'shift.clockedOut', key: 'liveops', subject: ({ shiftId }) => String(shiftId) },
	{ event: 'shift.offSite', key: 'liveops', subject: ({ shiftId, where }) => `${String(shiftId)}:${String(where)}` },
	{
		event: 'welfareCheck.unanswered',
		key: 'liveops',
		subject: ({ welfareCheckId }) => String(welfareCheckId),
		graceMs: 10 * minute,
	},
	{ event: 'login.failed', key: 'loginaudit', subject: ({ loginId }) => String(loginId) },
	{ event: 'staff.created', key: 'developer', subject: ({ employeeId }) => String(employeeId) },
];
