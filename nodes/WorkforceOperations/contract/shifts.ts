import { firstFilled, idOf, isBlank, textOf } from './values';
import { momentOf, readTime } from './time';
import type { JsonObject } from './types';
import { HOUR_MS, MINUTE_MS } from './zones';
import type { Clocks } from './clocks';

/** Further statuses of a guard, from Service Details. */
export interface GuardStatuses {
	/** The guard is to come. */
	rostered?: readonly string[];
	/** The guard won't come. */
	rejected?: readonly string[];
}

/** Statuses of a guard who has come; the first is documented, the other is assumed. */
const CAME = { in: 'CLOCKED IN', out: 'CLOCKED OUT' } as const;

/** Statuses of a guard who is rostered and hasn't come, as no status at all is one (assumed). */
const ROSTERED: readonly string[] = [
	'NOT CLOCKED IN',
	'SCHEDULED',
	'PUBLISHED',
	'CONFIRMED',
	'ACCEPTED',
	'LATE',
	'ABSENT',
	'NO SHOW',
];

// The help centre names the state; that the status has this value is assumed.
/** The status of a guard who has rejected the shift. */
const REJECTED: readonly string[] = ['REJECTED'];

/** A status in any spelling: `CLOCKED_IN`, `ClockedIn` and `Clocked-in` are the same. */
const spelling = (status: string): string => status.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

const [CLOCKED_IN, CLOCKED_OUT] = [spelling(CAME.in), spelling(CAME.out)];

const isOne = (of: readonly string[], known: string | undefined): boolean =>
	of.some((status) => spelling(status) === known);

/** The times of a shift in a record of live operations, in epoch milliseconds. */
export interface ShiftTimes {
	start?: number;
	end?: number;
	timeIn?: number;
	timeOut?: number;
	/** By the times or, if they are missing, by the status. */
	isIn: boolean;
	isOut: boolean;
	/** The guard has rejected the shift, by the status. */
	isRejected: boolean;
	/** The service's status, if it says neither that the guard has come nor that he is to come or won't, such as `ON LEAVE`. */
	oddStatus?: string;
}

export function shiftTimes(record: JsonObject, { rostered = [], rejected = [] }: GuardStatuses = {}): ShiftTimes {
	const [timeIn, timeOut] = [momentOf(record.timeIn), momentOf(record.timeOut)];
	const given = isBlank(record.status) ? '' : idOf(record.status);
	const known = given === undefined ? undefined : spelling(given);
	const isRostered = known === '' || isOne([...ROSTERED, ...rostered], known);
	const isRejected = !isRostered && isOne([...REJECTED, ...rejected], known);
	const isKnown = isRostered || isRejected || known === CLOCKED_IN || known === CLOCKED_OUT;
	return {
		start: momentOf(record.startTime),
		end: momentOf(record.endTime),
		timeIn,
		timeOut,
		isIn: timeIn !== undefined || known === CLOCKED_IN || known === CLOCKED_OUT,
		isOut: timeOut !== undefined || known === CLOCKED_OUT,
		isRejected: isRejected && timeIn === undefined,
		oddStatus: isKnown ? undefined : (given ?? JSON.stringify(record.status)),
	};
}

/** Whom a shift is for, by e-mail, else mobile, else name; undefined where nobody is rostered. */
export const rosteredGuard = ({ email, mobile, name }: JsonObject): string | undefined =>
	idOf(firstFilled([email, mobile, name].map(idOf)));

/** No shift is longer: one of its times is wrong. */
export const LONGEST_SHIFT_MS = 36 * HOUR_MS;

/** The time between two moments of a shift; undefined if one is missing, if they are in the wrong order or too far apart. */
export function shiftLength(from: number | undefined, to: number | undefined): number | undefined {
	const length = from === undefined || to === undefined ? NaN : to - from;
	return length >= 0 && length <= LONGEST_SHIFT_MS ? length : undefined;
}

/** Full minutes by which something was later than planned; negative if earlier. */
export const minutesAfter = (planned: number, real: number): number => Math.trunc((real - planned) / MINUTE_MS) + 0;

// The help centre names the entry types “Work” and “Leave”; how the service writes them is assumed.
/** Whether a shift or timesheet is leave: by a type that says so, or one that Service Details name (text or id). */
export const isLeave = ({ entryType, entryTypeID }: JsonObject, leaveEntryTypes: readonly string[] = []): boolean =>
	/(^|[^\p{L}])leave($|[^\p{L}])/iu.test(textOf(entryType) ?? '') ||
	[entryType, entryTypeID].some((type) => leaveEntryTypes.includes(idOf(type) ?? ''));

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
