import { isBlank, isJsonObject } from '../contract';
import { inputError, type Item } from './item';

const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;

function writtenDay(value: unknown): string | undefined {
	if (typeof value === 'string') return WRITTEN.exec(value.trim())?.[1];
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().slice(0, 10);
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
 */
export function calendarDate(item: Item, value: unknown, label: string): string | undefined {
	if (isBlank(value)) return undefined;
	const day = writtenDay(value);
	if (day === undefined || !exists(day)) {
		throw inputError(
			item,
			`“${label}” is not a date`,
			`It is “${String(value).slice(0, 80)}”. Pick a date, or give one such as 2027-03-31 by expression.`,
		);
	}
	return `${day}T00:00:00Z`;
}
