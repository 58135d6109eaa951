import { isBlank, isDate, isJsonObject, toLocal } from '../contract';
import { inputError, type Item } from './item';

const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;

/** A moment in UTC, as a Date becomes when it is stored or passed on as JSON. */
const IN_UTC = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/i;

const DAY_MS = 86_400_000;

const isMidnight = (ms: number): boolean => ms % DAY_MS === 0;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The calendar day of a moment that is midnight: in UTC, in the workflow's time zone, or where n8n runs. */
function midnightDay(date: Date, timeZone: string): string | undefined {
	// Most drivers of databases give a day as midnight where n8n runs, some as midnight in UTC.
	const here = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes());
	const shown = [date.getTime(), toLocal(date.getTime(), timeZone), here].find(isMidnight);
	return shown === undefined ? undefined : dayOf(shown);
}

function writtenDay(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string') {
		const text = value.trim();
		const moment = IN_UTC.test(text) ? new Date(text.replace(' ', 'T')) : undefined;
		const day = moment && !Number.isNaN(moment.getTime()) ? midnightDay(moment, timeZone) : undefined;
		return day ?? WRITTEN.exec(text)?.[1];
	}
	if (isDate(value) && !Number.isNaN(value.getTime())) {
		return midnightDay(value, timeZone) ?? dayOf(toLocal(value.getTime(), timeZone));
	}
	// A luxon DateTime from an expression: its own calendar day, in its own zone.
	if (isJsonObject(value) && typeof value.toISODate === 'function') {
		const day: unknown = value.toISODate();
		return typeof day === 'string' ? day : undefined;
	}
	return undefined;
}

const exists = (day: string): boolean => {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/**
 * A calendar date (of birth, of expiry) as the service's date-time: the day that was picked, at midnight UTC. No time
 * zone shifts it, because a birthday is the same day everywhere. Undefined when it is empty.
 *
 * - Text means the day that it names. Only text in UTC that is midnight in the workflow's zone, or where n8n runs, is a
 *   Date that went through JSON, and means what the Date meant.
 * - A Date (what database nodes give) that is midnight in UTC, in the workflow's zone or where n8n runs means that day;
 *   with any other time it means the day in the workflow's zone.
 */
export function calendarDate(item: Item, value: unknown, label: string): string | undefined {
	if (isBlank(value)) return undefined;
	const day = writtenDay(value, item.timeZone);
	if (day === undefined || !exists(day)) {
		throw inputError(
			item,
			`“${label}” is not a date`,
			`It is “${String(value).slice(0, 80)}”. Pick a date, or give one such as 2027-03-31 by expression.`,
		);
	}
	return `${day}T00:00:00Z`;
}
