// The hours of a timesheet once more, written apart from the package: by luxon, in minutes, from one field to the next.
import fc from 'fast-check';
import { DateTime } from 'luxon';

/** Around the night in which the clocks of Sydney go forward and those of London do not. */
const FIRST = DateTime.fromISO('2026-10-03T00:00Z', { zone: 'utc' });

const moment = fc.oneof(
	{ weight: 9, arbitrary: fc.integer({ min: 0, max: 45 * 60 }).map((minutes) => FIRST.plus({ minutes }).toISO()) },
	{ weight: 1, arbitrary: fc.constantFrom(null, '', '0001-01-01T00:00:00', undefined) },
);

const pause = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: 0, max: 90 }) },
	{ weight: 1, arbitrary: fc.constantFrom<unknown>(null, '', undefined, 3000, 0, '00:45', '30') },
);

/** A span whose end is mostly behind its start. */
const span = fc.oneof(
	{ weight: 1, arbitrary: fc.tuple(moment, moment) },
	{
		weight: 4,
		arbitrary: fc
			.tuple(fc.integer({ min: 0, max: 30 * 60 }), fc.integer({ min: 0, max: 14 * 60 }))
			.map(([from, length]): [string, string] => [
				FIRST.plus({ minutes: from }).toISO() ?? '',
				FIRST.plus({ minutes: from + length }).toISO() ?? '',
			]),
	},
);

type Sheet = Record<string, unknown>;

export const drawnSheet: fc.Arbitrary<Sheet> = fc
	.tuple(span, span, span, span, span, pause, pause, fc.constantFrom('Approved', 'Pending', null, undefined))
	.map(([scheduled, clocked, rest, paid, invoiced, payBreakTime, invoiceBreakTime, customerApprovalStatus]) => ({
		...{ scheduledStartTime: scheduled[0], scheduledEndTime: scheduled[1] },
		...{ timeclockStartTime: clocked[0], timeclockEndTime: clocked[1] },
		...{ timeclockBreakStartTime: rest[0], timeclockBreakEndTime: rest[1] },
		...{ payStartTime: paid[0], payEndTime: paid[1], payBreakTime },
		...{ invoiceStartTime: invoiced[0], invoiceEndTime: invoiced[1], invoiceBreakTime },
		customerApprovalStatus,
	}));

type Minutes = number | null;

const dateOf = (value: unknown): DateTime | null => {
	const date = DateTime.fromISO(String(value ?? ''), { zone: 'utc' });
	return date.isValid && date.year > 1970 ? date : null;
};

const between = (from: unknown, to: unknown): Minutes => {
	const [start, end] = [dateOf(from), dateOf(to)];
	const length = start && end ? end.diff(start, 'minutes').minutes : -1;
	return length < 0 || length > 36 * 60 ? null : length;
};

/** What a clock on the wall in that zone shows, from one to the other. */
function byClock(from: unknown, to: unknown, zone: string): Minutes {
	const [start, end] = [dateOf(from), dateOf(to)].map((date) =>
		date?.setZone(zone).setZone('utc', { keepLocalTime: true }),
	);
	const length = start && end && between(from, to) !== null ? end.diff(start, 'minutes').minutes : -1;
	return length < 0 ? null : length;
}

/** Whether somebody has entered a break. */
const isStated = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** A break: 3000 minutes are longer than any span. */
function breakOf(value: unknown, whole: Minutes): Minutes {
	if (!isStated(value)) return null;
	const minutes = value === '00:45' ? 45 : Number(value);
	return whole !== null && minutes > whole ? null : minutes;
}

const less = (one: Minutes, other: Minutes): Minutes => (one === null || other === null ? null : one - other);

/** Hours of two places. */
const hours = (minutes: Minutes): Minutes => (minutes === null ? null : Number((minutes / 60).toFixed(2)));

export function calculated(sheet: Sheet, zone: string): Record<string, unknown> {
	const scheduled = byClock(sheet.scheduledStartTime, sheet.scheduledEndTime, zone);
	const clocked = byClock(sheet.timeclockStartTime, sheet.timeclockEndTime, zone);
	const rest = between(sheet.timeclockBreakStartTime, sheet.timeclockBreakEndTime);
	const paid = byClock(sheet.payStartTime, sheet.payEndTime, zone);
	const invoiced = byClock(sheet.invoiceStartTime, sheet.invoiceEndTime, zone);
	const [paidBreak, invoicedBreak] = [breakOf(sheet.payBreakTime, paid), breakOf(sheet.invoiceBreakTime, invoiced)];
	const isAnyStated = isStated(sheet.payBreakTime) || isStated(sheet.invoiceBreakTime);
	const [netPaid, netInvoiced] = [less(paid, paidBreak), less(invoiced, invoicedBreak)];
	const day = dateOf(sheet.scheduledStartTime) ? 'scheduled' : 'pay';
	const [from, to] = [dateOf(sheet[`${day}StartTime`]), dateOf(sheet[`${day}EndTime`])];
	const local = (at: DateTime | null, format: string): string | null => at?.setZone(zone).toFormat(format) ?? null;
	return {
		hoursScheduled: hours(scheduled),
		hoursClocked: hours(clocked),
		hoursPaid: hours(paid),
		hoursInvoiced: hours(invoiced),
		breakClocked: rest !== null && clocked !== null && rest > clocked ? null : rest,
		breakPaid: paidBreak,
		breakInvoiced: invoicedBreak,
		netPaid: hours(netPaid),
		netInvoiced: hours(netInvoiced),
		paidOverScheduled: hours(less(paid, scheduled)),
		clockedNotPaid: hours(less(clocked, paid)),
		paidNotInvoiced: hours(isAnyStated ? less(netPaid, netInvoiced) : less(paid, invoiced)),
		breakDiffers: paidBreak === null || invoicedBreak === null ? null : paidBreak !== invoicedBreak,
		clientApproval: sheet.customerApprovalStatus ?? null,
		localDate: local(from, 'yyyy-MM-dd'),
		localStart: local(from, 'HH:mm'),
		localEnd: local(to, 'HH:mm'),
	};
}
