// The watch trigger's events for a sandbox day, and how to find a happening among its findings.
import type { KeyName } from '../../sandbox/core/keys.mts';

/** One entry of the list of happenings; other fields depend on its kind. */
export interface Happening {
	kind: string;
	at: string;
	until: string | null;
	[detail: string]: unknown;
}

export interface Watched {
	event: string;
	/** The sandbox key it needs. */
	key: Exclude<KeyName, `scoped${string}`>;
	/** Identifies a happening; the trigger's key says more if `isOf` is needed. */
	subject: (happening: Happening) => string;
	/** For conditions that must last: how long, and how far ahead the trigger reads shifts. */
	lasts?: { graceMs: number; aheadMs: number };
	/** For findings of a sweep over all guards: long enough for one sweep, whatever fails meanwhile. */
	sweptMs?: number;
	/** The rest of the trigger's form. */
	form?: {
		changes?: string[];
		hoursWaiting?: number;
		options?: Record<string, unknown>;
		advanced?: Record<string, unknown>;
	};
	/** Several happenings may be reported under the same key. */
	recurs?: true;
	/** The key of a happening whose record has no date for it, so that the key is the same when it recurs. */
	undated?: (happening: Happening) => string;
	/** Whether a key belongs to a happening whose key can't be predicted. */
	isOf?: (key: string, happening: Happening, all: readonly Happening[]) => boolean;
}

const minute = 60_000;
const hour = 60 * minute;

const sweep = { sweptMs: 3 * hour, form: { options: { sweepHours: 1 } } };

/**
 * A change is reported by itself, or by a later one of its record: several between two polls count as one. The rest
 * of a key comes from the record.
 */
const changeOf =
	(idField: string): NonNullable<Watched['isOf']> =>
	(key, { kind, at, ...happening }, all) => {
		const id = happening[idField];
		const changes = all.filter((other) => other.kind === kind && other[idField] === id && other.at >= at);
		return changes.some(({ change }) => key.startsWith(`${kind}:${String(id)}:${String(change)}:`));
	};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A shift's key also contains its start and a hash of its guard; `part` follows the id. */
const ofShift =
	(idField: string, part: (happening: Happening) => string = () => ''): NonNullable<Watched['isOf']> =>
	(key, happening) =>
		new RegExp(
			`^${escaped(`${happening.kind}:${String(happening[idField])}.`)}[\\w.]+${part(happening)}~[\\w-]*$`,
		).test(key);

/** A licence's key begins with its employee. Returns the reported step if the key is one of this licence. */
const licenceIn = (key: string, { kind, licenceId }: Happening): string | undefined => {
	const [event, subject, ...rest] = key.split(':');
	return event === kind && subject?.split('.')[1] === String(licenceId) ? rest.join(':') : undefined;
};

/** Counted from the submission, which is later than the end of the work; it is decided on within hours, and submitted again. */
const waits = { lasts: { graceMs: hour, aheadMs: 0 }, form: { hoursWaiting: 1 }, recurs: true } as const;

const allChanges = ['submit', 'approve', 'reject'];

export const watchEvents: readonly Watched[] = [
	{
		event: 'shift.notClockedIn',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		isOf: ofShift('shiftId'),
		lasts: { graceMs: 15 * minute, aheadMs: hour },
	},
	{
		event: 'shift.notClockedOut',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		isOf: ofShift('shiftId'),
		lasts: { graceMs: 30 * minute, aheadMs: 12 * hour },
	},
	{
		event: 'shift.clockedIn',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		isOf: ofShift('shiftId'),
	},
	{
		event: 'shift.clockedOut',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		isOf: ofShift('shiftId'),
	},
	{
		event: 'shift.offSite',
		key: 'liveops',
		subject: ({ shiftId, where }) => `${String(shiftId)}:${String(where)}`,
		isOf: ofShift('shiftId', ({ where }) => `:${String(where)}`),
	},
	{
		event: 'shift.unfilled',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		isOf: ofShift('shiftId'),
		lasts: { graceMs: 0, aheadMs: 24 * hour },
	},
	{
		event: 'shift.tooLong',
		key: 'liveops',
		subject: ({ shiftId }) => String(shiftId),
		isOf: ofShift('shiftId'),
		lasts: { graceMs: 0, aheadMs: 12 * hour },
	},
	{
		event: 'welfareCheck.unanswered',
		key: 'liveops',
		subject: ({ welfareCheckId }) => String(welfareCheckId),
		isOf: ofShift('welfareCheckId'),
		lasts: { graceMs: 10 * minute, aheadMs: 2 * hour },
	},
	{ event: 'login.failed', key: 'loginaudit', subject: ({ loginId }) => String(loginId) },
	{ event: 'staff.created', key: 'developer', subject: ({ employeeId }) => String(employeeId) },
	{
		event: 'licence.expiring',
		key: 'developer',
		...sweep,
		subject: ({ licenceId, expiryDate, threshold }) =>
			`${String(licenceId)}:${String(expiryDate).slice(0, 10)}:${String(threshold)}`,
		// By calendar days a threshold is reached some hours earlier than by hours, and the next one may have been by
		// then.
		isOf: (key, happening) => {
			const [day, step] = licenceIn(key, happening)?.split(':') ?? [];
			return day === String(happening['expiryDate']).slice(0, 10) && Number(step) <= Number(happening['threshold']);
		},
	},
	{
		event: 'licence.invalid',
		key: 'developer',
		...sweep,
		subject: ({ licenceId }) => `${String(licenceId)}:expired`,
		isOf: (key, happening) => licenceIn(key, happening) === 'expired',
	},
	{
		event: 'incidentReport.changed',
		key: 'incidentreport',
		form: { changes: allChanges, advanced: { rejectedWhen: 'status=Rejected' } },
		undated: ({ incidentReportId, change }) => `${String(incidentReportId)}:${String(change)}:so`,
		subject: ({ incidentReportId, change, at }) => `${String(incidentReportId)}:${String(change)}:${at}`,
		isOf: changeOf('incidentReportId'),
	},
	{
		event: 'timesheet.changed',
		key: 'timesheet',
		form: { changes: allChanges },
		undated: ({ timesheetId, change }) => `${String(timesheetId)}:${String(change)}:so`,
		subject: ({ timesheetId, change, at }) => `${String(timesheetId)}:${String(change)}:${at}`,
		isOf: changeOf('timesheetId'),
	},
	{
		event: 'incidentReport.waiting',
		key: 'incidentreport',
		subject: ({ incidentReportId }) => String(incidentReportId),
		...waits,
	},
	{ event: 'timesheet.waiting', key: 'timesheet', subject: ({ timesheetId }) => String(timesheetId), ...waits },
];

/** How often a key may be reported without a mark: once, or once per happening if it recurs. */
export function mostUnmarked(
	{ event, recurs, subject, undated }: Watched,
	key: string,
	happenings: readonly Happening[],
): number {
	const names = (each: Happening): unknown[] => [recurs === true ? subject(each) : undefined, undated?.(each)];
	const own = happenings.filter((each) => each.kind === event);
	return Math.max(1, own.filter((each) => names(each).some((name) => key === `${event}:${String(name)}`)).length);
}

/** An answer to a follow-up is an answer to the check that it follows, as the trigger has it. */
export function endedByFollowUps(happenings: readonly Happening[]): Happening[] {
	const answers = new Map<string, string>();
	for (const { parentWelfareCheckId = 0, until } of happenings) {
		const parent = String(parentWelfareCheckId);
		const known = answers.get(parent);
		if (parent !== '0' && until !== null && (known === undefined || until < known)) answers.set(parent, until);
	}
	return happenings.map((happening) => {
		const answered = happening.kind.startsWith('welfareCheck.')
			? answers.get(String(happening['welfareCheckId']))
			: undefined;
		const { until } = happening;
		return answered !== undefined && (until === null || answered < until)
			? { ...happening, until: answered }
			: happening;
	});
}
