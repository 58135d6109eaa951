import { byAge, type Finding, type Start } from '../core/finding';
import { ReportedForm } from '../core/reported';

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

/** The lowest level of a cycle that was reported of a subject. */
export interface ReportedLevel {
	cycle: string;
	level: number;
	/** It was not seen in this generation, only in the one before. */
	isOld: boolean;
}

export type ReportedLevels = ReadonlyMap<string, ReportedLevel>;

/** The older generation by itself, because most subjects are in the same one. */
export const reportedLevels = new ReportedForm<ReportedLevel>({
	groupOf: ({ isOld }) => Number(isOld),
	write: ({ cycle, level }) => `${cycle}:${level.toString(36)}`,
	read(text, group) {
		const [cycle = '', level = ''] = text.split(':');
		return /^[0-9a-z]+$/.test(level) ? { cycle, level: Number.parseInt(level, 36), isOld: group > 0 } : undefined;
	},
});

/** Begins a new generation, and forgets what was not seen during the last one. */
export const nextGeneration = (reported: ReportedLevels): ReportedLevels =>
	new Map(
		[...reported].filter(([, { isOld }]) => !isOld).map(([subject, each]) => [subject, { ...each, isOld: true }]),
	);

/**
 * Reports the lowest threshold that each subject has reached, once for each cycle and level: one that is first seen at a
 * low level is reported once, not for each threshold above it. Takes a part of the records; what was reported of others is
 * kept.
 */
export function detectThresholds(
	reported: ReportedLevels,
	thresholds: readonly Threshold[],
	{ start, most }: ThresholdRules,
): { findings: Finding[]; reported: ReportedLevels; waiting: number } {
	const kept = new Map(reported);
	const keep = ({ subject, cycle }: Threshold, level: number): void => {
		kept.set(subject, { cycle, level, isOld: false });
	};
	const due: Threshold[] = [];
	// Of several copies the later one counts.
	for (const threshold of new Map(thresholds.map((each) => [each.subject, each])).values()) {
		const { subject, cycle, level } = threshold;
		const known = kept.get(subject);
		if (!threshold.holds) kept.delete(subject);
		// Seen again, so it stays remembered, even if its level is no longer a threshold.
		else if (known !== undefined && known.cycle === cycle && known.level <= level) keep(threshold, known.level);
		else if (start?.how === 'new' && threshold.at < start.since) keep(threshold, level);
		else due.push(threshold);
	}
	due.sort(byAge);
	const findings = due.slice(0, most);
	for (const threshold of findings) keep(threshold, threshold.level);
	return { findings, reported: kept, waiting: due.length - findings.length };
}
