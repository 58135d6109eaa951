import { FIELDS, HOUR_MS, MINUTE_MS, namesIn } from '../../contract';
import { parameter } from '../../form/item';
import { shiftFilters } from '../../form/listFilters';
import type { EventField, WatchedEvent, WatchFamily } from '../core/event';
import {
	lookBackField,
	MOST_MINUTES,
	numberField,
	type NumberOption,
	readNumber,
	readOption,
	REPEAT_EVERY,
} from '../core/numberOption';
import { clockedIn, clockedOut, notClockedIn, notClockedOut, offSite, tooLong } from './rules';
import { type ShiftSettings, shiftSource } from './source';
import { unfilled, unknownStatuses } from './unfilled';
import { unanswered } from './welfareChecks';

/** A field for how long something may last, or how far ahead to look. */
interface Grace extends NumberOption {
	description: string;
	unitMs: number;
}

interface ShiftEvent extends WatchedEvent<ShiftSettings> {
	grace?: Grace;
	/** Whether it can be reported again while it still holds. */
	repeats: boolean;
}

const minutesField = (displayName: string, standard: number, after: string): Grace => ({
	displayName,
	name: 'minutes',
	standard,
	least: 0,
	most: MOST_MINUTES,
	description: `How many minutes to wait after ${after}`,
	unitMs: MINUTE_MS,
});

const HOURS_BEFORE: Grace = {
	displayName: 'Hours Before',
	name: 'hoursBefore',
	standard: 24,
	least: 0,
	most: 744,
	fractions: true,
	description: 'How many hours before the start to report a shift. 0.5 is half an hour.',
	unitMs: HOUR_MS,
};

const LONGEST_HOURS: Grace = {
	displayName: 'Longest Hours',
	name: 'longestHours',
	standard: 12,
	least: 0.5,
	most: 48,
	fractions: true,
	description: 'How many hours to wait after the clock-in. The service ends unscheduled shifts after 16 hours.',
	unitMs: HOUR_MS,
};

const shift = (
	event: Pick<ShiftEvent, 'value' | 'name' | 'description' | 'source'> & Partial<ShiftEvent>,
): ShiftEvent => ({
	endpoint: 'liveOperation.getAll',
	startWith: 'now',
	repeats: event.grace !== undefined,
	filters: shiftFilters,
	simple: namesIn(FIELDS.liveOperation, 'simple'),
	byFilter: true,
	...event,
});

/** The fields that Simplify keeps for events about a place. */
const SIMPLE_PLACES = [
	'shiftId',
	'name',
	'mobile',
	'siteName',
	'timeIn',
	'timeOut',
	'inLatitude',
	'inLongitude',
	'outLatitude',
	'outLongitude',
];

/** Longer than any shift that people work, so that a shift of 36 hours is still found after it has ended. */
const LONG = { back: 72, ahead: 12 };

const events: readonly ShiftEvent[] = [
	shift({
		value: 'shift.notClockedIn',
		name: 'Guard Not Clocked In',
		description: 'A shift began some time ago, and its guard has not clocked in',
		source: shiftSource({ judge: notClockedIn }, { back: 48, ahead: 1 }),
		grace: minutesField('Minutes After Start', 15, 'the start of the shift'),
	}),
	shift({
		value: 'shift.notClockedOut',
		name: 'Guard Not Clocked Out',
		description: 'A shift ended some time ago, and its guard has not clocked out',
		source: shiftSource({ judge: notClockedOut }, LONG),
		grace: minutesField('Minutes After End', 30, 'the end of the shift'),
	}),
	shift({
		value: 'shift.clockedIn',
		name: 'Guard Clocked In',
		description: 'A guard clocks in',
		source: shiftSource({ judge: clockedIn }, LONG),
	}),
	shift({
		value: 'shift.clockedOut',
		name: 'Guard Clocked Out',
		description: 'A guard clocks out',
		source: shiftSource({ judge: clockedOut }, LONG),
	}),
	shift({
		value: 'shift.offSite',
		name: 'Guard Clocked In or Out Off Site',
		description: 'A guard clocks in or out away from the site',
		source: shiftSource({ judge: offSite }, LONG),
		simple: SIMPLE_PLACES,
	}),
	shift({
		value: 'shift.unfilled',
		name: 'Shift Unfilled',
		description: 'A shift that starts soon has no guard, or its guard has rejected it',
		source: shiftSource(
			{ judge: unfilled, judgeAll: unknownStatuses, endsMissing: true },
			{ back: 48, ahead: 'hoursBefore' },
		),
		grace: HOURS_BEFORE,
	}),
	shift({
		value: 'shift.tooLong',
		name: 'On Duty Too Long',
		description: 'A guard clocked in many hours ago and has not clocked out',
		source: shiftSource({ judge: tooLong }, LONG),
		grace: LONGEST_HOURS,
	}),
	shift({
		value: 'welfareCheck.unanswered',
		name: 'Welfare Check Unanswered',
		description: 'A welfare check was sent some time ago, and the guard has not answered',
		source: shiftSource({ judge: unanswered }, { back: 48, ahead: 2 }),
		grace: minutesField('Minutes Without Answer', 10, 'the check was sent'),
	}),
];

const fields = events.flatMap(({ value, grace }): EventField[] =>
	grace === undefined ? [] : [{ field: numberField(grace, grace.description), events: [value] }],
);

const options: EventField[] = [
	{ field: lookBackField },
	{
		field: numberField(
			REPEAT_EVERY,
			'How often to report the case again during the shift, while it still applies. 0 reports it once.',
		),
		events: events.filter(({ repeats }) => repeats).map(({ value }) => value),
	},
];

/** Live operations: shifts, who has clocked in and out, and welfare checks. */
export const shiftFamily: WatchFamily<ShiftSettings, ShiftEvent> = {
	events,
	fields,
	options,
	readOptions(item, { grace, repeats }, _, { statuses, leaveEntryTypes }) {
		const given = grace && readNumber(item, parameter(item, grace.name, grace.standard), grace) * grace.unitMs;
		const every = repeats ? readOption(item, REPEAT_EVERY) : 0;
		return { graceMs: given ?? 0, repeatEveryMs: every * MINUTE_MS, statuses, leaveEntryTypes };
	},
};
