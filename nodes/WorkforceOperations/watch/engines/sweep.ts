import { isJsonObject, type JsonObject } from '../../contract';
import { packIds, unpackIds } from './known';

/*
 * Where a sweep stands that reads something of every guard by a trickle, over many polls. Whom it reads is settled when it
 * begins, so that somebody who joins meanwhile is in the next one.
 */

/** A sweep that is under way. */
export interface Sweep {
	/** Epoch milliseconds. */
	begun: number;
	/** All of its guards. */
	guards: number;
	/** Records read so far. */
	records: number;
	/** Ids of guards that are still to be read. */
	left: string[];
	/** Of these, those that could not be read and are tried again at the end. */
	again: string[];
	/** Those that could not be read twice. */
	unread: string[];
}

/** A sweep that has ended. Times are epoch milliseconds. */
export interface Swept {
	begun: number;
	ended: number;
	guards: number;
	/** Of these, those that could not be read. */
	unread: number;
	records: number;
}

const idsOf = (packed: unknown): string[] => [...(unpackIds(packed) ?? [])];

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

export const packSweep = ({ left, again, unread, ...counts }: Sweep): JsonObject => ({
	...counts,
	left: packIds(left),
	again: packIds(again),
	unread: packIds(unread),
});

export function unpackSweep(value: unknown): Sweep | undefined {
	if (!isJsonObject(value)) return undefined;
	const { begun, guards, records, left, again, unread } = value;
	if (!isCount(begun) || !isCount(guards) || !isCount(records) || typeof left !== 'string') return undefined;
	return { begun, guards, records, left: idsOf(left), again: idsOf(again), unread: idsOf(unread) };
}

export function unpackSwept(value: unknown): Swept | undefined {
	if (!isJsonObject(value)) return undefined;
	const { begun, ended, guards, unread, records } = value;
	if (![begun, ended, guards, unread, records].every(isCount)) return undefined;
	return value as unknown as Swept;
}

export const newSweep = (now: number, ids: readonly string[]): Sweep => {
	const left = [...new Set(ids)];
	return { begun: now, guards: left.length, records: 0, left, again: [], unread: [] };
};

/** Whether another sweep may begin. A clock that was ahead and has been put right must not hold it up for long. */
export const isDue = (last: Swept | undefined, now: number, everyMs: number): boolean =>
	last === undefined || now < last.begun || now - last.begun >= everyMs;

/** Who is read next: those that failed come last. */
export const nextGuard = ({ left, again }: Sweep): string | undefined => left[0] ?? again[0];

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** The guard was read. */
export const readGuard = (sweep: Sweep, id: string, records: number): Sweep => ({
	...sweep,
	records: sweep.records + records,
	left: without(sweep.left, id),
	again: without(sweep.again, id),
});

/** The guard could not be read: tried again at the end, and given up after that. */
export function missedGuard(sweep: Sweep, id: string): Sweep {
	if (sweep.left.includes(id)) return { ...sweep, left: without(sweep.left, id), again: [...sweep.again, id] };
	return { ...sweep, again: without(sweep.again, id), unread: [...sweep.unread, id] };
}

export const endSweep = ({ begun, guards, unread, records }: Sweep, now: number): Swept => ({
	begun,
	ended: Math.max(begun, now),
	guards,
	unread: unread.length,
	records,
});
