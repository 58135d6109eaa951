// Lists as files: the same records as the items, in one item with a file.
import XLSX from '@e965/xlsx';
import { describe, expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';
import { linesOf, type Made, madeOf, one as oneOf, tableOf } from '../../support/fileResults.mts';
import { everyOperation, offeredIn } from '../../support/everyOperation.mts';
import { fine, getAll, rates, service, sheets } from '../../support/payrollService.mts';

const bench = useBench();
type Asked = Parameters<typeof oneOf> extends [unknown, ...infer Rest] ? Rest : never;
const one = (...asked: Asked): Promise<Made> => oneOf(bench, ...asked);

const lists = everyOperation.filter(({ id }) => offeredIn(id, 'options').some(({ name }) => name === 'asFile'));

const sorted = (records: readonly unknown[]): string[] => records.map((record) => JSON.stringify(record)).sort();

test('every list of the service has the option, and nothing else', () => {
	const names = lists.map(({ id }) => id);
	expect(names).toEqual(everyOperation.map(({ id }) => id).filter((id) => /\.get(All|Recent)/.test(id)));
});

describe.each(lists)('$id', ({ id, key, parameters }) => {
	test('has the same records as a file as it has as items', async () => {
		// Nobody has subscribed to anything yet.
		if (id === 'webhookSubscription.getAll')
			bench.recorder.answer(() => ({ body: { ...fine, data: [{ subscriptionId: 1, tags: ['a'] }] } }));
		const form = { ...parameters, returnAll: true, limit: 500, simplify: false };
		const records = await bench.ok(key, form);
		const made = await one(key, form, { asFile: 'jsonl' });
		expect(sorted(linesOf(made))).toEqual(sorted(records));
		expect(made.json).toMatchObject({ records: records.length, bytes: made.content.length, complete: true });
		const table = tableOf(await one(key, form, { asFile: 'xlsx' }));
		expect(records.length).toBeGreaterThan(0);
		expect(table).toHaveLength(records.length + 1);
		expect(new Set(table[0])).toEqual(new Set(records.flatMap((record) => Object.keys(record))));
	});
});

const cell = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

describe('A list as a file', () => {
	const some = { ...getAll, returnAll: false, limit: 60, simplify: false };
	const byTemplate = { resource: 'incidentReport', operation: 'getAllByFormTemplate', formTemplateId: '501' };

	test('tells its name, its size, its price and whether it is whole', async () => {
		const parameters = { ...getAll, startDate: '2026-01-01T00:00:00+10:00', endDate: '2026-12-31T23:59:59+10:00' };
		const options = { asFile: 'csv', pageSize: 50 };
		const made = await one('timesheet', parameters, options, { timeZone: 'Australia/Brisbane' });
		const requests = bench.recorder.seen.length;
		expect(made.json).toEqual({
			fileName: 'timesheets-2026-01-01-to-2026-12-31.csv',
			records: tableOf(made).length - 1,
			columns: 10,
			bytes: made.content.length,
			requests,
			complete: true,
		});
		expect(made).toMatchObject({ fileName: made.json.fileName, mimeType: 'text/csv' });
		expect(requests).toBeGreaterThan(1);
	});

	test('has in CSV and in Excel what the items have, nested values as JSON', async () => {
		const records = await bench.ok('timesheet', some);
		const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
		const rows = records.map((record) => columns.map((column) => cell(record[column] ?? null)));
		expect(tableOf(await one('timesheet', some, { asFile: 'xlsx', localTimes: false }))).toEqual([columns, ...rows]);
		const text = (table: unknown[][]): string[][] => table.map((row) => row.map((value) => String(value ?? '')));
		expect(text(tableOf(await one('timesheet', some, { asFile: 'csv' })))).toEqual(text([columns, ...rows]));
	});

	test('takes Flatten and Include Rates as the items do', async () => {
		const records = await bench.ok('timesheet', { ...some, ...rates({ flatten: true }) });
		const options = { asFile: 'xlsx', localTimes: false, flatten: true, includeRates: true, pageSize: 25 };
		const made = await one('timesheet', some, options);
		const [header = [], ...rows] = tableOf(made);
		expect(header).toEqual(Object.keys(records[0] ?? {}));
		expect(rows).toEqual(records.map((record) => Object.values(record)));
		expect(header).toContainEqual(expect.stringMatching(/^allowance\./));
	});

	test('takes Output Fields, in their order, also for JSON Lines', async () => {
		const outputFields = 'staffname, timesheetId';
		const records = await bench.ok('timesheet', { ...some, options: { outputFields } });
		expect(linesOf(await one('timesheet', some, { asFile: 'jsonl', outputFields }))).toEqual(records);
		const { items } = await bench.run('timesheet', { ...some, options: { asFile: 'csv', outputFields } });
		const [header, first] = tableOf(madeOf(items)[0] as Made);
		expect(header).toEqual(['staffName', 'timesheetId']);
		expect(first).toEqual([records[0]?.staffName, String(records[0]?.timesheetId)]);
	});

	test.each(['csv', 'xlsx', 'jsonl'])('is not made as %s with a column that no record has', async (asFile) => {
		const options = { asFile, outputFields: 'staffName, timesheetsId' };
		const { error, items } = await bench.run('timesheet', { ...some, limit: 1, options });
		expect(error?.message).toBe('No record has “timesheetsId” (did you mean “timesheetId”?)');
		expect(items).toEqual([]);
	});

	test.each(['csv', 'xlsx'])('has as %s a column that appears on the last page only', async (asFile) => {
		bench.recorder.answer(({ query }) => {
			const page = Number(query.referenceId ?? 0) + 1;
			const data = [{ timesheetId: page, a: 'x', ...(page === 3 ? { late: 'y' } : {}) }];
			return { body: { ...fine, data, nextPageParameter: page < 3 ? `direction=next&referenceId=${page}` : null } };
		});
		const made = await one('timesheet', { ...getAll, simplify: false }, { asFile });
		const id = (value: number): unknown => (asFile === 'csv' ? String(value) : value);
		expect(tableOf(made)).toEqual([
			['timesheetId', 'a', 'late'],
			[id(1), 'x', null],
			[id(2), 'x', null],
			[id(3), 'x', 'y'],
		]);
		expect(made.json).toMatchObject({ records: 3, columns: 3, complete: true });
	});

	test('without records has its header where the columns are known', async () => {
		bench.recorder.answer(service([]));
		const empty = expect.objectContaining({ records: 0, complete: true });
		const simple = await one('timesheet', getAll, { asFile: 'csv' });
		const known = expect.arrayContaining(['timesheetId', 'approvedDateTime']);
		expect({ json: simple.json, header: tableOf(simple)[0] }).toEqual({ json: empty, header: known });
		const named = await one('timesheet', getAll, { asFile: 'xlsx', outputFields: 'a,b' });
		expect({ json: named.json, rows: tableOf(named) }).toEqual({ json: empty, rows: [['a', 'b']] });
		const { json, content } = await one('timesheet', getAll, { asFile: 'jsonl' });
		expect(json).toMatchObject({ records: 0, complete: true, columns: 0, bytes: 0 });
		expect(content).toHaveLength(0);
	});

	test('that ends at its limit says so', async () => {
		let totalRecordCount = 9;
		bench.recorder.answer(() => ({ body: { ...fine, data: sheets(3), totalRecordCount } }));
		const options = { asFile: 'csv', fileName: 'pay' };
		const form = (limit: number) => ({ ...getAll, returnAll: false, limit, options });
		const { json, hints } = await bench.run('timesheet', form(2));
		expect(json).toEqual([expect.objectContaining({ records: 2, complete: false, reason: 'limit' })]);
		expect(hints).toEqual([
			'The file “pay.csv” ends at the record limit (2). Switch on “Return All” to get all records.',
		]);
		totalRecordCount = 3;
		const below = await bench.run('timesheet', form(4));
		expect(below.json[0]).toMatchObject({ records: 3, complete: true });
		expect(below.hints).toEqual([]);
		// The first page alone counts them.
		const first = { data: sheets(2), totalRecordCount: 9, nextPageParameter: 'direction=next&referenceId=2' };
		bench.recorder.answer(({ query }) => ({
			body: { ...fine, ...(query.referenceId === undefined ? first : { data: sheets(4).slice(2) }) },
		}));
		expect(await bench.ok('timesheet', form(3))).toEqual([expect.objectContaining({ records: 3, expected: 9 })]);
	});

	test('of recent logins that ends at its limit says so, and of nothing that isn’t in the form', async () => {
		const recent = { resource: 'loginAudit', operation: 'getRecent', userId: '1', limit: 2 };
		bench.recorder.answer(() => ({ body: { data: [{ id: 2 }, { id: 1 }], errors: null } }));
		const { json, hints } = await bench.run('loginaudit', { ...recent, options: { asFile: 'csv' } });
		expect(json).toEqual([expect.objectContaining({ fileName: 'recent-login-events-by-user.csv', reason: 'limit' })]);
		expect(hints).toEqual(['The file “recent-login-events-by-user.csv” ends at the record limit (2).']);
	});

	test('in Excel has a sheet that is named by what it holds, in 31 characters', async () => {
		bench.recorder.answer(() => ({ body: { ...fine, data: [{ incidentReportId: 1 }], nextPageParams: null } }));
		const { content } = await one('incidentreport', byTemplate, { asFile: 'xlsx' });
		expect(XLSX.read(content).SheetNames).toEqual(['Incident reports by form templa']);
	});

	test('that began at a cursor is not the whole list', async () => {
		bench.recorder.answer(service(sheets(2)));
		const { json } = await one('timesheet', getAll, { asFile: 'csv', startCursor: 'direction=next&referenceId=0' });
		expect(json).toMatchObject({ records: 2, complete: false, reason: 'limit' });
	});

	test('that lacks what the service counts says both numbers, and the run warns', async () => {
		const data = [{ incidentReportId: 1 }, { incidentReportId: 2 }];
		bench.recorder.answer(({ query }) => ({
			body: { ...fine, data: query.referenceId === undefined ? data : [], totalRecordCount: 5, nextPageParams: null },
		}));
		const all = { ...byTemplate, returnAll: true, options: { asFile: 'jsonl' } };
		const { json, hints } = await bench.run('incidentreport', all);
		expect(json).toEqual([expect.objectContaining({ records: 2, complete: false, reason: 'total', expected: 5 })]);
		expect(hints).toContainEqual(expect.stringContaining('may be incomplete'));
	});
});
