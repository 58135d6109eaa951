import { DAY_MS, type JsonObject } from '../../contract';
import type { LogLine } from '../core/source';
import { safeText } from '../core/text';
import type { CountedField } from './fields';
import {
	type CopySettings,
	type End,
	type Known,
	type Memory,
	MOST_MARKS,
	NO_PRINT,
	type SampleRows,
	sampled,
} from './memory';

/** A record as it is now. */
export interface Seen {
	record: JsonObject;
	fields: readonly CountedField[];
	isActive: boolean;
	/** Its own word says that it is not active. */
	saysOff?: boolean;
}

/** Records as they are now, by their IDs. */
export type AllSeen = ReadonlyMap<string, Seen>;

const NO_ROW: ReadonlyMap<string, string> = new Map();

/** The fields of those records of the sample that were read, beside others of it. */
export const rowsOf = ({ fields }: Memory, seen: AllSeen, others: SampleRows): SampleRows =>
	new Map(
		sampled(new Set([...others.keys(), ...seen.keys()])).map((id) => {
			const found = seen.get(id)?.fields;
			return [id, found === undefined ? (others.get(id) ?? NO_ROW) : fields.row(found)];
		}),
	);

/** Remembers the hashes of those that are known, and returns whose are other ones than before. */
export function noteFields({ known, fields, left, leftNext }: Memory, seen: AllSeen): Set<string> {
	const changed = new Set<string>();
	const isOneBase = left.join() === leftNext.join();
	for (const [id, now] of seen) {
		const before = known.get(id);
		if (before === undefined) continue;
		const print = fields.print(now.fields, left);
		if (before.print !== print && before.print !== NO_PRINT) changed.add(id);
		before.print = isOneBase ? print : fields.print(now.fields, leftNext);
	}
	return changed;
}

/** In a shorter list people change most records at once, too. */
const SHORTEST = 40;

/** What differs in more of the sample was changed by the service. */
const MOST = 0.4;

/** So many of the sample have to be read for a field to be left out, or watched again. */
const NEARLY_ALL = 0.9;

/** After that long a field is as it is, and not away. */
const FOR_GOOD_MS = 7 * DAY_MS;

/** Fields that a line of the log names. */
const MOST_NAMED = 5;

const NONE_HAS = 'a field that no record has any more';

const inQuotes = (name: string): string => `“${safeText(name) ?? ''}”`;

/** The fields that differ in most of the records that both hold, and how many these are. */
function differing(before: SampleRows, now: SampleRows): { most: string[]; both: number } {
	const both = [...before].filter(([id]) => now.has(id));
	const marks = new Set([...before.values()].flatMap((row) => [...row.keys()]));
	const counts = new Map<string, number>();
	for (const [id, row] of both) {
		const other = now.get(id) ?? NO_ROW;
		for (const mark of new Set([...row.keys(), ...other.keys()]))
			if (row.get(mark) !== other.get(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
	}
	const isKept = (mark: string): boolean => marks.size < MOST_MARKS || marks.has(mark);
	const most = [...counts].flatMap(([mark, count]) => (count > MOST * both.length && isKept(mark) ? mark : []));
	return { most, both: both.length };
}

function renew({ known }: Memory, news: Known['news'], next: Known['news']): void {
	for (const each of known.values()) if (each.news === news) each.news = next;
}

/** A round begins: what was told before was told with all fields, unless one is away. */
export function forgetTold(memory: Memory): void {
	if (memory.was.size === 0) renew(memory, 'since', undefined);
}

/**
 * While a field is away from all records, or written otherwise, the sample is kept as it was before. When it is back, whoever was
 * told meanwhile has it otherwise than everybody else, and is told once more.
 */
function noteAway(memory: Memory, isStorm: boolean, rows: SampleRows, now: number): void {
	const [before, away] = [memory.sample, rows].map((each) => differing(memory.was, each).most);
	if (before?.some((mark) => away?.includes(mark) === false) === true) renew(memory, 'since', 'owed');
	if (away?.length === 0 || now - memory.wasAt > FOR_GOOD_MS) memory.was = new Map();
	if (!isStorm || memory.was.size > 0) return;
	memory.was = memory.sample;
	memory.wasAt = now;
}

/**
 * At the end of a round: what the service has changed in most records is told of none, anything else of each. `changed` are
 * those that differ, of `all`; `rows` those of the sample.
 */
export function noteRound(
	memory: Memory,
	changed: ReadonlySet<string>,
	all: number,
	rows: SampleRows,
	now: number,
): LogLine[] {
	const { sample, known, left, leftNext, stormed, fields } = memory;
	const { most, both } = differing(sample, rows);
	const isStorm = all >= SHORTEST && 2 * changed.size > all && most.some((mark) => !left.includes(mark));
	const stormy = isStorm ? most : [];
	// Left out is what storms in two rounds running, and as long as it does.
	const isOut = (mark: string): boolean => leftNext.includes(mark) || (isStorm && stormed.includes(mark));
	const out = both < NEARLY_ALL * sample.size ? leftNext : most.filter(isOut);
	noteAway(memory, isStorm, rows, now);
	for (const id of isStorm ? [] : changed) Object.assign(known.get(id) ?? {}, { news: 'owed' });
	Object.assign(memory, { left: leftNext, leftNext: out, stormed: stormy });
	memory.sample = rowsOf(memory, new Map(), new Map([...[...sample].filter(([id]) => known.has(id)), ...rows]));
	const lineFor = (words: string, marks: readonly string[]): LogLine[] => {
		const names = marks
			.map((mark) => fields.nameOf(mark))
			.map((name) => (name === undefined ? NONE_HAS : inQuotes(name)));
		const some = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ' …' : '');
		return names.length === 0 ? [] : [{ level: 'info', text: `${words}: ${some}` }];
	};
	const without = (marks: readonly string[], others: readonly string[]): string[] =>
		marks.filter((mark) => !others.includes(mark));
	return [
		...lineFor('doesn’t report fields that differ in over half of all records at once', without(stormy, out)),
		...lineFor('ignores fields that keep differing in most records, until they are stable', without(out, leftNext)),
		...lineFor('watches fields again that are now stable', without(leftNext, out)),
	];
}

/** So many may end at once in any list. */
const LEAST_STOP = 20;

/** Records have to be missing in two rounds, or to stand among the inactive ones twice where they don't say so themselves. */
function endOf(before: Known, now: Seen | undefined, quiet: number, isDoubtful: boolean): End | undefined {
	const what = now === undefined ? 'missing' : before.isActive && !now.isActive ? 'off' : undefined;
	if (what === undefined) return undefined;
	const end = before.end?.what === what ? before.end : undefined;
	if (end?.stage === 'held' || end?.stage === 'due') return end;
	// Of the two rounds that have to pass this is the first one, whose word counts as one of two.
	if (quiet > 1) return undefined;
	const saysSo = now?.saysOff === true;
	if (end !== undefined || (saysSo && quiet === 0)) return { what, stage: 'twice' };
	return { what, stage: isDoubtful && !saysSo ? 'held' : 'once' };
}

/**
 * Notes who of these is missing or not active. Outside of a round only what records say themselves counts, and that they
 * are there. `isDoubtful`: who is missing since now may be there without an ID.
 */
export function noteEnds(
	{ known, quiet }: Memory,
	seen: AllSeen,
	ids: Iterable<string>,
	{ isRound, isDoubtful }: { isRound: boolean; isDoubtful: boolean },
): void {
	for (const id of ids) {
		const [before, now] = [known.get(id), seen.get(id)];
		const isHeard = now !== undefined && (now.isActive === before?.isActive || (now.saysOff === true && quiet === 0));
		if (before !== undefined && (isRound || isHeard)) before.end = endOf(before, now, quiet, isDoubtful);
	}
}

/** Notes how many records of a list have no usable ID. Returns how many, if they are more than before. */
export function noteOdd({ odd }: Memory, list: string, count: number): number {
	const isMore = count > (odd.get(list) ?? 0);
	if (count === 0) odd.delete(list);
	else odd.set(list, count);
	return isMore ? count : 0;
}

/**
 * Of those that have ended: to be told, or held if they are too many at once, or all that are active: an answer without them
 * is no proof. Returns how many are held since now, if anybody wants to hear of ends.
 */
export function decideEnds({ known }: Memory, { kinds, stopAbovePercent }: CopySettings): number {
	const isRipe = ({ end }: Known): boolean => end?.stage === 'twice' && (end.what === 'off' || kinds.has('gone'));
	const ripe = [...known.values()].filter(isRipe);
	const active = [...known.values()].filter(({ isActive }) => isActive);
	const areAll = active.length > 1 && active.every((each) => isRipe(each) && each.end?.what === 'missing');
	const isTooMany = areAll || ripe.length > Math.max(LEAST_STOP, Math.floor((known.size * stopAbovePercent) / 100));
	for (const each of ripe) if (each.end) each.end = { ...each.end, stage: isTooMany ? 'held' : 'due' };
	return isTooMany && (kinds.has('gone') || kinds.has('deactivated')) ? ripe.length : 0;
}
