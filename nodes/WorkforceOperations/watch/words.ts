import { type JsonObject, toMoment } from '../contract';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A moment in epoch milliseconds as the service takes it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** What some databases write for no date, such as `0001-01-01T00:00:00`. */
const BEFORE_1970 = /^(?:0\d{3}|1[0-8]\d{2}|19[0-6]\d)-\d{2}-\d{2}(?:$|[T ])/;

export const isNoDate = (value: unknown): boolean => typeof value === 'string' && BEFORE_1970.test(value.trim());

/** A moment of the service in epoch milliseconds; one without a zone is UTC (assumed). Undefined where there is none. */
export function momentOf(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.trim() === '' || isNoDate(value)) return undefined;
	const moment = toMoment(value, 'UTC');
	return moment === undefined ? undefined : Date.parse(moment);
}

/** A text of the service; undefined where it is empty or none. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** An id of the service as text; undefined where there is none. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return textOf(value);
}

/** “1 minute”, “17 minutes”. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** “17 minutes”, and from two hours on “3 hours 5 minutes”. */
export function duration(ms: number): string {
	const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
	if (minutes < 120) return counted(minutes, 'minute');
	const rest = minutes % 60;
	return `${counted(Math.floor(minutes / 60), 'hour')}${rest === 0 ? '' : ` ${counted(rest, 'minute')}`}`;
}

const CLOCK_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2})/;
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What the clocks show in a time zone: `2026-07-01T18:00`. */
function shownIn(moment: number, timeZone: string): string {
	const parts: Record<string, string> = {};
	const formatter = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	});
	for (const { type, value } of formatter.formatToParts(moment)) parts[type] = value;
	return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** Beyond so much the time of day alone would be taken for today's. */
const TODAY_MS = 18 * HOUR_MS;

/**
 * “18:00”, or “18:00 on 3 Jul” where it is not about now. `local` is the service's own local time (a `…TZ` field, assumed
 * to be the site's); without one the time of the workflow's zone is told.
 */
export function clockTime(
	moment: number,
	local: unknown,
	{ now, timeZone }: { now: number; timeZone: string },
): string {
	const given = typeof local === 'string' && CLOCK_TIME.test(local) ? local : shownIn(moment, timeZone);
	const [, , month, day, time = ''] = CLOCK_TIME.exec(given) ?? [];
	return Math.abs(now - moment) < TODAY_MS ? time : `${time} on ${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`;
}

/** “at Coral Coast Library”, or nothing where the record does not say. */
export const atSite = ({ siteName }: JsonObject): string => {
	const site = textOf(siteName);
	return site === undefined ? '' : ` at ${site}`;
};
