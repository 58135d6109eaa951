// The weeks of `months`: what is rostered, clocked, paid and invoiced agrees in most timesheets, and differs in some of every week.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useClient, type Json } from './support.mts';

const hour = 3_600_000;
const day = 24 * hour;
const weeks = ['2026-05-18', '2026-05-25', '2026-06-01', '2026-06-08'].map((monday) =>
	Date.parse(`${monday}T00:00:00Z`),
);
const at = (row: Json, field: string): number => (row[field] ? Date.parse(String(row[field])) : NaN);
const span = (row: Json, from: string, to: string): number => (at(row, to) - at(row, from)) / hour;
const approved = (row: Json): boolean => row.status === 'Approved';

/** What an example of each kind looks like. */
const kinds: ReadonlyArray<[name: string, is: (row: Json) => boolean]> = [
	['a break more in the invoice', (row) => Number(row.invoiceBreakTime) === Number(row.payBreakTime) + 30],
	[
		'a clock-out forgotten',
		(row) => Number.isNaN(at(row, 'timeclockEndTime')) && !Number.isNaN(at(row, 'timeclockStartTime')),
	],
	['paid beyond the roster', (row) => at(row, 'payEndTime') - at(row, 'scheduledEndTime') === 1.5 * hour],
	['approved a week late', (row) => at(row, 'approvedDateTime') - at(row, 'scheduledEndTime') === 8 * day],
	['approved again after a change', (row) => at(row, 'approvedDateTime') - at(row, 'scheduledEndTime') === 15 * day],
	['not yet approved by the client', (row) => approved(row) && row.customerApprovalStatus === 'Pending'],
	['no break in the invoice', (row) => Number(row.payBreakTime) > 0 && !(Number(row.invoiceBreakTime) > 0)],
	['no break at all', (row) => !(Number(row.payBreakTime) > 0) && !(Number(row.invoiceBreakTime) > 0)],
];

describe.each(['default', 'contrary'] as const)('a sandbox with two months, variant %s,', (variant) => {
	const client = useClient({
		data: 'months',
		clockStart: new Date('2026-06-30T12:00:00Z'),
		variant,
		// As many of them as one page can hold.
		choices: { largestPage: 'clamped' },
		validateResponses: false,
	});
	const path = '/external/timesheets?startDate=2026-05-18T00:00:00Z&endDate=2026-06-14T23:59:59Z&limit=500';
	let rows: Json[];
	beforeAll(async () => void ({ rows } = await client.get('timesheet', path)));

	test.each(weeks.map((from) => [new Date(from).toISOString().slice(0, 10), from] as const))(
		'has each difference in the week of %s',
		(_, from) => {
			const week = rows.filter(
				(row) => at(row, 'scheduledStartTime') >= from && at(row, 'scheduledStartTime') < from + 7 * day,
			);
			const found = kinds.filter(([, is]) => week.some(is)).map(([name]) => name);
			expect(found).toEqual(kinds.map(([name]) => name));
			const alike = week.filter(
				(row) =>
					span(row, 'payStartTime', 'payEndTime') === span(row, 'invoiceStartTime', 'invoiceEndTime') &&
					row.payBreakTime === row.invoiceBreakTime,
			);
			expect(alike.length).toBeGreaterThan(week.length / 2);
		},
	);

	test('leaves out what nobody has entered, or says so', () => {
		const forgotten = rows.filter(kinds[1]?.[1] ?? (() => false));
		const without = rows.filter(kinds[6]?.[1] ?? (() => false));
		expect(forgotten.length).toBeGreaterThan(3);
		expect(without.length).toBeGreaterThan(3);
		expect(forgotten.some((row) => 'timeclockEndTime' in row)).toBe(false);
		expect(without.filter((row) => 'invoiceBreakTime' in row)).toEqual(variant === 'default' ? without : []);
	});

	test('says on its page what differs', async () => {
		const shown = await client.admin<Array<Json & { remarks: string[] }>>('GET', '/timesheets?limit=1000');
		const remarks = shown.flatMap((row) => row.remarks);
		for (const words of [
			/^No clock-out$/,
			/^Paid 90 minutes beyond the roster$/,
			/^Break: 30 minutes paid, 60 invoiced$/,
			/^Approved 8 days after the shift, 2026-/,
			/^Approved again: the paid end time was corrected/,
			/^The client has not approved it yet$/,
		])
			expect(remarks).toContainEqual(expect.stringMatching(words));
	});
});
