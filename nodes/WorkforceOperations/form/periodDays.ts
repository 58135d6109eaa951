import { beginOf, calendarDayAt, type CalendarDay, DAY_MS } from '../contract';

export type Days = [first: CalendarDay, last: CalendarDay];

/** `date` in the month that is `by` months away, or that month's last day if it is shorter. */
function dateOfMonth(today: CalendarDay, by: number, date: number): CalendarDay {
	const now = new Date(today * DAY_MS);
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + by];
	const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return Date.UTC(year, month, Math.min(date, last)) / DAY_MS;
}

const day =
	(by: number) =>
	(today: CalendarDay): Days => [today + by, today + by];

/** Whole weeks from Monday, `by` weeks away. 1 January 1970 was a Thursday. */
const weeks =
	(by: number, count = 1) =>
	(today: CalendarDay): Days => {
		const first = today - ((today + 3) % 7) + by * 7;
		return [first, first + count * 7 - 1];
	};

const month =
	(by: number) =>
	(today: CalendarDay): Days => [dateOfMonth(today, by, 1), dateOfMonth(today, by + 1, 1) - 1];

export const PRESETS = {
	today: day(0),
	tomorrow: day(1),
	yesterday: day(-1),
	thisWeek: weeks(0),
	nextWeek: weeks(1),
	lastWeek: weeks(-1),
	lastTwoWeeks: weeks(-2, 2),
	thisMonth: month(0),
	lastMonth: month(-1),
} as const;

export type Preset = keyof typeof PRESETS;

const LENGTHS = { week: 7, fortnight: 14, fourWeeks: 28 } as const;

export type PayPeriodLength = keyof typeof LENGTHS | 'month';

/** `startsOn`: a day on which any of the periods begins, before or after today. */
export function payPeriodDays(
	today: CalendarDay,
	length: PayPeriodLength,
	startsOn: CalendarDay,
	which: 'current' | 'lastFinished',
): Days {
	const by = which === 'current' ? 0 : -1;
	if (length === 'month') {
		const begin = (months: number): CalendarDay => dateOfMonth(today, months, new Date(startsOn * DAY_MS).getUTCDate());
		const months = by - (begin(0) <= today ? 0 : 1);
		return [begin(months), begin(months + 1) - 1];
	}
	const days = LENGTHS[length];
	const first = startsOn + (Math.floor((today - startsOn) / days) + by) * days;
	return [first, first + days - 1];
}

/** From today's date in a time zone; UTC moments with an inclusive end. */
export function wholeDays(
	of: (today: CalendarDay) => Days,
	now: number,
	timeZone: string,
): { startDate: string; endDate: string } {
	const [first, last] = of(calendarDayAt(now, timeZone));
	return {
		startDate: new Date(beginOf(first, timeZone)).toISOString(),
		endDate: new Date(beginOf(last + 1, timeZone) - 1).toISOString(),
	};
}
