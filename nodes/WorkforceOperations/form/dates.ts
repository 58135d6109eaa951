import { type Cure, forEditor } from '../transport/failures/cure';
import { type INodeProperties, isExpression } from 'n8n-workflow';
import { DAY_MS, isBlank, isDate, isJsonObject, leadingDay, toLocal } from '../contract';
import { type Item, refusal } from './item';

/** Also the text of a Date that was serialised to JSON. */
const UTC_MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/i;

const isMidnight = (ms: number): boolean => ms % DAY_MS === 0;

const datePart = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * `YYYY-MM-DD` of a moment that is midnight in UTC, in the workflow's zone or in the n8n process's zone; undefined
 * for any other time.
 */
function midnightDay(date: Date, timeZone: string): string | undefined {
	// Most database drivers return a day as midnight in the process's zone, some as midnight in UTC.
	const here = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes());
	const shown = [date.getTime(), toLocal(date.getTime(), timeZone), here].find(isMidnight);
	return shown === undefined ? undefined : datePart(shown);
}

function writtenDay(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string') {
		const text = value.trim();
		const moment = UTC_MOMENT.test(text) ? new Date(text.replace(' ', 'T')) : undefined;
		const day = moment && !Number.isNaN(moment.getTime()) ? midnightDay(moment, timeZone) : undefined;
		return day ?? leadingDay(text);
	}
	if (isDate(value) && !Number.isNaN(value.getTime())) {
		return midnightDay(value, timeZone) ?? datePart(toLocal(value.getTime(), timeZone));
	}
	// A luxon DateTime from an expression means its day in its own zone.
	if (isJsonObject(value) && typeof value.toISODate === 'function') {
		const day: unknown = value.toISODate();
		return typeof day === 'string' ? day : undefined;
	}
	return undefined;
}

export const isRealDay = (day: string): boolean => {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/**
 * A calendar date (of birth, of expiry) as the service's date-time: midnight UTC of the picked day. No time zone shifts
 * it, because a birthday is the same day everywhere. Undefined if empty.
 * - Text means the day that it names. Exception: text in UTC that is midnight in the workflow's or the process's zone
 *   is a serialised Date, and is read like one.
 * - A Date (from a database node) that is midnight in UTC, in the workflow's zone or in the process's zone means that
 *   day; with any other time it means the day in the workflow's zone.
 */
export function calendarDate(item: Item, value: unknown, label: string): string | undefined {
	if (isBlank(value)) return undefined;
	const day = writtenDay(value, item.timeZone);
	if (day === undefined || !isRealDay(day)) {
		throw refusal(item, label, 'is not a date', value, dateCure(item, value, '2027-03-31'));
	}
	return `${day}T00:00:00Z`;
}

const holds = (within: unknown, value: unknown): boolean =>
	within === value ||
	(typeof within === 'object' && within !== null && Object.values(within).some((inner) => holds(inner, value)));

/** Whether a person typed the value: no expression, column or model gave it. */
export const isEntered = ({ node }: Item, value: unknown): boolean =>
	typeof value === 'string' && holds(node.parameters, value);

/** Depends on where the value came from. */
export function dateCure(item: Item, value: unknown, example: string): Cure {
	const give = `Give a date such as ${example}.`;
	return isEntered(item, value)
		? forEditor(`Pick a date, or write one such as ${example}.`, give)
		: forEditor(
				`The expression returned this value. Format its column as a date, or return a date such as ${example}.`,
				give,
			);
}

/** `otherwise`, unless an expression should have given the date. */
export const missingDateCure = (
	{ node }: Item,
	{ name }: Pick<INodeProperties, 'name'>,
	otherwise: string,
	instead: string,
): Cure =>
	forEditor(isExpression(node.parameters[name]) ? 'Check the expression: it returned nothing.' : otherwise, instead);
