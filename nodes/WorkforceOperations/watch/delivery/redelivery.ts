import { HOUR_MS, MINUTE_MS } from '../../contract';
import { byKey, type OpenFindings, type Pending } from '../core/state';

/** Delays before the first, second … redelivery after a failed run; the last one repeats. */
const GAPS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);

/** A run that hasn't reported its end for this long counts as ended with an unknown result. */
const SILENCE_MS = 24 * HOUR_MS;

/** Additional tries after unknown results, which are no evidence of a failure. */
const MORE_TRIES = 5;

/** Maximum of redelivered findings per poll: each is a run of its own. */
const MOST_REDELIVERED = 25;

const gapAfter = (tries: number): number => GAPS_MS[Math.min(tries, GAPS_MS.length) - 1] ?? MINUTE_MS;

interface RetrySchedule {
	pending: OpenFindings;
	/** Findings without any tries left. */
	abandoned: string[];
}

/** Schedules each finding with `next`; abandons those that were delivered more than `most` times. */
function scheduleRetry(
	pending: OpenFindings,
	keys: readonly string[],
	most: number,
	next: (entry: Pending) => Pending,
): RetrySchedule {
	const left = byKey(Object.entries(pending));
	const abandoned: string[] = [];
	for (const key of keys) {
		const entry = pending[key];
		if (entry === undefined) continue;
		if (entry.tries > most) {
			delete left[key];
			abandoned.push(key);
		} else {
			left[key] = next(entry);
		}
	}
	return { pending: left, abandoned };
}

/** Schedules the findings of a failed run for redelivery, each separately. */
export const markFailed = (
	pending: OpenFindings,
	keys: readonly string[],
	retries: number,
	now: number,
): RetrySchedule => scheduleRetry(pending, keys, retries, (entry) => ({ ...entry, due: now + gapAfter(entry.tries) }));

/** Schedules findings whose records exist but could not be read. */
export const markUnreadable = (
	pending: OpenFindings,
	keys: readonly string[],
	retries: number,
	now: number,
): RetrySchedule =>
	scheduleRetry(pending, keys, retries + MORE_TRIES, (entry) => ({
		...entry,
		at: now,
		tries: entry.tries + 1,
		due: now + gapAfter(entry.tries),
	}));

interface DueRedelivery {
	/** To be redelivered now, oldest first. */
	due: string[];
	/** Findings whose runs ended with an unknown result too often. */
	abandoned: string[];
}

/** The findings to redeliver. `awaited`: whether this process is waiting for the run of a key. */
export function dueForRedelivery(
	pending: OpenFindings,
	awaited: (key: string) => boolean,
	retries: number,
	now: number,
	most = MOST_REDELIVERED,
): DueRedelivery {
	const due: string[] = [];
	const abandoned: string[] = [];
	for (const [key, entry] of Object.entries(pending).sort(([, one], [, other]) => one.first - other.first)) {
		const silent = now - entry.at >= SILENCE_MS;
		// Clock rollback must not hold a finding back.
		const isLater = entry.due !== undefined && entry.due > now && entry.at <= now;
		if (isLater || (entry.due === undefined && awaited(key) && !silent)) continue;
		if (entry.due === undefined && entry.tries > retries + MORE_TRIES) abandoned.push(key);
		else due.push(key);
	}
	return { due: due.slice(0, most), abandoned };
}
