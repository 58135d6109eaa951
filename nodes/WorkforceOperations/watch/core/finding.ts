import type { JsonObject } from '../../contract';

/** What stands beside the reason in `watch`, such as `minutesLate` or `count`. */
export type Numbers = Record<string, number | string | boolean>;

/** One thing to be reported. */
export interface Finding {
	/** Tells it apart from all others of its event, over restarts. Made of ids only: it is stored and logged. */
	key: string;
	/** When it came about, in epoch milliseconds. Findings are handed over in this order. */
	at: number;
	/** How its family finds its record again: opaque to all others. It is stored, which takes a finite number from 0. */
	locator: unknown;
	record: JsonObject;
	/** A sentence that can be sent as it is. */
	reason: string;
	numbers: Numbers;
}

/** How the first poll of a trigger treats what is so already. */
export type Start = 'now' | 'new';

/** Oldest first; those of the same moment by their keys, so that the order is the same in every poll. */
export const byAge = (one: { at: number; key: string }, other: { at: number; key: string }): number =>
	one.at - other.at || one.key.localeCompare(other.key, 'en', { numeric: true });
