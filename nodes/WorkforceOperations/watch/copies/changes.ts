import { DAY_MS, type JsonObject } from '../../contract';
import type { Keyed, LogLine } from '../core/source';
import type { CountedField } from './fields';
import { type End, type Known, type Memory, MOST_MARKS, NO_PRINT, type Row, type SampleRows, sampled } from './memory';

export type KeyOf = (record: JsonObject) => string | undefined;

/** Those with a usable ID, under it. */
export const keyed = (records: readonly JsonObject[], keyOf: KeyOf): Keyed =>
	records.flatMap((record) => {
		const key = keyOf(record);
		return key === undefined ? [] : { key, record };
	});

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

/** Remembers the hashes of those that are known, and notes which are other ones than before. */
export function noteFields({ known, fields, left, leftNext }: Memory, seen: AllSeen): void {
	const bases = left.join() === leftNext.join() ? [leftNext] : [leftNext, left];
	for (const [id, now] of seen) {
		const before = known.get(id);
		if (before === undefined) continue;
		const prints = bases.map((base) => fields.print(now.fields, base));
		// Who is read twice in a round has the first of them already.
		if (![...prints, NO_PRINT].includes(before.print)) before.news ??= 'differs';
		before.print = prints[0] ?? NO_PRINT;
	}
}

/** Notes the fields of those that belong to the sample. */
export function noteSample(memory: Memory, seen: AllSeen): void {
	const { rows, fields } = memory;
	const chosen = sampled<Row | Seen>([...rows, ...seen]);
	memory.rows = new Map([...chosen].map(([id, each]) => [id, 'record' in each ? fields.row(each.fields) : each]));
}

/** In a shorter list people change most records at once, too. */
const SHORTEST = 40;

/** What differs in more of the sample was changed by the service. */
const MOST = 0.4;

/** So many of the sample have to be read for a field to be left out, or watched again. */
const NEARLY_ALL = 0.9;

/** After that long a field is as it is, and not away. */
const FOR_GOOD_MS = 7 * DAY_MS;

const marksOf = (rows: SampleRows): string[] => [...rows.values()].flatMap((row) => [...row.keys()]);

/** The fields that differ in most of the records that both hold, and how many these are. */
function differing(before: SampleRows, now: SampleRows): { most: string[]; both: number } {
	const both = [...before.keys()].filter((id) => now.has(id));
	const kept = new Set(marksOf(before));
	const marks = kept.size < MOST_MARKS ? new Set([...kept, ...marksOf(now)]) : kept;
	const isOther = (id: string, mark: string): boolean => before.get(id)?.get(mark) !== now.get(id)?.get(mark);
	const countOf = (mark: string): number => both.filter((id) => isOther(id, mark)).length;
	return { most: [...marks].filter((mark) => countOf(mark) > MOST * both.length), both: both.length };
}

/**
 * While a field is away from all records, or written otherwise, the sample is kept as it was before. When it is back, whoever was
 * told meanwhile has it otherwise than everybody else, and is told once more.
 */
function noteAway(memory: Memory, isStorm: boolean, now: number): void {
	const [before, away] = [memory.sample, memory.rows].map((each) => differing(memory.was, each).most);
	if (before?.some((mark) => away?.includes(mark) === false) === true)
		for (const each of memory.known.values()) if (each.isTold === true) each.news = 'owed';
	if (away?.length === 0 || now - memory.wasAt > FOR_GOOD_MS) memory.was = new Map();
	if (isStorm && memory.was.size === 0) Object.assign(memory, { was: memory.sample, wasAt: now });
}

const lacking = (marks: readonly string[], others: readonly string[]): string[] =>
	marks.filter((mark) => !others.includes(mark));

/** At the end of a round, which has read so many: what the service has changed in most records is told of none, anything else of each. */
export function noteRound(memory: Memory, read: number, now: number): LogLine[] {
	const { sample, rows, known, left, leftNext, stormed, fields } = memory;
	const { most, both } = differing(sample, rows);
	const present = [...known.values()].filter(({ end }) => end?.what !== 'missing');
	const all = Math.min(read, present.length);
	// What is owed from the rounds before says nothing about this one.
	const others = Math.max(0, all - present.filter(({ news }) => news === 'owed').length);
	const differ = [...known.values()].filter(({ news }) => news === 'differs');
	const isStorm = all >= SHORTEST && 2 * differ.length > others && lacking(most, left).length > 0;
	for (const each of differ) each.news = isStorm ? undefined : 'owed';
	noteAway(memory, isStorm, now);
	const stormy = isStorm ? most : [];
	// Left out is what storms in two rounds running, and as long as it does.
	const isOut = (mark: string): boolean => leftNext.includes(mark) || (isStorm && stormed.includes(mark));
	const out = both < NEARLY_ALL * sample.size ? leftNext : most.filter(isOut);
	memory.sample = sampled([...[...sample].filter(([id]) => known.has(id)), ...rows]);
	Object.assign(memory, { left: leftNext, leftNext: out, stormed: stormy, rows: new Map() });
	const line = (words: string, marks: readonly string[]): LogLine[] =>
		marks.length === 0 ? [] : [{ level: 'info', text: `${words}: ${fields.inWords(marks)}` }];
	return [
		...line('doesn’t report fields that changed in over half of all records at once', lacking(stormy, out)),
		...line('ignores fields that keep changing in most records, until they are stable', lacking(out, leftNext)),
		...line('watches these fields again, as they are now stable', lacking(leftNext, out)),
	];
}

/** Records have to be missing in two rounds, or to stand among the inactive ones twice where they don't say so themselves. */
function endOf(before: Known, now: Seen | undefined, quiet: number, isDoubtful: boolean): End | undefined {
	const what = now === undefined ? 'missing' : before.isActive && !now.isActive ? 'off' : undefined;
	const end = before.end?.what === what ? before.end : undefined;
	if (what === undefined || end?.stage === 'held' || end?.stage === 'due') return end;
	// Of the two rounds that have to pass this is the first one, whose word counts as one of two.
	if (quiet > 1) return undefined;
	const saysSo = now?.saysOff === true;
	if (end !== undefined || (saysSo && quiet === 0)) return { what, stage: 'twice' };
	return { what, stage: isDoubtful && !saysSo ? 'held' : 'once' };
}

/** What a reading says of the records that a list should hold. */
export interface CopyReading {
	/** What the IDs of its records begin with. */
	list: string;
	seen: AllSeen;
	/** How many have no usable ID. */
	odd: number;
	/** Outside of a round only what records say themselves counts, and that they are there. */
	isRound: boolean;
}

/**
 * Notes who is missing or not active; who is missing since more records have no usable ID may be among them. Returns how many these
 * are, if they are more than before.
 */
export function noteEnds(memory: Memory, { list, seen, odd, isRound }: CopyReading): number {
	const { known, quiet } = memory;
	const isMore = isRound && odd > Number(memory.odd.get(list) ?? 0);
	if (isRound) memory.odd.delete(list);
	if (isRound && odd > 0) memory.odd.set(list, String(odd));
	for (const [id, before] of known) {
		const now = seen.get(id);
		const isHeard = now !== undefined && (now.isActive === before.isActive || (now.saysOff === true && quiet === 0));
		if (id.startsWith(list) && (isRound || isHeard)) before.end = endOf(before, now, quiet, isMore);
	}
	return isMore ? odd : 0;
}
