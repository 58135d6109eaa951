import { HOUR_MS, isJsonObject, type JsonObject } from '../../contract';
import { byAge, type DetectRules, type Finding, type EngineForm } from '../core/source';
import { ReportedForm, wholeSeconds } from '../core/reported';

/** Changes of a record, named like the service's events, in the order in which they usually happen. */
export const CHANGES = ['submit', 'approve', 'reject'] as const;

export type Change = (typeof CHANGES)[number];

/** A sign in a record that a change has happened. */
export interface ChangeSign {
	change: Change;
	/** When it happened, by the record's own date (epoch milliseconds), if it has one. */
	at?: number;
}

/** A record with the signs of all changes. */
export interface ChangedRecord {
	id: string;
	/** The moment (epoch milliseconds) by which its list selects it, if it has one. */
	locator?: number;
	/** The locator is its submission date, so it moves when the record is submitted again. */
	movesWhenSubmitted: boolean;
	signs: readonly ChangeSign[];
	/** Changes that may have happened without a sign: the list that would show them was empty or incomplete. */
	unproven: ReadonlySet<Change>;
	/** The finding that reports this change. */
	describe(sign: ChangeSign): Pick<Finding, 'locator' | 'record' | 'reason' | 'numbers'>;
}

/**
 * A remembered record: its latest change, and the hour of its locator. It is forgotten when that hour has left the
 * window.
 */
export interface SeenChange {
	change: Change;
	hour: number;
}

export type SeenChanges = ReadonlyMap<string, SeenChange>;

/** A set of IDs for each change and hour, because IDs of one hour are close together. */
export const seenChanges = new ReportedForm<SeenChange>({
	groupOf: ({ change, hour }) => hour * CHANGES.length + CHANGES.indexOf(change),
	write: () => '',
	read(text, group) {
		const change = CHANGES[group % CHANGES.length];
		return text === '' && change !== undefined ? { change, hour: Math.floor(group / CHANGES.length) } : undefined;
	},
});

interface ChangeRules extends DetectRules {
	chosen: readonly Change[];
	/**
	 * The start of the window (epoch milliseconds). Records seen in it are remembered, whatever their own dates say.
	 */
	begin: number;
}

/** Further ahead than any list reaches. Without this limit, a record with a later date would never be forgotten. */
const CHANGE_LEEWAY_MS = 48 * HOUR_MS;

const hourOf = (moment: number): number => Math.floor(moment / HOUR_MS);

/** After the whole window was read: forgets the records of hours that had ended by `begin` (epoch milliseconds). */
export const withinWindow = (seen: SeenChanges, begin: number): SeenChanges =>
	new Map([...seen].filter(([, { hour }]) => hour >= hourOf(begin)));

const isLater = (one: Change, other: Change): boolean => CHANGES.indexOf(one) > CHANGES.indexOf(other);

/** The latest of several changes: by date or, if one has none, by the order in which they usually happen. */
export function latestSign(signs: readonly ChangeSign[]): ChangeSign | undefined {
	return [...signs].sort((one, other) => {
		const byDate = one.at === undefined || other.at === undefined ? 0 : other.at - one.at;
		return byDate || (isLater(one.change, other.change) ? -1 : 1);
	})[0];
}

/** The finding that reports a change; `undated`: its time if the change has no date of its own. */
export const changeFinding = ({ id, describe }: ChangedRecord, sign: ChangeSign, undated: number): Finding => ({
	key: `${id}:${sign.change}:${sign.at === undefined ? 'so' : wholeSeconds(sign.at).toString(36)}`,
	at: sign.at ?? undated,
	...describe(sign),
});

/** The change to report: a chosen one that has happened since the record was last seen. */
function changeToReport(
	{ signs, locator = 0, movesWhenSubmitted }: ChangedRecord,
	newest: ChangeSign,
	before: SeenChange | undefined,
	{ chosen, now }: ChangeRules,
): ChangeSign | undefined {
	if (before === undefined) return latestSign(signs.filter(({ change }) => chosen.includes(change)));
	const { change } = newest;
	const wasMoved = movesWhenSubmitted && locator <= now && hourOf(locator) > before.hour;
	// A revoked approval leaves the old submission behind, which isn't a new one.
	const isNew = change === 'submit' ? before.change === 'reject' || wasMoved : change !== before.change;
	return isNew && chosen.includes(change) ? newest : undefined;
}

/**
 * The engine for records that change. Takes a fully read part of the window, and reports the latest change of each
 * record that was not seen before. A missing record is not forgotten. A record that shows another change is remembered
 * with that one, so that the earlier change is reported if it happens again.
 */
export function detectChanges(
	known: SeenChanges,
	records: readonly ChangedRecord[],
	rules: ChangeRules,
): { findings: Finding[]; seen: SeenChanges; waiting: number } {
	const { now, start, begin, most } = rules;
	const seen = new Map(known);
	const due: Array<{ finding: Finding; keep: () => void }> = [];
	for (const record of records) {
		const { id, locator = now, signs, unproven } = record;
		const before = seen.get(id);
		const newest = latestSign(signs);
		const isUnproven =
			before !== undefined &&
			unproven.has(before.change) &&
			(newest === undefined || isLater(before.change, newest.change));
		if (isUnproven) continue;
		if (newest === undefined) {
			seen.delete(id);
			continue;
		}
		const hour = hourOf(Math.max(begin, Math.min(locator, now + CHANGE_LEEWAY_MS)));
		const keep = (): unknown => seen.set(id, { change: newest.change, hour });
		const sign = changeToReport(record, newest, before, rules);
		const isPast = before === undefined && start?.how === 'new' && !((sign?.at ?? 0) >= start.since);
		if (sign === undefined || isPast) keep();
		else due.push({ finding: changeFinding(record, sign, now), keep });
	}
	due.sort((one, other) => byAge(one.finding, other.finding));
	const taken = due.slice(0, most);
	for (const { keep } of taken) keep();
	return { findings: taken.map(({ finding }) => finding), seen, waiting: due.length - taken.length };
}

/** The shortest part of the window that is read at once. */
export const SHORTEST_MS = HOUR_MS;

/** The read in progress: newest records first, down to `upper`. */
interface ChangeScan {
	upper: number;
	begun: number;
	records: number;
}

/** State kept between two polls. */
interface StoredChanges {
	seen: SeenChanges;
	walk?: ChangeScan;
	/** How much of the window is read at once, because all of it was too much for one poll. */
	slice?: number;
	/** The window has more records than can be remembered. */
	narrowed: boolean;
	/** How far back the last complete reading went, in milliseconds; older records are not remembered. */
	back?: number;
}

const isNumber = (stored: unknown): stored is number => typeof stored === 'number';

const isScan = (stored: unknown): stored is JsonObject & ChangeScan =>
	isJsonObject(stored) && [stored.upper, stored.begun, stored.records].every(isNumber);

export const changesForm: EngineForm = {
	told: { reads: seenChanges.reads, needed: true },
	walk: { reads: isScan },
	slice: { reads: isNumber },
	narrowed: { reads: (stored) => typeof stored === 'boolean' },
	back: { reads: isNumber },
};

export const storedChanges = ({ told, walk, slice, narrowed, back }: JsonObject): StoredChanges => ({
	seen: seenChanges.unpack(told) ?? new Map(),
	walk: isScan(walk) ? walk : undefined,
	slice: isNumber(slice) && slice >= SHORTEST_MS ? slice : undefined,
	narrowed: narrowed === true,
	back: isNumber(back) ? back : undefined,
});

export const packedChanges = ({ seen, narrowed, ...parts }: StoredChanges): JsonObject => ({
	told: seenChanges.pack(seen),
	...parts,
	...(narrowed ? { narrowed } : {}),
});
