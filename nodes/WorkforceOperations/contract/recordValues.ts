import { toMoment, HOUR_MS } from './moments';
import type { JsonObject } from './types';
import { yesOrNo } from './values';

/** Unset dates of some databases, such as `0001-01-01T00:00:00`. */
const BEFORE_1970 = /^(?:0\d{3}|1[0-8]\d{2}|19[0-6]\d)-\d{2}-\d{2}(?:$|[T ])/;

export const isNoDate = (value: unknown): boolean => typeof value === 'string' && BEFORE_1970.test(value.trim());

/** ASP.NET's JSON date: epoch milliseconds, possibly with the offset of the zone in which it was shown. */
const SERIALISED = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/;

/**
 * Smaller numbers are epoch seconds, larger ones milliseconds: it stands for the year 5138 in seconds and 1973 in
 * milliseconds.
 */
const SECONDS = 1e11;

const LATEST = 8.64e15;

/**
 * A moment of the service in epoch milliseconds. Text without a zone is UTC (assumed); numbers count from 1970. Undefined
 * if there is none.
 */
export function momentOf(value: unknown): number | undefined {
	const serialised = typeof value === 'string' ? SERIALISED.exec(value.trim())?.[1] : undefined;
	const counted = serialised === undefined ? value : Number(serialised);
	if (typeof counted === 'number') {
		const moment = counted * (counted < SECONDS ? 1000 : 1);
		return moment > 0 && moment <= LATEST ? moment : undefined;
	}
	if (typeof value !== 'string' || value.trim() === '' || isNoDate(value)) return undefined;
	const moment = toMoment(value, 'UTC');
	return moment === undefined ? undefined : Date.parse(moment);
}

/** A text of the service; undefined if it is blank or no text. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** An id, a code or a number of the service as text; undefined if there is none. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return textOf(value);
}

/** The same where zeros mean none, also as a GUID. */
export function realIdOf(value: unknown): string | undefined {
	const id = idOf(value);
	return id === undefined || /^[0-]*$/.test(id) ? undefined : id;
}

const CLOCK_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2})/;

/** Local time in a time zone: `2026-07-01T18:00`. */
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

/** No zone is farther from UTC: a local time that is belongs to another moment. */
const FAR_OFF_MS = 15 * HOUR_MS;

/** The service's own local time, if it can be that of the moment. */
function localTime(local: unknown, moment: number): string | undefined {
	if (typeof local !== 'string' || !CLOCK_TIME.test(local)) return undefined;
	const shown = momentOf(local.slice(0, 16));
	return shown === undefined || Math.abs(shown - moment) > FAR_OFF_MS ? undefined : local;
}

/**
 * Local time at a moment: `2026-07-01T18:00`. `local` is the service's own local time (a `…TZ` field, assumed to be the
 * site's); without it, the time in the given zone.
 */
export const shownLocally = (moment: number, local: unknown, timeZone: string): string =>
	localTime(local, moment)?.slice(0, 16).replace(' ', 'T') ?? shownIn(moment, timeZone);

/** Whether a record's own fields say that it is active. They are undocumented; some published samples have one. */
export function activeOf({ isActive, active, isArchived, archived }: JsonObject): boolean | undefined {
	const [on, off] = [[isActive, active].map(yesOrNo), [isArchived, archived].map(yesOrNo)];
	if (on.includes(false)) return false;
	if (off.includes(true)) return on.includes(true) ? undefined : false;
	return on.includes(true) ? true : undefined;
}
