import { type CalendarDay, Clocks, DAY_MS, HOUR_MS, type JsonObject, MINUTE_MS, idOf } from '../../contract';

/** “1 Jul 2026” */
export function dayInWords(day: CalendarDay): string {
	const date = new Date(day * DAY_MS);
	return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Epoch milliseconds in the service's format. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** Maximum length of user input in a sentence. */
const MOST_SAFE_TEXT = 120;

/** Only the beginning of a longer text is read. */
const MOST_READ = 4000;

/**
 * An @ that might mention somebody: any but that of an e-mail address. Some names look like a domain, but mention
 * everybody in chats.
 */
const MENTION =
	/(?<![\p{L}\p{N}._%+-])@|@(?![\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)|@(?=(?:everyone|here|channel|all|room|team|group)(?![\p{L}\p{N}-]))/giu;

/**
 * User input as part of a sentence that is sent on: one line, at most 120 characters long. It has no control or
 * invisible characters, and nothing in it is a tag, a mention or a disguised link. Undefined if nothing is left. The
 * record keeps the original.
 */
export function safeText(value: unknown): string | undefined {
	const text = idOf(value) ?? '';
	const clean = text
		.slice(0, MOST_READ)
		.replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu, '')
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim()
		.replace(/</g, '‹')
		.replace(/>/g, '›')
		.replace(/\]\(/g, '] (')
		.replace(MENTION, '＠');
	const characters = [...clean];
	if (characters.length === 0) return undefined;
	if (characters.length <= MOST_SAFE_TEXT && text.length <= MOST_READ) return characters.join('');
	return `${characters
		.slice(0, MOST_SAFE_TEXT - 1)
		.join('')
		.trimEnd()}…`;
}

/** Text from outside, quoted for n8n's log. */
export const quoted = (text: string): string => `“${safeText(text) ?? ''}”`;

/** The first of many texts. */
export const firstOf = (texts: readonly string[], most = 5): string =>
	texts.slice(0, most).join(', ') + (texts.length > most ? ' …' : '');

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

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** “Fri 20 Nov” and “18:00” */
export function dayAndTime(moment: number, clocks: Clocks): [day: string, time: string] {
	const shown = new Date(clocks.timeOf(moment).clock);
	const day = `${WEEKDAYS[shown.getUTCDay()]} ${shown.getUTCDate()} ${MONTHS[shown.getUTCMonth()]}`;
	return [day, shown.toISOString().slice(11, 16)];
}

/** Beyond this, a time of day alone would be taken for today's. */
const TODAY_MS = 18 * HOUR_MS;

/** Context for showing a time: the time now, and the time zone if its record names none. */
export interface DisplayTime {
	now: number;
	timeZone: string;
}

/**
 * “18:00”, or “18:00 on 3 Jul” if it isn't close to now. Uses the clocks of the record, else of the workflow. With
 * `what`: “18:00 start on 3 Jul”.
 */
export function clockTime(
	moment: number,
	record: JsonObject | undefined,
	{ now, timeZone }: DisplayTime,
	what?: 'start' | 'finish',
): string {
	const { clock, unread } = new Clocks(record ?? {}, timeZone).timeOf(moment);
	const shown = new Date(clock);
	const time = shown.toISOString().slice(11, 16);
	const day = `${shown.getUTCDate()} ${MONTHS[shown.getUTCMonth()]}`;
	const whose = unread === undefined ? '' : ` (${timeZone}, as ${safeText(unread)} can’t be read)`;
	const named = what === undefined ? time : `${time} ${what}`;
	return `${named}${Math.abs(now - moment) < TODAY_MS ? '' : ` on ${day}`}${whose}`;
}

/** “Aroha Ngata”; undefined if the record names nobody. */
export const fullName = ({ firstName, lastName }: JsonObject): string | undefined =>
	[safeText(firstName), safeText(lastName)].filter((part) => part !== undefined).join(' ') || undefined;

/** “Incident report IR-2026-0123 (Lost Property) at Coral Coast Library” */
export function reportName(record: JsonObject): string {
	const number = safeText(record.reportId) ?? safeText(record.incidentReportId) ?? '';
	const form = safeText(record.reportName) ?? safeText(record.formName);
	return `Incident report ${number}${form === undefined ? '' : ` (${form})`}${atSite(record)}`;
}

/** “Aroha Ngata’s timesheet at Coral Coast Library” */
export const timesheetName = (record: JsonObject): string =>
	`${safeText(record.staffName) ?? 'Somebody'}’s timesheet${atSite(record)}`;

/** “at Coral Coast Library”, or nothing if the record doesn't say. */
export const atSite = ({ siteName }: JsonObject): string => {
	const site = safeText(siteName);
	return site === undefined ? '' : ` at ${site}`;
};
