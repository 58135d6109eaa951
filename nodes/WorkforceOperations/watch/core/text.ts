import { type Day, type JsonObject, toMoment } from '../../contract';

export { beginOf, type Day, dayAt, dayOf, isoDay } from '../../contract';

/** “1 Jul 2026” */
export function dayInWords(day: Day): string {
	const date = new Date(day * DAY_MS);
	return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A moment in epoch milliseconds as the service takes it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** What some databases write for no date, such as `0001-01-01T00:00:00`. */
const BEFORE_1970 = /^(?:0\d{3}|1[0-8]\d{2}|19[0-6]\d)-\d{2}-\d{2}(?:$|[T ])/;

export const isNoDate = (value: unknown): boolean => typeof value === 'string' && BEFORE_1970.test(value.trim());

/** As some serialisers write a moment: milliseconds since 1970, perhaps with the offset of the zone that it was shown in. */
const SERIALISED = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/;

/** Numbers below are seconds since 1970, above milliseconds: seconds of the year 5138, milliseconds of 1973. */
const SECONDS = 1e11;

/**
 * A moment of the service in epoch milliseconds; one without a zone is UTC (assumed), and a number counts from 1970.
 * Undefined where there is none.
 */
export function momentOf(value: unknown): number | undefined {
	const serialised = typeof value === 'string' ? SERIALISED.exec(value.trim())?.[1] : undefined;
	const counted = serialised === undefined ? value : Number(serialised);
	if (typeof counted === 'number') return counted > 0 ? counted * (counted < SECONDS ? 1000 : 1) : undefined;
	if (typeof value !== 'string' || value.trim() === '' || isNoDate(value)) return undefined;
	const moment = toMoment(value, 'UTC');
	return moment === undefined ? undefined : Date.parse(moment);
}

/** A text of the service; undefined where it is empty or none. */
export const textFrom = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** An id of the service as text; undefined where there is none. */
export function recordId(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return textFrom(value);
}

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

/** A local time that is so far off is none of this moment, such as the last one that a database can write. */
const FAR_OFF_MS = 366 * DAY_MS;

/** The service's own local time, where it is one: some databases write the year 1 for nothing. */
function localTime(local: unknown, moment: number): string | undefined {
	if (typeof local !== 'string' || !CLOCK_TIME.test(local)) return undefined;
	const shown = momentOf(local.slice(0, 16));
	return shown === undefined || Math.abs(shown - moment) > FAR_OFF_MS ? undefined : local;
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
	const given = localTime(local, moment) ?? shownIn(moment, timeZone);
	const [, , month, day, time = ''] = CLOCK_TIME.exec(given) ?? [];
	return Math.abs(now - moment) < TODAY_MS ? time : `${time} on ${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`;
}

/** “at Coral Coast Library”, or nothing where the record does not say. */
export const atSite = ({ siteName }: JsonObject): string => {
	const site = safeText(siteName);
	return site === undefined ? '' : ` at ${site}`;
};
