import { byNumber, isBlank, isNoDate, type JsonObject, momentOf } from '../../contract';
import type { Values } from '../../transport';
import type { Hashes } from './keys';
import type { PollReader } from './pollReader';
import type { Pending, Start } from './state';

/** Values beside the reason in `watch`, such as `minutesLate` or `count`. */
export type Numbers = Record<string, number | string | boolean | null>;

/** Something to be reported. */
export interface Finding {
	/** Identifies it among all findings of its event, across restarts. Made of ids only: it is stored and logged. */
	key: string;
	/** When it happened, in epoch milliseconds; findings are delivered in this order. */
	at: number;
	/**
	 * How its family finds its record again; opaque to all other code. It is stored, and must be a finite number of at
	 * least 0.
	 */
	locator: unknown;
	record: JsonObject;
	/** A sentence that can be sent as it is. */
	reason: string;
	numbers: Numbers;
	/** Its shift is over: not reported at the first poll, and not repeated. */
	past?: boolean;
}

/** Oldest first; at the same moment by key, so that the order is the same in every poll. */
export const byAge = (one: { at: number; key: string }, other: { at: number; key: string }): number =>
	one.at - other.at || byNumber(one.key, other.key);

/** Settings that every event has; each family adds its own. */
export interface CommonSettings {
	startWith: Start;
	/** The filters as a query of the event's list. */
	query: Values;
	additionalQuery: Values;
	lookBackMs: number;
	timeZone: string;
	/** The longest time between two polls. */
	intervalMs: number;
}

/** The context of “Fetch Test Event”. `Own`: the family's own settings. */
export interface LookContext<Own = unknown> {
	reader: PollReader;
	settings: CommonSettings & Own;
	/**
	 * By this machine's clock. After a *clock rollback* (it ran ahead, and was set back), stored moments may be in the
	 * future. They must not suppress or delay anything.
	 */
	now: number;
	/** Hashes of people and addresses, for stored data. */
	hashes: Hashes;
}

/** The context of a poll for a family. Times are epoch milliseconds. */
export interface PollContext<Own = unknown> extends LookContext<Own> {
	/** The start of the first window. */
	since: number;
	/** How the first complete poll treats matches that already exist; absent after it. */
	start?: Start;
	/** When the last complete poll read its list. */
	readTo?: number;
	/** The engine's stored state. */
	engine: JsonObject;
	/** Findings whose records are to be read again. */
	pendingReread: Readonly<Record<string, Pending>>;
	/** Maximum of findings. */
	most: number;
	/** This is the first poll after a person published the workflow. */
	published: boolean;
	/** Keys of all findings whose runs have not succeeded yet. */
	open: readonly string[];
	/** The part of `open` whose runs have not ended. */
	running: readonly string[];
}

/** A finding's record, read again. */
export interface RereadRecord extends Pick<Finding, 'record' | 'reason' | 'numbers'> {
	stillSo: boolean;
}

export interface Detection {
	findings: Finding[];
	engine: JsonObject;
	/** How many findings are held back for the next polls. */
	waiting: number;
	/** The list was read to the end, so that the next poll may build on it. */
	complete: boolean;
	/** The records of `pendingReread` that still exist. */
	reread: Map<string, RereadRecord>;
	/** Keys of `pendingReread` whose records exist but could not be read: retried after a delay. */
	unreadable?: readonly string[];
	/** Keys of `pendingReread` that did not fit into this poll: read again by the next one. */
	deferred?: readonly string[];
	/** Keys of open findings that are no longer delivered, because newer ones say more. */
	superseded?: readonly string[];
	/** Keys that several records of the answer share, so that only one of them can be reported. */
	shared?: readonly string[];
	/** The dates of all records that were read are in a format that can't be parsed. */
	undated?: boolean;
	/** Lines for n8n's log. */
	log?: readonly LogLine[];
}

/** The results for `pendingReread`. */
export type Reread = Pick<Detection, 'reread' | 'unreadable' | 'deferred'>;

/** Rules that a poll passes to the engine of its family. */
export interface DetectRules {
	now: number;
	/** For the first read: what already counts as known. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once; the next poll reports the others. */
	most: number;
}

export interface LogLine {
	level: 'info' | 'warn' | 'error';
	/** Continues the node's name. */
	text: string;
}

/** How many findings “Fetch Test Event” shows. */
export const SHOWN_IN_TEST = 5;

/** The content of “Fetch Test Event”. */
export interface Preview {
	findings: Finding[];
	/** Shown where there is no finding: the closest record, and why it doesn't match. */
	nearest?: Pick<Finding, 'key' | 'record' | 'reason' | 'numbers'>;
	/** The message if the service lists no record at all. */
	nothing: string;
}

/** The parts of an engine's stored state, by the names under which they are stored. */
export type EngineForm = Readonly<
	Record<
		string,
		{
			/** Whether a stored part can be read. */
			reads: (value: unknown) => boolean;
			/** Without it, everything would look new. */
			needed?: true;
		}
	>
>;

/** How an event is detected: reads the service, and passes the records to pure functions. */
export interface EventSource<Own = unknown> {
	detect(poll: PollContext<Own>): Promise<Detection>;
	preview(look: LookContext<Own>): Promise<Preview>;
	readonly engineForm: EngineForm;
}

/** Whether there are dates but none can be read; undefined if there are none. */
export function areUnreadable(dates: readonly unknown[]): boolean | undefined {
	const given = dates.filter((date) => !isBlank(date) && !isNoDate(date));
	return given.length === 0 ? undefined : given.every((date) => momentOf(date) === undefined);
}

/** Records of one reading, each with its key. */
export type Keyed = ReadonlyArray<{ key: string; record: JsonObject }>;

/**
 * Records by their keys, and the keys that several share. Of several with one key it is always the same one, in
 * whichever order they come. Copies of a record that moved between two pages don't count as several.
 */
export function byKeys(all: Keyed): { records: Map<string, JsonObject>; shared: string[] } {
	const records = new Map<string, JsonObject>();
	const shared = new Set<string>();
	for (const { key, record } of all) {
		const other = records.get(key);
		const isFirst = other === undefined;
		if (!isFirst && JSON.stringify(other) !== JSON.stringify(record)) shared.add(key);
		if (isFirst || JSON.stringify(other) < JSON.stringify(record)) records.set(key, record);
	}
	return { records, shared: [...shared] };
}

export const sharedKeys = (all: Keyed): string[] => byKeys(all).shared;

/** The most records that one poll reads again one by one, so that time and requests are left for the list. */
const MOST_REREAD = 10;

/**
 * Reads the records of pending findings again, each with its own requests. Those beyond the limit are deferred to the
 * next poll.
 */
export async function rereadEach(
	{ pendingReread }: PollContext,
	readOne: (key: string, locator: unknown) => Promise<RereadRecord | undefined> | RereadRecord | undefined,
	most = MOST_REREAD,
): Promise<Reread> {
	const reread = new Map<string, RereadRecord>();
	const all = Object.entries(pendingReread);
	for (const [key, { locator }] of all.slice(0, most)) {
		const record = await readOne(key, locator);
		if (record !== undefined) reread.set(key, record);
	}
	return { reread, deferred: all.slice(most).map(([key]) => key) };
}
