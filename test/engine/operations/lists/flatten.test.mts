import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { fine, get, getAll, idOf, isRates, keepGoing, rates, service, sheets } from '../../support/payrollService.mts';

const bench = useBench({ rates: 'flat' });

describe('Flatten', () => {
	test('makes one row a timesheet, with the same columns in each', async () => {
		const some = { ...getAll, returnAll: false, limit: 60, simplify: false };
		const rows = await bench.ok('timesheet', { ...some, ...rates({ flatten: true }) });
		const nested = await bench.ok('timesheet', { ...some, ...rates() });
		expect(rows).toHaveLength(60);
		const columns = Object.keys(rows[0] ?? {});
		for (const row of rows) {
			expect(Object.keys(row)).toEqual(columns);
			expect(Object.values(row).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		}
		const ofRates = ['timesheetId', 'payRate.amount', 'payRate.rate', 'serviceRate.amount'];
		const others = ['clockInCoordinates.latitude', 'notes', 'allowances'];
		expect(columns).toEqual(expect.arrayContaining([...ofRates, ...others]));
		expect(columns.filter((column) => column.startsWith('allowance.')).length).toBeGreaterThan(0);
		for (const [index, row] of rows.entries()) {
			const { payRate, allowances, notes } = nested[index] ?? {};
			expect(row['payRate.amount']).toBe((payRate as IDataObject).amount);
			// Nested values can be read back, and the amount of each allowance stands by itself.
			expect({ allowances: JSON.parse(String(row.allowances)), notes: JSON.parse(String(row.notes)) }).toEqual({
				allowances,
				notes,
			});
			for (const { name, amount } of (allowances ?? []) as IDataObject[])
				expect(row[`allowance.${String(name)}`]).toBe(amount);
		}
	});

	test('has no column for allowances beside those of their names, where some timesheets have none', async () => {
		const none = { body: { ...fine, data: { allowances: [] } } };
		bench.recorder.answer(service(sheets(2), (id) => (id === 2 ? none : undefined)));
		const rows = await bench.ok('timesheet', { ...getAll, ...rates({ flatten: true }) });
		expect(rows[1]).toMatchObject({ 'allowance.Meal': null, allowances: '[]' });
		expect(Object.keys(rows[0] ?? {})).not.toContain('allowance');
	});

	test('gives the ten fields of Simplify a column each, also where the service leaves them out', async () => {
		bench.recorder.answer(service([{ timesheetId: 1 }]));
		const [row] = await bench.ok('timesheet', { ...getAll, options: { flatten: true } });
		expect(row).toEqual({
			timesheetId: 1,
			staffId: null,
			staffName: null,
			employeeId: null,
			customerName: null,
			siteName: null,
			payStartTime: null,
			payEndTime: null,
			payBreakTime: null,
			approvedDateTime: null,
		});
	});

	test('gives the columns of Output Fields, in their order', async () => {
		const other = { body: { ...fine, data: { payRate: null, allowances: [{ name: 'Laundry', amount: 4 }] } } };
		bench.recorder.answer(service(sheets(2), (id) => (id === 2 ? other : undefined)));
		const outputFields = 'timesheetId, allowance.Meal, payRate.tiers, payRate.amount, allowance.Tolls';
		const { json, hints } = await bench.run('timesheet', { ...getAll, ...rates({ flatten: true, outputFields }) });
		const columns = ['timesheetId', 'allowance.Meal', 'allowance.Tolls', 'payRate.tiers', 'payRate.amount'];
		expect(json.map((row) => Object.keys(row))).toEqual([columns, columns]);
		const none = Object.fromEntries(columns.map((column) => [column, null]));
		expect(json).toEqual([
			{ ...none, timesheetId: 1, 'allowance.Meal': 18, 'payRate.tiers': '[{"from":0}]', 'payRate.amount': 241 },
			{ ...none, timesheetId: 2 },
		]);
		expect(hints).toEqual([expect.stringContaining('“allowance.Tolls”')]);
	});

	test('whole groups of columns can be asked for by their name', async () => {
		bench.recorder.answer(service(sheets(2)));
		const options = rates({ flatten: true, outputFields: 'allowance, payRate' });
		const [row] = await bench.ok('timesheet', { ...getAll, ...options });
		expect(row).toEqual({
			'allowance.Meal': 18,
			'payRate.hours': 8,
			'payRate.perHour': 30,
			'payRate.amount': 241,
			'payRate.tiers': '[{"from":0}]',
		});
	});

	test('in a file may lack a column that it would make, but none that nothing makes', async () => {
		bench.recorder.answer(service(sheets(2), () => ({ body: { ...fine, data: { allowances: [] } } })));
		const file = async (outputFields: string): Promise<string | undefined> => {
			const options = rates({ flatten: true, asFile: 'csv', outputFields });
			return (await bench.run('timesheet', { ...getAll, ...options })).error?.message;
		};
		expect(await file('timesheetId, allowance.Tolls')).toBeUndefined();
		expect(await file('timesheetId, tolls.Bridge')).toBe('No record has “tolls.Bridge”');
	});

	test('gives the rows of all input items the same columns', async () => {
		bench.recorder.answer((seen) => {
			const id = isRates(seen) ? idOf(seen) : Number(seen.path.split('/').at(-1));
			const allowances = [{ name: `Allowance ${id}`, amount: id }];
			return { body: { ...fine, data: isRates(seen) ? { allowances } : { timesheetId: id } } };
		});
		const items = [1, 2].map((id) => ({ json: { id } }));
		const form = { ...get, timesheetId: '={{ $json.id }}', simplify: false, ...rates({ flatten: true }) };
		const rows = await bench.ok('timesheet', form, { items });
		expect(rows.map((row) => [row['allowance.Allowance 1'], row['allowance.Allowance 2']])).toEqual([
			[1, null],
			[null, 2],
		]);
		expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(rows[1] ?? {}));
	});

	test('includes the page info of an empty list in the same columns as that of another list', async () => {
		bench.recorder.answer(({ query }) => ({
			body: { ...fine, data: sheets(query['status'] === 'Approved' ? 1 : 0) },
		}));
		const form = {
			...getAll,
			filters: { status: '={{ $json.status }}' },
			options: { flatten: true },
			advanced: { includePageInfo: true },
		};
		const items = ['Approved', 'Pending'].map((status) => ({ json: { status } }));
		const rows = await bench.ok('timesheet', form, { items });
		expect(
			rows.map((row) => ({ id: row['timesheetId'], returned: row['pageInfo.returned'], whole: row['pageInfo'] })),
		).toEqual([
			{ id: 1, returned: 1, whole: undefined },
			{ id: null, returned: 0, whole: undefined },
		]);
		expect(Object.keys(rows[0] ?? {}).sort()).toEqual(Object.keys(rows[1] ?? {}).sort());
	});

	test('leaves the error of an item alone with Continue On Fail', async () => {
		bench.recorder.answer((seen) =>
			seen.path.endsWith('/2')
				? { status: 404, body: { status: { code: 404 }, data: null } }
				: { body: { ...fine, data: { timesheetId: 1 } } },
		);
		const items = [1, 2].map((id) => ({ json: { id } }));
		const form = { ...get, timesheetId: '={{ $json.id }}', options: { flatten: true } };
		const { json } = await bench.run('timesheet', form, { items, ...keepGoing });
		expect(Object.keys(json[1] ?? {})).toEqual(['error']);
		expect(json[0]).toMatchObject({ timesheetId: 1 });
	});

	describe('with more columns than anybody can use', () => {
		/** Timesheets with a hundred fields of their own each. */
		const wide = Array.from({ length: 30 }, (_, id) => ({
			timesheetId: id,
			...Object.fromEntries(Array.from({ length: 100 }, (__, field) => [`own${id}_${field}`, field])),
		}));
		const parameters = { ...getAll, simplify: false };
		const byStatus = { ...parameters, filters: { status: '={{ $json.status }}' }, options: { flatten: true } };
		const counts: Record<string, number> = { Rejected: 0, Pending: 1, Approved: wide.length };
		const items = Object.keys(counts).map((status) => ({ json: { status } }));
		const serve = (): void =>
			bench.recorder.answer(({ query }) => ({ body: { ...fine, data: wide.slice(0, counts[query['status'] ?? '']) } }));

		test('says so and names what helps', async () => {
			serve();
			const made = await bench.run('timesheet', byStatus, { items });
			expect(made.error).toMatchObject({
				message: 'Flatten would create more than 2,000 columns',
				context: { itemIndex: 1 },
			});
			expect(made.items).toEqual([]);
			expect(made.error?.description).toContain('“Output Fields”');
		});

		test('says so in the place of each item that has some, where the node goes on', async () => {
			serve();
			const { json } = await bench.run('timesheet', byStatus, { items, ...keepGoing });
			expect(json.map(({ error }) => (error as IDataObject).message)).toEqual([
				'Flatten would create more than 2,000 columns',
				'Flatten would create more than 2,000 columns',
			]);
		});

		test('gives those that are named', async () => {
			bench.recorder.answer(service(wide));
			const options = { flatten: true, outputFields: 'timesheetId, own3_7' };
			const rows = await bench.ok('timesheet', { ...parameters, options });
			expect(rows.slice(3, 5)).toEqual([
				{ timesheetId: 3, own3_7: 7 },
				{ timesheetId: 4, own3_7: null },
			]);
		});
	});
});
