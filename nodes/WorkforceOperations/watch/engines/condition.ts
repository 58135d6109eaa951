import { byAge, type Finding, type Start } from './types';

/** One record judged by one condition; the reason says why the condition holds or why it doesn't. */
export interface Observation extends Finding {
	holds: boolean;
	/** Its shift is over: nothing that somebody who starts to watch now wants to be told of, or told of again. */
	past: boolean;
}

/** Which keys were reported, and when the last time, in epoch milliseconds. */
export type Told = Record<string, number>;

export interface ConditionRules {
	now: number;
	/** For the first poll: what counts as known already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** 0: each key once. */
	repeatEveryMs: number;
	/** The most findings at once; the others come with the next poll. */
	most: number;
}

/** Whether what holds at the first poll is taken as known, without being reported. */
const isKnownAtStart = ({ past, at }: Observation, start: ConditionRules['start']): boolean =>
	start !== undefined && (start.how === 'now' ? past : at < start.since);

/**
 * The condition engine: reads a whole window anew in each poll and leaves out what was told. A key is forgotten when its
 * record has left the window or its condition has ended, so that it is told again if it begins anew. The window must be
 * complete: of a list that was read in part nothing may be judged.
 */
export function judge(
	told: Told,
	observations: readonly Observation[],
	{ now, start, repeatEveryMs, most }: ConditionRules,
): { findings: Finding[]; told: Told; waiting: number } {
	const kept: Told = {};
	const due: Observation[] = [];
	// A record that moved between two pages comes twice: the later copy is the newer one.
	const latest = new Map(observations.map((observation) => [observation.key, observation]));
	for (const observation of latest.values()) {
		const { key } = observation;
		if (!observation.holds) continue;
		if (!Object.hasOwn(told, key)) {
			if (isKnownAtStart(observation, start)) kept[key] = now;
			else due.push(observation);
			continue;
		}
		// A clock that was ahead and has been put right must not silence a repetition for days.
		const toldAt = Math.min(told[key] ?? now, now);
		kept[key] = toldAt;
		if (repeatEveryMs > 0 && !observation.past && now - toldAt >= repeatEveryMs) due.push(observation);
	}
	due.sort(byAge);
	const findings = due.slice(0, most);
	for (const { key } of findings) kept[key] = now;
	return { findings, told: kept, waiting: due.length - findings.length };
}
