import type { Finding, Start } from '../core/finding';
import { detectOnce, isDueAgain, type Repeating } from '../core/once';
import { readMoments, ReportedForm, wholeSeconds, writeMoments } from '../core/reported';

/** One record judged by one condition; the reason says why the condition holds or why it doesn't. */
export interface Observation extends Finding {
	/** The moment (epoch milliseconds) by which the list selects its shift. */
	locator: number;
	/** The same where only an id of its shift is another one. */
	twin?: string;
	holds: boolean;
	past: boolean;
}

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

export const reportedShifts = new ReportedForm<Reported>({
	write: ({ at, leavesAt, since, twin }) => writeMoments(at, leavesAt, since) + (twin === undefined ? '' : `=${twin}`),
	read(text) {
		const [moments = '', twin] = text.split('=');
		const [at, leavesAt, since] = readMoments(moments) ?? [];
		if (at === undefined || leavesAt === undefined) return undefined;
		return { at, leavesAt, ...(since === undefined ? {} : { since }), ...(twin === undefined ? {} : { twin }) };
	},
});

/** What of an observation tells whether it was reported. */
export type Observed = Pick<Observation, 'key' | 'twin' | 'at' | 'holds'>;

export interface KeyForms {
	/** A key without its hash. */
	stemOf: (key: string) => string;
	/** Whether a key has the form that it would be given with the current API key. */
	isOfNow: (key: string) => boolean;
}

/** Whether two moments are the same, as far as the stored precision shows. */
const isSameSecond = (one: number, other: number | undefined): boolean =>
	other !== undefined && wholeSeconds(one) === wholeSeconds(other);

/** A stem without any id: shifts of all sites that start at the same time share it. */
const IDLESS = /(^|\.)\.[0-9a-z]*(:[a-z]+)?$/;

/** A twin as a name beside stems, none of which begins like this. */
const twinName = (twin: string): string => `=${twin}`;

/**
 * The rule by which a finding is known again under another key. A key that no record has any more is about, the likeliest
 * first:
 *
 * - the only record with its twin: an id was corrected;
 * - the only record with its stem, which is its ids and start: an e-mail was corrected;
 * - where several have its stem, such as the guards of one shift, all of them if the API key has changed.
 */
export function recordsByFormerKey<One extends Observed>(
	reported: ReportedKeys,
	observations: readonly One[],
	{ stemOf, isOfNow }: KeyForms,
): (key: string) => One[] {
	const present = new Set(observations.map(({ key }) => key));
	const byName = new Map<string, One[]>();
	for (const one of observations)
		for (const name of [stemOf(one.key), ...(one.twin === undefined ? [] : [twinName(one.twin)])]) {
			const others = byName.get(name);
			if (others === undefined) byName.set(name, [one]);
			else others.push(one);
		}
	return (key) => {
		if (present.has(key)) return [];
		const { since, twin } = reported.get(key) ?? {};
		const twins = twin === undefined ? [] : (byName.get(twinName(twin)) ?? []);
		if (twins.length === 1) return twins;
		const stem = stemOf(key);
		const same = byName.get(stem) ?? [];
		const isOnlyRecord = same.length === 1 && !IDLESS.test(stem);
		if (!isOnlyRecord && isOfNow(key)) return [];
		const [then, otherwise] = [true, false].map((is) => same.filter(({ at }) => isSameSecond(at, since) === is));
		return [...(then ?? []), ...(otherwise ?? []).reverse()];
	};
}

/**
 * Migrates keys that no record has any more to the records that they are about. Among several with the same ids and start
 * it is the one with the same moment. If that doesn't decide, all of them count as reported, so that nothing is reported
 * twice.
 */
export function matchFormerKeys(
	reported: ReportedKeys,
	observations: readonly Observed[],
	forms: KeyForms,
): Map<string, Reported> {
	const next = new Map(reported);
	const recordsOf = recordsByFormerKey(reported, observations, forms);
	const byStem = new Map<string, { keys: string[]; records: Observed[] }>();
	for (const [key, entry] of reported) {
		const records = recordsOf(key);
		const [one] = records;
		if (one === undefined) continue;
		const stem = forms.stemOf(key);
		if (forms.stemOf(one.key) === stem) byStem.set(stem, { keys: [...(byStem.get(stem)?.keys ?? []), key], records });
		// While it holds the former key stays, because a finding that is handed over again is known by it.
		else if (!one.holds) next.delete(key);
		else if (!reported.has(one.key)) next.set(one.key, entry);
	}
	for (const { keys, records } of byStem.values()) {
		const candidates = records.filter(({ key }) => !reported.has(key));
		const left = new Set(keys);
		const take = (key: string, to: Observed): void => {
			const entry = reported.get(key);
			if (entry !== undefined) next.set(to.key, entry);
			next.delete(key);
			left.delete(key);
		};
		const open = candidates.filter((observation) => {
			const isSame = (key: string): boolean => isSameSecond(observation.at, reported.get(key)?.since);
			const same = observation.holds ? ([...left].find(isSame) ?? keys.find(isSame)) : undefined;
			if (same !== undefined) take(same, observation);
			return observation.holds && same === undefined;
		});
		const [spare] = left;
		for (const observation of open) {
			const key = [...left].at(-1) ?? spare;
			if (key !== undefined) take(key, observation);
		}
		// Its observation is there but has ended.
		const ended = candidates.filter(({ holds }) => !holds);
		for (const key of [...left].slice(0, ended.length)) next.delete(key);
	}
	return next;
}

export interface ConditionRules extends KeyForms, Repeating {
	/** Where the window begins (epoch milliseconds). */
	begin: number;
	/** For the first poll: what counts as known already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once; the others come with the next poll. */
	most: number;
}

/** Farther ahead than any window reaches; without the limit a record with a later date would never be forgotten. */
const SHIFT_LEEWAY_MS = 24 * 3_600_000;

/** Whether what holds at the first poll is taken as known, without being reported. */
const isKnownAtStart = ({ past, at }: Observation, start: ConditionRules['start']): boolean =>
	start !== undefined && (start.how === 'now' ? past : at < start.since);

/**
 * Conditions of shifts: judges a whole window in each poll and leaves out what was reported. A key is forgotten when its
 * record is there and its condition has ended, so that it is reported again if it recurs, or when its moment has left the
 * window; a missing record alone is no reason. The window must be complete: a list that was read in part is not judged.
 */
export function detectConditions(
	reported: ReportedKeys,
	observations: readonly Observation[],
	rules: ConditionRules,
): { findings: Finding[]; reported: Map<string, Reported>; waiting: number } {
	const { now, begin, start, most } = rules;
	const latest = new Map(observations.map((observation) => [observation.key, observation]));
	const kept = matchFormerKeys(reported, [...latest.values()], rules);
	for (const [key, { leavesAt }] of kept) if (leavesAt < begin && !latest.has(key)) kept.delete(key);
	return detectOnce(kept, observations, {
		keyOf: ({ key }) => key,
		judge(observation, known) {
			if (!observation.holds) return 'forget';
			if (known === undefined) return isKnownAtStart(observation, start) ? 'keep' : 'tell';
			return !observation.past && isDueAgain(known, rules) ? 'repeat' : 'keep';
		},
		entryOf: ({ at: since, locator, twin }, known) => ({
			at: Math.min(known?.at ?? now, now),
			leavesAt: Math.min(locator, now + SHIFT_LEEWAY_MS),
			since,
			...(twin === undefined ? {} : { twin }),
		}),
		most,
	});
}
