// Timesheets with their rates: what is asked for, and what each timesheet gets.
import { describe, expect, test } from '@jest/globals';
import { getAll } from '../../../../nodes/WorkforceOperations/resources/timesheet/getAll.ts';
import { ran } from '../../operations/ran.mts';

const form = {
	period: 'custom',
	startDate: '2026-07-01',
	endDate: '2026-07-02',
	returnAll: true,
	simplify: false,
	options: { includeRates: true },
};

/** Runs with these timesheets, whose rates `rates` answers with. */
const withRates = async (sheets: object[], rates: (id: string) => unknown, continueOnFail = false) => {
	const answer = (request: string): unknown => {
		const id = /timesheets\/([^/]+)\/rates/.exec(request)?.[1];
		return id === undefined ? { data: sheets, status: { code: 0 } } : rates(id);
	};
	const { outcomes, requests, hints } = await ran(getAll, form, answer, { continueOnFail });
	return {
		records: outcomes.map(({ json }) => json),
		asked: requests.filter((request) => request.endsWith('/rates')),
		hints,
	};
};
const failing = async (sheet: object, rates: (id: string) => unknown): Promise<unknown> =>
	await withRates([sheet], rates).catch((error: unknown) => error);

const NONE = { payRate: null, serviceRate: null, allowances: null };

describe('Include Rates', () => {
	test('asks once for each timesheet, and adds what the timesheet does not have', async () => {
		const sheets = [
			{ timesheetId: 2, payRate: 'own', note: 'own', allowances: [1] },
			{ id: ' 3 ', timesheetId: '' },
		];
		const { records, asked } = await withRates(sheets, (id) => ({
			data: { timesheetId: id, payRate: { amount: Number(id) }, note: 'other', extra: id },
		}));
		expect(records).toEqual([
			{ ...NONE, timesheetId: 2, payRate: { amount: 2 }, note: 'own', allowances: [1], extra: '2' },
			{ ...NONE, id: ' 3 ', timesheetId: '', payRate: { amount: 3 }, note: 'other', extra: '3' },
		]);
		expect(asked.sort()).toEqual(['GET /api/external/timesheets/2/rates', 'GET /api/external/timesheets/3/rates']);
	});

	test.each([
		{ payRate: null },
		{ serviceRate: 1 },
		{ allowances: [] },
		{ scheduledStartTime: null },
		{ scheduledEndTime: 'x' },
	])('takes %j for a breakdown', async (data) => {
		const { records } = await withRates([{ timesheetId: 2 }], () => ({ data }));
		expect(records).toEqual([{ timesheetId: 2, ...NONE, ...data }]);
	});

	test.each<[object, unknown, string]>([
		[{}, { payRate: 1 }, 'timesheet without ID could not be read: The service returned a timesheet without an ID'],
		[{ timesheetId: 2 }, { other: 1 }, 'timesheet “2” could not be read: The service answered without rates'],
		[{ timesheetId: 2 }, [], 'timesheet “2” could not be read: The service answered without rates'],
		[
			{ timesheetId: 2 },
			{ timesheetId: 3, payRate: 1 },
			'timesheet “2” could not be read: The service answered with rates of other timesheets',
		],
		[
			{ timesheetId: 2 },
			[{ payRate: 1 }, { payRate: 2 }],
			'timesheet “2” could not be read: The service answered with rates of other timesheets',
		],
		[{ timesheetId: 1e20 }, { payRate: 1 }, 'could not be read: “Timesheet ID” holds a number that is too large'],
	])('of %j with %j says what is wrong', async (sheet, data, words) => {
		const error = await failing(sheet, () => ({ data }));
		expect(error).toMatchObject({
			message: expect.stringContaining(words),
			description: expect.stringMatching(/\S.* With On Error set to Continue the other timesheets come all the same/),
		});
	});

	test('goes on to the others where the run does, and says so in “ratesError”', async () => {
		const { records, hints } = await withRates(
			[{ timesheetId: 1 }, { timesheetId: 2 }],
			(id) => ({ data: id === '1' ? { other: 1 } : { payRate: 5 } }),
			true,
		);
		expect(records).toEqual([
			{ timesheetId: 1, ...NONE, ratesError: 'The service answered without rates' },
			{ timesheetId: 2, ...NONE, payRate: 5 },
		]);
		expect(hints).toEqual([]);
	});
});
