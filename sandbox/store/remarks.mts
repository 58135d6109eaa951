// Facts that people look for in a timesheet: rostered, clocked, paid and invoiced hours, and their differences.
import { isoOf, type Row } from './query.mts';
import { clockHours, paidFrom, paidTo } from './timesheets.mts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Smaller differences are normal clocking. */
const BEYOND = 15 * minute;

/** An approval after this many days is late. */
const LATE_DAYS = 7;

interface Hours {
	rostered: number;
	/** Null if one of the times is missing. */
	clocked: number | null;
	paid: number;
	invoiced: number;
}

const between = (row: Row, from: unknown, to: unknown): number => Math.round(clockHours(row, from, to) * 100) / 100;

/** Start to end in hours, breaks included. */
export const hoursOfRow = (row: Row): Hours => ({
	rostered: between(row, row.scheduled_start, row.scheduled_end),
	clocked: row.clock_in === null || row.clock_out === null ? null : between(row, row.clock_in, row.clock_out),
	paid: between(row, paidFrom(row), paidTo(row)),
	invoiced: between(row, row.scheduled_start, row.scheduled_end),
});

/** The differences, each in a few words. */
export function remarksOn(row: Row, now: number): string[] {
	const [end, approved] = [Number(row.scheduled_end), row.status === 'Approved'];
	const [pay, invoice] = [Number(row.break_minutes), Number(row.invoice_break ?? 0)];
	const beyond = Number(paidTo(row)) - Number(paidFrom(row)) - (end - Number(row.scheduled_start));
	const late = Math.floor((Number(row.decided_at) - end) / day);
	const remarks: Array<[is: boolean, words: string]> = [
		[end < now && typeof row.clock_in === 'number' && row.clock_out === null, 'No clock-out'],
		[beyond > BEYOND, `Paid ${Math.round(beyond / minute)} minutes beyond the roster`],
		[pay !== invoice, `Break: ${pay} minutes paid, ${invoice} invoiced`],
		[approved && late >= LATE_DAYS, `Approved ${late} days after the shift, ${isoOf(row.decided_at)?.slice(0, 10)}`],
		[approved && row.client_status === 'Pending', 'The client has not approved it yet'],
	];
	const notes = (JSON.parse(String(row.notes_json)) as Array<{ note: string }>).map(({ note }) => note);
	return [...remarks.flatMap(([is, words]) => (is ? [words] : [])), ...notes];
}
