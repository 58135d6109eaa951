import type { DetectRules, Finding } from '../core/source';
import { detectOnce } from '../core/once';
import { dayNumber, ReportedForm } from '../core/reported';

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

/** The lowest level of a cycle that was reported for a subject. */
export interface ReportedLevel {
	cycle: string;
	level: number;
	/** The day on which it was last seen. */
	day: number;
}

export type ReportedLevels = ReadonlyMap<string, ReportedLevel>;

/** By day, because most are seen on the same one. */
export const reportedLevels = new ReportedForm<ReportedLevel>({
	groupOf: ({ day }) => day,
	write: ({ cycle, level }) => `${cycle}:${level.toString(36)}`,
	read(text, day) {
		const [cycle = '', level = ''] = text.split(':');
		return /^[0-9a-z]+$/.test(level) ? { cycle, level: Number.parseInt(level, 36), day } : undefined;
	},
});

/**
 * Reports the lowest threshold that each subject has reached, once for each cycle and level. A subject first seen at a
 * low level is reported once, not for each threshold above it. Takes a part of the records, and keeps what was reported
 * about others.
 */
export function detectThresholds(
	reported: ReportedLevels,
	thresholds: readonly Threshold[],
	{ now, start, most }: DetectRules,
): { findings: Finding[]; reported: ReportedLevels; waiting: number } {
	return detectOnce(reported, thresholds, {
		keyOf: ({ subject }) => subject,
		judge({ cycle, level, holds, at }, known) {
			if (!holds) return 'forget';
			// Seen again, so it stays remembered, even if its level is no longer a threshold.
			if (known !== undefined && known.cycle === cycle && known.level <= level) return 'keep';
			return start?.how === 'new' && at < start.since ? 'keep' : 'tell';
		},
		entryOf: ({ cycle, level }, known) => ({
			cycle,
			level: known?.cycle === cycle ? Math.min(known.level, level) : level,
			day: dayNumber(now),
		}),
		most,
	});
}
