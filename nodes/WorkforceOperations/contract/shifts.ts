import { momentOf, textFrom } from './recordValues';
import type { JsonObject } from './types';
import { MINUTE_MS } from './time';

/** A status in the documented spelling, also from `CLOCKED_IN` or `ClockedIn`. */
const statusInWords = (status: string): string =>
	status
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[\s_-]+/g, ' ')
		.toUpperCase();

/** `CLOCKED IN` is documented, the others are assumed. */
const STATUSES = new Set(['CLOCKED IN', 'CLOCKED OUT', 'NOT CLOCKED IN', 'SCHEDULED']);

/** The times of a shift in a record of live operations, in epoch milliseconds. */
interface ShiftTimes {
	start?: number;
	end?: number;
	timeIn?: number;
	timeOut?: number;
	/** By the times or, if they are missing, by the status. */
	isIn: boolean;
	isOut: boolean;
	/** The service's status, if it is unknown. */
	oddStatus?: string;
	/** That status means a cancelled shift; it is undocumented whether the service lists those. */
	isCancelled: boolean;
}

export function shiftTimes(record: JsonObject): ShiftTimes {
	const [timeIn, timeOut] = [momentOf(record.timeIn), momentOf(record.timeOut)];
	const status = textFrom(record.status);
	const known = status === undefined ? undefined : statusInWords(status);
	return {
		start: momentOf(record.startTime),
		end: momentOf(record.endTime),
		timeIn,
		timeOut,
		isIn: timeIn !== undefined || known === 'CLOCKED IN' || known === 'CLOCKED OUT',
		isOut: timeOut !== undefined || known === 'CLOCKED OUT',
		oddStatus: known === undefined || STATUSES.has(known) ? undefined : status,
		isCancelled: /CANCEL/.test(known ?? ''),
	};
}

/** Whole minutes by which something was later than planned; negative if earlier. */
export const minutesAfter = (planned: number, real: number): number => Math.round((real - planned) / MINUTE_MS);
