import { byNumber, type JsonObject } from '../../contract';

/** Values beside the reason in `watch`, such as `minutesLate` or `count`. */
export type Numbers = Record<string, number | string | boolean | null>;

/** Something to be reported. */
export interface Finding {
	/** Identifies it among all findings of its event, across restarts. Made of ids only: it is stored and logged. */
	key: string;
	/** When it came about, in epoch milliseconds; findings are handed over in this order. */
	at: number;
	/**
	 * How its family finds its record again: opaque to everyone else. It is stored, and must be a finite number of at least
	 * 0.
	 */
	locator: unknown;
	record: JsonObject;
	/** A sentence that can be sent as it is. */
	reason: string;
	numbers: Numbers;
	/** Its shift is over: not reported at the first poll, and not repeated. */
	past?: boolean;
}

/** Whether the first poll reports matches that already exist (`now`) or only later ones (`new`). */
export type Start = 'now' | 'new';

/** Oldest first; at the same moment by key, so that the order is the same in every poll. */
export const byAge = (one: { at: number; key: string }, other: { at: number; key: string }): number =>
	one.at - other.at || byNumber(one.key, other.key);
