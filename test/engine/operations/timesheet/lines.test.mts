import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { choiceTable } from '../../../../sandbox/core/choices.mts';
import { useBench } from '../../support/bench.mts';
import { inCollections } from '../../support/collections.mts';
import { fine, getAll, isRates, keepGoing, service, sheets } from '../../support/payrollService.mts';

const payLines = (options: IDataObject = {}): IDataObject => ({
	...getAll,
	...inCollections({ rows: 'payLines', ...options }),
});
const few = { returnAll: false, limit: 15 };
const getRates = { resource: 'timesheet', operation: 'getRates', timesheetId: '={{ $json.timesheetId }}' };
const sum = (amounts: unknown[]): number =>
	Number(amounts.reduce<number>((total, amount) => total + Number(amount), 0).toFixed(2));

describe.each(Object.keys(choiceTable.rates.values))('Lines of a service whose rates are “%s”', (rates) => {
	const bench = useBench({ rates: rates as keyof typeof choiceTable.rates.values });

	test('hold what the rates of each timesheet hold, to the cent, with who, where and when', async () => {
		const timesheets = await bench.ok('timesheet', { ...getAll, ...few, simplify: false });
		const breakdowns = await bench.ok('timesheet', getRates, { items: timesheets.map((json) => ({ json })) });
		for (const [rows, side, field] of [
			['payLines', 'pay', 'payRate'],
			['chargeLines', 'charge', 'serviceRate'],
		] as const) {
			const lines = await bench.ok('timesheet', { ...payLines({ rows }), ...few });
			expect(new Set(lines.map(({ side: told }) => told))).toEqual(new Set([side]));
			expect(lines.filter(({ check }) => check !== undefined)).toEqual([]);
			for (const [index, sheet] of timesheets.entries()) {
				const own = lines.filter(({ timesheetId }) => timesheetId === sheet.timesheetId);
				const { [field]: rate, allowances } = breakdowns[index] ?? {};
				const { amount, total } = rate as IDataObject;
				const given = side === 'pay' ? ((allowances ?? []) as IDataObject[]) : [];
				expect(sum(own.map((line) => line.amount))).toBe(
					sum([total ?? amount, ...given.map((allowance) => allowance.amount)]),
				);
				expect(own.map(({ lineNumber }) => lineNumber)).toEqual(own.map((_line, place) => place + 1));
				expect(own.filter(({ kind }) => kind === 'allowance')).toHaveLength(given.length);
				for (const line of own) {
					const { staffName, employeeId, siteName, customerName, scheduledStartTime } = sheet;
					expect(line).toMatchObject({ staffName, employeeId, siteName, customerName, scheduledStartTime });
					expect(line).toMatchObject({ name: expect.any(String), date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
				}
				for (const line of own.filter(({ kind }) => kind === 'rate'))
					expect(Number(line.quantity) * Number(line.rate)).toBeCloseTo(Number(line.amount), -1);
			}
		}
	});
});

describe('Lines', () => {
	const bench = useBench();
	const failing = async (parameters: IDataObject): Promise<string> => {
		const { error, json } = await bench.run('timesheet', parameters);
		expect(json).toEqual([]);
		return `${error?.message}. ${error?.description ?? ''}`;
	};

	/** One timesheet, with this pay rate. */
	const paying = (payRate: unknown): void =>
		bench.recorder.answer(service(sheets(1), () => ({ body: { ...fine, data: { payRate } } })));

	test('are the same of Get Rates, which knows its timesheet by the id that it was asked for', async () => {
		bench.recorder.answer(service(sheets(1)));
		const [whole = {}] = await bench.ok('timesheet', payLines());
		const [own = {}] = await bench.ok('timesheet', { ...getRates, timesheetId: '1', options: { rows: 'payLines' } });
		expect(own).toMatchObject({ timesheetId: 1, amount: whole.amount, details: whole.details as object });
		expect(Object.keys(own)).toEqual(Object.keys(whole));
	});

	test('cost the list and one request for each timesheet, also with Include Rates switched off', async () => {
		bench.recorder.answer(service(sheets(3)));
		expect(await bench.sent('timesheet', payLines({ includeRates: false }))).toHaveLength(4);
	});

	test('are whole with Simplify, and cut by Output Fields alone', async () => {
		bench.recorder.answer(service(sheets(2)));
		const brief = await bench.ok('timesheet', { ...payLines(), simplify: true });
		expect(brief).toEqual(await bench.ok('timesheet', { ...payLines(), simplify: false }));
		expect(await bench.ok('timesheet', payLines({ outputFields: 'timesheetId, name, details.quantity' }))).toEqual(
			expect.arrayContaining([{ timesheetId: 2, name: 'Meal', details: { quantity: 1 } }]),
		);
		const flat = await bench.ok('timesheet', payLines({ flatten: true }));
		expect(flat.map((row) => row['details.hours'] ?? row['details.quantity'])).toHaveLength(brief.length);
		expect(flat.length).toBeGreaterThan(0);
		expect(flat.flatMap((row) => Object.values(row)).filter((cell) => typeof cell === 'object' && cell)).toEqual([]);
	});

	test('without a code stop the run where codes are given, and all are named; with Keep their code is null', async () => {
		bench.recorder.answer(service(sheets(12)));
		const codes = { rows: [{ name: 'Meal', code: 'MEAL' }] };
		const words = await failing(payLines({ codes }));
		expect(words).toMatch(/^12 lines have no code\. .*“rate” \(timesheet 1, 2, 3 and 9 more\)\.$/);
		expect(words).not.toContain('Meal”');
		const kept = await bench.ok('timesheet', payLines({ codes, missingCode: 'keep' }));
		expect(new Set(kept.map(({ kind, code }) => `${kind} ${code}`))).toEqual(new Set(['rate null', 'allowance MEAL']));
		expect(await failing(payLines({ missingCode: 'error' }))).toMatch(/^24 lines have no code/);
	});

	test('of timesheets that have none are one warning', async () => {
		const [, , { timesheetId: other, ...third } = {}] = sheets(3);
		bench.recorder.answer(
			service([...sheets(2), { id: other, ...third }], (id) =>
				id === 2 ? undefined : { body: { ...fine, data: { payRate: null } } },
			),
		);
		const { json, hints } = await bench.run('timesheet', payLines());
		expect(new Set(json.map(({ timesheetId }) => timesheetId))).toEqual(new Set([2]));
		expect(hints).toEqual([expect.stringMatching(/^2 timesheets: no pay lines, because .*\. ID 1, 3\.$/)]);
	});

	test('that don’t come to the total that the service states are told, also where Output Fields leave that out', async () => {
		paying({ total: 10, day: { amount: 4 }, night: { amount: 5 } });
		const { json, hints } = await bench.run('timesheet', payLines({ outputFields: 'amount, details.heldBy.total' }));
		expect(json).toEqual([4, 5].map((amount) => ({ amount, details: { heldBy: { total: 10 } } })));
		expect(hints).toEqual([
			'2 pay lines in doubt: a stated total that doesn’t equal the sum. Timesheet ID 1. Fields seen: amount.',
		]);
		const whole = await bench.ok('timesheet', payLines());
		expect(whole.map(({ check }) => check)).toEqual([4, 5].map(() => ({ total: 10, lines: 9 })));
	});

	test('of a timesheet whose rates can’t be read are one row that says so, with Continue On Fail', async () => {
		bench.recorder.answer(service(sheets(2), (id) => (id === 1 ? { body: { ...fine, data: null } } : undefined)));
		const codes = {
			rows: [
				{ name: 'Meal', code: 'M' },
				{ name: 'rate', code: 'R' },
			],
		};
		const { json, hints } = await bench.run('timesheet', payLines({ codes }), keepGoing);
		expect(json).toMatchObject([
			{ timesheetId: 1, code: null, ratesError: 'The service returned no rates' },
			{ timesheetId: 2, code: 'R' },
			{ timesheetId: 2, code: 'M' },
		]);
		for (const row of json.slice(1)) expect(row).not.toHaveProperty('ratesError');
		expect(hints).toEqual([]);
		expect(Object.keys(json[0] ?? {}).filter((field) => field !== 'ratesError')).toEqual(Object.keys(json[1] ?? {}));
		expect(await failing(payLines({ codes }))).toMatch(/^The rates of timesheet “1” could not be read/);
	});

	test.each<[string, IDataObject, RegExp]>([
		['rows that there are not', { rows: '={{ "lines" }}' }, /“Rows” can’t be “lines”/],
		['what to do without a code', { missingCode: '={{ "perhaps" }}' }, /“Without a Code” can’t be/],
		['a code without a name', { codes: { rows: [{ name: '', code: 'A' }] } }, /without a name/],
	])('a wrong option costs no request: %s', async (_, options, message) => {
		expect(await failing(payLines(options))).toMatch(message);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('of nothing are nothing', async () => {
		bench.recorder.answer(service([]));
		const { json, hints } = await bench.run('timesheet', payLines());
		expect({ json, hints }).toEqual({ json: [], hints: [] });
		expect(bench.recorder.seen.filter(isRates)).toEqual([]);
	});
});
