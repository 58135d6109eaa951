import { momentOf, textFrom } from './recordValues';
import type { JsonObject } from './types';
import { MINUTE_MS } from './time';

/** A status in the documented way of writing, also where it comes as `CLOCKED_IN` or `ClockedIn`. */
const statusInWords = (status: string): string =>
	status
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[\s_-]+/g, ' ')
		.toUpperCase();

/** `CLOCKED IN` is documented, the others are assumed. */
const STATUSES = new Set(['CLOCKED IN', 'CLOCKED OUT', 'NOT CLOCKED IN', 'SCHEDULED']);

/** What a record of live operations tells of its shift. All times are epoch milliseconds. */
interface ShiftTimes {
	start?: number;
	end?: number;
	timeIn?: number;
	timeOut?: number;
	/** Clocked in or out, by the times or, where they are missing, by the status. */
	isIn: boolean;
	isOut: boolean;
	/** The service's status where it is none that we know. */
	oddStatus?: string;
	/** That status says so; no document tells whether the service lists cancelled shifts at all. */
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

/** By how many whole minutes something came after its planned time; below zero, before it. */
export const minutesAfter = (planned: number, real: number): number => Math.round((real - planned) / MINUTE_MS);
