// What comes of a record beside it, as a file: lines, licences, and what could not be read of them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { madeOf, one, tableOf } from '../../support/fileResults.mts';
import { getAll, isRates, keepGoing, service, sheets } from '../../support/payrollService.mts';
import { refusal, SheetService } from '../../support/sheetService.mts';

const bench = useBench();
const few = { ...getAll, returnAll: false, limit: 15 };

describe('Pay lines as a file', () => {
	test('have the columns and the rows of the items, and no others', async () => {
		const items = await bench.ok('timesheet', { ...few, options: { rows: 'payLines' } });
		const made = await one(bench, 'timesheet', few, { rows: 'payLines', asFile: 'csv' });
		const [columns, ...rows] = tableOf(made);
		expect(columns).toEqual([...new Set(items.flatMap((item) => Object.keys(item)))]);
		expect(rows).toHaveLength(items.length);
		expect(made.json).toMatchObject({ records: items.length });
		const amount = columns?.indexOf('amount') ?? -1;
		expect(rows.map((row) => Number(row[amount]))).toEqual(items.map((item) => Number(item.amount)));
	});

	test('that lack a code are all named, also where they come with several pages', async () => {
		const codes = { rows: [{ name: 'Nothing of the kind', code: 'X' }] };
		const wordsOf = async (more: IDataObject): Promise<string> => {
			const options = { rows: 'payLines', codes, ...more };
			const { error, json } = await bench.run('timesheet', { ...few, options, advanced: { pageSize: 5 } });
			expect(json).toEqual([]);
			return `${error?.message}. ${error?.description}`;
		};
		const words = await wordsOf({});
		expect(words).toMatch(/^\d\d lines have no code\. Add the following to “Codes”/);
		expect(await wordsOf({ asFile: 'csv' })).toBe(`${words} Records read before the error: 15. No file was created.`);
	});

	test('without the rates of a timesheet are no file, also with On Error set to Continue', async () => {
		const none = { status: 404, body: { status: { code: 1, errorMessage: 'No rates' } } };
		bench.recorder.answer(service(sheets(3), (id) => (id === 2 ? none : undefined)));
		const parameters = { ...getAll, options: { asFile: 'csv', rows: 'payLines' } };
		const { items, error, json } = await bench.run('timesheet', parameters, keepGoing);
		expect(madeOf(items).map(({ content }) => content.length)).toEqual([0]);
		expect([error, json[0]?.error]).toEqual([
			undefined,
			expect.objectContaining({ message: expect.stringContaining('The rates of a timesheet could not be read') }),
		]);
		expect(bench.recorder.seen.filter(isRates).length).toBeGreaterThan(0);
	});
});

test.each(['employee', 'licence'])(
	'a register with a row for each %s is no file without the licences of somebody, also with On Error set to Continue',
	async (rows) => {
		const staff = new SheetService(3);
		bench.recorder.answer((seen) =>
			seen.path.endsWith('/1002/licenses')
				? refusal(400, 'Not yours')
				: seen.path.endsWith('/licenses')
					? { body: { status: { code: 0 }, data: [] } }
					: staff.rule(seen),
		);
		const options = { asFile: 'csv', includeLicences: true, rows };
		const parameters = { resource: 'staff', operation: 'getAll', returnAll: true, options };
		const { items, json } = await bench.run('developer', parameters, keepGoing);
		expect(madeOf(items).map(({ content }) => content.length)).toEqual([0]);
		expect(json).toEqual([
			{
				error: expect.objectContaining({
					message: expect.stringContaining('The licences of an employee could not be read'),
					description: expect.stringContaining('leave “Include Licences” out'),
				}),
			},
		]);
	},
);
