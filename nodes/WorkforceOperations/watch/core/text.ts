import { fromLocal, recordId, type JsonObject, shownLocally, toLocal } from '../../contract';

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;

const IN_UTC = /(?:Z|[+-]00:?00)$/i;

/** A calendar day, as the number of days since 1970. */
export type CalendarDay = number;

/** Which day it is in a time zone. */
export const calendarDayAt = (moment: number, timeZone: string): CalendarDay =>
	Math.floor(toLocal(moment, timeZone) / DAY_MS);

/** When a day begins in a time zone, in epoch milliseconds. */
export const beginOf = (day: CalendarDay, timeZone: string): number => fromLocal(day * DAY_MS, timeZone);

/**
 * The day that a date of the service means, such as that of expiry: the one that is written, as dates are sent as picked.
 * Only a moment in UTC that is midnight in the time zone means the day that begins there. Undefined where there is none;
 * days before 1970 are what some databases write for nothing.
 */
export function calendarDay(value: unknown, timeZone: string): CalendarDay | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, year, month, date] = WRITTEN.exec(text) ?? [];
	if (year === undefined) return undefined;
	const written = Date.UTC(Number(year), Number(month) - 1, Number(date));
	if (new Date(written).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
	const moment = IN_UTC.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
	const local = Number.isNaN(moment) ? Number.NaN : toLocal(moment, timeZone);
	const day = (moment % DAY_MS !== 0 && local % DAY_MS === 0 ? local : written) / DAY_MS;
	return day < 0 ? undefined : day;
}

/** `2026-07-01` */
export const isoDay = (day: CalendarDay): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** “1 Jul 2026” */
export function dayInWords(day: CalendarDay): string {
	const date = new Date(day * DAY_MS);
	return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

export { recordId, isNoDate, momentOf, textFrom } from '../../contract';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A moment in epoch milliseconds as the service takes it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** The most characters of one foreign part in a sentence. */
const MOST_SAFE_TEXT = 120;

/** Of a longer text only the beginning is looked at. */
const MOST_READ = 4000;

/** Whom a mention calls that looks like an address. */
const EVERYBODY = /^(?:everyone|here|channel|all|room|team|group)(?![\p{L}\p{N}-])/iu;

const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;

/** An @ within an address stays; any other may call somebody, and becomes a full-width one, which calls nobody. */
const withoutMentions = (text: string): string =>
	text.replace(/@/g, (at, place: number) => {
		const [before, after] = [
			text.slice(Math.max(0, place - 2), place),
			text.slice(place + 1, place + 1 + MOST_SAFE_TEXT),
		];
		return /[\p{L}\p{N}._%+-]$/u.test(before) && DOMAIN.test(after) && !EVERYBODY.test(after) ? at : '＠';
	});

/**
 * What somebody has typed, as a part of a sentence that is sent on: one line without control characters and invisible ones,
 * in which nothing is a tag, a mention or a link behind other words, and no longer than 120 characters. Undefined where
 * nothing of it is left. The record keeps it as it was.
 */
export function safeText(value: unknown): string | undefined {
	const text = recordId(value) ?? '';
	const clean = text
		.slice(0, MOST_READ)
		.replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu, '')
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim()
		.replace(/</g, '‹')
		.replace(/>/g, '›')
		.replace(/\]\(/g, '] (');
	const characters = [...withoutMentions(clean)];
	if (characters.length === 0) return undefined;
	if (characters.length <= MOST_SAFE_TEXT && text.length <= MOST_READ) return characters.join('');
	return `${characters
		.slice(0, MOST_SAFE_TEXT - 1)
		.join('')
		.trimEnd()}…`;
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

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

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
	const given = shownLocally(moment, local, timeZone);
	const [, , month, day, time = ''] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(given) ?? [];
	return Math.abs(now - moment) < TODAY_MS ? time : `${time} on ${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`;
}

/** “at Coral Coast Library”, or nothing where the record does not say. */
export const atSite = ({ siteName }: JsonObject): string => {
	const site = safeText(siteName);
	return site === undefined ? '' : ` at ${site}`;
};
