import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { linesOf, madeOf, tableOf } from '../../support/fileResults.mts';
import { fine, get, getAll } from '../../support/payrollService.mts';

const bench = useBench();
const options = { addHours: true };
const HOURS = [
	...'hoursScheduled hoursClocked hoursPaid hoursInvoiced breakClocked breakPaid breakInvoiced netPaid'.split(' '),
	...'netInvoiced paidOverScheduled clockedNotPaid paidNotInvoiced breakDiffers clientApproval localDate localStart localEnd'.split(
		' ',
	),
];
const paid = { payStartTime: '2026-07-01T08:00:00Z', payEndTime: '2026-07-01T16:00:00Z' };

/** A list of one timesheet a page. */
const pagesOf = (...breaks: unknown[]): void =>
	bench.recorder.answer(({ query }) => {
		const page = Number(query.referenceId ?? 0);
		const data = [{ timesheetId: page + 1, ...paid, payBreakTime: breaks[page] }];
		const next = page + 1 < breaks.length ? `direction=next&referenceId=${page + 1}` : null;
		return { body: { ...fine, data, nextPageParameter: next } };
	});

beforeEach(() => bench.recorder.answer(undefined));

describe('Add Hours', () => {
	test('adds them to each timesheet, simplified or whole, without another request', async () => {
		const plain = await bench.ok('timesheet', getAll);
		const before = (await bench.sent('timesheet', getAll)).length;
		const timesheets = await bench.ok('timesheet', { ...getAll, options });
		expect(bench.recorder.seen).toHaveLength(2 * before);
		expect(timesheets.map((timesheet) => Object.keys(timesheet))).toEqual(
			plain.map((timesheet) => [...Object.keys(timesheet), ...HOURS]),
		);
		const whole = await bench.ok('timesheet', { ...getAll, simplify: false, options });
		expect(whole.some(({ hoursPaid }) => Number(hoursPaid) > 0)).toBe(true);
		for (const { netPaid, hoursPaid, breakPaid } of whole.filter(({ netPaid: paid }) => paid !== null))
			expect(Number(netPaid)).toBeCloseTo(Number(hoursPaid) - Number(breakPaid) / 60, 1);
	});

	test('what nobody has entered is empty, and so is what needs it', async () => {
		const period = { period: 'custom', startDate: '2000-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };
		const all = await bench.ok('timesheet', { ...getAll, ...period, returnAll: true, simplify: false, options });
		const isStated = (value: unknown): boolean => value !== undefined && value !== null;
		const none = all.filter(({ invoiceBreakTime }) => !isStated(invoiceBreakTime));
		const open = all.filter(({ timeclockEndTime }) => !isStated(timeclockEndTime));
		expect(open.length).toBeGreaterThan(0);
		// Whether a break of none is stated is one of the sandbox's choices.
		expect([0, all.length]).toContain(none.length);
		const invoiced =
			none.length > 0
				? { breakInvoiced: null, netInvoiced: null, paidNotInvoiced: null, breakDiffers: null }
				: { breakInvoiced: 0, breakDiffers: true };
		for (const row of all) expect(row).toMatchObject(invoiced);
		for (const row of open)
			expect(row).toMatchObject({ hoursClocked: null, clockedNotPaid: null, hoursPaid: expect.any(Number) });
	});

	test('also to a single one, and to the named fields', async () => {
		const id = (await bench.ok('timesheet', getAll))[0]?.timesheetId;
		const [one] = await bench.ok('timesheet', { ...get, timesheetId: String(id), options });
		expect(Object.keys(one ?? {})).toEqual(expect.arrayContaining(HOURS));
		const named = { ...options, outputFields: 'timesheetId, netPaid' };
		const [brief] = await bench.ok('timesheet', { ...getAll, options: named });
		expect(Object.keys(brief ?? {})).toEqual(['timesheetId', 'netPaid']);
	});

	test.each<[string, string, unknown]>([
		['items', 'none', ''],
		// An Excel file has local times by itself.
		['an Excel file', 'xlsx', expect.stringMatching(/^Times are local\. [^.]*\.$/)],
		['JSON Lines', 'jsonl', ''],
	])(
		'the whole list tells the unit of its breaks, as %s: the last page is looked at first',
		async (_, asFile, hints) => {
			const read = async (): Promise<{ breaks: unknown[]; hints: string }> => {
				const outputFields = 'timesheetId, breakPaid';
				const result = await bench.run('timesheet', { ...getAll, options: { ...options, outputFields, asFile } });
				const [made] = madeOf(result.items);
				const rows = asFile === 'none' ? result.json : asFile === 'jsonl' && made ? linesOf(made) : [];
				const breaks =
					asFile === 'xlsx' && made
						? tableOf(made)
								.slice(1)
								.map((cells) => cells[1])
						: [];
				return {
					breaks: [...breaks, ...rows.map((row) => (row as IDataObject).breakPaid)].map((value) => value ?? null),
					hints: result.hints.join(),
				};
			};
			pagesOf(1, 2, 0.5);
			expect(await read()).toEqual({
				breaks: [null, null, null],
				hints: expect.stringContaining('The breaks may be in hours or minutes'),
			});
			pagesOf(1, 2, 30.5);
			expect(await read()).toEqual({ breaks: [1, 2, 30.5], hints });
		},
	);
});
