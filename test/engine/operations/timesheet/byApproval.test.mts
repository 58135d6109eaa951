import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useBench } from '../../support/bench.mts';
import { fine } from '../../support/payrollService.mts';

const bench = useBench();
const DAY = 86_400_000;
const FORTNIGHT = 14 * DAY;
const RUNS = 12;
const begun = Date.parse('2026-06-01T00:00:00Z');
const iso = (moment: number): string => new Date(moment).toISOString();

/** A timesheet, and when it is approved: often more than once, or never. */
interface Sheet {
	id: number;
	start: number;
	approvals: number[];
}

/** The service at a moment: it knows what was approved until then, and filters by start and state. */
const serveAt = (sheets: readonly Sheet[], now: number): void =>
	bench.recorder.answer(({ query }) => {
		const [from, to] = [query.startDate, query.endDate].map((date) => Date.parse(date ?? ''));
		const after = Number(query.referenceId ?? 0);
		const data = sheets
			.map(({ id, start, approvals }) => {
				const approved = approvals.filter((at) => at <= now).at(-1);
				return { timesheetId: id, scheduledStartTime: iso(start), approvedDateTime: approved && iso(approved) };
			})
			.filter(({ timesheetId }) => timesheetId > after)
			.filter(({ scheduledStartTime }) => Date.parse(scheduledStartTime) >= (from ?? 0))
			.filter(({ scheduledStartTime }) => Date.parse(scheduledStartTime) <= (to ?? 0))
			.filter(({ approvedDateTime }) => (query.status === 'Approved') === (approvedDateTime !== undefined));
		const page = data.slice(0, 7);
		const next = data.length > 7 ? `direction=next&referenceId=${page.at(-1)?.timesheetId}` : null;
		return { body: { ...fine, data: page, nextPageParameter: next } };
	});

/** Get Many by approval, of the fortnight that begins then. */
const byApproval = (from: number, options: object = {}, more: object = {}) => ({
	resource: 'timesheet',
	operation: 'getAll',
	period: 'custom',
	startDate: iso(from),
	endDate: iso(from + FORTNIGHT - 1),
	returnAll: true,
	options: { selectBy: 'approval', ...options },
	...more,
});
const run = async (options: object = {}, more: object = {}) =>
	await bench.run('timesheet', byApproval(begun, options, more));
const payRun = async (from: number, options: object = {}): Promise<number[]> =>
	(await bench.ok('timesheet', byApproval(from, options))).map(({ timesheetId }) => Number(timesheetId));

beforeEach(() => bench.recorder.answer(undefined));

describe('Select By: Approval', () => {
	test('each approval is in exactly one of twelve pay runs in a row: late, ahead, at the border, and repeated', async () => {
		const day = fc.integer({ min: 0, max: RUNS * 14 - 1 });
		const sheet = fc.record({
			worked: day,
			late: fc.array(fc.integer({ min: -50 * 24, max: 50 * 24 }), { maxLength: 3 }),
			onBorder: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(sheet, { minLength: 5, maxLength: 40 }), async (drawn) => {
				const sheets = drawn.map(({ worked, late, onBorder }, index): Sheet => {
					const start = begun + worked * DAY;
					const border = begun + Math.ceil((start - begun + 1) / FORTNIGHT) * FORTNIGHT;
					const approvals = late.map((hours) => start + hours * 3_600_000);
					return {
						id: index + 1,
						start,
						approvals: [...approvals, ...(onBorder ? [border] : [])].sort((a, b) => a - b),
					};
				});
				const paid: string[] = [];
				for (let run = 0; run < RUNS; run++) {
					const from = begun + run * FORTNIGHT;
					serveAt(sheets, from + FORTNIGHT - 1);
					for (const id of await payRun(from)) paid.push(`${id} in ${run}`);
				}
				// Of several approvals within one period it is paid once; one that is repeated later is in the later run as well.
				const expected = sheets.flatMap(({ id, approvals }) =>
					approvals
						.map((at) => Math.floor((at - begun) / FORTNIGHT))
						.flatMap((run) => (run >= 0 && run < RUNS ? `${id} in ${run}` : [])),
				);
				expect(paid.sort()).toEqual([...new Set(expected)].sort());
			}),
			{ numRuns: 6 },
		);
	});

	test('reads back as many days as it says, approved ones unless a state is chosen, and tells how many of how many', async () => {
		const sheets = [
			{ id: 1, start: begun - 59 * DAY, approvals: [begun + DAY] },
			{ id: 2, start: begun - 61 * DAY, approvals: [begun + DAY] },
			{ id: 3, start: begun, approvals: [begun - DAY] },
		];
		serveAt(sheets, begun + FORTNIGHT);
		expect(await payRun(begun)).toEqual([1]);
		expect(bench.recorder.seen[0]?.query).toMatchObject({
			startDate: iso(begun - 60 * DAY),
			endDate: iso(begun + FORTNIGHT - 1 + 60 * DAY),
			status: 'Approved',
		});
		expect(await payRun(begun, { approvalLookBackDays: 90 })).toEqual([1, 2]);
		const limited = { filters: { status: 'Approved' }, returnAll: false, limit: 1 };
		const { hints } = await run({ approvalLookBackDays: 90 }, limited);
		expect(hints).toContain('Timesheets read: 3. Approved in the period: 2.');
	});

	test('reads ahead as many days as it says, and says which shifts it read', async () => {
		const sheets = [59, 61].map((days, index) => ({
			id: index + 1,
			start: begun + FORTNIGHT - 1 + days * DAY,
			approvals: [begun + DAY],
		}));
		serveAt(sheets, begun + FORTNIGHT);
		expect(await payRun(begun)).toEqual([1]);
		expect(await payRun(begun, { approvalLookAheadDays: 90 })).toEqual([1, 2]);
		const { hints } = await run({ approvalLookBackDays: 1, approvalLookAheadDays: 2 });
		expect(hints).toEqual(['Timesheets for shifts that start between 2026-05-31 and 2026-06-16 were read.']);
		expect((await run({ approvalLookAheadDays: 60 })).hints).toContain(
			'Timesheets read: 1. Approved in the period: 1.',
		);
	});

	test.each([
		['2026-06-14T23:59:59Z', [1, 2]],
		['2026-06-14T23:59:59.000Z', [1, 2]],
		['2026-06-14T23:59:59.499Z', [1]],
		['2026-06-14T23:59:58Z', [1]],
	])('an end of %s holds what was approved in its last second as far as it is written', async (endDate, ids) => {
		const approvals = ['2026-06-14T23:59:58.999Z', '2026-06-14T23:59:59.999Z', '2026-06-15T00:00:00Z'].map(Date.parse);
		serveAt(
			approvals.map((at, index) => ({ id: index + 1, start: begun, approvals: [at] })),
			begun + FORTNIGHT,
		);
		const { json } = await run({}, { endDate });
		expect(json.map(({ timesheetId }) => timesheetId)).toEqual(ids);
	});

	describe('What is approved and doesn’t say when', () => {
		const dated = { timesheetId: 1, approvedDateTime: iso(begun + DAY) };
		const serve = (...others: object[]): void =>
			bench.recorder.answer(() => ({ body: { ...fine, data: [dated, ...others], nextPageParameter: null } }));
		const words =
			'2 approved timesheets have no approval date, so they can’t be assigned to a pay run. Pay manually or re-approve ID 7, 8.';

		test('is named with its IDs, and the list is incomplete', async () => {
			serve({ timesheetId: 7 }, { timesheetId: 8, approvedDateTime: '0001-01-01T00:00:00', status: 'Approved' });
			const { json, hints } = await run();
			expect(json.map(({ timesheetId }) => timesheetId)).toEqual([1]);
			expect(hints).toContain(words);
			const file = await run({ asFile: 'csv' });
			expect(file.json).toEqual([expect.objectContaining({ records: 1, complete: false, reason: 'undated' })]);
		});

		test('is named by its other ID, or as unknown', async () => {
			serve({ id: 7 }, { status: 'Approved' });
			expect((await run()).hints.join()).toContain('re-approve ID 7, unknown.');
		});

		test('stops a run that is to be whole', async () => {
			serve({ timesheetId: 7 }, { timesheetId: 8, approvedDateTime: 'soon' });
			for (const asFile of ['none', 'csv']) {
				const { json, error } = await run({ asFile, ifIncomplete: 'stop' });
				expect({ json, message: error?.message }).toEqual({
					json: [],
					message: '2 approved timesheets have no approval date, so they can’t be assigned to a pay run',
				});
			}
		});

		test('is nothing that waits or was rejected', async () => {
			serve({ timesheetId: 7, status: 'Pending' }, { timesheetId: 8, status: 'Not Approved', approvedDateTime: null });
			const { hints } = await run({ asFile: 'csv' });
			expect(hints.join()).not.toMatch(/no approval date/);
		});
	});

	test('a file is named by the period, not by what is read back', async () => {
		serveAt([{ id: 1, start: begun - 9 * DAY, approvals: [begun + DAY] }], begun + FORTNIGHT);
		const [file] = (await run({ asFile: 'csv' })).json;
		expect(file).toMatchObject({ fileName: 'timesheets-2026-06-01-to-2026-06-14.csv', records: 1, complete: true });
	});

	test.each([
		['none', 2],
		['csv', 1],
	])('a service that names no time of approval is told, and nothing is returned (%s of %d)', async (asFile, count) => {
		const data = [{ timesheetId: 1 }, { timesheetId: 2 }].slice(0, count);
		bench.recorder.answer(() => ({ body: { ...fine, data } }));
		const { error, items } = await run({ asFile });
		expect(items).toEqual([]);
		expect(error?.message).toBe(`No timesheet has an approval date (${count} read)`);
	});

	test('an empty list is empty', async () => {
		bench.recorder.answer(() => ({ body: { ...fine, data: [] } }));
		expect(await payRun(begun)).toEqual([]);
	});

	test.each([
		[{ selectBy: 'end' }, '“Select By” is not one of the choices'],
		[
			{ selectBy: 'approval', approvalLookBackDays: 0 },
			'“Approval Look Back (Days)” must be a whole number from 1 to 730',
		],
	])('%j is refused before anything is read', async (options, message) => {
		const { error } = await bench.run('timesheet', { resource: 'timesheet', operation: 'getAll', options });
		expect(error?.message).toBe(message);
		expect(bench.recorder.seen).toEqual([]);
	});
});
