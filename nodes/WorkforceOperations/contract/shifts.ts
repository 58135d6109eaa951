import { firstFilled, idOf, isBlank, textOf } from './values';
import { momentOf, readTime } from './time';
import type { JsonObject } from './types';
import { HOUR_MS, MINUTE_MS } from './zones';
import type { Clocks } from './clocks';

/** Further statuses, from Service Details. */
export interface GuardStatuses {
	rostered?: readonly string[];
	rejected?: readonly string[];
}

/** `in` is documented, `out` is assumed. */
const CAME = { in: 'CLOCKED IN', out: 'CLOCKED OUT' } as const;

/** The guard is rostered and hasn't arrived; a missing status means the same (assumed). */
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

// The help centre names the state; the value of the status is assumed.
const REJECTED: readonly string[] = ['REJECTED'];

/** `CLOCKED_IN`, `ClockedIn` and `Clocked-in` are the same status. */
const spelling = (status: string): string => status.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

const [CLOCKED_IN, CLOCKED_OUT] = [spelling(CAME.in), spelling(CAME.out)];

const isOne = (of: readonly string[], known: string | undefined): boolean =>
	of.some((status) => spelling(status) === known);

/** In epoch milliseconds. */
export interface ShiftTimes {
	start?: number;
	end?: number;
	timeIn?: number;
	timeOut?: number;
	/** By the times or, if they are missing, by the status. */
	isIn: boolean;
	isOut: boolean;
	isRejected: boolean;
	/** A status that doesn't say whether the guard has arrived or will, such as `ON LEAVE`. */
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

/** The guard's e-mail, else mobile, else name; undefined if nobody is rostered. */
export const rosteredGuard = ({ email, mobile, name }: JsonObject): string | undefined =>
	idOf(firstFilled([email, mobile, name].map(idOf)));

/** If a shift seems longer, one of its times is wrong. */
export const LONGEST_SHIFT_MS = 36 * HOUR_MS;

/** Returns milliseconds; undefined if a time is missing, or the times are in the wrong order or too far apart. */
export function shiftLength(from: number | undefined, to: number | undefined): number | undefined {
	const length = from === undefined || to === undefined ? NaN : to - from;
	return length >= 0 && length <= LONGEST_SHIFT_MS ? length : undefined;
}

/** In whole minutes; negative if earlier. */
export const minutesAfter = (planned: number, real: number): number => Math.trunc((real - planned) / MINUTE_MS) + 0;

// The help centre names the entry types “Work” and “Leave”; how the service writes them is assumed.
/** Whether the entry type says so, or is one that Service Details name (text or id). */
export const isLeave = ({ entryType, entryTypeID }: JsonObject, leaveEntryTypes: readonly string[] = []): boolean =>
	/(^|[^\p{L}])leave($|[^\p{L}])/iu.test(textOf(entryType) ?? '') ||
	[entryType, entryTypeID].some((type) => leaveEntryTypes.includes(idOf(type) ?? ''));

/** Milliseconds between two fields of a record; undefined if that can't be a shift. */
export interface ClockSpan {
	/** By the local clock times, as the service counts. */
	shown?: number;
	/** The elapsed time; differs from `shown` if the clocks change in between. */
	passed?: number;
}

/**
 * Returns the elapsed hours of the first span that crosses a clock change. Only for records that don't name their
 * clocks: the workflow's were used, and the site's may not change.
 */
export function changedSpan(clocks: Clocks, spans: readonly ClockSpan[]): number | undefined {
	const changed = clocks.isSite ? undefined : spans.find(({ shown, passed }) => shown !== passed);
	return changed?.passed === undefined ? undefined : Math.round((changed.passed / HOUR_MS) * 100) / 100;
}

/**
 * The service counts hours as the difference of the two clock times (according to its help centre): 22:00 to 06:00 is
 * eight hours, even if the clocks change that night.
 */
export function clockSpan(record: JsonObject, from: string, to: string, clocks: Clocks): ClockSpan {
	const [start, end] = [momentOf(record[from]), momentOf(record[to])];
	const passed = shiftLength(start, end);
	if (passed === undefined || start === undefined || end === undefined) return {};
	// Uses the same clocks for both ends.
	const areWritten = [from, to].every((field) => readTime(record[field])?.offset);
	const clockOf = (field: string, moment: number): number =>
		((areWritten ? clocks.of(field) : undefined) ?? clocks.at(moment)).clock;
	const shown = clockOf(to, end) - clockOf(from, start);
	return { shown: shown < 0 ? undefined : shown, passed };
}
