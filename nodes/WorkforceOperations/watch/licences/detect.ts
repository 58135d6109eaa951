import type { SeenIds } from '../core/seenIds';
import { byAge, type Finding, type Start } from '../core/finding';

/** Where something stands that comes down a ladder, such as a licence that runs out. */
export interface Threshold extends Finding {
	/** The id of its employee; 0 where that is no whole number. */
	locator: number;
	/** What it is of: it is told once for each run and step. */
	subject: string;
	/** Its subject as versions before remembered it. */
	formerly?: string;
	/** What begins anew with another value, such as the day of expiry. Neither colons nor commas. */
	cycle: string;
	/** The lowest step reached; smaller is further down. */
	level: number;
	/** A step is reached. */
	holds: boolean;
}

interface ThresholdRules {
	/** For the first time that everything is read: what counts as told already. `since` (epoch milliseconds) is for `new`. */
	start?: { how: Start; since: number };
	/** The most findings at once. */
	most: number;
}

const levelMark = ({ cycle, level }: Threshold): string => `${cycle}:${level.toString(36)}`;

/** Whether the step was told before: it, or one that lies below it, in this run. */
function isReported(mark: string | undefined, { cycle, level }: Threshold): boolean {
	const [reportedCycle, reportedLevel = ''] = (mark ?? '').split(':');
	return mark !== undefined && reportedCycle === cycle && Number.parseInt(reportedLevel, 36) <= level;
}

/**
 * What was told of a rung's subject. What was remembered in the form of before goes over to the first that it fits: the
 * others were never told, since only the first of those that shared it was.
 */
function reportedMark(reported: SeenIds, threshold: Threshold): string | undefined {
	const { subject, formerly, holds } = threshold;
	const known = reported.get(subject);
	if (known !== undefined || formerly === undefined || formerly === subject) return known;
	const before = reported.get(formerly);
	if (before === undefined || (holds && !isReported(before, threshold))) return undefined;
	reported.delete(formerly);
	return before;
}

/**
 * The ladder engine: of each subject the lowest step that is reached, once for each run and step. So what is seen for the
 * first time when it is far down already is told once and not for each step above. Takes what was read anew; the rest of
 * what was told stays as it is.
 */
export function detectThresholds(
	reported: SeenIds,
	thresholds: readonly Threshold[],
	{ start, most }: ThresholdRules,
): { findings: Finding[]; reported: SeenIds; waiting: number } {
	const next = reported.copy();
	const due: Threshold[] = [];
	// What comes twice counts as its later copy.
	for (const threshold of new Map(thresholds.map((each) => [each.subject, each])).values()) {
		const mark = reportedMark(next, threshold);
		if (!threshold.holds) next.delete(threshold.subject);
		// Seen again, it stays in mind, also with a step that is no step any more.
		else if (mark !== undefined && isReported(mark, threshold)) next.set(threshold.subject, mark);
		else if (start?.how === 'new' && threshold.at < start.since) next.set(threshold.subject, levelMark(threshold));
		else due.push(threshold);
	}
	due.sort(byAge);
	const findings = due.slice(0, most);
	for (const threshold of findings) next.set(threshold.subject, levelMark(threshold));
	return { findings, reported: next, waiting: due.length - findings.length };
}
