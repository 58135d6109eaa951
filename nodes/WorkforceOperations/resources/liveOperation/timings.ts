import type { IDataObject } from 'n8n-workflow';
import {
	changedSpan,
	Clocks,
	clockSpan,
	clockText,
	type GuardStatuses,
	rosteredGuard,
	HOUR_MS,
	isBlank,
	isLeave,
	type JsonObject,
	minutesAfter,
	shiftLength,
	type ShiftTimes,
	shiftTimes,
	welfareChecks,
	yesOrNo,
} from '../../contract';
import { type ReadableField, addedSwitch } from '../../form/fields';
import { refusal } from '../../form/item';
import { clock } from '../../transport/clock';
import { type RecordStep, type RecordWork, plainItems, withDoubts } from '../../operations/types';

export const addTimingsOption = addedSwitch({
	displayName: 'Add Timings',
	name: 'addTimings',
	builderHint: {
		propertyHint:
			'Set to true for punctuality, hours and no-shows: it adds minutesLate, minutesLeftEarly, leftLate, forcedClockOut, hoursPlanned, hoursWorked, onTime, onTimePercent, offSite, noShow, lateCount, noShowCount, unansweredChecks, localDate, localStart, localEnd. No date arithmetic or Code node is needed; Summarize averages onTimePercent and adds up lateCount and noShowCount.',
	},
	description:
		'Whether to add lateness, hours and no-shows. For a status such as ON LEAVE, the no-show fields are empty.',
});

/** Numbers that can be summed. */
export const SUMMED_TIMINGS = [
	'minutesLate',
	'minutesLeftEarly',
	'hoursPlanned',
	'hoursWorked',
	'lateCount',
	'noShowCount',
	'unansweredChecks',
] as const;

const GRACE = 'Grace Minutes';
const GRACE_MINUTES = 5;
const MOST_GRACE = 1440;

export const graceMinutesOption: ReadableField<number> = {
	field: {
		displayName: GRACE,
		name: 'graceMinutes',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MOST_GRACE },
		default: GRACE_MINUTES,
		displayOptions: { show: { addTimings: [true] } },
		description: 'How many minutes after the start a clock-in still counts as on time (whole minutes)',
	},
	read(item, { graceMinutes: given } = {}) {
		if (isBlank(given)) return GRACE_MINUTES;
		const minutes = Number(given);
		if (typeof given !== 'boolean' && minutes >= 0 && minutes <= MOST_GRACE) return minutes;
		throw refusal(item, GRACE, `must be a number from 0 to ${MOST_GRACE}`, given);
	},
};

interface TimingRules {
	/** Epoch milliseconds. */
	now: number;
	graceMinutes: number;
	statuses?: GuardStatuses;
	leaveEntryTypes?: readonly string[];
}

/** With two decimals. */
const hours = (length: number | undefined): number | undefined =>
	length === undefined ? undefined : Math.round((length / HOUR_MS) * 100) / 100;

const plannedOf = (record: JsonObject, clocks: Clocks) => clockSpan(record, 'startTime', 'endTime', clocks);

const atLeastZero = (minutes: number | undefined): number | undefined =>
	minutes === undefined ? undefined : Math.max(0, minutes);

const gap = (from: number | undefined, to: number | undefined): number | undefined =>
	from === undefined || to === undefined ? undefined : minutesAfter(from, to);

/** A clock-out this long after the planned end counts as forgotten. */
const LEFT_LATE_MS = 4 * HOUR_MS;

/** The service clocks out an unscheduled shift this long after the clock-in (assumed: to the minute). */
const FORCED_MINUTES = 16 * 60;

/** `leftLate`: long after the planned end; `forcedClockOut`: by the service. Undefined while open. */
function clockOutOf({ end, timeIn, timeOut }: ShiftTimes): { leftLate?: boolean; forcedClockOut?: boolean } {
	if (timeOut === undefined) return {};
	return {
		leftLate: end === undefined ? undefined : timeOut - end >= LEFT_LATE_MS,
		forcedClockOut:
			timeIn === undefined ? undefined : end === undefined && minutesAfter(timeIn, timeOut) === FORCED_MINUTES,
	};
}

/** Undefined if the record doesn't say. */
function wasOffSite({ isClockInOffSite, isClockOutOffSite }: JsonObject): boolean | undefined {
	const flags = [yesOrNo(isClockInOffSite), yesOrNo(isClockOutOffSite)];
	return flags.includes(true) ? true : flags.includes(false) ? false : undefined;
}

const unansweredChecks = (record: JsonObject): number | undefined =>
	[record.welfareCheckResponses, record.welfareCheckNotifResponses].some(Array.isArray)
		? welfareChecks(record).filter(({ answered }) => !answered).length
		: undefined;

/**
 * Whether the start and the grace period have passed without a clock-in. Compares full minutes, as for a clock-in, so
 * that a guard who could still be on time isn't a no-show.
 */
function isMissed(record: JsonObject, { now, graceMinutes }: TimingRules): boolean {
	const { start, end, isIn, isOut } = shiftTimes(record);
	if (isIn || isOut || start === undefined || now < start) return false;
	return minutesAfter(start, now) > graceMinutes || (end !== undefined && now >= end);
}

/** Undefined while open, for leave, and if the status says something else. */
function noShowOf(record: JsonObject, rules: TimingRules): boolean | undefined {
	const { isIn, isOut, isRejected, oddStatus } = shiftTimes(record, rules.statuses);
	if (isIn || isOut) return false;
	if (isLeave(record, rules.leaveEntryTypes) || isRejected || oddStatus !== undefined || !isMissed(record, rules))
		return undefined;
	return rosteredGuard(record) !== undefined;
}

/**
 * The punctuality of a shift, in full minutes and decimal hours; null while open or if unreadable. A no-show's
 * minutes late count from the start, at most to the end. Local times are the site's, from the `…TZ` fields.
 */
export function timingsOf(record: JsonObject, rules: TimingRules, clocks: Clocks): IDataObject {
	const { now, graceMinutes } = rules;
	const times = shiftTimes(record);
	const { start, end, timeIn, timeOut } = times;
	const away = isLeave(record, rules.leaveEntryTypes);
	const { leftLate, forcedClockOut } = away ? {} : clockOutOf(times);
	const noShow = noShowOf(record, rules);
	const came = away ? undefined : gap(start, timeIn);
	const leftEarly = away ? undefined : gap(timeOut, end);
	const late = noShow ? gap(start, Math.min(now, end ?? now)) : atLeastZero(came);
	const onTime = noShow ? false : late === undefined ? undefined : late <= graceMinutes;
	const [from, to] = ['startTime', 'endTime'].map((field) => clocks.of(field)).map((time) => time && clockText(time));
	const known: Record<string, string | number | boolean | undefined> = {
		minutesLate: atLeastZero(late),
		minutesLeftEarly: noShow ? 0 : atLeastZero(leftEarly),
		leftLate,
		forcedClockOut,
		hoursPlanned: hours(plannedOf(record, clocks).shown),
		hoursWorked: noShow ? 0 : hours(shiftLength(timeIn, timeOut)),
		onTime,
		// Numbers, because n8n's Summarize adds up nothing else. The average of `onTimePercent` is the share; the sum
		// of a count is the number.
		onTimePercent: onTime === undefined ? undefined : onTime ? 100 : 0,
		offSite: noShow ? false : wasOffSite(record),
		noShow,
		lateCount: onTime === undefined ? undefined : Number(!onTime && !noShow),
		noShowCount: noShow === undefined ? undefined : Number(noShow),
		unansweredChecks: unansweredChecks(record),
		localDate: from?.slice(0, 10),
		localStart: from?.slice(11),
		localEnd: to?.slice(11),
	};
	return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, value ?? null]));
}

/** Adds the timings after any other work on the records. */
export const withTimings =
	(before: RecordStep): RecordStep =>
	(item, options) => {
		const finish = before(item, options);
		if (!addTimingsOption.read(item, options)) return finish;
		const graceMinutes = graceMinutesOption.read(item, options);
		let changes = 0;
		const work: RecordWork = async (records) => {
			const { statuses, leaveEntryTypes } = item.connection.settings.details;
			const rules = { now: clock.date(), graceMinutes, statuses, leaveEntryTypes };
			const outcomes = finish ? await finish(records) : plainItems(records);
			for (const { json } of outcomes) {
				const { isRejected, oddStatus } = shiftTimes(json, statuses);
				const other = isRejected ? String(json.status) : oddStatus;
				if (other !== undefined && isMissed(json, rules)) item.hints.oddStatus(other);
			}
			return outcomes.map((outcome) => {
				const clocks = new Clocks(outcome.json, item.timeZone);
				item.hints.times.note(clocks, item.timeZone);
				const changed = changedSpan(clocks, [plannedOf(outcome.json, clocks)]);
				if (changed !== undefined) changes++;
				if (changed !== undefined) item.hints.lines.clockChange('shift', outcome.json.shiftId, changed, item.timeZone);
				return { ...outcome, added: { ...outcome.added, ...timingsOf(outcome.json, rules, clocks) } };
			});
		};
		return Object.assign(work, finish, { told: () => withDoubts(finish?.told?.(), changes) });
	};
