import { DAY_MS } from './moments';

export type PayPeriodLength = 'week' | 'fortnight' | 'fourWeeks' | 'month';

const WEEK_DAYS = 7;

const DAYS: Readonly<Record<Exclude<PayPeriodLength, 'month'>, number>> = {
	week: WEEK_DAYS,
	fortnight: 2 * WEEK_DAYS,
	fourWeeks: 4 * WEEK_DAYS,
};

/** The first day of the period that begins in a month; months without the day begin their period on their last day. */
function firstDayIn(year: number, month: number, day: number): number {
	const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return Date.UTC(year, month, Math.min(day, last));
}

function monthBegins(today: number, startsOn: number, by: number): number {
	const day = new Date(startsOn).getUTCDate();
	const date = new Date(today);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	const current = firstDayIn(year, month, day) <= today ? 0 : -1;
	return firstDayIn(year, month + current + by, day);
}

/**
 * First and last day of a pay period. Days are midnights in UTC that stand for days of a local calendar; `startsOn` is a
 * day on which one of the periods began, before today or after it.
 */
export function payPeriodDays(
	today: number,
	length: PayPeriodLength,
	startsOn: number,
	which: 'current' | 'lastFinished',
): [first: number, last: number] {
	const by = which === 'current' ? 0 : -1;
	if (length === 'month') return [monthBegins(today, startsOn, by), monthBegins(today, startsOn, by + 1) - DAY_MS];
	const days = DAYS[length];
	const periods = Math.floor((today - startsOn) / DAY_MS / days) + by;
	const first = startsOn + periods * days * DAY_MS;
	return [first, first + (days - 1) * DAY_MS];
}
