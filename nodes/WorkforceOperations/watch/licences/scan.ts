import { isJsonObject, type JsonObject } from '../../contract';
import { packIds, unpackIds } from '../core/reported';

/*
 * The progress of a scan, which reads every guard's licences gradually, over many polls. Its guards are fixed at the
 * start; one who joins later is in the next scan.
 */

/** A scan in progress. */
export interface Scan {
	/** Epoch milliseconds. */
	begun: number;
	/** All of its guards. */
	guards: number;
	/** Records read so far. */
	records: number;
	/** Ids of guards that are still to be read. */
	left: string[];
	/** Of these, those that could not be read and are retried at the end. */
	again: string[];
	/** Those that could not be read twice. */
	unread: string[];
}

/** A scan that has ended. Times are epoch milliseconds. */
export interface FinishedScan {
	begun: number;
	ended: number;
	guards: number;
	/** Of these, those that could not be read. */
	unread: number;
	records: number;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

export const packScan = ({ left, again, unread, ...counts }: Scan): JsonObject => ({
	...counts,
	left: packIds(left),
	again: packIds(again),
	unread: packIds(unread),
});

/** Undefined unless all of it can be read: a guard whose id is lost would not be read. */
export function unpackScan(value: unknown): Scan | undefined {
	if (!isJsonObject(value)) return undefined;
	const { begun, guards, records } = value;
	const [left, again, unread] = [value.left, value.again, value.unread].map(unpackIds);
	if (!isCount(begun) || !isCount(guards) || !isCount(records) || !left || !again || !unread) return undefined;
	return { begun, guards, records, left: [...left], again: [...again], unread: [...unread] };
}

export function unpackFinishedScan(value: unknown): FinishedScan | undefined {
	if (!isJsonObject(value)) return undefined;
	const { begun, ended, guards, unread, records } = value;
	if (![begun, ended, guards, unread, records].every(isCount)) return undefined;
	return value as unknown as FinishedScan;
}

export const newScan = (now: number, ids: readonly string[]): Scan => {
	const left = [...new Set(ids)];
	return { begun: now, guards: left.length, records: 0, left, again: [], unread: [] };
};

/** Whether another scan may begin. Clock rollback: one that begins in the future does not delay the next. */
export const isDue = (last: FinishedScan | undefined, now: number, everyMs: number): boolean =>
	last === undefined || now < last.begun || now - last.begun >= everyMs;

/** Who is read next; retries come last. */
export const nextGuard = ({ left, again }: Scan): string | undefined => left[0] ?? again[0];

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** The guard was read. */
export const readGuard = (scan: Scan, id: string, records: number): Scan => ({
	...scan,
	records: scan.records + records,
	left: without(scan.left, id),
	again: without(scan.again, id),
});

/** The guard could not be read: retried at the end, and abandoned after that. */
export function missedGuard(scan: Scan, id: string): Scan {
	if (scan.left.includes(id)) return { ...scan, left: without(scan.left, id), again: [...scan.again, id] };
	return { ...scan, again: without(scan.again, id), unread: [...scan.unread, id] };
}

export const endScan = ({ begun, guards, unread, records }: Scan, now: number): FinishedScan => ({
	begun,
	ended: Math.max(begun, now),
	guards,
	unread: unread.length,
	records,
});
