import { createHash } from 'crypto';
import type { JsonObject } from '../../contract';
import { packTexts, ReportedForm, unpackTexts } from '../core/reported';
import type { EngineForm, PollContext } from '../core/source';
import { FieldReader } from './fields';

/*
 * What is remembered between two polls: of each record its ID, one hash of all its fields, and how far an end of it is
 * decided; of a hundred records a sign for each field, by which it is told which field differs in most of them.
 */

/** What can become of a record. */
export type ChangeKind = 'created' | 'updated' | 'deactivated' | 'reactivated' | 'gone';

/** The form's settings for copies. */
export interface CopySettings {
	kinds: ReadonlySet<ChangeKind>;
	/** None for all. */
	watchFields: readonly string[];
	/** The part of all records, in percent, of which more never end at once. */
	stopAbovePercent: number;
	/** Minimum time between the starts of two rounds over all licences. */
	scanEveryMs: number;
}

export type CopyPoll = PollContext<CopySettings>;

const WHATS = ['missing', 'off'] as const;
const STAGES = ['once', 'twice', 'held', 'due'] as const;

/** Why a record may not be there or not be active any more: seen in one round, in two, held until a person decides, or to be told. */
export interface End {
	readonly what: (typeof WHATS)[number];
	readonly stage: (typeof STAGES)[number];
}

/** What is remembered of a record. */
export interface Known {
	/** Six signs of a hash. */
	print: string;
	isActive: boolean;
	/** It was told in this round, or while a field was away. */
	isTold?: boolean;
	/** It differs, and the end of the round says who has changed it; or a change of it is to be told. */
	news?: 'differs' | 'owed';
	end?: End;
}

/** Of other fields, or by another key: nothing can be compared with it. */
export const NO_PRINT = '';

const ENDS = [undefined, ...WHATS.flatMap((what) => STAGES.map((stage): End => ({ what, stage })))];
const NEWS = [undefined, 'differs', 'owed'] as const;

/** The hashes, packed together by all else that is remembered of a record, which is one number. */
export const knownForm = new ReportedForm<Known>({
	groupOf({ isActive, isTold, end, news }) {
		const ended = ENDS.findIndex((each) => each?.what === end?.what && each?.stage === end?.stage);
		return 4 * (NEWS.indexOf(news) * ENDS.length + ended) + (isTold ? 2 : 0) + (isActive ? 0 : 1);
	},
	write: ({ print }) => print,
	read(print, group) {
		const state = Math.floor(group / 4);
		const [end, news] = [ENDS[state % ENDS.length], NEWS[Math.floor(state / ENDS.length)]];
		if (state >= ENDS.length * NEWS.length) return undefined;
		return { print, isActive: group % 2 === 0, isTold: group % 4 > 1, end, news };
	},
});

/** Signs of the fields of a record, by their marks. */
export type Row = ReadonlyMap<string, string>;

/** Those of some records, by their IDs. */
export type SampleRows = ReadonlyMap<string, Row>;

const MOST_ROWS = 100;

/** More fields would be a burden for n8n's database; these are the ones that most records have. */
export const MOST_MARKS = 60;

const place = (id: string): string => createHash('sha256').update(id).digest('base64url');

/** Of these the sample, by their IDs: always the same ones, wherever they lie. */
export function sampled<Value>(all: ReadonlyArray<readonly [id: string, Value]>): Map<string, Value> {
	const placed = [...new Map(all)].map((entry) => [place(entry[0]), entry] as const);
	const sorted = placed.sort(([one], [other]) => (one < other ? -1 : 1));
	return new Map(sorted.slice(0, MOST_ROWS).map(([, entry]) => entry));
}

const NO_SIGN = '....';

/** The marks of the fields, and behind them for each record its signs of these fields. */
export function packRows(rows: SampleRows): string[] {
	const counts = new Map<string, number>();
	for (const row of rows.values()) for (const mark of row.keys()) counts.set(mark, (counts.get(mark) ?? 0) + 1);
	const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_MARKS);
	const marks = most.map(([mark]) => mark);
	const texts = [...rows].map(([id, row]) => [id, marks.map((mark) => row.get(mark) ?? NO_SIGN).join('')] as const);
	return [marks.join(''), ...packTexts(new Map(texts))];
}

const inFours = (text: string): string[] => text.match(/.{4}/gs) ?? [];

/** Unpacks them; none for anything else. */
export function unpackRows([marks = '', ...packed]: readonly string[]): SampleRows {
	const rowOf = (signs: string): Array<[string, string]> =>
		inFours(marks).map((mark, index) => [mark, inFours(signs)[index] ?? NO_SIGN]);
	const texts = unpackTexts(packed) ?? new Map<string, string>();
	return new Map([...texts].map(([id, text]) => [id, new Map(rowOf(text).filter(([, sign]) => sign !== NO_SIGN))]));
}

/**
 * How far the beginning is: the first reading, and a second one where that may be incomplete, take records as known;
 * everything is told in as many polls as that takes; what has begun goes on as a person wants it.
 */
const PHASES = ['first', 'partly', 'telling', 'new', 'now'] as const;

/** What is stored beside the records, as it is before anything was read. */
const NOTHING = {
	/** The fields of some records: when they were read last, in the round under way, and before the service wrote some of them otherwise. */
	sample: [] as readonly string[],
	rows: [] as readonly string[],
	was: [] as readonly string[],
	/** When the service was first seen to write otherwise what it hasn't written back since. */
	wasAt: 0,
	/** Fields that stormed in the last round. */
	stormed: [] as readonly string[],
	/** Fields that are left out: of the hashes that are remembered, and of those that are made from now on. */
	left: [] as readonly string[],
	leftNext: [] as readonly string[],
	/** How many records have no usable ID, for each list that has any. */
	odd: [] as readonly string[],
	/** A hash of the token's claims. */
	claims: '',
	/** Complete rounds that have to pass before an absence counts, since the claims of the token are other ones. */
	quiet: 0,
	/** When the last round was. */
	roundAt: 0,
	phase: 'now' as (typeof PHASES)[number],
	/** By which key and of which fields the hashes are made. */
	how: '',
};

type Stored = typeof NOTHING;

/** All that is remembered, as one poll has it. */
export interface Memory extends Omit<Stored, 'sample' | 'rows' | 'was' | 'odd'> {
	known: Map<string, Known>;
	sample: SampleRows;
	rows: SampleRows;
	was: SampleRows;
	odd: Map<string, string>;
	/** A person wants to have everything told once more. */
	isAgain: boolean;
	/** The hashes that are remembered were made otherwise. */
	isOther: boolean;
	fields: FieldReader;
}

const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((each) => typeof each === 'string');

const readsLike =
	(example: unknown) =>
	(value: unknown): boolean =>
		Array.isArray(example) ? isTexts(value) : typeof value === typeof example;

const areRows = (value: unknown): boolean => isTexts(value) && unpackTexts(value.slice(1)) !== undefined;

/** Numbers by lists. */
function areCounts(value: unknown): boolean {
	const counts = unpackTexts(value);
	return counts !== undefined && [...counts.values()].every((count) => /^\d+$/.test(count));
}

export const copyForm: EngineForm = {
	known: { reads: knownForm.reads, needed: true },
	...Object.fromEntries(Object.entries(NOTHING).map(([name, example]) => [name, { reads: readsLike(example) }])),
	...{ sample: { reads: areRows }, rows: { reads: areRows }, was: { reads: areRows }, odd: { reads: areCounts } },
	phase: { reads: (value) => PHASES.some((phase) => phase === value) },
};

/** Without what is of one poll alone. */
export function packMemory(memory: Memory): JsonObject {
	const { known, sample, rows, was, odd } = memory;
	const plain = Object.entries(memory).filter(([name]) => Object.hasOwn(NOTHING, name));
	const packed = { sample: packRows(sample), rows: packRows(rows), was: packRows(was), odd: packTexts(odd) };
	return { ...Object.fromEntries(plain), ...packed, known: knownForm.pack(known) };
}

function phaseOf({ engine, settings, start, reader }: CopyPoll, phase: Memory['phase']): Memory['phase'] {
	if (engine.known === undefined) return start === 'now' ? 'telling' : 'first';
	if (phase === 'first' || phase === 'partly') return phase;
	if (settings.startWith === 'new') return phase === 'telling' ? 'partly' : 'new';
	// What may be incomplete is not all that a person asked for.
	if (phase === 'new') return reader.hasDoubts ? 'new' : 'telling';
	return phase;
}

/** Complete rounds before an absence counts under other claims. */
const QUIET_ROUNDS = 2;

/** Under other claims nothing is gone before two complete rounds have passed, whatever was missing under the former ones. */
export async function noteClaims(memory: Memory, { hashes, reader }: CopyPoll): Promise<void> {
	const claims = await reader.claims();
	if (claims === undefined) return;
	const { companies, customers, sites } = claims;
	// Letter case and order mean nothing.
	const lists = [companies, customers, sites].map((ids) => ids.map((id) => id.toLowerCase()).sort());
	const hash = hashes.of('claims', JSON.stringify(lists), 6);
	if (memory.claims !== '' && memory.claims !== hash) {
		memory.quiet = QUIET_ROUNDS;
		for (const each of memory.known.values()) if (each.end?.stage !== 'held') delete each.end;
	}
	memory.claims = hash;
}

/** Reads what was stored, and looks what has changed since: the key, the form. */
export function openMemory(poll: CopyPoll): Memory {
	const { engine, settings, hashes, published, now } = poll;
	// What can't be read was left out of it.
	const stored: Stored = { ...NOTHING, ...engine };
	const how = hashes.of('how', JSON.stringify([...settings.watchFields].sort()), 6);
	const isOther = engine.known !== undefined && stored.how !== how;
	const { odd, claims, quiet, roundAt } = stored;
	const { sample, rows, was, wasAt, stormed, left, leftNext } = isOther ? NOTHING : stored;
	const known = knownForm.unpack(engine.known) ?? new Map<string, Known>();
	for (const each of known.values()) {
		if (isOther) each.print = NO_PRINT;
		if (isOther && each.news === 'differs') each.news = undefined;
		// A person has published again: what was held is told.
		if (published && each.end?.stage === 'held') each.end = { ...each.end, stage: 'due' };
	}
	const phase = phaseOf(poll, stored.phase);
	return {
		...{ known, sample: unpackRows(sample), rows: unpackRows(rows), was: unpackRows(was) },
		...{ stormed, left, leftNext, wasAt: Math.min(wasAt, now), claims, quiet, how, phase, isOther },
		...{ odd: unpackTexts(odd) ?? new Map<string, string>(), roundAt: Math.min(roundAt, now) },
		isAgain: phase === 'telling' && stored.phase === 'new',
		fields: new FieldReader(hashes, settings.watchFields),
	};
}

/** Two readings count as two rounds if they are nearly an interval apart: n8n's clock wavers. */
const NEARLY = 0.9;

/** Begins another round, if it is an interval after the one before. */
export function beginRound(memory: Memory, now: number, intervalMs: number): boolean {
	// What was told before was told with all fields, unless one is away.
	if (memory.was.size === 0) for (const each of memory.known.values()) each.isTold = false;
	if (now - memory.roundAt < NEARLY * intervalMs) return false;
	memory.roundAt = now;
	memory.quiet = Math.max(0, memory.quiet - 1);
	return true;
}
