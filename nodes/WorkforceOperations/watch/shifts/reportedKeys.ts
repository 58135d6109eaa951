import { DAY_MS, isJsonObject } from '../../contract';

/** What is remembered of a reported observation. All times are epoch milliseconds. */
export interface Reported {
	/** When it was last reported. */
	at: number;
	/** When its record leaves the window. */
	leavesAt: number;
	/** When it came about, if known. */
	since?: number;
	/** Its twin: the same finding where only an id of the shift is another one. */
	twin?: string;
}

export type ReportedKeys = ReadonlyMap<string, Reported>;

/** For states of a version that stored only the report's time: how far ahead of it the record may be. */
const LISTED_AHEAD_MS = DAY_MS;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** By key: the report's time, how many seconds before it the record's moment and the cause were, and the twin. */
export const packReported = (reported: ReportedKeys): Record<string, string> =>
	Object.fromEntries(
		[...reported].map(([key, { at, leavesAt, since, twin }]) => {
			const before = [leavesAt, since].flatMap((moment) => (moment === undefined ? [] : seconds(at) - seconds(moment)));
			const counts = [seconds(at), ...before].map((count) => count.toString(36)).join(',');
			return [key, twin === undefined ? counts : `${counts}=${twin}`];
		}),
	);

function unpackOne(value: unknown): Reported | undefined {
	if (typeof value === 'number') return value >= 0 ? { at: value, leavesAt: value + LISTED_AHEAD_MS } : undefined;
	if (typeof value !== 'string') return undefined;
	const [counts = '', twin] = value.split('=');
	const [at = Number.NaN, before = Number.NaN, since] = counts
		.split(',')
		.map((part) => Number.parseInt(part, 36) * 1000);
	if (!(at >= 0) || Number.isNaN(before) || Number.isNaN(since ?? 0)) return undefined;
	return {
		at,
		leavesAt: at - before,
		...(since === undefined ? {} : { since: at - since }),
		...(twin === undefined ? {} : { twin }),
	};
}

/** Reads what was stored, also by the version that stored plain numbers; unreadable entries are left out. */
export function unpackReported(packed: unknown): Map<string, Reported> {
	const reported = new Map<string, Reported>();
	for (const [key, value] of Object.entries(isJsonObject(packed) ? packed : {})) {
		const read = unpackOne(value);
		if (read !== undefined) reported.set(key, read);
	}
	return reported;
}

/** An observation, and the key under which an earlier version may have reported it. */
export interface Observed {
	key: string;
	formerly?: string;
	twin?: string;
	at: number;
	holds: boolean;
}

interface KeyForms {
	/** A key without its hash. */
	stemOf: (key: string) => string;
	/** Whether a key has the current form. */
	isOfNow: (key: string) => boolean;
}

/** Whether two moments are the same, as far as the stored precision shows. */
export const isSameSecond = (one: number, other: number | undefined): boolean =>
	other !== undefined && seconds(one) === seconds(other);

/** A stem without any id: shifts of all sites that start at the same time share it. */
const IDLESS = /(^|\.)\.[0-9a-z]*(:[a-z]+)?$/;

/**
 * The rule by which a finding is known again under another key, because an e-mail was corrected or the API key has changed:
 * its ids and start are the same, and only one record has them. Where an id was corrected: its guard, site and start (`twins`).
 */
export const isOnlyRecord = (stem: string, { length }: readonly unknown[]): boolean =>
	length === 1 && !IDLESS.test(stem);

/** By keys that no record has any more: the one record that differs in an id alone. */
export function twins<One extends Observed>(reported: ReportedKeys, observations: readonly One[]): Map<string, One> {
	const present = new Set(observations.map(({ key }) => key));
	const byTwin = new Map<string | undefined, One | undefined>();
	for (const one of observations) byTwin.set(one.twin, byTwin.has(one.twin) ? undefined : one);
	const found = new Map<string, One>();
	for (const [key, { twin }] of reported) {
		const one = twin === undefined || present.has(key) ? undefined : byTwin.get(twin);
		if (one !== undefined) found.set(key, one);
	}
	return found;
}

/** Observations by the keys that they may have had: with another hash, or without one as earlier versions made them. */
function byFormerKey(observations: readonly Observed[], stemOf: KeyForms['stemOf']): Map<string, Observed[]> {
	const byName = new Map<string, Observed[]>();
	for (const observation of observations) {
		const { key, formerly } = observation;
		for (const name of new Set([stemOf(key), ...(formerly === undefined ? [] : [formerly])]))
			byName.set(name, [...(byName.get(name) ?? []), observation]);
	}
	return byName;
}

/**
 * Migrates keys that no record has any more to the observations with the same ids and start. Where several records have
 * them, such as the guards of one shift, only keys that can't be generated any more migrate (the API key has changed, or
 * an earlier version built them differently): to the one with the same moment. If that doesn't decide, all of them count as
 * reported, so that nothing is reported twice; the earlier version had reported only one of them, the last.
 */
export function matchFormerKeys(
	reported: ReportedKeys,
	observations: readonly Observed[],
	{ stemOf, isOfNow }: KeyForms,
): Map<string, Reported> {
	const next = new Map(reported);
	const corrected = twins(reported, observations);
	for (const [key, { key: now, holds }] of corrected) {
		const entry = reported.get(key);
		// While it holds the former key stays, because a finding that is handed over again is known by it.
		if (!holds) next.delete(key);
		else if (entry !== undefined && !reported.has(now)) next.set(now, entry);
	}
	const present = new Set([...corrected.keys(), ...observations.map(({ key }) => key)]);
	const former = new Map<string, string[]>();
	for (const key of reported.keys())
		if (!present.has(key)) former.set(stemOf(key), [...(former.get(stemOf(key)) ?? []), key]);
	if (former.size === 0) return next;
	const records = byFormerKey(observations, stemOf);
	for (const [stem, all] of former) {
		const same = records.get(stem) ?? [];
		const keys = isOnlyRecord(stem, same) ? all : all.filter((key) => !isOfNow(key));
		const candidates = same.filter(({ key }) => !reported.has(key));
		const [holding, ended] = [true, false].map((is) => candidates.filter(({ holds }) => holds === is));
		const left = new Set(keys);
		const take = (key: string, to: Observed): void => {
			const entry = reported.get(key);
			if (entry !== undefined) next.set(to.key, entry);
			next.delete(key);
			left.delete(key);
		};
		const open: Observed[] = [];
		for (const observation of holding ?? []) {
			const isSame = (key: string): boolean => isSameSecond(observation.at, reported.get(key)?.since);
			const same = [...left].find(isSame) ?? keys.find(isSame);
			if (same === undefined) open.unshift(observation);
			else take(same, observation);
		}
		const wasOfVersionBefore = keys.includes(stem);
		const spare = wasOfVersionBefore ? undefined : [...left][0];
		for (const observation of open) {
			const key = [...left].at(-1) ?? spare;
			if (key !== undefined) take(key, observation);
		}
		// Its observation is there but has ended.
		for (const key of [...left].slice(0, ended?.length ?? 0)) next.delete(key);
	}
	return next;
}
