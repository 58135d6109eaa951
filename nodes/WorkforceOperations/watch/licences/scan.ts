import { isJsonObject, type JsonObject } from '../../contract';
import { packIds, unpackIds } from '../core/reported';
import { settle } from '../../transport/settle';
import { isKind } from '../../transport/errors/serviceError';
import { NoAnswerInTime, UnfinishedList } from '../core/pollReader';
import type { PollContext } from '../core/source';

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
	/** Those whose second try failed as well. */
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

/** Undefined unless all of it can be read: a guard with a lost ID would be skipped. */
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

/** The parts of an engine's stored state that belong to its scans. */
export const scanForm = {
	last: { reads: (stored: unknown): boolean => unpackFinishedScan(stored) !== undefined },
	sweep: { reads: (stored: unknown): boolean => unpackScan(stored) !== undefined },
};

export const newScan = (now: number, ids: readonly string[]): Scan => {
	const left = [...new Set(ids)];
	return { begun: now, guards: left.length, records: 0, left, again: [], unread: [] };
};

/** Whether another scan may begin. Clock rollback: a scan dated in the future doesn't delay the next. */
export const isDue = (last: FinishedScan | undefined, now: number, everyMs: number): boolean =>
	last === undefined || now < last.begun || now - last.begun >= everyMs;

/** The guard to read next; retries come last. */
export const nextGuard = ({ left, again }: Scan): string | undefined => left[0] ?? again[0];

export const isDone = (scan: Scan): boolean => nextGuard(scan) === undefined;

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** Notes that the guard was read. */
export const readGuard = (scan: Scan, id: string, records: number): Scan => ({
	...scan,
	records: scan.records + records,
	left: without(scan.left, id),
	again: without(scan.again, id),
});

/** Notes that the guard could not be read: retried at the end, and abandoned after that. */
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

/** After this many consecutive failures the service itself is checked. */
const IN_A_ROW = 3;

/** Whether a failure concerns the key and not a single guard, so that trying other guards is no use. */
export const isOfKey = (error: unknown): boolean =>
	!(error instanceof NoAnswerInTime || error instanceof UnfinishedList) &&
	!isKind(
		error,
		'notFound',
		'forbidden',
		'invalid',
		'conflict',
		'refused',
		'timeout',
		'network',
		'unavailable',
		'unreadable',
		'incomplete',
	);

/** Whether the service answers other requests. */
export async function serviceAnswers({ reader, settings }: PollContext): Promise<boolean> {
	const probe = await settle(reader.list('staff.getAll', settings.query, 1));
	return 'result' in probe;
}

/**
 * Reads guard after guard while the poll may continue. `take` gets the records, and returns whether all findings fit
 * into this poll; if not, the next poll reads the guard again. If the service causes the stop, no guard counts as
 * failed; throws if none was read.
 */
export async function readGradually(
	poll: PollContext,
	begun: Scan,
	take: (employeeId: string, records: JsonObject[]) => boolean,
): Promise<Scan> {
	let scan = begun;
	let read = 0;
	/** The progress before the latest consecutive failures. */
	let before = begun;
	let failed = 0;
	for (let id = nextGuard(scan); id !== undefined; id = nextGuard(scan)) {
		if (!(await poll.reader.mayGoOn())) break;
		const answer = await settle(poll.reader.listOf('securityLicence.getAll', { id }));
		if ('result' in answer) {
			read++;
			failed = 0;
			if (!take(id, answer.result)) break;
			scan = readGuard(scan, id, answer.result.length);
			before = scan;
			continue;
		}
		const { error } = answer;
		// Other requests have used up the key's rate limit meanwhile.
		if (poll.reader.isSpent || isKind(error, 'budget')) break;
		failed++;
		scan = missedGuard(scan, id);
		const isInARow = failed >= IN_A_ROW;
		// No guard's licences could be read at all, so the key is the cause here too.
		const isAll = isKind(error, 'forbidden') && read === 0 && scan.records === 0;
		if (isOfKey(error) || (isInARow && (isAll || !(await serviceAnswers(poll))))) {
			if (read === 0) throw error;
			return before;
		}
		if (!isInARow) continue;
		before = scan;
		failed = 0;
	}
	return scan;
}
