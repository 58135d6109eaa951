import { remembering } from './memo';
import { isDate } from './values';
import { DAY_MS, type CalendarDay, fromLocal, HOUR_MS, LATEST, MINUTE_MS, toLocal, zoneOf } from './zones';

export interface WrittenTime {
	/** The local time as if it were UTC, in epoch milliseconds. */
	clock: number;
	/** The written offset from UTC in milliseconds; undefined if none is written. */
	offset?: number;
	/** A day without a time. */
	isDay: boolean;
}

/**
 * Accepts the notation of databases (`2026-07-01 08:00:00.0000000 +10:00`), an offset in hours only, and a zone after
 * the time.
 */
const WRITTEN =
	/^\d{4}-\d{2}-\d{2}(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?(?: ?([A-Z+[-].{0,60}))?)?$/i;

/** ASP.NET's JSON date: epoch milliseconds, possibly with an offset for display. */
const SERIALISED = /^\/Date\((\d+)([+-]\d{4})?\)\/$/;

/** Reads `Z`, `+10:00`, `AEST`, `[Australia/Brisbane]`. */
function offsetBehind(text: string, clock: number): number | undefined {
	const zone = zoneOf(text.replace(/^\[(.*)\]$/, '$1'));
	return zone === undefined ? undefined : clock - fromLocal(clock, zone);
}

/**
 * The start of a day such as `2026-07-01`. Rejects impossible days, which JavaScript would roll over to the next month.
 */
const beginOfDay = remembering((text: string): number | undefined => {
	const begin = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(begin) && new Date(begin).toISOString().startsWith(text) ? begin : undefined;
});

function readText(text: string): WrittenTime | undefined {
	const match = WRITTEN.exec(text);
	const begin = match === null ? undefined : beginOfDay(text.slice(0, 10));
	if (match === null || begin === undefined) return undefined;
	const [, hour, minute = 0, second = 0, fraction = '', behind] = match;
	const [hours, minutes, seconds] = [Number(hour ?? 0), Number(minute), Number(second)];
	if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
	const clock = begin + hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000 + Number(fraction.padEnd(3, '0'));
	const offset = behind === undefined ? undefined : offsetBehind(behind, clock);
	if (behind !== undefined && offset === undefined) return undefined;
	return { clock, offset, isDay: hour === undefined };
}

/** Some databases write unset dates as `0001-01-01T00:00:00`. */
const BEFORE_1970 = /^(?:0\d{3}|1[0-8]\d{2}|19[0-6]\d)-\d{2}-\d{2}(?:$|[T ])/;

export const isNoDate = (value: unknown): boolean => typeof value === 'string' && BEFORE_1970.test(value.trim());

/**
 * Smaller numbers are epoch seconds, larger ones milliseconds: 1e11 is the year 5138 in seconds and 1973 in
 * milliseconds.
 */
const SECONDS = 1e11;

function readCount(count: number, offset: number): WrittenTime | undefined {
	const moment = count * (count < SECONDS ? 1000 : 1);
	return moment > 0 && moment <= LATEST ? { clock: moment + offset, offset, isDay: false } : undefined;
}

/** The only reader of the service's times. Numbers count from 1970. Undefined if there is none. */
export function readTime(value: unknown): WrittenTime | undefined {
	if (typeof value === 'number') return readCount(value, 0);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (BEFORE_1970.test(text)) return undefined;
	const [, count, shownIn = ''] = SERIALISED.exec(text) ?? [];
	if (count === undefined) return readText(text);
	return readCount(Number(count), offsetBehind(shownIn, Number(count)) ?? 0);
}

/** In epoch milliseconds. A time without an offset is UTC (assumed). Undefined if there is none. */
export function momentOf(value: unknown): number | undefined {
	const time = readTime(value);
	return time && time.clock - (time.offset ?? 0);
}

function milliseconds(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (isDate(value)) return value.getTime();
	if (typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function') {
		const result: unknown = value.toMillis();
		return typeof result === 'number' ? result : undefined;
	}
	return undefined;
}

function textMoment(text: string, timeZone: string, endOfDay: boolean): number | undefined {
	const time = readText(text.trim());
	if (time === undefined) return undefined;
	if (time.isDay && endOfDay) return fromLocal(time.clock + DAY_MS, timeZone) - 1;
	return time.offset === undefined ? fromLocal(time.clock, timeZone) : time.clock - time.offset;
}

/**
 * Returns ISO-8601 in UTC, as the service requires. Accepts ISO text (local time in `timeZone` if it names no zone),
 * a Date, a luxon DateTime or epoch milliseconds. A bare date is the start of that day or, with `endOfDay`, its last
 * millisecond. Undefined if it isn't a moment.
 */
export function toMoment(value: unknown, timeZone: string, endOfDay = false): string | undefined {
	const ms = milliseconds(value) ?? (typeof value === 'string' ? textMoment(value, timeZone, endOfDay) : undefined);
	return ms === undefined || Number.isNaN(ms) || Math.abs(ms) > LATEST ? undefined : new Date(ms).toISOString();
}

const LEADING_DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;

/** As written, even if no such day exists; undefined if the text doesn't begin with a day. */
export const leadingDay = (text: string): string | undefined => LEADING_DAY.exec(text)?.[1];

/**
 * The day of a date such as an expiry. It is the written day, because dates are sent as they were picked. Exception: a
 * moment in UTC that is midnight in the time zone means the day that begins then. Undefined if there is none; days
 * before 1970 are placeholders of some databases.
 */
export function calendarDay(value: unknown, timeZone: string): CalendarDay | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const written = readTime(leadingDay(text))?.clock;
	if (written === undefined) return undefined;
	const time = readTime(text);
	const local = time?.offset === 0 ? toLocal(time.clock, timeZone) : NaN;
	return (local % DAY_MS === 0 ? local : written) / DAY_MS;
}
