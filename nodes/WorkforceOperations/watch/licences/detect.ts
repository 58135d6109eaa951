import type { SeenIds } from '../core/seenIds';
import { byAge, type Finding, type Start } from '../core/finding';

/** Something that passes one threshold after another, such as a licence before its expiry. */
export interface Threshold extends Finding {
	/** The id of its employee; 0 if that isn't a whole number. */
	locator: number;
	/** Its subject, which is reported once for each cycle and level. */
	subject: string;
	/** A value whose change starts a new cycle, such as the expiry day. Must not contain colons or commas. */
	cycle: string;
	/** The lowest threshold reached; a smaller number is closer to the end. */
	level: number;
	/** A threshold is reached. */
	holds: boolean;
}

interface ThresholdRules {
	/** For the first scan: what counts as reported already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once. */
	most: number;
}

const levelText = ({ cycle, level }: Threshold): string => `${cycle}:${level.toString(36)}`;

/** Whether this level, or one below it, was reported before in this cycle. */
function isReported(reported: string | undefined, { cycle, level }: Threshold): boolean {
	const [reportedCycle, reportedLevel = ''] = (reported ?? '').split(':');
	return reported !== undefined && reportedCycle === cycle && Number.parseInt(reportedLevel, 36) <= level;
}

/**
 * Reports the lowest threshold that each subject has reached, once for each cycle and level: one that is first seen at a
 * low level is reported once, not for each threshold above it. Takes a part of the records; what was reported of others is
 * kept.
 */
export function detectThresholds(
	reported: SeenIds,
	thresholds: readonly Threshold[],
	{ start, most }: ThresholdRules,
): { findings: Finding[]; reported: SeenIds; waiting: number } {
	const next = reported.copy();
	const due: Threshold[] = [];
	// Of several copies the later one counts.
	for (const threshold of new Map(thresholds.map((each) => [each.subject, each])).values()) {
		const before = next.get(threshold.subject);
		if (!threshold.holds) next.delete(threshold.subject);
		// Seen again, so it stays remembered, even if its level is no longer a threshold.
		else if (before !== undefined && isReported(before, threshold)) next.set(threshold.subject, before);
		else if (start?.how === 'new' && threshold.at < start.since) next.set(threshold.subject, levelText(threshold));
		else due.push(threshold);
	}
	due.sort(byAge);
	const findings = due.slice(0, most);
	for (const threshold of findings) next.set(threshold.subject, levelText(threshold));
	return { findings, reported: next, waiting: due.length - findings.length };
}
