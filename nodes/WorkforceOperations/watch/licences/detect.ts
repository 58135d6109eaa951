import type { SeenIds } from '../core/seenIds';
import { byAge, type Finding, type Start } from '../core/finding';

/** Where something stands that comes down a ladder, such as a licence that runs out. */
export interface Threshold extends Finding {
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

const levelMark = ({ cycle: run, level: step }: Threshold): string => `${run}:${step.toString(36)}`;

/** Whether the step was told before: it, or one that lies below it, in this run. */
function isReported(mark: string | undefined, { cycle: run, level: step }: Threshold): boolean {
	const [toldRun, toldStep = ''] = (mark ?? '').split(':');
	return mark !== undefined && toldRun === run && Number.parseInt(toldStep, 36) <= step;
}

/**
 * What was told of a rung's subject. What was remembered in the form of before goes over to the first that it fits: the
 * others were never told, since only the first of those that shared it was.
 */
function reportedMark(told: SeenIds, rung: Threshold): string | undefined {
	const { subject, formerly, holds } = rung;
	const known = told.get(subject);
	if (known !== undefined || formerly === undefined || formerly === subject) return known;
	const before = told.get(formerly);
	if (before === undefined || (holds && !isReported(before, rung))) return undefined;
	told.delete(formerly);
	return before;
}

/**
 * The ladder engine: of each subject the lowest step that is reached, once for each run and step. So what is seen for the
 * first time when it is far down already is told once and not for each step above. Takes what was read anew; the rest of
 * what was told stays as it is.
 */
export function detectThresholds(
	told: SeenIds,
	rungs: readonly Threshold[],
	{ start, most }: ThresholdRules,
): { findings: Finding[]; told: SeenIds; waiting: number } {
	const next = told.copy();
	const due: Threshold[] = [];
	// What comes twice counts as its later copy.
	for (const rung of new Map(rungs.map((each) => [each.subject, each])).values()) {
		const mark = reportedMark(next, rung);
		if (!rung.holds) next.delete(rung.subject);
		// Seen again, it stays in mind, also with a step that is no step any more.
		else if (mark !== undefined && isReported(mark, rung)) next.set(rung.subject, mark);
		else if (start?.how === 'new' && rung.at < start.since) next.set(rung.subject, levelMark(rung));
		else due.push(rung);
	}
	due.sort(byAge);
	const findings = due.slice(0, most);
	for (const rung of findings) next.set(rung.subject, levelMark(rung));
	return { findings, told: next, waiting: due.length - findings.length };
}
