import type { Clocks } from './clocks';
import { shiftLength } from './shifts';
import { momentOf, readTime } from './time';
import type { JsonObject } from './types';
import { HOUR_MS } from './zones';

/** The time from one field of a record to another, in milliseconds; undefined where it can't be that of a shift. */
export interface ClockSpan {
	/** What the clocks show from start to end. */
	shown?: number;
	/** What has passed: another number where the clocks change in between. */
	passed?: number;
}

/**
 * The hours that passed in the first span over a clock change that need not be the site's: the record doesn't tell its
 * clocks, so that they are the workflow's.
 */
export function changedSpan(clocks: Clocks, spans: readonly ClockSpan[]): number | undefined {
	const changed = clocks.isSite
		? undefined
		: spans.find(({ shown, passed }) => passed !== undefined && shown !== passed);
	return changed?.passed === undefined ? undefined : Math.round((changed.passed / HOUR_MS) * 100) / 100;
}

/**
 * A span as the service counts hours: the difference of the two clock times (said by its help centre). 22:00 to 06:00 is
 * eight hours, also in the night in which the clocks change.
 */
export function clockSpan(record: JsonObject, from: string, to: string, clocks: Clocks): ClockSpan {
	const [start, end] = [momentOf(record[from]), momentOf(record[to])];
	const passed = shiftLength(start, end);
	if (passed === undefined || start === undefined || end === undefined) return {};
	// Both ends by the same clocks: those that are written with the times, or the site's.
	const areWritten = [from, to].every((field) => (readTime(record[field])?.offset ?? 0) !== 0);
	const [first, last] = areWritten ? [clocks.of(from), clocks.of(to)] : [clocks.at(start), clocks.at(end)];
	const shown = (last?.clock ?? end) - (first?.clock ?? start);
	return { shown: shown < 0 ? undefined : shown, passed };
}
