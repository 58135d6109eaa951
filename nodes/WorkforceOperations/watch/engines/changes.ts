import { Remembered } from './remembered';
import { byAge, type Finding, type Start } from './types';

/** What happens to a record, by the service's own names of the events. */
export const CHANGES = ['submit', 'approve', 'reject'] as const;

export type Change = (typeof CHANGES)[number];

/** What shows in a record that something has happened to it. */
export interface Trace {
	change: Change;
	/** Another one where it has happened anew; empty where nothing but the state itself shows. */
	mark: string;
	/** When it happened, by the record's own date (epoch milliseconds), where it has one. */
	at?: number;
}

/** A record with all that it shows. */
export interface Changed {
	id: string;
	/** The traces of what is so now. */
	traces: readonly Trace[];
	/** How this change is told. */
	tell(trace: Trace): Pick<Finding, 'place' | 'record' | 'reason' | 'numbers'>;
}

/** What is remembered of a list's records. */
export interface ChangeMemory {
	/** Nothing is remembered of what happened before it but that it did (epoch milliseconds). */
	horizon: number;
	told: Readonly<Record<Change, Remembered>>;
}

interface ChangeRules {
	now: number;
	/** Those that are wanted. */
	chosen: readonly Change[];
	/** For the first time that the whole window is read. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once. */
	most: number;
}

/** So long a change's own mark is remembered, so that the same one done anew is told apart from it. */
const MARKS_MS = 48 * 3_600_000;

/** What is in no list for a whole generation is forgotten. */
const GENERATION_MS = 24 * 3_600_000;

export const newMemory = (now: number): ChangeMemory => ({
	horizon: now - MARKS_MS,
	told: { submit: new Remembered(now), approve: new Remembered(now), reject: new Remembered(now) },
});

/** After the whole window was read: forgets what was not seen for long. */
export function renewed({ horizon, told }: ChangeMemory, now: number): ChangeMemory {
	if (!told.submit.isOlderThan(GENERATION_MS, now)) return { horizon, told };
	const next = { submit: told.submit.copy(), approve: told.approve.copy(), reject: told.reject.copy() };
	for (const change of CHANGES) next[change].renew(now);
	return { horizon: Math.max(horizon, now - MARKS_MS), told: next };
}

/**
 * Whether a change is none of those that are remembered. Where only that it had happened is remembered, it had before the
 * horizon: one that happened after it is another.
 */
function isNew(known: string | undefined, { mark, at }: Trace, horizon: number): boolean {
	if (known === undefined) return true;
	return known === '' ? at !== undefined && at >= horizon && mark !== '' : mark !== '' && known !== mark;
}

const ORDER: Record<Change, number> = { submit: 0, approve: 1, reject: 2 };

/** The latest of several changes: by their dates, or where one has none, by the order in which they usually come. */
export function latest(traces: readonly Trace[]): Trace | undefined {
	return [...traces].sort((one, other) => {
		const byDate = one.at === undefined || other.at === undefined ? 0 : other.at - one.at;
		return byDate || ORDER[other.change] - ORDER[one.change];
	})[0];
}

/**
 * The engine for records that change: takes a part of the window, read whole, and tells of each record what has happened
 * to it since it was seen last, several changes as one, the latest. What is no longer so is forgotten, so that it is told
 * when it is so again.
 */
export function readChanges(
	memory: ChangeMemory,
	records: readonly Changed[],
	{ now, chosen, start, most }: ChangeRules,
): { findings: Finding[]; memory: ChangeMemory; waiting: number } {
	const { horizon } = memory;
	const told = {
		submit: memory.told.submit.copy(),
		approve: memory.told.approve.copy(),
		reject: memory.told.reject.copy(),
	};
	const remember = (id: string, { change, mark, at }: Trace): void =>
		told[change].set(id, at !== undefined && at < horizon ? '' : mark);
	const due: Array<{ finding: Finding; keep: () => void }> = [];
	for (const { id, traces, tell } of records) {
		const fresh: Trace[] = [];
		for (const change of chosen) {
			const trace = traces.find((each) => each.change === change);
			if (trace === undefined) told[change].delete(id);
			else if (!isNew(told[change].get(id), trace, horizon)) remember(id, trace);
			else if (start?.how === 'new' && !(trace.at !== undefined && trace.at >= start.since)) remember(id, trace);
			else fresh.push(trace);
		}
		const newest = latest(fresh);
		if (newest === undefined) continue;
		due.push({
			finding: { key: `${id}:${newest.change}:${newest.mark || 'so'}`, at: newest.at ?? now, ...tell(newest) },
			keep: () => {
				for (const trace of fresh) remember(id, trace);
			},
		});
	}
	due.sort((one, other) => byAge(one.finding, other.finding));
	const taken = due.slice(0, most);
	for (const { keep } of taken) keep();
	return {
		findings: taken.map(({ finding }) => finding),
		memory: { horizon, told },
		waiting: due.length - taken.length,
	};
}
