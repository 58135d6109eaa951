import { isNoDate, momentOf, readTime, type WrittenTime } from './time';
import { isJsonObject, type JsonObject } from './types';
import { isBlank } from './values';
import { DAY_MS, fromLocal, isoDay, MINUTE_MS, MOST_OFFSET_MS, offsetAt, offsetText, zoneOf } from './zones';

/** A time as a site's clocks show it. */
export interface LocalTime {
	/** The local time as if it were UTC, in epoch milliseconds. */
	clock: number;
	/** The offset from UTC in milliseconds. */
	offset: number;
	/** The unreadable zone field, if the workflow's zone was used instead. */
	unread?: string;
}

/** Fields that may hold the site's time zone (assumed; live operations have `…TZ` fields). */
const ZONE_FIELDS = ['timeZone', 'siteTimeZone', 'timezone', 'siteTimezone'];

/** `…TZ` fields are local times already; `details` holds fields that the node doesn't interpret. */
const isAsSent = (name: string): boolean => name.endsWith('TZ') || name === 'details';

/** Days without a time are sent as midnight and must not be shifted to another time zone. */
const DAY_FIELD = /birth|expir|^(?:start|end)Date$/i;

/** Fields that hold a time; unreadable text in them is reported. */
const TIME_FIELD = /(?:time|date|utc|At)$|^time(?:In|Out)$/i;

/** A year, or a time of day after other digits. Breaks such as `00:30` don't match. */
const LIKE_A_TIME = /(?:19|20)\d\d|\d[-/. ,].{0,40}\d:\d\d/;

const LONGEST_SHOWN = 40;

const QUARTER_MS = 15 * MINUTE_MS;

/** `2026-07-01T18:00:00+10:00` */
export const localIso = ({ clock, offset }: LocalTime): string =>
	`${new Date(clock).toISOString().slice(0, clock % 1000 === 0 ? -5 : -1)}${offsetText(offset)}`;

/** `2026-07-01T18:00` */
export const clockText = ({ clock }: LocalTime): string => new Date(clock).toISOString().slice(0, 16);

const LOCAL_ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?[+-]\d{2}:\d{2}$/;

/** Reads text from `localIso`; returns the local time as if it were UTC. */
export const clockIn = (text: string): number | undefined => (LOCAL_ISO.test(text) ? readTime(text)?.clock : undefined);

const isDay = (time: WrittenTime, name: string): boolean =>
	time.isDay || (time.clock % DAY_MS === 0 && DAY_FIELD.test(name));

const isUnread = (value: string, name: string): boolean =>
	TIME_FIELD.test(name) && !DAY_FIELD.test(name) && !isNoDate(value) && LIKE_A_TIME.test(value.slice(0, LONGEST_SHOWN));

type ShowTime = (text: string, name: string, part: JsonObject) => string | undefined;

/** Replaces the times of a record at any depth; parts without a time stay the same object. */
function withTimes<Part extends object>(part: Part, as: ShowTime): Part {
	const shown = (value: unknown, name: string): unknown => {
		if (typeof value === 'string') return as(value, name, part as JsonObject) ?? value;
		if (Array.isArray(value)) return value.map((entry) => shown(entry, name));
		return isJsonObject(value) ? withTimes(value, as) : value;
	};
	const changed: Array<[string, unknown]> = [];
	for (const [name, value] of Object.entries(part)) {
		const other: unknown = isAsSent(name) ? value : shown(value, name);
		if (other !== value) changed.push([name, other]);
	}
	return changed.length === 0 ? part : { ...part, ...Object.fromEntries(changed) };
}

interface Told {
	at: number;
	offset: number;
}

/**
 * Shows a record's times in local time. The offset comes from the first of these:
 * - an offset written with the time, unless it is zero, because some services append zero to every time;
 * - the site's zone, or its `…TZ` fields (assumed to show local time);
 * - the workflow's zone.
 */
export class Clocks {
	readonly zone: string | undefined;

	/** Unreadable zones and times, by field name. */
	readonly unread = new Map<string, string>();

	private readonly record: JsonObject;

	private readonly workflowZone: string;

	/** Read from the `…TZ` fields if the record names no zone. */
	private readonly told: readonly Told[];

	private isOwn = false;

	private isWorkflow = false;

	constructor(record: JsonObject, workflowZone: string) {
		[this.record, this.workflowZone] = [record, workflowZone];
		for (const field of ZONE_FIELDS) {
			const zone = zoneOf(record[field]);
			this.zone ??= zone;
			if (zone === undefined && !isBlank(record[field])) this.cannotRead(field, record[field]);
		}
		const twins = this.zone === undefined ? Object.keys(record).filter((name) => name.endsWith('TZ')) : [];
		this.told = twins.flatMap((name) => this.pairOf(name) ?? []);
	}

	/** Whether the record itself had the offset of every time shown so far. */
	get isSite(): boolean {
		return this.zone !== undefined || this.told.length > 0 || (this.isOwn && !this.isWorkflow);
	}

	at(moment: number): LocalTime {
		const offset = this.zone === undefined ? this.nearest(moment) : offsetAt(moment, this.zone);
		if (offset !== undefined) return { clock: moment + offset, offset };
		this.isWorkflow = true;
		const workflowOffset = offsetAt(moment, this.workflowZone);
		const [unread] = this.unread;
		return {
			clock: moment + workflowOffset,
			offset: workflowOffset,
			...(unread ? { unread: `${unread[0]} “${unread[1]}”` } : {}),
		};
	}

	/** Shows a moment like the field that holds it, or else by the site's clocks. */
	timeOf(moment: number): LocalTime {
		const field = Object.keys(this.record).find((name) => momentOf(this.record[name]) === moment);
		return (field === undefined ? undefined : this.of(field)) ?? this.at(moment);
	}

	/** Undefined if the field holds no readable time. */
	of(name: string): LocalTime | undefined {
		const time = readTime(this.record[name]);
		return time === undefined || time.isDay ? undefined : this.shown(time, name, this.record);
	}

	/** The local day of a field; a day without a time stays as written. */
	dayOf(name: string): string | undefined {
		const time = readTime(this.record[name]);
		// If only the `…TZ` field has the time, only its day is known.
		const isWhole = time === undefined || time.isDay;
		const shown = isWhole ? (time ?? readTime(this.record[`${name}TZ`])) : this.shown(time, name, this.record);
		return shown === undefined ? undefined : isoDay(Math.floor(shown.clock / DAY_MS));
	}

	show<Part extends object>(part: Part): Part {
		return withTimes(part, (value, name, within) => {
			const time = readTime(value);
			if (time !== undefined) return isDay(time, name) ? undefined : localIso(this.shown(time, name, within));
			if (isUnread(value, name)) this.cannotRead(name, value);
			return undefined;
		});
	}

	private shown({ clock, offset = 0 }: WrittenTime, name: string, part: JsonObject): LocalTime {
		if (offset !== 0) {
			this.isOwn = true;
			return { clock, offset };
		}
		const twin = readTime(part[`${name}TZ`]);
		// The `…TZ` field shows the same time with its offset.
		if (twin?.offset && Math.abs(twin.clock - clock) <= MOST_OFFSET_MS)
			return { clock: twin.clock, offset: twin.offset };
		return this.at(clock);
	}

	private pairOf(name: string): Told | undefined {
		const value = this.record[name];
		if (isBlank(value) || isNoDate(value)) return undefined;
		const [shown, at] = [readTime(value), momentOf(this.record[name.slice(0, -2)])];
		if (shown?.offset) return { at: shown.clock - shown.offset, offset: shown.offset };
		if (shown !== undefined && !shown.isDay) {
			if (at === undefined) return undefined;
			const offset = Math.round((shown.clock - at) / QUARTER_MS) * QUARTER_MS;
			if (Math.abs(offset) <= MOST_OFFSET_MS) return { at, offset };
		}
		this.cannotRead(name, value);
		return undefined;
	}

	private nearest(moment: number): number | undefined {
		let best: Told | undefined;
		for (const one of this.told)
			if (best === undefined || Math.abs(one.at - moment) < Math.abs(best.at - moment)) best = one;
		return best?.offset;
	}

	private cannotRead(name: string, value: unknown): void {
		this.unread.set(name, (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_SHOWN));
	}
}

/** Adds the offset of the record's zone, or else of `timeZone`, to times without one. */
export function withOffsets(record: JsonObject, timeZone: string): JsonObject {
	const { zone = timeZone } = new Clocks(record, timeZone);
	return withTimes(record, (value, name, part) => {
		const time = readTime(value);
		if (time === undefined || time.offset !== undefined || isDay(time, name)) return undefined;
		const twin = readTime(part[`${name}TZ`]);
		if (twin?.offset) return localIso({ clock: time.clock, offset: twin.offset });
		const moment = fromLocal(time.clock, zone);
		const offset = offsetAt(moment, zone);
		return localIso({ clock: moment + offset, offset });
	});
}
