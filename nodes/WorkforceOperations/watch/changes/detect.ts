import { byAge, type Finding, type Start } from '../core/finding';
import { dayOf, fromDayOf, ReportedForm } from '../core/reported';

/** Changes of a record, named like the service's events. */
export const CHANGES = ['submit', 'approve', 'reject'] as const;

export type Change = (typeof CHANGES)[number];

/** A sign in a record that a change has happened. */
export interface ChangeTrace {
	change: Change;
	/** Differs when the change happens again; empty if only the state shows. */
	version: string;
	/** When it happened, by the record's own date (epoch milliseconds), if it has one. */
	at?: number;
}

/** The only sign that a change no longer applies is absence from a list: from one that held others, or from an empty one. */
export type Absence = 'fromOthers' | 'fromNone';

/** A record with all signs of changes. */
export interface ChangedRecord {
	id: string;
	/** The moment (epoch milliseconds) by which its list selects it, where it has one. */
	locator?: number;
	/** The traces of its current state. */
	traces: readonly ChangeTrace[];
	/** Changes without a trace that may apply all the same. */
	absent: Partial<Readonly<Record<Change, Absence>>>;
	/** The finding that reports this change. */
	describe(trace: ChangeTrace): Pick<Finding, 'locator' | 'record' | 'reason' | 'numbers'>;
}

/** What is remembered of a change of a record that was reported. */
export interface ReportedChange {
	/** Empty if only the fact is remembered. */
	version: string;
	/** The day of the record: when it has left the window, the change is forgotten. */
	day: number;
	/** The record was missing from its list when it was last seen. */
	isMissing: boolean;
}

type ReportedChanges = ReadonlyMap<string, ReportedChange>;

/** By day: ids of one day are close to each other. */
export const reportedChanges = new ReportedForm<ReportedChange>({
	groupOf: ({ day }) => day,
	write: ({ version, isMissing }) => version + (isMissing ? '=m' : ''),
	read(text, day) {
		const [version = '', mark] = text.split('=');
		return { version, day, isMissing: mark !== undefined };
	},
});

/** What is remembered of a list's records. */
export interface ChangeMemory {
	/** Of changes before this moment (epoch milliseconds), only the fact is remembered, not the version. */
	horizon: number;
	reported: Readonly<Record<Change, ReportedChanges>>;
}

interface ChangeRules {
	now: number;
	/** The chosen changes. */
	chosen: readonly Change[];
	/** For the first reading of the whole window. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The start of the window (epoch milliseconds): what was seen in it is remembered, whatever its own date says. */
	begin: number;
	/** The most findings at once. */
	most: number;
}

/** How long the version of a change is remembered, so that a repetition of it is recognised as new. */
const VERSIONS_MS = 48 * 3_600_000;

/** How often the horizon moves. */
const HORIZON_MOVES_MS = 24 * 3_600_000;

/** Farther ahead than any list reaches; without the limit a record with a later date would never be forgotten. */
const CHANGE_LEEWAY_MS = 48 * 3_600_000;

/** Builds a value for each kind of change. */
export const eachChange = <Value>(of: (change: Change) => Value): Record<Change, Value> => ({
	submit: of('submit'),
	approve: of('approve'),
	reject: of('reject'),
});

export const newMemory = (now: number): ChangeMemory => ({
	horizon: now - VERSIONS_MS,
	reported: eachChange(() => new Map<string, ReportedChange>()),
});

/** After the whole window was read: forgets the records of days that had ended by `begin` (epoch milliseconds). */
export function renewedMemory({ horizon, reported }: ChangeMemory, now: number, begin: number): ChangeMemory {
	const latest = now - VERSIONS_MS;
	return {
		horizon: latest - horizon >= HORIZON_MOVES_MS ? latest : horizon,
		reported: eachChange((change) => fromDayOf(begin, reported[change])),
	};
}

/** Whether a change is not remembered. Before the horizon only the fact is remembered, so a change after it is another one. */
function isNew(known: string | undefined, { version, at }: ChangeTrace, horizon: number): boolean {
	if (known === undefined) return true;
	return known === '' ? at !== undefined && at >= horizon && version !== '' : version !== '' && known !== version;
}

const ORDER: Record<Change, number> = { submit: 0, approve: 1, reject: 2 };

/** The latest of several changes: by their dates, or where one has none, by the order in which they usually come. */
export function latestTrace(traces: readonly ChangeTrace[]): ChangeTrace | undefined {
	return [...traces].sort((one, other) => {
		const byDate = one.at === undefined || other.at === undefined ? 0 : other.at - one.at;
		return byDate || ORDER[other.change] - ORDER[one.change];
	})[0];
}

/** The finding that reports a change; `undated` is when it came about if nobody says. */
export const changeFinding = ({ id, describe }: ChangedRecord, trace: ChangeTrace, undated: number): Finding => ({
	key: `${id}:${trace.change}:${trace.version || 'so'}`,
	at: trace.at ?? undated,
	...describe(trace),
});

/** Whether a reported change no longer applies, as far as can be known. */
function isOver(absence: Absence | undefined, wasMissing: boolean, hasChanged: boolean): boolean {
	if (absence === undefined) return true;
	// Another change since then confirms it; mere absence counts when it is seen twice in a row.
	return hasChanged || (absence === 'fromOthers' && wasMissing);
}

/**
 * The engine for records that change: takes a fully read part of the window and reports what has happened to each record
 * since it was last seen; of several changes the latest. A change that no longer applies is forgotten, so that it is
 * reported when it applies again; one whose record is missing is not.
 */
export function detectChanges(
	memory: ChangeMemory,
	records: readonly ChangedRecord[],
	{ now, chosen, start, begin, most }: ChangeRules,
): { findings: Finding[]; memory: ChangeMemory; waiting: number } {
	const { horizon } = memory;
	const reported = eachChange((change) => new Map(memory.reported[change]));
	const due: Array<{ finding: Finding; keep: () => void }> = [];
	for (const record of records) {
		const { id, locator = now, traces, absent } = record;
		const day = dayOf(Math.max(begin, Math.min(locator, now + CHANGE_LEEWAY_MS)));
		const remember = ({ change, version, at }: ChangeTrace): void => {
			const isBefore = at !== undefined && at < horizon;
			reported[change].set(id, { version: isBefore ? '' : version, day, isMissing: false });
		};
		const fresh: ChangeTrace[] = [];
		for (const trace of traces) {
			const { change, at } = trace;
			if (!chosen.includes(change)) continue;
			const known = reported[change].get(id);
			const isPast = start?.how === 'new' && !(at !== undefined && at >= start.since);
			if (isPast || !isNew(known?.version, trace, horizon)) {
				remember(trace);
				continue;
			}
			fresh.push(trace);
			if (known !== undefined) reported[change].set(id, { ...known, isMissing: false });
		}
		for (const change of chosen) {
			const known = reported[change].get(id);
			if (known === undefined || traces.some((trace) => trace.change === change)) continue;
			const absence = absent[change];
			if (isOver(absence, known.isMissing, fresh.length > 0)) reported[change].delete(id);
			else if (absence === 'fromOthers') reported[change].set(id, { ...known, isMissing: true });
		}
		const newest = latestTrace(fresh);
		if (newest === undefined) continue;
		due.push({
			finding: changeFinding(record, newest, now),
			keep: () => {
				for (const trace of fresh) remember(trace);
			},
		});
	}
	due.sort((one, other) => byAge(one.finding, other.finding));
	const taken = due.slice(0, most);
	for (const { keep } of taken) keep();
	return {
		findings: taken.map(({ finding }) => finding),
		memory: { horizon, reported },
		waiting: due.length - taken.length,
	};
}
