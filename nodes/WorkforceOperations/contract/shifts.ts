import { idOf } from './recordValues';
import { momentOf } from './time';
import type { JsonObject } from './types';
import { firstFilled, isBlank } from './values';
import { HOUR_MS, MINUTE_MS } from './zones';

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
