import { createHash } from 'crypto';
import type { Claims, JsonObject } from '../../contract';
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
	end?: End;
	/** A change of it is to be told (`owed`); or it was told while a field was away, or may be (`since`). */
	news?: 'owed' | 'since';
}

/** Of other fields, or by another key: nothing can be compared with it. */
export const NO_PRINT = '';

const ENDS = [undefined, ...WHATS.flatMap((what) => STAGES.map((stage): End => ({ what, stage })))];
const NEWS = [undefined, 'owed', 'since'] as const;

/** The hashes, packed together by all else that is remembered of a record, which is one number. */
export const knownForm = new ReportedForm<Known>({
	groupOf({ isActive, end, news }) {
		const ended = ENDS.findIndex((each) => each?.what === end?.what && each?.stage === end?.stage);
		return 2 * (NEWS.indexOf(news) * ENDS.length + ended) + (isActive ? 0 : 1);
	},
	write: ({ print }) => print,
	read(print, group) {
		const state = Math.floor(group / 2);
		const [end, news] = [ENDS[state % ENDS.length], NEWS[Math.floor(state / ENDS.length)]];
		return state < ENDS.length * NEWS.length ? { print, isActive: group % 2 === 0, end, news } : undefined;
	},
});

/** Signs of the fields of a record, by their marks. */
type Row = ReadonlyMap<string, string>;

/** Those of some records, by their IDs. */
export type SampleRows = ReadonlyMap<string, Row>;

const MOST_ROWS = 100;

/** More fields would be a burden for n8n's database; these are the ones that most records have. */
export const MOST_MARKS = 60;

const place = (id: string): string => createHash('sha256').update(id).digest('base64url');

/** Of these IDs those of the sample: always the same ones, wherever they lie. */
export function sampled(ids: Iterable<string>): string[] {
	const placed = [...ids].map((id) => [place(id), id] as const);
	return placed
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.flatMap(([, id], index) => (index < MOST_ROWS ? id : []));
}

const NO_SIGN = '....';

/** The marks of the fields, and behind them for each record its signs of these fields. */
export function packRows(rows: SampleRows): string[] {
	const counts = new Map<string, number>();
	for (const row of rows.values()) for (const mark of row.keys()) counts.set(mark, (counts.get(mark) ?? 0) + 1);
	const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_MARKS);
	const signs = (row: Row): string => most.map(([mark]) => row.get(mark) ?? NO_SIGN).join('');
	return [most.map(([mark]) => mark).join(''), ...packTexts(new Map([...rows].map(([id, row]) => [id, signs(row)])))];
}

export function unpackRows(stored: unknown): SampleRows | undefined {
	if (!isTexts(stored)) return undefined;
	const [marks, ...packed] = stored;
	if (marks === undefined) return new Map();
	const texts = unpackTexts(packed);
	const inFours = (text: string): string[] => text.match(/.{4}/gs) ?? [];
	const rowOf = (signs: string): Array<[string, string]> =>
		inFours(marks).map((mark, index) => [mark, inFours(signs)[index] ?? NO_SIGN]);
	return (
		texts &&
		new Map([...texts].map(([id, signs]) => [id, new Map(rowOf(signs).filter(([, sign]) => sign !== NO_SIGN))]))
	);
}

/**
 * How far the beginning is: the first reading, and a second one where that may be incomplete, take records as known;
 * everything is told in as many polls as that takes.
 */
const PHASES = ['first', 'partly', 'telling', 'new', 'now'] as const;
type Phase = (typeof PHASES)[number];

/** What is stored as it is. */
interface Plain {
	/** When the service was first seen to write otherwise what it hasn't written back since. */
	wasAt: number;
	/** Fields that stormed in the last round. */
	stormed: readonly string[];
	/** Fields that are left out: of the hashes that are remembered, and of those that are made from now on. */
	left: readonly string[];
	leftNext: readonly string[];
	/** Complete rounds that have to pass before an absence counts, since the claims of the token are other ones. */
	quiet: number;
	/** When the last round was. */
	roundAt: number;
	/** Hashes of the claims of the token: companies, customers and sites. */
	claims?: readonly string[];
	phase: Phase;
	/** By which key and of which fields the hashes are made. */
	how: string;
}

/** All that is remembered, as one poll has it. */
export interface Memory extends Plain {
	known: Map<string, Known>;
	/** The fields of some records when they were read last, and before the service wrote some of them otherwise. */
	sample: SampleRows;
	was: SampleRows;
	/** How many records have no usable ID, for each list that has any. */
	odd: Map<string, number>;
	/** A person wants to have everything told once more. */
	isAgain: boolean;
	/** The hashes that are remembered were made otherwise. */
	isOther: boolean;
	fields: FieldReader;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;
const isPhase = (value: unknown): value is Phase => PHASES.some((phase) => phase === value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const areCounts = (value: unknown): value is Array<[string, number]> =>
	Array.isArray(value) && value.every((pair) => Array.isArray(pair) && isText(pair[0]) && isCount(pair[1]));
const areRows = (value: unknown): boolean => unpackRows(value) !== undefined;

const readBy = (reads: (value: unknown) => boolean, ...names: string[]): EngineForm =>
	Object.fromEntries(names.map((name) => [name, { reads }]));

export const copyForm: EngineForm = {
	known: { reads: knownForm.reads, needed: true },
	odd: { reads: areCounts },
	phase: { reads: isPhase },
	how: { reads: isText },
	...readBy(areRows, 'sample', 'was'),
	...readBy(isTexts, 'stormed', 'left', 'leftNext', 'claims'),
	...readBy(isCount, 'wasAt', 'quiet', 'roundAt'),
};

/** Without what is of one poll alone. */
export function packMemory(memory: Memory): JsonObject {
	const { known, odd, sample, was } = memory;
	return {
		...Object.fromEntries(Object.entries(memory).filter(([name]) => Object.hasOwn(copyForm, name))),
		...{ known: knownForm.pack(known), odd: [...odd], sample: packRows(sample), was: packRows(was) },
	};
}

function phaseOf({ engine, settings, start }: CopyPoll): Phase {
	const wanted = settings.startWith;
	if (engine.known === undefined) return start === 'now' ? 'telling' : 'first';
	if (!isPhase(engine.phase)) return wanted;
	if (engine.phase === 'first' || engine.phase === 'partly') return engine.phase;
	if (wanted === 'now') return engine.phase === 'now' ? 'now' : 'telling';
	return engine.phase === 'telling' ? 'partly' : 'new';
}

/** How it goes on after a round. */
export function phaseAfter({ phase }: Memory, wanted: 'new' | 'now', isWhole: boolean, waiting: number): Phase {
	if (phase === 'first' && !isWhole) return 'partly';
	return phase === 'telling' && (waiting > 0 || !isWhole) ? 'telling' : wanted;
}

/** Complete rounds before an absence counts under other claims. */
const QUIET_ROUNDS = 2;

/** Under other claims nothing is gone before two complete rounds have passed, whatever was missing under the former ones. */
export function noteClaims(memory: Memory, claims: Claims | undefined, { hashes }: CopyPoll): void {
	if (claims === undefined) return;
	// Letter case and order mean nothing.
	const sorted = (ids: readonly string[]): string =>
		ids
			.map((id) => id.toLowerCase())
			.sort()
			.join('\n');
	const all = [claims.companies, claims.customers, claims.sites].map((ids) => hashes.of('claims', sorted(ids), 6));
	if (memory.claims !== undefined && memory.claims.join() !== all.join()) {
		memory.quiet = QUIET_ROUNDS;
		for (const each of memory.known.values()) if (each.end?.stage !== 'held') delete each.end;
	}
	memory.claims = all;
}

/** Reads what was stored, and looks what has changed since: the claims, the key, the form. */
export function openMemory(poll: CopyPoll, claims: Claims | undefined): Memory {
	const { engine, settings, hashes, published, now } = poll;
	const how = hashes.of('how', JSON.stringify([...settings.watchFields].sort()), 6);
	const isOther = engine.known !== undefined && engine.how !== how;
	// What can't be read was left out of it.
	const stored = engine as Partial<Plain>;
	const {
		sample,
		was,
		stormed = [],
		left = [],
		leftNext = [],
		wasAt = 0,
	} = (isOther ? {} : engine) as JsonObject & Partial<Plain>;
	const phase = phaseOf(poll);
	const memory: Memory = {
		known: knownForm.unpack(engine.known) ?? new Map(),
		odd: new Map(areCounts(engine.odd) ? engine.odd : []),
		...{ sample: unpackRows(sample) ?? new Map(), was: unpackRows(was) ?? new Map() },
		...{ stormed, left, leftNext, wasAt: Math.min(wasAt, now), claims: stored.claims, quiet: stored.quiet ?? 0 },
		...{ roundAt: Math.min(stored.roundAt ?? 0, now), phase, how, isOther },
		isAgain: phase === 'telling' && stored.phase === 'new',
		fields: new FieldReader(hashes, settings.watchFields),
	};
	for (const each of memory.known.values()) {
		if (isOther) each.print = NO_PRINT;
		// A person has published again: what was held is told.
		if (published && each.end?.stage === 'held') each.end = { ...each.end, stage: 'due' };
	}
	noteClaims(memory, claims, poll);
	return memory;
}

/** Two readings count as two rounds if they are nearly an interval apart: n8n's clock wavers. */
const NEARLY = 0.9;

/** Begins another round, if it is an interval after the one before. */
export function beginRound(memory: Memory, now: number, intervalMs: number): boolean {
	if (now - memory.roundAt < NEARLY * intervalMs) return false;
	memory.roundAt = now;
	memory.quiet = Math.max(0, memory.quiet - 1);
	return true;
}
