import type { IDataObject } from 'n8n-workflow';
import {
	changedSpan,
	Clocks,
	clockSpan,
	type ClockSpan,
	clockText,
	HOUR_MS,
	isBlank,
	isLeave,
	type JsonObject,
	MINUTE_MS,
	momentOf,
	numberOf,
	shiftLength,
} from '../../contract';
import { addedSwitch } from '../../form/fields';
import { type RecordStep, type RecordWork, plainItems, type Told, withDoubts } from '../../operations/types';

export const addHoursOption = addedSwitch({
	displayName: 'Add Hours',
	name: 'addHours',
	builderHint: {
		propertyHint:
			'Set to true to compare rostered, clocked, paid and invoiced hours: it adds hoursScheduled, hoursClocked, hoursPaid, hoursInvoiced, breakClocked, breakPaid, breakInvoiced (minutes), netPaid, netInvoiced, paidOverScheduled, clockedNotPaid, paidNotInvoiced, breakDiffers, clientApproval, localDate, localStart, localEnd. No date arithmetic or Code node is needed; Summarize adds them up by customer or site.',
	},
	description:
		'Whether to add rostered, clocked, paid and invoiced hours, breaks in minutes, and the differences. Unknown values are empty.',
});

/** Numbers that can be summed. */
export const SUMMED_HOURS = [
	'hoursScheduled',
	'hoursClocked',
	'hoursPaid',
	'hoursInvoiced',
	'breakClocked',
	'breakPaid',
	'breakInvoiced',
	'netPaid',
	'netInvoiced',
	'paidOverScheduled',
	'clockedNotPaid',
	'paidNotInvoiced',
] as const;

/** The unit of `payBreakTime` and `invoiceBreakTime`; the service doesn't state it. */
export type BreakUnit = 'minutes' | 'hours';

/** Breaks in hours are rarely longer; breaks in minutes are rarely fractions. */
const LONGEST_BREAK_HOURS = 3;

const CLOCK_TEXT = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/;

// Guess: answers.unstated
/** In the service's unstated unit; undefined if it isn't a number. */
function breakNumber(value: unknown): number | undefined {
	const number = numberOf(value);
	return number === undefined || number < 0 ? undefined : number;
}

/** In milliseconds; undefined if unreadable. `00:30` is thirty minutes in either unit. */
function breakLength(value: unknown, unit: BreakUnit | undefined): number | undefined {
	const [, hours, minutes, seconds = '0'] = (typeof value === 'string' && CLOCK_TEXT.exec(value.trim())) || [];
	if (hours !== undefined) return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
	const number = breakNumber(value);
	// Zero is zero in either unit.
	if (number === undefined || number === 0) return number;
	return unit === undefined ? undefined : number * (unit === 'hours' ? HOUR_MS : MINUTE_MS);
}

/** Decides the unit of a list's breaks: undecided if none is above three and one is a fraction, otherwise minutes. */
export class ListedBreaks {
	private highest = 0;

	private hasFraction = false;

	private readonly known: BreakUnit | undefined;

	/** `known`: from Service Details. */
	constructor(known?: BreakUnit) {
		this.known = known;
	}

	add(timesheet: JsonObject): void {
		for (const value of [timesheet.payBreakTime, timesheet.invoiceBreakTime]) {
			const number = breakNumber(value) ?? 0;
			this.highest = Math.max(this.highest, number);
			this.hasFraction ||= !Number.isInteger(number);
		}
	}

	/** Undefined if undecided. */
	get unit(): BreakUnit | undefined {
		if (this.known !== undefined) return this.known;
		return this.hasFraction && this.highest <= LONGEST_BREAK_HOURS ? undefined : 'minutes';
	}
}

const UNKNOWN_UNIT =
	'The breaks may be in hours or minutes: none is above 3, and at least one is a fraction. Net hours stay empty until you set “breakUnit” in the credential’s Service Details.';

type Length = number | undefined;

/** Spans of a timesheet, counted by the clock. */
const spansOf = (
	timesheet: JsonObject,
	clocks: Clocks,
): Record<'scheduled' | 'clocked' | 'paid' | 'invoiced', ClockSpan> => ({
	scheduled: clockSpan(timesheet, 'scheduledStartTime', 'scheduledEndTime', clocks),
	clocked: clockSpan(timesheet, 'timeclockStartTime', 'timeclockEndTime', clocks),
	paid: clockSpan(timesheet, 'payStartTime', 'payEndTime', clocks),
	invoiced: clockSpan(timesheet, 'invoiceStartTime', 'invoiceEndTime', clocks),
});

/** Undefined if the break is longer than its span. */
const within = (length: Length, whole: Length): Length =>
	length !== undefined && whole !== undefined && length > whole ? undefined : length;

const minus = (one: Length, other: Length): Length =>
	one === undefined || other === undefined ? undefined : one - other;

/** Two decimals; null if unknown. */
const rounded = (length: Length, unit: number): number | null =>
	// Adding zero turns -0 into 0.
	length === undefined ? null : Math.round((length / unit) * 100) / 100 + 0;

const inHours = (length: Length): number | null => rounded(length, HOUR_MS);
const inMinutes = (length: Length): number | null => rounded(length, MINUTE_MS);

/** Times of the scheduled shift, else of the paid one. */
function localTimes(timesheet: JsonObject, clocks: Clocks): IDataObject {
	const [start, end] =
		momentOf(timesheet.scheduledStartTime) === undefined
			? ['payStartTime', 'payEndTime']
			: ['scheduledStartTime', 'scheduledEndTime'];
	const [from, to] = [clocks.of(start), clocks.of(end)].map((time) => time && clockText(time));
	return {
		localDate: clocks.dayOf(start) ?? null,
		localStart: from?.slice(11) ?? null,
		localEnd: to?.slice(11) ?? null,
	};
}

/**
 * Spans in decimal hours, breaks in minutes, and their differences; null if missing or impossible. Without a `unit` of
 * breaks, values that need one are null.
 */
export function hoursOf(
	timesheet: JsonObject,
	unit: BreakUnit | undefined,
	clocks: Clocks,
	leaveEntryTypes?: readonly string[],
	spans = spansOf(timesheet, clocks),
): IDataObject {
	const { payBreakTime, invoiceBreakTime } = timesheet;
	const [scheduled, clocked, paid, invoiced] = [spans.scheduled, spans.clocked, spans.paid, spans.invoiced].map(
		({ shown }) => shown,
	);
	const paidBreak = within(breakLength(payBreakTime, unit), paid);
	const invoicedBreak = within(breakLength(invoiceBreakTime, unit), invoiced);
	const [netPaid, netInvoiced] = [minus(paid, paidBreak), minus(invoiced, invoicedBreak)];
	const neitherStated = isBlank(payBreakTime) && isBlank(invoiceBreakTime);
	// Two numbers in the same unit can be compared without knowing the unit.
	const [one, other] = unit === undefined ? [payBreakTime, invoiceBreakTime].map(breakNumber) : [];
	const breakDifference = minus(paidBreak, invoicedBreak) ?? minus(one, other);
	return {
		hoursScheduled: inHours(scheduled),
		hoursClocked: inHours(clocked),
		hoursPaid: inHours(paid),
		hoursInvoiced: inHours(invoiced),
		breakClocked: inMinutes(
			within(
				shiftLength(momentOf(timesheet.timeclockBreakStartTime), momentOf(timesheet.timeclockBreakEndTime)),
				clocked,
			),
		),
		breakPaid: inMinutes(paidBreak),
		breakInvoiced: inMinutes(invoicedBreak),
		netPaid: inHours(netPaid),
		netInvoiced: inHours(netInvoiced),
		paidOverScheduled: inHours(minus(paid, scheduled)),
		// Nobody clocks in for leave.
		clockedNotPaid: isLeave(timesheet, leaveEntryTypes) ? null : inHours(minus(clocked, paid)),
		paidNotInvoiced: inHours(neitherStated ? minus(paid, invoiced) : minus(netPaid, netInvoiced)),
		breakDiffers: breakDifference === undefined ? null : breakDifference !== 0,
		clientApproval: (timesheet.customerApprovalStatus ?? null) as IDataObject[string],
		...localTimes(timesheet, clocks),
	};
}

/** Adds the hours after any other work on the records. */
export const withHours =
	(before: RecordStep): RecordStep =>
	(item, options) => {
		const finish = before(item, options);
		if (!addHoursOption.read(item, options)) return finish;
		const { breakUnit, leaveEntryTypes } = item.connection.settings.details;
		const listed = new ListedBreaks(breakUnit);
		let changes = 0;
		const finishing: RecordWork = async (records) => {
			const outcomes = finish ? await finish(records) : plainItems(records);
			return outcomes.map((outcome) => {
				const { json, added } = outcome;
				const clocks = new Clocks({ ...added, ...json }, item.timeZone);
				item.hints.times.note(clocks, item.timeZone);
				const spans = spansOf(json, clocks);
				const changed = changedSpan(clocks, Object.values(spans));
				if (changed !== undefined) {
					changes++;
					item.hints.lines.clockChange('timesheet', json.timesheetId ?? json.id, changed, item.timeZone);
				}
				return { ...outcome, added: { ...added, ...hoursOf(json, listed.unit, clocks, leaveEntryTypes, spans) } };
			});
		};
		const look = (records: readonly IDataObject[]): void => {
			finish?.look?.(records);
			for (const record of records) listed.add(record);
		};
		const end = (): void => {
			finish?.end?.();
			if (listed.unit === undefined) item.hints.say(UNKNOWN_UNIT, 'warning');
		};
		const told = (): Told => withDoubts(finish?.told?.(), changes);
		return Object.assign(finishing, finish, { look, end, told });
	};
