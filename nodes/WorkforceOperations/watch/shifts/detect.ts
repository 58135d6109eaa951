import type { Finding, Start } from '../core/finding';
import { detectOnce, isDueAgain, type Repeating } from '../core/once';
import { readMoments, ReportedForm, writeMoments } from '../core/reported';
import type { Observation } from './shift';

/** What is remembered of a reported observation. All times are epoch milliseconds. */
export interface Reported {
	/** When it was last reported. */
	at: number;
	/** When its record leaves the window. */
	leavesAt: number;
}

type ReportedKeys = ReadonlyMap<string, Reported>;

export const reportedShifts = new ReportedForm<Reported>({
	write: ({ at, leavesAt }) => writeMoments(at, leavesAt),
	read(text) {
		const [at, leavesAt] = readMoments(text) ?? [];
		return at === undefined || leavesAt === undefined ? undefined : { at, leavesAt };
	},
});

interface ConditionRules extends Repeating {
	/** Where the window begins (epoch milliseconds). */
	begin: number;
	/** For the first poll: what counts as known already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once; the others come with the next poll. */
	most: number;
	/** A whole list that ends here (epoch milliseconds) ends what it should hold and lacks; absent: nothing ends it. */
	endsMissing?: number;
}

/** Farther ahead than any window reaches; without the limit a record with a later date would never be forgotten. */
const SHIFT_LEEWAY_MS = 24 * 3_600_000;

/** Whether what holds at the first poll is taken as known, without being reported. */
const isKnownAtStart = ({ past, at }: Observation, start: ConditionRules['start']): boolean =>
	start !== undefined && (start.how === 'now' ? past : at < start.since);

/**
 * Conditions of shifts: judges a whole window in each poll and leaves out what was reported. A key is forgotten when its
 * record is there and its condition has ended, so that it is reported again if it recurs, or when its moment has left the
 * window; a missing record alone is no reason, unless `endsMissing` makes it one. The window must be complete: a list that was read in part is not judged.
 */
export function detectConditions(
	reported: ReportedKeys,
	observations: readonly Observation[],
	rules: ConditionRules,
): { findings: Finding[]; reported: Map<string, Reported>; waiting: number } {
	const { now, begin, start, most, endsMissing } = rules;
	const latest = new Map(observations.map((observation) => [observation.key, observation]));
	// An empty list is no proof.
	const isGone = (leavesAt: number): boolean => latest.size > 0 && leavesAt <= (endsMissing ?? -Infinity);
	const kept = [...reported].filter(
		([key, { leavesAt }]) => latest.has(key) || !(leavesAt < begin || isGone(leavesAt)),
	);
	return detectOnce(new Map(kept), observations, {
		keyOf: ({ key }) => key,
		judge(observation, known) {
			if (!observation.holds) return 'forget';
			if (known === undefined) return isKnownAtStart(observation, start) ? 'keep' : 'tell';
			return !observation.past && observation.once !== true && isDueAgain(known, rules) ? 'repeat' : 'keep';
		},
		entryOf: ({ locator, keptMs }, known) => ({
			at: Math.min(known?.at ?? now, now),
			leavesAt: keptMs === undefined ? Math.min(locator, now + SHIFT_LEEWAY_MS) : now + keptMs,
		}),
		most,
	});
}
