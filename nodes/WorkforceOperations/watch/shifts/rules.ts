import { minutesAfter, MINUTE_MS, rosteredGuard, yesOrNo } from '../../contract';
import type { Numbers } from '../core/source';
import { atSite, clockTime, duration, safeText } from '../core/text';
import { type Judge, minutes, observed, readShift, type Shift } from './shift';

const statusWords = ({ oddStatus }: Shift): string =>
	oddStatus === undefined ? '' : `; the shift’s status is “${oddStatus}”`;

export const notClockedIn: Judge = (record, rules) => {
	const { now, graceMs } = rules;
	const shift = readShift(record, rules, true);
	if (shift?.start === undefined) return [];
	const { who, start, end, past } = shift;
	const started = clockTime(start, record, rules);
	const late = now - start;
	const after = `${duration(late)} after the ${clockTime(start, record, rules, 'start')}`;
	const { isRejected } = shift;
	const isDue = !shift.isIn && late >= (isRejected ? 0 : graceMs);
	const holds = isDue && !shift.isLeave && shift.oddStatus === undefined;
	const ended = past && end !== undefined ? `; the shift ended at ${clockTime(end, record, rules)}` : '';
	const nobody = rosteredGuard(record) === undefined ? `Nobody is rostered${atSite(record)}` : undefined;
	const missing = isRejected
		? `Nobody is on the shift${atSite(record)}`
		: (nobody ?? `${who} has not clocked in${atSite(record)}`);
	const why = isRejected ? `: ${who} has rejected it` : '';
	const reason = `${missing}, ${after}${why}${ended}`;
	const whyNot = (): string => {
		if (isDue && shift.isLeave) return `${reason}. This doesn’t start the workflow: the guard is on leave`;
		if (isDue) return `${reason}. This doesn’t start the workflow: the shift’s status is “${shift.oddStatus}”`;
		if (shift.isIn) return `${who} has clocked in${atSite(record)}`;
		if (late >= 0) return `${missing} yet, ${after}; the limit is ${duration(graceMs)}`;
		if (nobody !== undefined) return `${nobody} for the shift that starts at ${started}`;
		return `${who}’s shift${atSite(record)} starts at ${started}`;
	};
	const found = { holds, reason: holds ? reason : whyNot(), numbers: { minutesLate: minutes(late) } };
	return [
		observed(shift, record, isRejected ? { ...found, at: start, once: true } : { ...found, at: start + graceMs }),
	];
};

export const notClockedOut: Judge = (record, rules) => {
	const { now, graceMs } = rules;
	const shift = readShift(record, rules);
	if (shift?.end === undefined) return [];
	const { who, end } = shift;
	const late = now - end;
	const after = `${duration(late)} after the ${clockTime(end, record, rules, 'finish')}`;
	const holds = shift.isIn && !shift.isOut && late >= graceMs;
	const why = !shift.isIn
		? `${who} has not clocked in${atSite(record)}, so no clock-out is due`
		: shift.isOut
			? `${who} has clocked out${atSite(record)}`
			: late < 0
				? `${who}’s shift${atSite(record)} ends at ${clockTime(end, record, rules)}`
				: `${who} has not clocked out${atSite(record)} yet, ${after}; the limit is ${duration(graceMs)}`;
	const reason = `${who} has not clocked out${atSite(record)}, ${after}${statusWords(shift)}`;
	// It holds until the guard clocks out, so it is never past.
	const numbers = { minutesLate: minutes(late) };
	return [observed(shift, record, { at: end + graceMs, past: false, holds, reason: holds ? reason : why, numbers })];
};

/** On duty for long, planned or not. The service forces the clock-out of an unscheduled shift after 16 hours. */
export const tooLong: Judge = (record, rules) => {
	const { now, graceMs } = rules;
	const shift = readShift(record, rules);
	if (shift?.timeIn === undefined) return [];
	const { who, timeIn, end } = shift;
	const onDuty = now - timeIn;
	const holds = !shift.isOut && onDuty >= graceMs;
	const since = `${atSite(record)} for ${duration(onDuty)}, since ${clockTime(timeIn, record, rules)}`;
	const planned = end === undefined ? '; the shift has no planned end' : '';
	const reason = shift.isOut
		? `${who} has clocked out${atSite(record)}`
		: `${who} has been on duty${since}${planned}${holds ? '' : `; the limit is ${duration(graceMs)}`}`;
	const numbers = { minutesOnDuty: minutes(onDuty) };
	return [observed(shift, record, { at: timeIn + graceMs, past: false, holds, reason, numbers })];
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
		const { who } = shift;
		const isIn = side === 'in';
		const real = isIn ? shift.timeIn : shift.timeOut;
		const planned = isIn ? shift.start : shift.end;
		const { words, minutesLate } = real === undefined ? { words: '' } : against(planned, real);
		const time = real === undefined ? '' : ` at ${clockTime(real, record, rules)}`;
		const holds = isIn ? shift.isIn : shift.isOut;
		const numbers: Numbers = minutesLate === undefined ? {} : { minutesLate };
		const reason = holds
			? `${who} clocked ${side}${atSite(record)}${time}${words}`
			: `${who} has not clocked ${side}${atSite(record)}`;
		// Without a time, the moment is unknown: now at the latest.
		return [observed(shift, record, { at: real ?? now, holds, reason, numbers })];
	};

export const clockedIn = clocked('in');
export const clockedOut = clocked('out');

/** Clocking in and clocking out off site are two separate findings of a shift. */
export const offSite: Judge = (record, rules) => {
	const { now } = rules;
	const shift = readShift(record, rules);
	if (shift === undefined) return [];
	const { who } = shift;
	return (['in', 'out'] as const).map((side) => {
		const isIn = side === 'in';
		const real = isIn ? shift.timeIn : shift.timeOut;
		const holds = yesOrNo(isIn ? record.isClockInOffSite : record.isClockOutOffSite) === true;
		const time = real === undefined ? '' : ` at ${clockTime(real, record, rules)}`;
		const where = safeText(record.siteName);
		const reason = holds
			? `${who} clocked ${side} away from ${where ?? 'the site'}${time}`
			: `${who} has not clocked ${side} off site${where === undefined ? '' : ` (${where})`}`;
		return observed(shift, record, { part: `:${side}`, at: real ?? now, holds, reason, numbers: { side } });
	});
};
