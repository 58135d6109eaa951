import { remembering } from './memo';

const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The latest moment that a JavaScript Date can hold. */
export const LATEST = 8.64e15;

/** The largest offset from UTC in use. */
export const MOST_OFFSET_MS = 14 * HOUR_MS;

/** Windows' zone names for both regions and New Zealand (Unicode's windowsZones table). */
const WINDOWS_NAMES: ReadonlyMap<string, string> = new Map([
	['aus central standard time', 'Australia/Darwin'],
	['aus central w. standard time', 'Australia/Eucla'],
	['aus eastern standard time', 'Australia/Sydney'],
	['cen. australia standard time', 'Australia/Adelaide'],
	['chatham islands standard time', 'Pacific/Chatham'],
	['e. australia standard time', 'Australia/Brisbane'],
	['gmt standard time', 'Europe/London'],
	['lord howe standard time', 'Australia/Lord_Howe'],
	['new zealand standard time', 'Pacific/Auckland'],
	['norfolk standard time', 'Pacific/Norfolk'],
	['tasmania standard time', 'Australia/Hobart'],
	['w. australia standard time', 'Australia/Perth'],
]);

/** These mean the same everywhere. EST, CST and BST don't, and Intl reads them as American. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
	['UTC', 'UTC'],
	['Z', 'UTC'],
	['ACDT', '+10:30'],
	['ACST', '+09:30'],
	['AEDT', '+11:00'],
	['AEST', '+10:00'],
	['AWST', '+08:00'],
]);

const OFFSET = /^([+-])(\d{2})(?::?(\d{2}))?$/;

/** `Etc/GMT+10` is defined as ten hours behind UTC, but often meant as ten hours ahead. */
const REVERSED = /^Etc\/GMT[+-]?\d/i;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `+10:00` */
export function offsetText(offset: number): string {
	const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
	return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function fixedOffset(name: string): number | undefined {
	const [, sign, hours, minutes = 0] = OFFSET.exec(name) ?? [];
	if (sign === undefined) return name === 'UTC' ? 0 : undefined;
	const offset = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
	return Number(minutes) > 59 || offset > MOST_OFFSET_MS ? undefined : sign === '-' ? 0 - offset : offset;
}

function zoneNamed(name: string): string | undefined {
	const known = ABBREVIATIONS.get(name.toUpperCase()) ?? WINDOWS_NAMES.get(name.toLowerCase());
	if (known !== undefined) return known;
	const offset = fixedOffset(name);
	if (offset !== undefined) return offsetText(offset);
	if (!name.includes('/') || REVERSED.test(name)) return undefined;
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}

const LONGEST_NAME = 100;

const zoneCalled = remembering(zoneNamed);

/**
 * Accepts an IANA name with a slash, UTC, a Windows name, an Australian abbreviation or an offset such as `+10:00`;
 * undefined for any other name.
 */
export function zoneOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > LONGEST_NAME) return undefined;
	return zoneCalled(value.trim());
}

/** `change`: the moment at which the clocks change on that day, and the offset from then on. */
interface Day {
	offset: number;
	change: number;
	after: number;
}

/** Asking Intl takes microseconds, so each day is looked up once. */
class Zone {
	private readonly fixed: number | undefined;

	private readonly formatter: Intl.DateTimeFormat;

	private readonly dayOf = remembering((number: number) => this.lookUp(number * DAY_MS));

	constructor(name: string) {
		this.fixed = fixedOffset(name);
		this.formatter = new Intl.DateTimeFormat('en-US', {
			timeZone: this.fixed === undefined ? name : 'UTC',
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	}

	offsetAt(moment: number): number {
		if (this.fixed !== undefined) return this.fixed;
		const day = this.dayOf(Math.floor(moment / DAY_MS));
		return moment < day.change ? day.offset : day.after;
	}

	/** No zone changes its clocks twice within a day. */
	private lookUp(begin: number): Day {
		let [low, high] = [begin, Math.min(begin + DAY_MS, LATEST)];
		const [offset, after] = [this.ask(low), this.ask(high)];
		if (offset === after) return { offset, change: high, after };
		while (high - low > SECOND_MS) {
			const middle = Math.floor((low + high) / 2 / SECOND_MS) * SECOND_MS;
			if (this.ask(middle) === offset) low = middle;
			else high = middle;
		}
		return { offset, change: high, after };
	}

	private ask(moment: number): number {
		const part = {} as Record<Intl.DateTimeFormatPartTypes, number>;
		for (const { type, value } of this.formatter.formatToParts(moment)) part[type] = Number(value);
		// Date.UTC would read the years 0 to 99 as 1900 to 1999.
		const shown = new Date(0);
		shown.setUTCFullYear(part.year, part.month - 1, part.day);
		shown.setUTCHours(part.hour, part.minute, part.second);
		return shown.getTime() - Math.floor(moment / SECOND_MS) * SECOND_MS;
	}
}

const zoneOfName = remembering((name: string) => new Zone(name));

/** The UTC offset of a time zone at a moment, in milliseconds. */
export const offsetAt = (moment: number, timeZone: string): number => zoneOfName(timeZone).offsetAt(moment);

const abbreviationsOf = remembering(
	(timeZone: string) => new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: 'short' }),
);

/** The zone's abbreviation if it has this offset at that moment (“AEST”, “GMT+1”), else “UTC+09:30”. */
export function zoneAbbreviation(moment: number, offset: number, timeZone: string): string {
	if (OFFSET.test(timeZone) || offsetAt(moment, timeZone) !== offset) return `UTC${offsetText(offset)}`;
	const parts = abbreviationsOf(timeZone).formatToParts(moment);
	return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns epoch milliseconds. A time that daylight saving skips is moved forward. */
export function fromLocal(shownAsUtc: number, timeZone: string): number {
	const first = shownAsUtc - offsetAt(shownAsUtc, timeZone);
	const second = shownAsUtc - offsetAt(first, timeZone);
	return second + offsetAt(second, timeZone) === shownAsUtc ? second : Math.max(first, second);
}

/** For calendar arithmetic: local time as if it were UTC. */
export const toLocal = (moment: number, timeZone: string): number => moment + offsetAt(moment, timeZone);

/** Days since 1970. */
export type CalendarDay = number;

export const calendarDayAt = (moment: number, timeZone: string): CalendarDay =>
	Math.floor(toLocal(moment, timeZone) / DAY_MS);

/** In epoch milliseconds. */
export const beginOf = (day: CalendarDay, timeZone: string): number => fromLocal(day * DAY_MS, timeZone);

/** `2026-07-01` */
export const isoDay = (day: CalendarDay): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
