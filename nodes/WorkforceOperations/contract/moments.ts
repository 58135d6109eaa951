import { isDate } from './values';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?$/;
const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}.*?) ?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The UTC offset of a time zone at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
	let formatter = formatters.get(timeZone);
	if (formatter === undefined) {
		formatter = new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
		formatters.set(timeZone, formatter);
	}
	const part: Record<string, number> = {};
	for (const { type, value } of formatter.formatToParts(moment)) part[type] = Number(value);
	const shown = new Date(Date.UTC(2000, 0, 1, part.hour, part.minute, part.second));
	// Date.UTC takes the years 0 to 99 for 1900 to 1999.
	shown.setUTCFullYear(part.year ?? 0, (part.month ?? 1) - 1, part.day);
	return shown.getTime() - Math.floor(moment / 1000) * 1000;
}

/** The moment of a local time in a time zone; in a daylight saving gap, the moment after it. */
export function fromLocal(shownAsUtc: number, timeZone: string): number {
	const first = shownAsUtc - offsetAt(shownAsUtc, timeZone);
	const second = shownAsUtc - offsetAt(first, timeZone);
	return second === first || second + offsetAt(second, timeZone) === shownAsUtc ? second : Math.max(first, second);
}

/** A local time as if it were UTC, for calendar arithmetic. */
export const toLocal = (moment: number, timeZone: string): number => moment + offsetAt(moment, timeZone);

function milliseconds(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (isDate(value)) return value.getTime();
	if (typeof value === 'object' && value !== null && 'toMillis' in value && typeof value.toMillis === 'function') {
		const result: unknown = value.toMillis();
		return typeof result === 'number' ? result : undefined;
	}
	return undefined;
}

/** Whether date and time exist: JavaScript would roll over to the next month or day. */
function isRealDate(year: string, month: string, day: string, hour = '0', minute = '0', second = '0'): boolean {
	const shown = new Date(0);
	shown.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
	return (
		shown.getUTCMonth() === Number(month) - 1 &&
		shown.getUTCDate() === Number(day) &&
		Number(hour) < 24 &&
		Number(minute) < 60 &&
		Number(second) < 60
	);
}

/** Also reads the notation of databases: `2026-07-01 08:00:00.0000000 +10:00`, or an offset in hours only. */
function zonedMilliseconds(text: string): number | undefined {
	const [, date = '', time = '', offset = ''] = ZONED.exec(text) ?? [];
	const [year = '', month = '', day = ''] = date.split('-');
	const zone = offset.length === 3 ? `${offset}:00` : offset;
	return isRealDate(year, month, day) ? Date.parse(`${date}T${time}${zone}`) : undefined;
}

function localMilliseconds(text: string, timeZone: string, endOfDay: boolean): number | undefined {
	const match = LOCAL.exec(text);
	if (!match) return undefined;
	const [, year = '', month = '', day = '', hour, minute, second, fraction] = match;
	if (!isRealDate(year, month, day, hour, minute, second)) return undefined;
	const shown = new Date(0);
	shown.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
	if (hour === undefined && endOfDay) return fromLocal(shown.getTime() + DAY_MS, timeZone) - 1;
	shown.setUTCHours(
		Number(hour ?? 0),
		Number(minute ?? 0),
		Number(second ?? 0),
		Number((fraction ?? '0').padEnd(3, '0')),
	);
	return fromLocal(shown.getTime(), timeZone);
}

/**
 * A moment as the service requires it: ISO-8601 in UTC. Accepts what n8n's date picker and expressions give: ISO text with
 * or without a zone (without one it is local time in `timeZone`), a Date, a luxon DateTime or epoch milliseconds. A bare
 * date is the start of that day or, with `endOfDay`, its last millisecond. Undefined if it isn't a moment.
 */
export function toMoment(value: unknown, timeZone: string, endOfDay = false): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const ms =
		milliseconds(value) ?? (ZONED.test(text) ? zonedMilliseconds(text) : localMilliseconds(text, timeZone, endOfDay));
	return ms === undefined || Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? undefined : new Date(ms).toISOString();
}
