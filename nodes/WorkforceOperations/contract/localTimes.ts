import { toLocal, toMoment, MINUTE_MS } from './moments';
import { isNoDate, momentOf } from './recordValues';
import { isJsonObject, type JsonObject } from './types';
import { isBlank } from './values';

/** Fields that may hold the site's time zone (assumed; live operations have `…TZ` fields). */
const ZONE_FIELDS = ['timeZone', 'siteTimeZone', 'timezone', 'siteTimezone'];

function isZone(value: unknown): value is string {
	if (typeof value !== 'string' || isBlank(value)) return false;
	try {
		return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** The site's time zone, if the record tells it. */
export const siteZone = (record: JsonObject): string | undefined =>
	ZONE_FIELDS.map((field) => record[field]).find(isZone);

/** A moment as text: without an offset it is UTC (assumed). What has another offset shows local time already. */
const UTC_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|[+-]00:?00))?$|^\/Date\(\d+/i;

const BARE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/** Days without a time, which no time zone moves, come as midnight. */
const DAY_FIELD = /birth|expir|^(?:start|end)Date$/i;
const AT_MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[+-]00:?00))?$/i;

/** Fields whose content stays as the service sent it. */
const AS_SENT = /TZ$|^details$/;

const QUARTER_MS = 15 * MINUTE_MS;

/** The furthest from UTC that clocks are anywhere. */
const MOST_OFFSET_MS = 14 * 60 * MINUTE_MS;

/** What the pairs of a time and its `…TZ` field tell of the site's clocks. */
function toldOffsets(record: JsonObject): Array<{ at: number; offset: number }> {
	return Object.keys(record).flatMap((name) => {
		const [at, shown] = [momentOf(record[name]), momentOf(record[`${name}TZ`])];
		if (at === undefined || shown === undefined) return [];
		const offset = Math.round((shown - at) / QUARTER_MS) * QUARTER_MS;
		return Math.abs(offset) <= MOST_OFFSET_MS ? [{ at, offset }] : [];
	});
}

/** Whether a record tells its site's clocks. */
export const tellsClocks = (record: JsonObject): boolean =>
	siteZone(record) !== undefined || toldOffsets(record).length > 0;

/** `2026-07-01T18:00:00+10:00` */
function localIso(moment: number, offset: number): string {
	const shown = new Date(moment + offset).toISOString().slice(0, -1).replace('.000', '');
	const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
	const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
	return `${shown}${offset < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** Replaces the times of a record and of everything in it. */
function withTimes<Part extends object>(part: Part, times: RegExp, as: (text: string) => string | undefined): Part {
	const shown = (value: unknown, name: string): unknown => {
		if (AS_SENT.test(name)) return value;
		if (Array.isArray(value)) return value.map((entry) => shown(entry, name));
		if (isJsonObject(value)) return withTimes(value, times, as);
		if (typeof value !== 'string' || !times.test(value) || (DAY_FIELD.test(name) && AT_MIDNIGHT.test(value)))
			return value;
		return as(value) ?? value;
	};
	return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, shown(value, name)])) as Part;
}

/**
 * Shows the times of records as local ones with their offset: by the clocks of the site where the record that they are
 * from tells them, else in the given zone.
 */
export function localTimesBy(whole: JsonObject, timeZone: string): <Part extends object>(part: Part) => Part {
	const told = toldOffsets(whole);
	const zone = siteZone(whole);
	const offsetAt = (moment: number): number => {
		const [nearest] =
			zone === undefined ? [...told].sort((a, b) => Math.abs(a.at - moment) - Math.abs(b.at - moment)) : [];
		return nearest?.offset ?? toLocal(moment, zone ?? timeZone) - moment;
	};
	return (part) =>
		withTimes(part, UTC_TIME, (text) => {
			const moment = momentOf(text);
			return moment === undefined ? undefined : localIso(moment, offsetAt(moment));
		});
}

/** A record whose times without an offset get that of the site's time zone or, where it tells none, of the given one. */
export function withOffsets(record: JsonObject, timeZone: string): JsonObject {
	const zone = siteZone(record) ?? timeZone;
	return withTimes(record, BARE_TIME, (text) => {
		const moment = isNoDate(text) ? undefined : toMoment(text, zone);
		const at = moment === undefined ? undefined : Date.parse(moment);
		return at === undefined ? undefined : localIso(at, toLocal(at, zone) - at);
	});
}
