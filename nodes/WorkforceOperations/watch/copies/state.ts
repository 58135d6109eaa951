import type { Claims, JsonObject } from '../../contract';
import { packIds, unpackIds } from '../core/reported';
import type { EngineForm, PollContext } from '../core/source';
import { type ChangeKind, type CopyMemory, forgetMarks, releaseHeld } from './detect';
import { NO_PRINT } from './fields';
import { type Known, packKnown, unpackKnown } from './packing';

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

/** So many may end at once in any list. */
const LEAST_STOP = 20;

export const mostEnds = ({ settings }: CopyPoll, all: number): number =>
	Math.max(LEAST_STOP, Math.floor((all * settings.stopAbovePercent) / 100));

/** Two readings count as two rounds if they are nearly an interval apart: n8n's clock wavers. */
const NEARLY = 0.9;

/** Whether anybody wants to hear that records have ended. */
export const wantsEnds = ({ settings: { kinds } }: CopyPoll): boolean => kinds.has('gone') || kinds.has('deactivated');

/** Complete rounds before an absence counts under narrower claims. */
const QUIET_ROUNDS = 2;

/**
 * How far the beginning is: the first reading, and a second one where that may be incomplete, take records as known;
 * everything is told in as many polls as that takes.
 */
type Phase = 'first' | 'partly' | 'telling' | 'new' | 'now';

/** What a family of copies stores, as one poll has it. */
export interface CopyState {
	memory: CopyMemory;
	phase: Phase;
	/** A person wants to have everything told once more. */
	isAgain: boolean;
	/** When the last round was. */
	roundAt?: number;
	/** By which key and of which fields the fingerprints are made. */
	how: string;
	/** The fingerprints that are remembered were made otherwise. */
	isOther: boolean;
	/** The claims of the token: companies, customers and sites. */
	claims?: readonly string[];
}

/** Letter case and order mean nothing. */
const packClaims = ({ companies, customers, sites }: Claims): string[] =>
	[companies, customers, sites].map((ids) => packIds(ids.map((id) => id.toLowerCase()).sort()));

/** Whether some of them are no longer there. No claim of a kind limits nothing. */
function areNarrower(now: readonly string[], before: readonly string[]): boolean {
	return before.some((packed, kind) => {
		const [had, has] = [unpackIds(packed) ?? new Set(), unpackIds(now[kind]) ?? new Set()];
		return had.size === 0 ? has.size > 0 : [...had].some((id) => !has.has(id));
	});
}

const PHASES: readonly Phase[] = ['first', 'partly', 'telling', 'new', 'now'];
const isPhase = (value: unknown): value is Phase => PHASES.some((phase) => phase === value);
const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((each) => typeof each === 'string');

function phaseOf({ engine, settings, start }: CopyPoll): Phase {
	const wanted = settings.startWith;
	if (engine.known === undefined) return start === 'now' ? 'telling' : 'first';
	if (!isPhase(engine.phase)) return wanted;
	if (engine.phase === 'first' || engine.phase === 'partly') return engine.phase;
	if (wanted === 'now') return engine.phase === 'now' ? 'now' : 'telling';
	return engine.phase === 'telling' ? 'partly' : 'new';
}

function unpackRound(value: unknown): { round: 'even' | 'odd'; quiet: number; roundAt?: number } | undefined {
	const [round, quiet, roundAt] = Array.isArray(value) ? (value as unknown[]) : [];
	if ((round !== 'even' && round !== 'odd') || typeof quiet !== 'number') return undefined;
	return { round, quiet, ...(typeof roundAt === 'number' ? { roundAt } : {}) };
}

export const copyForm: EngineForm = {
	known: { reads: (stored) => unpackKnown(stored) !== undefined, needed: true },
	names: { reads: (stored) => typeof stored === 'string' },
	storms: { reads: (stored) => Array.isArray(stored) },
	round: { reads: (stored) => unpackRound(stored) !== undefined },
	phase: { reads: isPhase },
	how: { reads: (stored) => typeof stored === 'string' },
	claims: { reads: isTexts },
};

/** Reads what was stored, and looks what has changed since: the claims, the key, the form. */
export function openCopies(poll: CopyPoll, claims: Claims | undefined): CopyState {
	const { engine, settings, hashes, published, now } = poll;
	const { round = 'even', quiet = 0, roundAt } = unpackRound(engine.round) ?? {};
	const how = hashes.of('how', JSON.stringify([...settings.watchFields].sort()), 6);
	const isOther = engine.known !== undefined && engine.how !== how;
	const known = unpackKnown(engine.known) ?? new Map<string, Known>();
	if (isOther) for (const [id, each] of known) known.set(id, { ...each, print: NO_PRINT });
	const memory: CopyMemory = {
		known,
		names: new Set(typeof engine.names === 'string' && !isOther ? engine.names.match(/.{4}/gs) : []),
		storms: Array.isArray(engine.storms) ? engine.storms.map(Number) : [],
		round,
		quiet,
	};
	if (published) releaseHeld(memory);
	const phase = phaseOf(poll);
	const state: CopyState = {
		memory,
		phase,
		isAgain: phase === 'telling' && engine.phase === 'new',
		...(roundAt === undefined ? {} : { roundAt: Math.min(roundAt, now) }),
		how,
		isOther,
		...(isTexts(engine.claims) ? { claims: engine.claims } : {}),
	};
	noteClaims(state, claims);
	return state;
}

/** Under narrower claims nothing is gone before two complete rounds have passed. */
export function noteClaims(state: CopyState, claims: Claims | undefined): void {
	if (claims === undefined) return;
	const now = packClaims(claims);
	if (state.claims !== undefined && areNarrower(now, state.claims)) {
		state.memory.quiet = QUIET_ROUNDS;
		forgetMarks(state.memory);
	}
	state.claims = now;
}

/** Begins another round, if it is an interval after the one before. */
export function beginRound({ memory, roundAt }: CopyState, now: number, intervalMs: number): boolean {
	if (roundAt !== undefined && now - roundAt < NEARLY * intervalMs) return false;
	memory.round = memory.round === 'even' ? 'odd' : 'even';
	memory.quiet = Math.max(0, memory.quiet - 1);
	return true;
}

/** What is done with records that nobody knows yet. */
export const baselineOf = ({ phase }: CopyState): 'known' | 'everything' | undefined =>
	phase === 'telling' ? 'everything' : phase === 'first' || phase === 'partly' ? 'known' : undefined;

/** How it goes on after a round. */
export function phaseAfter(
	{ phase }: CopyState,
	wanted: 'new' | 'now',
	round: { isComplete: boolean; waiting: number },
): Phase {
	if (phase === 'first' && !round.isComplete) return 'partly';
	if (phase === 'telling' && (round.waiting > 0 || !round.isComplete)) return 'telling';
	return wanted;
}

export const packCopies = ({ memory, phase, roundAt, how, claims }: CopyState): JsonObject => ({
	known: packKnown(memory.known),
	names: [...memory.names].join(''),
	...(memory.storms.length === 0 ? {} : { storms: memory.storms }),
	round: [memory.round, memory.quiet, ...(roundAt === undefined ? [] : [roundAt])],
	phase,
	how,
	...(claims === undefined ? {} : { claims }),
});
