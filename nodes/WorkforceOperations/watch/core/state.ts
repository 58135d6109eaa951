import { isJsonObject, type JsonObject } from '../../contract';

/** Whether the first poll reports matches that already exist (`now`) or only later ones (`new`). */
export type Start = 'now' | 'new';

/** A finding that was delivered, but whose run isn't known to have succeeded. Times are epoch milliseconds. */
export interface Pending {
	/** The finding's locator; only its family reads it. */
	locator: unknown;
	/** When it was found. */
	first: number;
	/** When it was last delivered. */
	at: number;
	/** How often it was delivered. */
	tries: number;
	/** When it is due for redelivery; absent while its run is awaited. */
	due?: number;
}

/** Findings whose runs have not succeeded yet, by key. */
export type OpenFindings = Readonly<Record<string, Pending>>;

/** The stored data of a watch trigger: IDs and times, no names and no secrets. All of it can be rebuilt. */
export interface WatchState {
	/** Instance, workflow and node: a copied workflow starts its own. */
	owner: string;
	/** What is watched; watching something else starts a new state. */
	subject: string;
	/**
	 * When this state was begun, later than any that it replaced. With the revision, it decides which of two copies is
	 * newer.
	 */
	born: number;
	revision: number;
	/** The start of the first window. */
	since: number;
	/** How the first complete poll treats matches that already exist; absent after it. */
	start?: Start;
	/** When the list was last read to the end. */
	readTo?: number;
	/** The stored state of the event's engine. */
	engine: JsonObject;
	pending: OpenFindings;
}

/** Its name in n8n's static data. */
export const STATE_KEY = 'watch';

/** Maximum of findings whose runs are awaited; further ones are held back. */
export const MOST_PENDING = 1000;

const isText = (value: unknown): value is string => typeof value === 'string';
const isStart = (value: unknown): value is Start => value === 'now' || value === 'new';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/**
 * As `[locator, first, at, tries, due]`; the last two times are counted from the one before. A fifth as long as with
 * names.
 */
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

/** Any text can be a key, but n8n drops some names when it copies objects, or treats them specially. */
const ODD_NAME = /^(?:~|__|(?:constructor|prototype|toJSON)$)/;

/** The same values, under names that survive in n8n's static data. */
const packNames = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [ODD_NAME.test(key) ? `~${key}` : key, value]));

const unpackName = (name: string): string => (name.startsWith('~') ? name.slice(1) : name);

/** An object without a prototype, so that a lookup finds nothing but these entries. */
export const byKey = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> => {
	const record = Object.create(null) as Record<string, Value>;
	for (const [key, value] of entries) record[key] = value;
	return record;
};

/** Notes findings that are delivered now, for the first time or, by their keys, again. */
export function markDelivered(
	pending: OpenFindings,
	findings: ReadonlyArray<{ key: string; locator?: unknown }>,
	now: number,
): OpenFindings {
	const next = byKey(Object.entries(pending));
	for (const { key, locator } of findings) {
		const known = pending[key];
		next[key] = {
			locator: locator ?? known?.locator,
			first: known?.first ?? now,
			at: now,
			tries: (known?.tries ?? 0) + 1,
		};
	}
	return next;
}

/** Removes findings whose run has succeeded. */
export const markSucceeded = (pending: OpenFindings, keys: readonly string[]): OpenFindings =>
	byKey(Object.entries(pending).filter(([key]) => !keys.includes(key)));

/** Reverses `packNames`; empty if it isn't an object. */
export const unpackNames = (value: unknown): JsonObject =>
	byKey(Object.entries(isJsonObject(value) ? value : {}).map(([name, each]) => [unpackName(name), each]));

/** The stored form: a fresh copy, because n8n notices changes at the top level only. */
export const packState = (state: WatchState): JsonObject => ({
	...state,
	pending: packNames(
		Object.fromEntries(Object.entries(state.pending).map(([key, entry]) => [key, packPending(entry)])),
	),
});

/** Whether each part of a stored state except `pending` can be read. */
const STATE_PARTS: Readonly<Record<string, (value: unknown, stored: JsonObject) => boolean>> = {
	owner: isText,
	subject: isText,
	born: isTime,
	revision: isTime,
	since: isTime,
	start: (value) => value === undefined || isStart(value),
	readTo: (value, { start }) => isTime(value) || (value === undefined && isStart(start)),
	engine: isJsonObject,
};

export const unreadableParts = (stored: JsonObject): string[] =>
	Object.keys(STATE_PARTS).filter((name) => STATE_PARTS[name]?.(stored[name], stored) !== true);

/** Parts that this version doesn't know. */
export const unknownParts = (stored: JsonObject): string[] =>
	Object.keys(stored).filter((name) => name !== 'pending' && !Object.hasOwn(STATE_PARTS, name));

/** Without these parts, a state can't be used. */
const NEEDED = ['owner', 'subject', 'born', 'revision', 'since'];

/** Reads static data as untrusted: it may come from an import, another version or a backup. */
export function unpackState(value: unknown): WatchState | undefined {
	if (!isJsonObject(value)) return undefined;
	const leftOut = [...unreadableParts(value), ...unknownParts(value)];
	if (NEEDED.some((name) => leftOut.includes(name))) return undefined;
	const pending = Object.entries(unpackNames(value.pending)).flatMap(([key, entry]): Array<[string, Pending]> => {
		const read = unpackPending(entry);
		return read === undefined ? [] : [[key, read]];
	});
	const parts = Object.entries(value).filter(([name]) => !leftOut.includes(name));
	return { engine: {}, ...Object.fromEntries(parts), pending: byKey(pending) } as unknown as WatchState;
}

/** The state to continue from: this process's or n8n's. */
export function newerState(remembered: WatchState | undefined, stored: WatchState | undefined): WatchState | undefined {
	if (remembered === undefined || stored === undefined) return remembered ?? stored;
	// Another poller of the workflow may have written back an old copy, so the later one counts, wherever it is.
	const ahead = stored.born - remembered.born || stored.revision - remembered.revision;
	return ahead > 0 ? stored : remembered;
}
