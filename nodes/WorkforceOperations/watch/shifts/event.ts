import { FIELDS, MINUTE_MS, namesIn } from '../../contract';
import { filtersField } from '../../form/fields';
import { collection, parameter } from '../../form/item';
import { shiftFilters } from '../../form/listFilters';
import type { EventField, WatchedEvent, WatchFamily } from '../core/event';
import { lookBackField, MOST_MINUTES, numberField, type NumberOption, readNumber } from '../core/numberOption';
import { clockedIn, clockedOut, notClockedIn, notClockedOut, offSite } from './rules';
import { type ShiftSettings, shiftSource } from './source';
import { unanswered } from './welfareChecks';

interface ShiftEvent extends WatchedEvent<ShiftSettings> {
	/** The default of `minutes`, where the event has a grace period. */
	minutes?: number;
	/** What the form calls them, and what they count from. */
	minutesLabel?: string;
	minutesAfter?: string;
	/** Whether it can be reported again while it still holds. */
	repeats: boolean;
}

const shift = (
	event: Pick<
		ShiftEvent,
		'value' | 'name' | 'action' | 'description' | 'source' | 'minutes' | 'minutesLabel' | 'minutesAfter'
	> &
		Partial<ShiftEvent>,
): ShiftEvent => ({
	endpoint: 'liveOperation.getAll',
	startWith: 'now',
	repeats: event.minutes !== undefined,
	filters: ['customerId', 'customerName', 'fullName', 'searchText', 'siteId', 'siteName', 'subcontractorName'],
	simple: namesIn(FIELDS.liveOperation, 'simple'),
	byFilter: true,
	...event,
});

/** What is kept where the question is where somebody was. */
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

/** Longer than the longest shift that anybody works, so that one of 36 hours is still found when it has ended. */
const LONG = { back: 72, ahead: 12 };

const events: readonly ShiftEvent[] = [
	shift({
		value: 'shift.notClockedIn',
		name: 'Guard Not Clocked In',
		action: 'On guard not clocked in',
		description: 'A shift has begun some minutes ago and its guard has not clocked in',
		source: shiftSource(notClockedIn, { back: 48, ahead: 1 }),
		minutes: 15,
		minutesLabel: 'Minutes After Start',
		minutesAfter: 'the start of the shift',
	}),
	shift({
		value: 'shift.notClockedOut',
		name: 'Guard Not Clocked Out',
		action: 'On guard not clocked out',
		description: 'A shift has ended some minutes ago and its guard has not clocked out',
		source: shiftSource(notClockedOut, LONG),
		minutes: 30,
		minutesLabel: 'Minutes After End',
		minutesAfter: 'the end of the shift',
	}),
	shift({
		value: 'shift.clockedIn',
		name: 'Guard Clocked In',
		action: 'On guard clocked in',
		description: 'A guard clocks in',
		source: shiftSource(clockedIn, LONG),
	}),
	shift({
		value: 'shift.clockedOut',
		name: 'Guard Clocked Out',
		action: 'On guard clocked out',
		description: 'A guard clocks out',
		source: shiftSource(clockedOut, LONG),
	}),
	shift({
		value: 'shift.offSite',
		name: 'Guard Clocked In or Out Off Site',
		action: 'On guard clocked in or out off site',
		description: 'A guard clocks in or out away from the site',
		source: shiftSource(offSite, LONG),
		simple: SIMPLE_PLACES,
	}),
	shift({
		value: 'welfareCheck.unanswered',
		name: 'Welfare Check Unanswered',
		action: 'On welfare check unanswered',
		description: 'A welfare check was sent some minutes ago and the guard has not answered',
		source: shiftSource(unanswered, { back: 48, ahead: 2 }),
		minutes: 10,
		minutesLabel: 'Minutes Without Answer',
		minutesAfter: 'the check was sent',
	}),
];

const filters: EventField[] = [{ field: filtersField(...shiftFilters) }];

/** One for each event with a grace period, which has a default of its own. */
const fields = events.flatMap(({ value, minutes, minutesLabel, minutesAfter }): EventField[] =>
	minutes === undefined
		? []
		: [
				{
					field: {
						displayName: minutesLabel ?? 'Minutes',
						name: 'minutes',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: minutes,
						description: `How many minutes after ${minutesAfter ?? 'it began'} it is reported`,
					},
					events: [value],
				},
			],
);

const REPEAT_EVERY: NumberOption = {
	displayName: 'Repeat Every (Minutes)',
	name: 'repeatEveryMinutes',
	standard: 0,
	least: 0,
	most: MOST_MINUTES,
};

const options: EventField[] = [
	{ field: lookBackField },
	{
		field: numberField(
			REPEAT_EVERY,
			'How often it is reported again while it is so and the shift lasts. With 0 it is reported once.',
		),
		events: events.filter(({ repeats }) => repeats).map(({ value }) => value),
	},
];

/** Live operations: shifts, who has clocked in and out, and welfare checks. */
export const shiftFamily: WatchFamily<ShiftSettings, ShiftEvent> = {
	events,
	filters,
	fields,
	options,
	readOptions(item, { minutes, minutesLabel, repeats }, _, { statuses: rostered }) {
		const limits = { displayName: minutesLabel ?? 'Minutes', least: 0, most: MOST_MINUTES };
		const grace =
			minutes === undefined
				? 0
				: readNumber(item, parameter(item, 'minutes', minutes), { ...limits, standard: minutes });
		const every = repeats ? readNumber(item, collection(item, 'options')[REPEAT_EVERY.name], REPEAT_EVERY) : 0;
		return { graceMs: grace * MINUTE_MS, repeatEveryMs: every * MINUTE_MS, rostered };
	},
};
