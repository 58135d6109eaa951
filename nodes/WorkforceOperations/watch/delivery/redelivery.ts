import { HOUR_MS, MINUTE_MS } from '../../contract';
import { byKey, type Pending } from '../core/state';

type Entries = Readonly<Record<string, Pending>>;

/** How long after a failed run its finding is handed over again: the first time, the second … and from then on. */
const GAPS_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);

/** A run that has not reported its end for this long has an unknown end. */
const SILENCE_MS = 24 * HOUR_MS;

/** More tries than after failed runs: an unknown end is no evidence of a failure. */
const MORE_TRIES = 5;

/** Findings that are handed over again in one poll: each of them is a run of its own. */
const MOST_REDELIVERED = 25;

const gapAfter = (tries: number): number => GAPS_MS[Math.min(tries, GAPS_MS.length) - 1] ?? MINUTE_MS;

/** Notes findings that are handed over now, for the first time or again. */
export function markDelivered(
	pending: Entries,
	keys: ReadonlyArray<{ key: string; locator: unknown }>,
	now: number,
): Entries {
	const next = byKey(Object.entries(pending));
	for (const { key, locator } of keys) {
		const known = pending[key];
		next[key] = { locator, first: known?.first ?? now, at: now, tries: (known?.tries ?? 0) + 1 };
	}
	return next;
}

/** The run of these findings has succeeded. */
export const markSucceeded = (pending: Entries, keys: readonly string[]): Entries =>
	byKey(Object.entries(pending).filter(([key]) => !keys.includes(key)));

interface RetrySchedule {
	pending: Entries;
	/** Those that were handed over as often as they may be. */
	abandoned: string[];
}

/** Each of these goes on as `next` says, but those that were handed over more than `most` times, which are abandoned. */
function scheduleRetry(
	pending: Entries,
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

/** The run of these findings has failed: each is handed over again after a while, by itself. */
export const markFailed = (pending: Entries, keys: readonly string[], retries: number, now: number): RetrySchedule =>
	scheduleRetry(pending, keys, retries, (entry) => ({ ...entry, due: now + gapAfter(entry.tries) }));

/** The records of these findings are there, but could not be read: they are tried again after a while. */
export const markUnreadable = (
	pending: Entries,
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
	/** To be handed over again now, the oldest first. */
	due: string[];
	/** Those whose run had an unknown end too often. */
	abandoned: string[];
}

/** What is to be handed over again. `awaited`: whether this process is waiting for the run of a key. */
export function dueForRedelivery(
	pending: Entries,
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
