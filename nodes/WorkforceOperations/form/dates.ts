import type { INodeProperties } from 'n8n-workflow';
import {
	DAY_MS,
	fromLocal,
	HOUR_MS,
	isBlank,
	isDate,
	isJsonObject,
	leadingDay,
	LIVE_WINDOW_HOURS,
	toLocal,
} from '../contract';
import { clock } from '../transport/clock';
import { dateField } from './fields';
import { inputError, type Item, parameter } from './item';
import { moment } from './read';

/** A moment in UTC, such as the text of a Date that was serialised to JSON. */
const UTC_MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/i;

const isMidnight = (ms: number): boolean => ms % DAY_MS === 0;

const datePart = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The calendar day (`YYYY-MM-DD`) of a moment that is midnight in UTC, in the workflow's time zone or in that of the n8n
 * process; undefined for any other time.
 */
function midnightDay(date: Date, timeZone: string): string | undefined {
	// Most database drivers return a day as midnight in the process's time zone, some as midnight in UTC.
	const here = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes());
	const shown = [date.getTime(), toLocal(date.getTime(), timeZone), here].find(isMidnight);
	return shown === undefined ? undefined : datePart(shown);
}

function writtenDay(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string') {
		const text = value.trim();
		const moment = UTC_MOMENT.test(text) ? new Date(text.replace(' ', 'T')) : undefined;
		const day = moment && !Number.isNaN(moment.getTime()) ? midnightDay(moment, timeZone) : undefined;
		return day ?? leadingDay(text);
	}
	if (isDate(value) && !Number.isNaN(value.getTime())) {
		return midnightDay(value, timeZone) ?? datePart(toLocal(value.getTime(), timeZone));
	}
	// A luxon DateTime from an expression: its calendar day in its own zone.
	if (isJsonObject(value) && typeof value.toISODate === 'function') {
		const day: unknown = value.toISODate();
		return typeof day === 'string' ? day : undefined;
	}
	return undefined;
}

const isRealDay = (day: string): boolean => {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/**
 * A calendar date (of birth, of expiry) as the service's date-time: midnight UTC of the day that was picked. No time zone
 * shifts it, because a birthday is the same day everywhere. Undefined when it is empty.
 *
 * - Text means the day that it names. The exception is text in UTC that is midnight in the workflow's or the process's
 *   zone: that is a serialised Date, and means what the Date meant.
 * - A Date (from a database node) that is midnight in UTC, in the workflow's zone or in the process's zone means that day;
 *   with any other time it means the day in the workflow's zone.
 */
export function calendarDate(item: Item, value: unknown, label: string): string | undefined {
	if (isBlank(value)) return undefined;
	const day = writtenDay(value, item.timeZone);
	if (day === undefined || !isRealDay(day)) {
		throw inputError(
			item,
			`“${label}” is not a date`,
			`It is “${String(value).slice(0, 80)}”. Pick a date, or give one such as 2027-03-31 by expression.`,
		);
	}
	return `${day}T00:00:00Z`;
}

type Preset =
	| 'today'
	| 'tomorrow'
	| 'yesterday'
	| 'thisWeek'
	| 'nextWeek'
	| 'lastWeek'
	| 'lastTwoWeeks'
	| 'thisMonth'
	| 'lastMonth';

/** A choice of a period: whole days (presets), everything, the service's own default window, or two dates. */
type Choice = Preset | 'anyTime' | 'aroundNow' | 'custom';

/** First and last day of a preset, as days of the local calendar. Weeks begin on Monday. */
function days(preset: Preset, today: Date): [Date, Date] {
	const shift = (date: Date, by: number): Date => new Date(date.getTime() + by * DAY_MS);
	const monday = shift(today, -((today.getUTCDay() + 6) % 7));
	const month = (offset: number, day: number): Date =>
		new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, day));
	switch (preset) {
		case 'today':
			return [today, today];
		case 'tomorrow':
			return [shift(today, 1), shift(today, 1)];
		case 'yesterday':
			return [shift(today, -1), shift(today, -1)];
		case 'thisWeek':
			return [monday, shift(monday, 6)];
		case 'nextWeek':
			return [shift(monday, 7), shift(monday, 13)];
		case 'lastWeek':
			return [shift(monday, -7), shift(monday, -1)];
		case 'lastTwoWeeks':
			return [shift(monday, -14), shift(monday, -1)];
		case 'thisMonth':
			return [month(0, 1), month(1, 0)];
		case 'lastMonth':
			return [month(-1, 1), month(0, 0)];
	}
}

/** The whole days of a preset in a time zone, as UTC moments with an inclusive end. */
export function presetRange(preset: Preset, now: number, timeZone: string): { startDate: string; endDate: string } {
	const today = new Date(Math.floor(toLocal(now, timeZone) / DAY_MS) * DAY_MS);
	const [first, last] = days(preset, today);
	return {
		startDate: new Date(fromLocal(first.getTime(), timeZone)).toISOString(),
		endDate: new Date(fromLocal(last.getTime() + DAY_MS, timeZone) - 1).toISOString(),
	};
}

/** The date picker sets the time to 00:00, so a picked end day would otherwise count only up to its first moment. */
export const END_HINT = 'To include a whole day, set its time to 23:59:59';

/** How a list's period is offered and read. */
export interface Period {
	/** In the order of time; Custom is the last. */
	choices: readonly Choice[];
	standard: Choice;
	/** Custom requires both dates. */
	needsBoth: boolean;
	/** Hint for n8n's AI builder. */
	hint: string;
}

const PAST = [
	'yesterday',
	'today',
	'lastWeek',
	'thisWeek',
	'lastTwoWeeks',
	'lastMonth',
	'thisMonth',
	'custom',
] as const;

const FOR_SCHEDULES =
	"For anything that runs on a schedule choose a preset: 'lastWeek' for a weekly payroll file, 'yesterday' for a daily report, 'lastMonth' for a monthly one. Only 'custom' takes startDate and endDate, by expression as ISO dates.";

/** Timesheets: the service requires both dates (documented); payroll usually reads the previous week. */
export const TIMESHEET_PERIOD: Period = {
	choices: PAST,
	standard: 'lastWeek',
	needsBoth: true,
	hint: FOR_SCHEDULES,
};

/** Incident reports: without dates the service returns all, oldest first. The list opens on recent ones. */
export const REPORT_PERIOD: Period = {
	choices: ['anyTime', ...PAST],
	standard: 'lastTwoWeeks',
	needsBoth: false,
	hint: FOR_SCHEDULES,
};

/** Live operations: both dates or neither; with one alone the service falls back to its default window. */
export const LIVE_PERIOD: Period = {
	choices: [
		'aroundNow',
		'yesterday',
		'today',
		'tomorrow',
		'lastWeek',
		'thisWeek',
		'nextWeek',
		'lastTwoWeeks',
		'lastMonth',
		'thisMonth',
		'custom',
	],
	standard: 'aroundNow',
	needsBoth: true,
	hint: "'aroundNow' for who is on shift now or should be; 'today' or 'tomorrow' for a list of the day. Only 'custom' takes startDate and endDate, by expression as ISO dates.",
};

const CHOICES: Readonly<Record<Choice, { name: string; description?: string }>> = {
	anyTime: { name: 'Any Time' },
	aroundNow: {
		name: 'Around Now',
		description: `From ${LIVE_WINDOW_HOURS} hours ago to ${LIVE_WINDOW_HOURS} hours ahead`,
	},
	custom: { name: 'Custom', description: 'From a start to an end that you pick' },
	lastMonth: { name: 'Last Month' },
	lastTwoWeeks: { name: 'Last Two Weeks', description: 'The two whole weeks before this one, Monday to Sunday' },
	lastWeek: { name: 'Last Week', description: 'Monday to Sunday' },
	nextWeek: { name: 'Next Week', description: 'Monday to Sunday' },
	thisMonth: { name: 'This Month' },
	thisWeek: { name: 'This Week', description: 'Monday to Sunday' },
	today: { name: 'Today' },
	tomorrow: { name: 'Tomorrow' },
	yesterday: { name: 'Yesterday' },
};

const choiceNames = ({ choices }: Period): string => choices.map((choice) => CHOICES[choice].name).join(', ');

const PERIOD_LABEL = 'Period';

/** `period`, and for Custom `startDate` and `endDate`. */
export function periodFields(period: Period): INodeProperties[] {
	const { standard } = period;
	const date = (field: INodeProperties): INodeProperties => ({
		...field,
		...(period.needsBoth ? { required: true } : {}),
		displayOptions: { show: { period: ['custom'] } },
	});
	return [
		{
			displayName: PERIOD_LABEL,
			name: 'period',
			type: 'options',
			options: period.choices.map((value) => ({ ...CHOICES[value], value })),
			default: standard,
			description: 'Which days to read: whole days, weeks and months in the time zone of the workflow',
			builderHint: { propertyHint: period.hint },
		},
		date(
			dateField(
				'Start Date',
				'startDate',
				'The first moment to include, in the time zone of the workflow unless it says another',
			),
		),
		date({
			...dateField(
				'End Date',
				'endDate',
				'The last moment to include. A date without a time, which an expression may give, includes that whole day.',
			),
			hint: END_HINT,
		}),
	];
}

/** The range of Custom; either date may be missing unless the list requires both. */
function customRange(item: Item, { needsBoth }: Period): { startDate?: string; endDate?: string } {
	const startDate = moment(item, parameter(item, 'startDate'), 'Start Date');
	const endDate = moment(item, parameter(item, 'endDate'), 'End Date', true);
	if (needsBoth && (startDate === undefined || endDate === undefined)) {
		throw inputError(
			item,
			`“${startDate === undefined ? 'Start Date' : 'End Date'}” is empty`,
			'Pick both dates, or choose another period than Custom.',
		);
	}
	return { startDate, endDate };
}

/** The chosen range as UTC moments; empty for any time. Throws when a required date is missing. */
export function readPeriod(item: Item, period: Period): { startDate?: string; endDate?: string } {
	const given = parameter(item, 'period', period.standard);
	const choice = isBlank(given) ? period.standard : period.choices.find((each) => each === given);
	switch (choice) {
		case undefined:
			throw inputError(
				item,
				`“${PERIOD_LABEL}” is none of those that can be chosen`,
				`It is “${String(given).slice(0, 80)}”. Choose one of: ${choiceNames(period)}.`,
			);
		case 'anyTime':
			return {};
		case 'aroundNow': {
			// Resolved once to absolute moments, so that the range doesn't shift between two pages.
			const now = clock.date();
			const [startDate, endDate] = [-LIVE_WINDOW_HOURS, LIVE_WINDOW_HOURS].map((hours) =>
				new Date(now + hours * HOUR_MS).toISOString(),
			);
			return { startDate, endDate };
		}
		case 'custom':
			return customRange(item, period);
		default:
			return presetRange(choice, clock.date(), item.timeZone);
	}
}
