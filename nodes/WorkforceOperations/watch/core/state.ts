import { isJsonObject, type JsonObject } from '../../contract';
import type { Start } from './finding';

/** A finding that was handed over and of whose run no success is known. Times are epoch milliseconds. */
export interface Pending {
	/** That of the finding: its family alone reads it. */
	locator: unknown;
	/** When it was found. */
	first: number;
	/** When it was handed over last. */
	at: number;
	/** How often it was handed over. */
	tries: number;
	/** When it is handed over again; absent while the end of its run is awaited. */
	due?: number;
}

/** What one watch trigger remembers: ids and times, no names and no secrets. All of it can be derived again. */
export interface WatchState {
	/** Which instance, workflow and node it belongs to: a copied workflow starts its own. */
	owner: string;
	/** What is watched: another event begins anew. */
	subject: string;
	/** When this state was begun, and later than any that it replaced; with the revision it decides which of two copies is newer. */
	born: number;
	revision: number;
	/** The beginning of the first window. */
	since: number;
	/** How the first complete poll treats matches that already exist; absent after it. */
	start?: Start;
	/** When the list was read to its end for the last time. */
	readTo?: number;
	/** What the engine of the event remembers. */
	engine: JsonObject;
	pending: Readonly<Record<string, Pending>>;
}

/** The name under which it lies in n8n's static data. */
export const STATE_KEY = 'watch';

/** Findings whose end is awaited at once; more are held back until some of them have ended. */
export const MOST_PENDING = 1000;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** As `[locator, first, at, tries, due]`, the last two times counted from the one before: a fifth as long as with names. */
const packPending = ({ locator, first, at, tries, due }: Pending): unknown[] => [
	locator,
	first,
	Math.max(0, at - first),
	tries,
	...(due === undefined ? [] : [Math.max(0, due - at)]),
];

function unpackPending(value: unknown): Pending | undefined {
	if (!Array.isArray(value) || !value.every(isTime)) return undefined;
	const [locator, first, sinceFirst, tries, sinceAt] = value;
	if (locator === undefined || first === undefined || sinceFirst === undefined || tries === undefined) return undefined;
	const at = first + sinceFirst;
	return { locator, first, at, tries, ...(sinceAt === undefined ? {} : { due: at + sinceAt }) };
}

/** Any text can be a key, but n8n leaves some names out when it copies an object, or takes them for something else. */
const ODD_NAME = /^(?:~|__|(?:constructor|prototype|toJSON)$)/;

/** The same by names that survive in n8n's static data. */
export const packNames = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [ODD_NAME.test(key) ? `~${key}` : key, value]));

const unpackName = (name: string): string => (name.startsWith('~') ? name.slice(1) : name);

/** An object of these, in which nothing is found but them, whatever the key is. */
export const byKey = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> => {
	const record = Object.create(null) as Record<string, Value>;
	for (const [key, value] of entries) record[key] = value;
	return record;
};

/** What `packNames` has packed; nothing where it is no object. */
export const unpackNames = (value: unknown): JsonObject =>
	byKey(Object.entries(isJsonObject(value) ? value : {}).map(([name, each]) => [unpackName(name), each]));

/** Numbers by key; anything else in it is left out. */
export const readTimes = (value: unknown): Record<string, number> =>
	byKey(Object.entries(unpackNames(value)).filter((pair): pair is [string, number] => isTime(pair[1])));

/** In the form in which it is stored: a fresh copy, since n8n notices changes at the top level only. */
export const packState = (state: WatchState): JsonObject => ({
	...state,
	pending: packNames(
		Object.fromEntries(Object.entries(state.pending).map(([key, entry]) => [key, packPending(entry)])),
	),
});

/** Reads static data as something that anybody may have written: an import, an older version, a restored backup. */
export function unpackState(value: unknown): WatchState | undefined {
	if (!isJsonObject(value)) return undefined;
	const { owner, subject, born, revision, since, start, readTo, engine, pending } = value;
	if (typeof owner !== 'string' || typeof subject !== 'string') return undefined;
	if (!isTime(born) || !isTime(revision) || !isTime(since)) return undefined;
	const entries = Object.entries(unpackNames(pending)).flatMap(([key, entry]): Array<[string, Pending]> => {
		const read = unpackPending(entry);
		return read === undefined ? [] : [[key, read]];
	});
	return {
		owner,
		subject,
		born,
		revision,
		since,
		...(start === 'now' || start === 'new' ? { start } : {}),
		...(isTime(readTo) ? { readTo } : {}),
		engine: isJsonObject(engine) ? { ...engine } : {},
		pending: byKey(entries),
	};
}

/** Of what this process remembers and what n8n has stored, the one to go on from. */
export function newerState(remembered: WatchState | undefined, stored: WatchState | undefined): WatchState | undefined {
	if (remembered === undefined || stored === undefined) return remembered ?? stored;
	// Another poller of the workflow may have written an old copy back, so that the later one counts, wherever it lies.
	if (remembered.born !== stored.born) return remembered.born > stored.born ? remembered : stored;
	return stored.revision > remembered.revision ? stored : remembered;
}
