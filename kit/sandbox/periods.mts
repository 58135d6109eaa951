// Periods in a workflow's time zone, for tests that calculate independently of the package.
import { dayMs, offsetAt, toUtc } from '../../sandbox/core/zones.mts';

/** The zone of the recipes' workflows. */
export const zone = 'Australia/Sydney';

/** The number of a day in the zone of the workflow, counted from 1970. */
export const dayAt = (moment: number, inZone = zone): number => Math.floor((moment + offsetAt(inZone, moment)) / dayMs);

/** From the beginning of one day to the end of another. */
const span = (first: number, last: number, inZone = zone): [from: number, to: number] => [
	toUtc(inZone, first * dayMs),
	toUtc(inZone, (last + 1) * dayMs) - 1,
];

/** This many whole weeks before the current one; day 0 was a Thursday. */
export function weeksBefore(now: number, count: number): [from: number, to: number] {
	const monday = dayAt(now) - ((dayAt(now) + 3) % 7);
	return span(monday - 7 * count, monday - 1);
}

/** The week from Sunday that ended before this one began. */
export function sundayWeekBefore(now: number, count: number, inZone: string): [from: number, to: number] {
	const monday = dayAt(now, inZone) - ((dayAt(now, inZone) + 3) % 7);
	return span(monday - 7 * count - 1, monday - 7 * count + 5, inZone);
}

export function monthBefore(now: number): [from: number, to: number] {
	const today = new Date(dayAt(now) * dayMs);
	const first = (offset: number): number => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1) / dayMs;
	return span(first(-1), first(0) - 1);
}
