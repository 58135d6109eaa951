import type { INodeProperties } from 'n8n-workflow';
import { DAY_MS, HOUR_MS, isBlank, LIVE_WINDOW_HOURS } from '../contract';
import { clock } from '../transport/clock';
import { calendarDate, missingDateCure } from './dates';
import { dateField, textField } from './fields';
import { inputError, type Item, notOffered, parameter, refusal } from './item';
import { type PayPeriodLength, payPeriodDays, type Preset, PRESETS, wholeDays } from './periodDays';
import { moment } from './read';
import { AS_TOOL } from './toolOutput';

/** Whole days (presets), everything, the service's default window, a pay period, or two dates. */
type Choice = Preset | 'anyTime' | 'aroundNow' | 'payPeriod' | 'custom';

/** The date picker sets the time to 00:00, so a picked end day would count only up to its first moment. */
export const END_HINT = 'To include the whole day, set the time to 23:59:59';

export interface Period {
	/** In chronological order, with Custom last. */
	choices: readonly Choice[];
	standard: Choice;
	needsBoth: boolean;
	/** For n8n's AI builder. */
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

const PAST_AND_PAY = [...PAST.slice(0, -1), 'payPeriod', 'custom'] as const;

const FOR_SCHEDULES =
	"For anything that runs on a schedule, choose a preset: 'lastWeek' for a weekly payroll file, 'yesterday' for a daily report, 'lastMonth' for a monthly one. Only 'custom' uses startDate and endDate: expressions that return ISO dates.";

/** The service requires both dates (documented); payroll usually reads the previous week. */
export const TIMESHEET_PERIOD: Period = {
	choices: PAST_AND_PAY,
	standard: 'lastWeek',
	needsBoth: true,
	hint: FOR_SCHEDULES,
};

/** Without dates the service returns all reports, oldest first, so the form opens on recent ones. */
export const REPORT_PERIOD: Period = {
	choices: ['anyTime', ...PAST],
	standard: 'lastTwoWeeks',
	needsBoth: false,
	hint: FOR_SCHEDULES,
};

/** Both dates or neither: with only one, the service uses its default window. */
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
	hint: "'aroundNow' for everybody who is on shift now or should be; 'today' or 'tomorrow' for one day’s list. Only 'custom' uses startDate and endDate: expressions that return ISO dates.",
};

const CHOICES: Readonly<Record<Choice, { name: string; description?: string }>> = {
	anyTime: { name: 'Any Time' },
	aroundNow: {
		name: 'Around Now',
		description: `From ${LIVE_WINDOW_HOURS} hours ago to ${LIVE_WINDOW_HOURS} hours from now`,
	},
	custom: { name: 'Custom', description: 'From a start date to an end date that you pick' },
	lastMonth: { name: 'Last Month' },
	lastTwoWeeks: { name: 'Last Two Weeks', description: 'The two whole weeks before this one, Monday to Sunday' },
	lastWeek: { name: 'Last Week', description: 'Monday to Sunday' },
	payPeriod: {
		name: 'Pay Period',
		description: 'A week, a fortnight, four weeks or a month, counted from a day you pick',
	},
	nextWeek: { name: 'Next Week', description: 'Monday to Sunday' },
	thisMonth: { name: 'This Month' },
	thisWeek: { name: 'This Week', description: 'Monday to Sunday' },
	today: { name: 'Today' },
	tomorrow: { name: 'Tomorrow' },
	yesterday: { name: 'Yesterday' },
};

type Names<Value extends string> = Readonly<Partial<Record<Value, string>>>;

const namesOf = ({ choices }: Pick<Period, 'choices'>): Names<Choice> =>
	Object.fromEntries(choices.map((choice) => [choice, CHOICES[choice].name]));

const IN_WORDS_LABEL = 'Period in Words';

/** For tools: n8n lets a model fill in text, but not choose from a list. */
const inWordsField: INodeProperties = {
	...textField(
		IN_WORDS_LABEL,
		'periodText',
		'Text that replaces Period, such as “last week” or “2026-11-01 to 2026-11-15”',
		'e.g. last week',
	),
	displayOptions: { show: AS_TOOL },
};

const startField = dateField(
	'Start Date',
	'startDate',
	'The first moment to include, in the workflow’s time zone unless the date specifies its own',
);

const endField = dateField(
	'End Date',
	'endDate',
	'The last moment to include. A date without a time includes that whole day.',
);

const periodField = ({ choices, standard, hint }: Period): INodeProperties => ({
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: choices.map((value) => ({ ...CHOICES[value], value })),
	default: standard,
	description: 'Which days to read: whole days, weeks or months in the workflow’s time zone',
	builderHint: { propertyHint: hint },
});

const LENGTHS: Readonly<Record<PayPeriodLength, string>> = {
	week: 'Week',
	fortnight: 'Fortnight',
	fourWeeks: 'Four Weeks',
	month: 'Month',
};

const WHICH = { lastFinished: 'Last Finished', current: 'Current' } as const;

const choicesOf = (names: Names<string>): Array<{ name: string; value: string }> =>
	Object.entries(names).map(([value, name = value]) => ({ name, value }));

const lengthField: INodeProperties = {
	displayName: 'Pay Period',
	name: 'payPeriodLength',
	type: 'options',
	options: choicesOf(LENGTHS),
	default: 'fortnight',
	description: 'How long a pay period is',
};

/** Not required: if the period is an expression, n8n would demand this field for every period. */
const startsOnField = dateField(
	'Starts On',
	'payPeriodStartsOn',
	'The first day of any of your pay periods, however long ago',
);

const whichField: INodeProperties = {
	displayName: 'Which',
	name: 'payPeriodWhich',
	type: 'options',
	options: choicesOf(WHICH),
	default: 'lastFinished',
	description: 'The last complete period or the current one',
};

const shownFor = (choice: Choice, ...fields: INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({ ...field, displayOptions: { show: { period: [choice] } } }));

/** `period`, with the fields of Pay Period and Custom. */
export function periodFields(period: Period): INodeProperties[] {
	const required = period.needsBoth ? { required: true } : {};
	return [
		periodField(period),
		inWordsField,
		...(period.choices.includes('payPeriod') ? shownFor('payPeriod', lengthField, startsOnField, whichField) : []),
		...shownFor('custom', { ...startField, ...required }, { ...endField, ...required, hint: END_HINT }),
	];
}

/** Returns the default if empty. Throws for a value that isn't offered, with the labels of those that are. */
function chosen<Value extends string>(
	item: Item,
	{ displayName, name, default: standard }: INodeProperties,
	names: Names<Value>,
): Value {
	const given = parameter(item, name, standard);
	const value = (Object.keys(names) as Value[]).find((each) => each === (isBlank(given) ? standard : given));
	if (value !== undefined) return value;
	throw notOffered(item, displayName, given, Object.values(names).join(', '));
}

function payPeriod(item: Item): { startDate: string; endDate: string } {
	const startsOn = calendarDate(item, parameter(item, startsOnField.name), startsOnField.displayName);
	if (startsOn === undefined) {
		const cure = missingDateCure(
			item,
			startsOnField,
			'Pick the first day of any of your pay periods.',
			'Give the first day of any pay period.',
		);
		throw inputError(item, `“${startsOnField.displayName}” is empty`, cure);
	}
	const [length, which] = [chosen(item, lengthField, LENGTHS), chosen(item, whichField, WHICH)];
	const begun = Date.parse(startsOn) / DAY_MS;
	return wholeDays((today) => payPeriodDays(today, length, begun, which), clock.date(), item.timeZone);
}

const momentIn = (item: Item, { name, displayName }: INodeProperties, endOfDay?: boolean): string | undefined =>
	moment(item, parameter(item, name), displayName, endOfDay);

/** Either date may be missing unless the list requires both. */
function customRange(item: Item, { needsBoth }: Period): { startDate?: string; endDate?: string } {
	const startDate = momentIn(item, startField);
	const endDate = momentIn(item, endField, true);
	if (needsBoth && (startDate === undefined || endDate === undefined)) {
		const field = startDate === undefined ? startField : endField;
		const cure = missingDateCure(
			item,
			field,
			'Pick both dates, or choose a period other than Custom.',
			'Give both dates, or a period other than custom.',
		);
		throw inputError(item, `“${field.displayName}” is empty`, cure);
	}
	return { startDate, endDate };
}

const TWO_DAYS = /^(?:from )?(\d{4}-\d\d-\d\d)(?:\s*(?:to|until|till|[-–/]|\.\.+)\s*(\d{4}-\d\d-\d\d))?$/i;

/** Reads what a model writes: the name of a choice, or one or two days. */
function readWords(item: Item, text: string, { choices }: Period): Choice | { startDate?: string; endDate?: string } {
	const offered = choices.filter((each) => each !== 'custom' && each !== 'payPeriod');
	// Digits beside a name would be a year or a count, so they rule the name out.
	const letters = /\p{N}/u.test(text) ? undefined : text.toLowerCase().replace(/[^a-z]/g, '');
	const choice = offered.find((each) => each.toLowerCase() === letters);
	if (choice !== undefined) return choice;
	const [, first, last = first] = TWO_DAYS.exec(text.trim()) ?? [];
	if (first === undefined) {
		const names = Object.values(namesOf({ choices: offered })).join(', ');
		const cure = `Write one of: ${names}; or dates such as 2026-11-01 to 2026-11-15.`;
		throw refusal(item, IN_WORDS_LABEL, 'can’t be read', text, cure);
	}
	return {
		startDate: moment(item, first, IN_WORDS_LABEL),
		endDate: moment(item, last, IN_WORDS_LABEL, true),
	};
}

/** As UTC moments; empty for any time. Throws if a required date is missing. */
export function readPeriod(item: Item, period: Period): { startDate?: string; endDate?: string } {
	if (item.period !== undefined) return item.period;
	const words = parameter(item, 'periodText', '');
	const choice = isBlank(words)
		? chosen(item, periodField(period), namesOf(period))
		: readWords(item, String(words), period);
	if (typeof choice === 'object') return choice;
	switch (choice) {
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
			return payPeriod(item);
		case 'custom':
			return customRange(item, period);
		default:
			return wholeDays(PRESETS[choice], clock.date(), item.timeZone);
	}
}
