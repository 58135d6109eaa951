import type { DatabaseSync } from 'node:sqlite';
import type { Choices } from '../core/choices.mts';
import { offsetAt } from '../core/zones.mts';
import { isoOf, selectOne, type Row } from './query.mts';

const columns = `
	t.*, c.name AS customer_name, c.api_reference AS customer_reference, s.name AS site_name, s.api_reference AS site_reference, s.country, s.time_zone,
	s.latitude, s.longitude, e.first_name || ' ' || e.last_name AS staff_name, e.email, e.mobile, e.employee_number, e.reference_number, b.name AS subcontractor_name`;

/** Joins a timesheet with the names it shows; `WHERE` follows. */
export const timesheetSelect = `SELECT ${columns}
	FROM timesheets t JOIN customers c ON c.id = t.customer_id JOIN sites s ON s.id = t.site_id JOIN employees e ON e.id = t.employee_id
	LEFT JOIN subcontractors b ON b.id = e.subcontractor_id`;

/** Null also while its customer is deactivated. */
export function findTimesheet(db: DatabaseSync, id: number): Row | null {
	return selectOne(db, `${timesheetSelect} WHERE t.id = ? AND c.is_active = 1`, id);
}

// Assumed, Timesheets: a single timesheet looks like the list item, and it has a `status`. `customerApiId` and `siteApiId` are
//   texts, `staffId` is the internal ID as text, and `employeeId` is the employee number.
/** The list item of the published reference, from a joined row. Times are UTC, breaks are minutes. */
export function timesheetItem(row: Row, { unstated }: Pick<Choices, 'unstated'>): Record<string, unknown> {
	const item = wholeItem(row);
	if (unstated === 'absent') for (const name of ENTERED) if (item[name] === null || item[name] === 0) delete item[name];
	return item;
}

/** Values entered by a person or a clock. */
const ENTERED = [
	'timeclockStartTime',
	'timeclockBreakStartTime',
	'timeclockBreakEndTime',
	'timeclockEndTime',
	'payBreakTime',
	'invoiceBreakTime',
	'customerApprovalStatus',
];

/** The paid time is the entered one, else the clocked, else the planned one. */
export const paidFrom = (row: Row): Row[string] | undefined => row.pay_start ?? row.clock_in ?? row.scheduled_start;
export const paidTo = (row: Row): Row[string] | undefined => row.pay_end ?? row.clock_out ?? row.scheduled_end;

function wholeItem(row: Row): Record<string, unknown> {
	const approved = row.status === 'Approved';
	const breakEnd = typeof row.break_start === 'number' ? row.break_start + Number(row.break_minutes) * 60_000 : null;
	const submitted = typeof row.submitted_at === 'number';
	return {
		timesheetId: row.id,
		customerName: row.customer_name,
		customerApiId: row.customer_reference,
		siteName: row.site_name,
		siteApiId: row.site_reference,
		staffId: String(row.employee_id),
		staffName: row.staff_name,
		employeeId: row.employee_number ?? '',
		employeeReferenceNumber: row.reference_number ?? '',
		email: row.email,
		mobile: row.mobile ?? '',
		subcontractorCompany: row.subcontractor_name ?? null,
		entryType: row.entry_type,
		position: row.position,
		service: row.service,
		paygroup: row.pay_group,
		scheduledStartTime: isoOf(row.scheduled_start),
		scheduledEndTime: isoOf(row.scheduled_end),
		timeclockStartTime: isoOf(row.clock_in),
		clockInCoordinates: typeof row.clock_in === 'number' ? { latitude: row.latitude, longitude: row.longitude } : null,
		timeclockBreakStartTime: isoOf(row.break_start),
		timeclockBreakEndTime: isoOf(breakEnd),
		timeclockEndTime: isoOf(row.clock_out),
		clockOutCoordinates:
			typeof row.clock_out === 'number' ? { latitude: row.latitude, longitude: row.longitude } : null,
		staffSubmittedTimesheetTimes: submitted
			? [
					{
						startTime: isoOf(row.clock_in ?? row.scheduled_start),
						endTime: isoOf(row.clock_out ?? row.scheduled_end),
						submittedDateTime: isoOf(row.submitted_at),
					},
				]
			: [],
		payStartTime: isoOf(paidFrom(row)),
		payEndTime: isoOf(paidTo(row)),
		payBreakTime: row.break_minutes,
		invoiceStartTime: isoOf(row.scheduled_start),
		invoiceEndTime: isoOf(row.scheduled_end),
		invoiceBreakTime: row.invoice_break ?? 0,
		notes: JSON.parse(String(row.notes_json)),
		allowances: JSON.parse(String(row.allowances_json)),
		status: row.status,
		approvedBy: approved ? (row.decided_by ?? null) : null,
		approvedDateTime: approved ? isoOf(row.decided_at) : null,
		customerApprovalStatus: approved ? (row.client_status ?? 'Approved') : null,
		customerApprover: null,
		customerApprovedDateTime: null,
		lock: approved,
		scheduleNotes: null,
	};
}

// Assumed, Timesheets: breaks are in minutes. Unless somebody has entered other breaks, paid breaks are the planned ones, and
//   invoices have none; what is left out if nobody has entered anything is a choice. `lock` and `customerApprovalStatus` follow
//   the approval. The contents of the rates (a choice), of `staffSubmittedTimesheetTimes`, `notes` and `allowances` and the
//   coordinates are invented; `scheduleNotes` is never filled in.
/**
 * Pay and charge per hour by pay group, in the currency of the site's country. The content of the rates is assumed: the
 * service doesn't show it.
 */
const hourly: Record<string, { pay: number; service: number }> = {
	'Level 1': { pay: 28.5, service: 44 },
	'Level 2': { pay: 31.2, service: 48.5 },
	'Level 3': { pay: 34.75, service: 53 },
	Supervisor: { pay: 41.4, service: 64 },
};

interface Allowance {
	name: string;
	quantity: number;
	rate: number;
	amount: number;
}

/** The hours at one rate, and their amount. */
interface Share {
	name: string;
	hours: number;
	rate: number;
	amount: number;
}

/** Ordinary hours of a shift, beyond which overtime is paid if the choice has several rates. */
const ORDINARY_HOURS = 8;

/** Splits hours into ordinary ones and overtime at one and a half times the rate. */
function sharesOf(hours: number, hourlyRate: number): Share[] {
	const share = (name: string, worked: number, rate: number): Share => ({
		name,
		hours: round(worked),
		rate: round(rate),
		amount: product(worked, rate),
	});
	const ordinary = share('Ordinary', Math.min(hours, ORDINARY_HOURS), hourlyRate);
	return hours > ORDINARY_HOURS ? [ordinary, share('Overtime', hours - ORDINARY_HOURS, hourlyRate * 1.5)] : [ordinary];
}

/** A rate in the shape of the choice `rates`. */
function rateOf(shape: Choices['rates'], name: string, currency: string, hours: number, rate: number): object {
	if (shape === 'flat') return { name, currency, hours: round(hours), rate, amount: product(hours, rate) };
	const shares = sharesOf(hours, rate);
	const total = round(shares.reduce((sum, share) => sum + share.amount, 0));
	const written = shares.map((share) => [
		share.name.toLowerCase(),
		{ hours: String(share.hours), rate: share.rate.toFixed(2), amount: share.amount.toFixed(2) },
	]);
	return { currency, total: total.toFixed(2), ...(Object.fromEntries(written) as object) };
}

/**
 * Hours are the difference of the two clock times (said by the help centre). A night with a clock change is as long as
 * any other.
 */
export const clockHours = (row: Row, from: unknown, to: unknown): number => {
	const zone = String(row.time_zone);
	const shown = (moment: unknown): number => Number(moment) + offsetAt(zone, Number(moment));
	return Math.max(0, (shown(to) - shown(from)) / 3_600_000);
};

/** The rate breakdown of an entry. */
export function timesheetRates(row: Row, shape: Choices['rates']): Record<string, unknown> {
	const currency = row.country === 'United Kingdom' ? 'GBP' : 'AUD';
	const rates = hourly[String(row.pay_group)] ?? { pay: 30, service: 46 };
	const worked = clockHours(row, paidFrom(row), paidTo(row)) - Number(row.break_minutes) / 60;
	const planned = clockHours(row, row.scheduled_start, row.scheduled_end) - Number(row.invoice_break ?? 0) / 60;
	return {
		scheduledStartTime: isoOf(row.scheduled_start),
		scheduledEndTime: isoOf(row.scheduled_end),
		payRate: rateOf(shape, String(row.pay_group), currency, worked, rates.pay),
		serviceRate: rateOf(shape, String(row.service), currency, planned, rates.service),
		allowances: JSON.parse(String(row.allowances_json)) as Allowance[],
	};
}

const hundredths = (value: number): number => Math.round(value * 100);
const round = (value: number): number => hundredths(value) / 100;
/** Rounded to the cent, from the displayed hours and rate, so that multiplying them gives the same. */
const product = (hours: number, rate: number): number => Math.round((hundredths(hours) * hundredths(rate)) / 100) / 100;
