import {
	rosteredGuard,
	type JsonObject,
	minutesAfter,
	type ShiftTimes,
	shiftTimes,
	yesOrNo,
	MINUTE_MS,
} from '../../contract';
import type { Observation } from './detect';
import type { Numbers } from '../core/finding';
import type { Hashes } from '../core/hashes';
import { hashedPart, realKeyPart } from '../core/keys';
import { hashedKey, personOf, twinOf } from './guardKeys';
import { atSite, clockTime, duration, safeText } from '../core/text';

/** Context for judging conditions of live operations. */
export interface ShiftRules {
	now: number;
	timeZone: string;
	/** Grace period in milliseconds. */
	graceMs: number;
	hashes: Hashes;
	/** Further statuses of a guard who is to come, from Service Details. */
	rostered?: readonly string[];
}

export type Judge = (record: JsonObject, rules: ShiftRules) => Observation[];

/** The facts of a shift. All times are epoch milliseconds. */
export interface Shift extends ShiftTimes {
	/** Its ids and its start, as far as known. */
	stem: string;
	/** A hash of its guard, because a shift may have several. */
	guard: string;
	/** The same where only an id is another one. */
	twin?: string;
	who: string;
	past: boolean;
	leavesAt: number;
}

/** Made of both ids if they differ, because it is undocumented which of them is the shift's own (assumed). */
function shiftIds({ shiftId, eventID, publishedShiftID }: JsonObject): string {
	const ids = [shiftId, eventID].map(realKeyPart).filter((id) => id !== undefined);
	return ids.length === 0 ? (realKeyPart(publishedShiftID) ?? '') : [...new Set(ids)].join('.');
}

/** Stands in for the ids of a shift that has neither these nor a guard. */
const sitePart = ({ siteName }: JsonObject): string => `@${hashedPart(siteName) ?? ''}`;

/** Reads a record of live operations; undefined without an id, unless a guard (or, on demand, a site) and a start tell it. */
export function readShift(
	record: JsonObject,
	{ now, hashes, rostered }: Pick<ShiftRules, 'now' | 'hashes' | 'rostered'>,
	bySite = false,
): Shift | undefined {
	const times = shiftTimes(record, rostered);
	const { start, end, timeIn } = times;
	const [ids, guard] = [shiftIds(record), personOf(record, hashes)];
	if (ids === '' && (start === undefined || (guard === '' && !bySite))) return undefined;
	return {
		...times,
		stem: `${ids === '' && guard === '' ? sitePart(record) : ids}.${start === undefined ? '' : Math.floor(start / 1000).toString(36)}`,
		guard,
		twin: twinOf(record, start, hashes),
		who: safeText(record.name) ?? 'Somebody',
		oddStatus: safeText(times.oddStatus),
		past: end !== undefined && end < now,
		leavesAt: start ?? timeIn ?? end ?? now,
	};
}

/** The key of an observation and its twin; `part` distinguishes several findings of one shift. */
export const shiftKeys = ({ stem, guard, twin }: Shift, part = ''): Pick<Observation, 'key' | 'twin'> => ({
	key: hashedKey(stem + part, guard),
	...(twin === undefined ? {} : { twin: twin + part }),
});

const minutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE_MS));

const statusWords = ({ oddStatus }: Shift): string =>
	oddStatus === undefined ? '' : `; the service calls the status “${oddStatus}”`;

export const notClockedIn: Judge = (record, rules) => {
	const { now, graceMs } = rules;
	const shift = readShift(record, rules, true);
	if (shift?.start === undefined) return [];
	const { who, start, end, past, leavesAt } = shift;
	const started = clockTime(start, record, rules);
	const late = now - start;
	const isDue = !shift.isIn && late >= graceMs;
	const holds = isDue && shift.oddStatus === undefined;
	const ended = past && end !== undefined ? `; the shift ended at ${clockTime(end, record, rules)}` : '';
	const nobody = rosteredGuard(record) === undefined ? `Nobody is rostered${atSite(record)}` : undefined;
	const missing = nobody ?? `${who} has not clocked in${atSite(record)}`;
	const reason = `${missing}, ${duration(late)} after the start at ${started}${ended}`;
	const whyNot = (): string => {
		if (isDue) return `${reason}. It starts nothing: the service calls the status “${shift.oddStatus}”`;
		if (shift.isIn) return `${who} has clocked in${atSite(record)}`;
		if (late >= 0)
			return `${missing} yet, ${duration(late)} after the start at ${started}, which is less than ${duration(graceMs)}`;
		if (nobody !== undefined) return `${nobody} for the shift that starts at ${started}`;
		return `The shift of ${who}${atSite(record)} starts at ${started}`;
	};
	return [
		{
			...shiftKeys(shift),
			at: start + graceMs,
			locator: leavesAt,
			past,
			holds,
			record,
			reason: holds ? reason : whyNot(),
			numbers: { minutesLate: minutes(late) },
		},
	];
};

export const notClockedOut: Judge = (record, rules) => {
	const { now, graceMs } = rules;
	const shift = readShift(record, rules);
	if (shift?.end === undefined) return [];
	const { who, end, leavesAt } = shift;
	const ended = clockTime(end, record, rules);
	const late = now - end;
	const holds = shift.isIn && !shift.isOut && late >= graceMs;
	const why = !shift.isIn
		? `${who} has not clocked in${atSite(record)}, so nobody has to clock out`
		: shift.isOut
			? `${who} has clocked out${atSite(record)}`
			: late < 0
				? `The shift of ${who}${atSite(record)} ends at ${ended}`
				: `${who} has not clocked out${atSite(record)} yet, ${duration(late)} after the end at ${ended}, which is less than ${duration(graceMs)}`;
	const reason = `${who} has not clocked out${atSite(record)}, ${duration(late)} after the end at ${ended}${statusWords(shift)}`;
	// It holds until the guard clocks out, so it is never past.
	return [
		{
			...shiftKeys(shift),
			at: end + graceMs,
			locator: leavesAt,
			past: false,
			holds,
			record,
			reason: holds ? reason : why,
			numbers: { minutesLate: minutes(late) },
		},
	];
};

/** Compared with the planned time: 7 is seven minutes late, -5 five minutes early. */
function against(planned: number | undefined, real: number): { words: string; minutesLate?: number } {
	if (planned === undefined) return { words: '' };
	const late = minutesAfter(planned, real);
	if (late === 0) return { words: ', on time', minutesLate: 0 };
	return { words: `, ${duration(Math.abs(late) * MINUTE_MS)} ${late > 0 ? 'late' : 'early'}`, minutesLate: late };
}

const clocked =
	(side: 'in' | 'out'): Judge =>
	(record, rules) => {
		const { now } = rules;
		const shift = readShift(record, rules);
		if (shift === undefined) return [];
		const { who, leavesAt } = shift;
		const isIn = side === 'in';
		const real = isIn ? shift.timeIn : shift.timeOut;
		const planned = isIn ? shift.start : shift.end;
		const { words, minutesLate } = real === undefined ? { words: '' } : against(planned, real);
		const time = real === undefined ? '' : ` at ${clockTime(real, record, rules)}`;
		const holds = isIn ? shift.isIn : shift.isOut;
		const numbers: Numbers = minutesLate === undefined ? {} : { minutesLate };
		return [
			{
				...shiftKeys(shift),
				// Without a time it is unknown when: now at the latest.
				at: real ?? now,
				locator: leavesAt,
				past: shift.past,
				holds,
				record,
				reason: holds
					? `${who} clocked ${side}${atSite(record)}${time}${words}`
					: `${who} has not clocked ${side}${atSite(record)}`,
				numbers,
			},
		];
	};

export const clockedIn = clocked('in');
export const clockedOut = clocked('out');

/** Clocking in and clocking out off site are two separate findings of a shift. */
export const offSite: Judge = (record, rules) => {
	const { now } = rules;
	const shift = readShift(record, rules);
	if (shift === undefined) return [];
	const { who, leavesAt, past } = shift;
	return (['in', 'out'] as const).map((side) => {
		const isIn = side === 'in';
		const real = isIn ? shift.timeIn : shift.timeOut;
		const holds = yesOrNo(isIn ? record.isClockInOffSite : record.isClockOutOffSite) === true;
		const time = real === undefined ? '' : ` at ${clockTime(real, record, rules)}`;
		const where = safeText(record.siteName);
		return {
			...shiftKeys(shift, `:${side}`),
			at: real ?? now,
			locator: leavesAt,
			past,
			holds,
			record,
			reason: holds
				? `${who} clocked ${side} away from ${where ?? 'the site'}${time}`
				: `${who} has not clocked ${side} off site${where === undefined ? '' : ` at ${where}`}`,
			numbers: { side },
		};
	});
};
