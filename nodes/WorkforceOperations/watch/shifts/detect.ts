import { type KeyForms, matchFormerKeys, type Reported, type ReportedKeys } from './reportedKeys';
import { byAge, type Finding, type Start } from '../core/finding';

/** One record judged by one condition; the reason says why the condition holds or why it doesn't. */
export interface Observation extends Finding {
	/** The moment (epoch milliseconds) by which the list selects its shift. */
	locator: number;
	/** The same where only an id of its shift is another one. */
	twin?: string;
	holds: boolean;
	/** Its shift is over: not reported at the first poll, and not repeated. */
	past: boolean;
}

export interface ConditionRules extends KeyForms {
	now: number;
	/** Where the window begins (epoch milliseconds). */
	begin: number;
	/** For the first poll: what counts as known already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** 0: each key once. */
	repeatEveryMs: number;
	/** The most findings at once; the others come with the next poll. */
	most: number;
}

/** Farther ahead than any window reaches; without the limit a record with a later date would never be forgotten. */
const SHIFT_LEEWAY_MS = 24 * 3_600_000;

/** Whether what holds at the first poll is taken as known, without being reported. */
const isKnownAtStart = ({ past, at }: Observation, start: ConditionRules['start']): boolean =>
	start !== undefined && (start.how === 'now' ? past : at < start.since);

/**
 * The condition engine: judges a whole window in each poll and leaves out what was reported. A key is forgotten when its
 * record is there and its condition has ended, so that it is reported again if it recurs, or when its moment has left the
 * window; a missing record alone is no reason. The window must be complete: a list that was read in part is not judged.
 */
export function detectConditions(
	reported: ReportedKeys,
	observations: readonly Observation[],
	rules: ConditionRules,
): { findings: Finding[]; reported: Map<string, Reported>; waiting: number } {
	const { now, begin, start, repeatEveryMs, most } = rules;
	// A record that moved between two pages comes twice: the later copy is the newer one.
	const latest = new Map(observations.map((observation) => [observation.key, observation]));
	const kept = matchFormerKeys(reported, [...latest.values()], rules);
	for (const [key, { leavesAt }] of kept) if (leavesAt < begin && !latest.has(key)) kept.delete(key);
	const due: Observation[] = [];
	const keep = ({ key, at: since, locator: leavesAt, twin }: Observation, at: number): void => {
		kept.set(key, {
			at,
			leavesAt: Math.min(leavesAt, now + SHIFT_LEEWAY_MS),
			since,
			...(twin === undefined ? {} : { twin }),
		});
	};
	for (const observation of latest.values()) {
		const { key, holds } = observation;
		const known = kept.get(key);
		if (!holds) kept.delete(key);
		else if (known !== undefined) {
			// Clock rollback: must not suppress a repetition for days.
			const at = Math.min(known.at, now);
			keep(observation, at);
			if (repeatEveryMs > 0 && !observation.past && now - at >= repeatEveryMs) due.push(observation);
		} else if (isKnownAtStart(observation, start)) keep(observation, now);
		else due.push(observation);
	}
	due.sort(byAge);
	const findings = due.slice(0, most);
	for (const observation of findings) keep(observation, now);
	return { findings, reported: kept, waiting: due.length - findings.length };
}
