import type { INodeProperties } from 'n8n-workflow';
import { DAY_MS, HOUR_MS, isBlank, LIVE_WINDOW_HOURS } from '../contract';
import { clock } from '../transport/clock';
import { missingDateCure, todayIn, wholeDays } from './dates';
import { dateField, textField } from './fields';
import { inputError, type Item, notOffered, parameter, refusal } from './item';
import { payPeriodFields, readPayPeriod } from './payPeriod';
import { moment } from './read';
import { AS_TOOL } from './toolOutput';

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
type Choice = Preset | 'anyTime' | 'aroundNow' | 'payPeriod' | 'custom';

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
	const [first, last] = days(preset, new Date(todayIn(timeZone, now)));
	return wholeDays(first.getTime(), last.getTime(), timeZone);
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

/** The same, with the periods by which people are paid. */
const PAST_AND_PAY = [...PAST.slice(0, -1), 'payPeriod', 'custom'] as const;

const FOR_SCHEDULES =
	"For anything that runs on a schedule choose a preset: 'lastWeek' for a weekly payroll file, 'yesterday' for a daily report, 'lastMonth' for a monthly one. Only 'custom' takes startDate and endDate, by expression as ISO dates.";

/** Timesheets: the service requires both dates (documented); payroll usually reads the previous week. */
export const TIMESHEET_PERIOD: Period = {
	choices: PAST_AND_PAY,
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
		'payPeriod',
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
	payPeriod: { name: 'Pay Period', description: 'A week, fortnight, four weeks or month from a day that you pick' },
	nextWeek: { name: 'Next Week', description: 'Monday to Sunday' },
	thisMonth: { name: 'This Month' },
	thisWeek: { name: 'This Week', description: 'Monday to Sunday' },
	today: { name: 'Today' },
	tomorrow: { name: 'Tomorrow' },
	yesterday: { name: 'Yesterday' },
};

const choiceNames = ({ choices }: Period): string => choices.map((choice) => CHOICES[choice].name).join(', ');

const PERIOD_LABEL = 'Period';

const IN_WORDS_LABEL = 'Period in Words';

/** For a tool: n8n lets a model fill a text, but no list. */
const inWordsField: INodeProperties = {
	...textField(
		IN_WORDS_LABEL,
		'periodText',
		'Takes the place of Period where it is filled, such as by the model: “last week”, or “2026-11-01 to 2026-11-15”',
		'e.g. last week',
	),
	displayOptions: { show: AS_TOOL },
};

const startField = dateField(
	'Start Date',
	'startDate',
	'The first moment to include, in the time zone of the workflow unless it says another',
);

const endField = dateField(
	'End Date',
	'endDate',
	'The last moment to include. A date without a time, which an expression may give, includes that whole day.',
);

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
		inWordsField,
		...(period.choices.includes('payPeriod') ? payPeriodFields : []),
		date(startField),
		date({ ...endField, hint: END_HINT }),
	];
}

const momentIn = (item: Item, { name, displayName }: INodeProperties, endOfDay?: boolean): string | undefined =>
	moment(item, parameter(item, name), displayName, endOfDay);

/** The range of Custom; either date may be missing unless the list requires both. */
function customRange(item: Item, { needsBoth }: Period): { startDate?: string; endDate?: string } {
	const startDate = momentIn(item, startField);
	const endDate = momentIn(item, endField, true);
	if (needsBoth && (startDate === undefined || endDate === undefined)) {
		const field = startDate === undefined ? startField : endField;
		const cure = missingDateCure(item, field, 'Pick both dates, or choose another period than Custom.');
		throw inputError(item, `“${field.displayName}” is empty`, cure);
	}
	return { startDate, endDate };
}

const TWO_DAYS = /^(?:from )?(\d{4}-\d\d-\d\d)(?:\s*(?:to|until|till|[-–/]|\.\.+)\s*(\d{4}-\d\d-\d\d))?$/i;

/** A period as a model writes it: a choice of the list by its name, or one or two days. */
function readWords(item: Item, text: string, period: Period): Choice | { startDate?: string; endDate?: string } {
	const letters = text.toLowerCase().replace(/[^a-z]/g, '');
	const choice = period.choices.find((each) => each.toLowerCase() === letters);
	if (choice !== undefined && choice !== 'custom' && choice !== 'payPeriod') return choice;
	const [, first, last = first] = TWO_DAYS.exec(text.trim()) ?? [];
	if (first === undefined) {
		const { choices } = period;
		const names = choiceNames({
			...period,
			choices: choices.filter((each) => each !== 'custom' && each !== 'payPeriod'),
		});
		const cure = `Write one of: ${names}; or days, such as 2026-11-01 to 2026-11-15.`;
		throw refusal(item, IN_WORDS_LABEL, 'can’t be read', text, cure);
	}
	return {
		startDate: moment(item, first, IN_WORDS_LABEL),
		endDate: moment(item, last, IN_WORDS_LABEL, true),
	};
}

/** The chosen range as UTC moments; empty for any time. Throws when a required date is missing. */
export function readPeriod(item: Item, period: Period): { startDate?: string; endDate?: string } {
	const given = parameter(item, 'period', period.standard);
	const words = parameter(item, 'periodText', '');
	const read = isBlank(words) ? undefined : readWords(item, String(words), period);
	if (typeof read === 'object') return read;
	const choice = read ?? (isBlank(given) ? period.standard : period.choices.find((each) => each === given));
	switch (choice) {
		case undefined:
			throw notOffered(item, PERIOD_LABEL, given, choiceNames(period));
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
		case 'payPeriod':
			return readPayPeriod(item);
		case 'custom':
			return customRange(item, period);
		default:
			return presetRange(choice, clock.date(), item.timeZone);
	}
}
