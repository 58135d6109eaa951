import { fromLocal, toLocal, DAY_MS } from './moments';

const LEADING_DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;

const UTC_SUFFIX = /(?:Z|[+-]00:?00)$/i;

/** A calendar day, as the number of days since 1970. */
export type CalendarDay = number;

/** The day at the beginning of a text as written, real or not; undefined if there is none. */
export const leadingDay = (text: string): string | undefined => LEADING_DAY.exec(text)?.[1];

export const calendarDayAt = (moment: number, timeZone: string): CalendarDay =>
	Math.floor(toLocal(moment, timeZone) / DAY_MS);

/** The start of a day in a time zone, in epoch milliseconds. */
export const beginOf = (day: CalendarDay, timeZone: string): number => fromLocal(day * DAY_MS, timeZone);

/** `2026-07-01` */
export const isoDay = (day: CalendarDay): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The calendar day of a date of the service, such as one of expiry: the written day, because dates are sent as they are
 * picked. The exception is a moment in UTC that is midnight in the time zone: it means the day that begins then. Undefined
 * if there is none; days before 1970 are placeholders of some databases.
 */
export function calendarDay(value: unknown, timeZone: string): CalendarDay | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const named = leadingDay(text);
	if (named === undefined) return undefined;
	const [year = 0, month = 0, date = 0] = named.split('-').map(Number);
	const written = Date.UTC(year, month - 1, date);
	if (isoDay(written / DAY_MS) !== named) return undefined;
	const moment = UTC_SUFFIX.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
	const local = Number.isNaN(moment) ? Number.NaN : toLocal(moment, timeZone);
	const day = (moment % DAY_MS !== 0 && local % DAY_MS === 0 ? local : written) / DAY_MS;
	return day < 0 ? undefined : day;
}
