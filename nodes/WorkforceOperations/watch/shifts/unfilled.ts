import { Clocks, DAY_MS, type JsonObject, rosteredGuard } from '../../contract';
import { hashedPart } from '../core/keys';
import { atSite, counted, dayAndTime, duration } from '../core/text';
import { type Judge, minutes, type Observation, observed, readShift, type Shift, type ShiftRules } from './shift';

/** “Fri 27 Nov, 18:00 to 02:00”, by the clocks of the site. */
function span(start: number, end: number | undefined, clocks: Clocks): string {
	const begun = dayAndTime(start, clocks).join(', ');
	if (end === undefined) return begun;
	const [day, time] = dayAndTime(end, clocks);
	return `${begun} to ${end - start < DAY_MS ? time : `${day}, ${time}`}`;
}

/** Whether somebody is expected or has clocked in; without a guard, an unknown status may mean anything. */
const isTaken = ({ isIn, isLeave, isRejected, oddStatus }: Shift, isBlank: boolean): boolean =>
	isIn || isLeave || oddStatus !== undefined || !(isBlank || isRejected);

/** A shift that its guard has rejected, or that has none (a blank shift), until it ends. */
export const unfilled: Judge = (record, rules) => {
	const { now, timeZone, graceMs } = rules;
	const shift = readShift(record, rules, true);
	if (shift?.start === undefined) return [];
	const { who, start, end, past, isRejected } = shift;
	const isBlank = rosteredGuard(record) === undefined;
	const isOpen = !isTaken(shift, isBlank) && !past;
	const holds = isOpen && now >= start - graceMs;
	const what = `the shift${atSite(record)} on ${span(start, end, new Clocks(record, timeZone))}`;
	const nobody = `Nobody is on ${what}: ${isRejected && !isBlank ? `${who} has rejected it` : 'no guard is assigned'}`;
	const whyNot = past ? `${what.replace('the', 'The')} is over` : `${who} is on ${what}`;
	const reason = isOpen ? `${nobody}${holds ? '' : `. It starts in more than ${duration(graceMs)}`}` : whyNot;
	return [
		observed(shift, record, { at: start - graceMs, holds, reason, numbers: { minutesToStart: minutes(start - now) } }),
	];
};

/** How long it takes until a status is reported again. */
const KNOWN_MS = 366 * DAY_MS;

/** Each unknown status of shifts without a clock-in: Service Details must say what it means. */
export function unknownStatuses(records: readonly JsonObject[], rules: ShiftRules): Observation[] {
	const counts = new Map<string, { status: string; count: number }>();
	for (const record of records) {
		const { oddStatus: status = '', isIn, isLeave } = readShift(record, rules, true) ?? {};
		const key = hashedPart(status);
		if (key === undefined || isIn || isLeave) continue;
		counts.set(key, { status, count: (counts.get(key)?.count ?? 0) + 1 });
	}
	return [...counts].map(([key, { status, count }]) => ({
		key: `status:${key}`,
		at: rules.now,
		locator: rules.now,
		past: false,
		holds: true,
		once: true,
		keptMs: KNOWN_MS,
		record: {},
		reason: `${counted(count, 'shift')} ${count === 1 ? 'has' : 'have'} the unknown status “${status}”. Add it to “statuses” in the credential’s Service Details.`,
		numbers: { status, count },
	}));
}
