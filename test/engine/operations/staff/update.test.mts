import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { locator, useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { days, details, employees, sentDays } from '../../support/staffRows.mts';
import { envelope, itemsOf, messages, times, useStaff } from './staffBench.mts';

const { bench, run, keepGoing, ok } = useStaff(0);
// What an update answers is nowhere shown; this one answers with records.
const answering = useBench({ writes: 'records' });
const update = {
	resource: 'staff',
	operation: 'update',
	employeeId: '={{ $json.id }}',
	updateFields: { mobile: '={{ $json.mobile }}' },
};
const rowsFrom = (first: number, count: number): IDataObject[] =>
	times(count, (index) => ({ id: first + index, mobile: `m${index}` }));
/** The service answers every update so. */
const answer = (canned: Canned): void => bench.recorder.answer(() => canned);
const echo = (seen: Seen): Canned => envelope(employees(seen));
const batches = (field: string, seen = bench.recorder.seen): unknown[][] =>
	seen.map((one) => employees(one).map((employee) => employee[field]));

describe('Staff, Update', () => {
	test('sends only the fields that were added, never licences, days as picked', async () => {
		const fields = {
			...details,
			firstName: 'Ann',
			lastName: 'Lee',
			email: 'ann.lee@example.com',
			employeeReferenceNumber: 12,
		};
		answer(envelope(null));
		const parameters = {
			...update,
			employeeId: locator('3001', 'list'),
			updateFields: { ...fields, ...days, licenses: [{ licenseNumber: 'X' }] },
			advanced: { additionalBody: { licenses: [1] } },
		};
		expect(await bench.one('developer', parameters, { timeZone: 'America/Los_Angeles' })).toEqual({
			request: 'PATCH /api/external/staffs',
			query: {},
			body: { employees: [{ id: 3001, ...fields, ...sentDays }] },
		});
	});

	test.each([
		[{ firstName: 'Pip', lastName: 'Ng' }, 'Row 1 (Pip Ng): Not this one'],
		[{ email: 'pip@example.com', mobile: '1' }, 'Row 1 (pip@example.com): Not this one'],
		[{ mobile: '1' }, 'Row 1 (ID 3001): Not this one'],
	])('a row of the form that changes %j is named by that in its error', async (updateFields, message) => {
		answer(refusal(400, 'Not this one'));
		const { error } = await run(rowsFrom(3001, 2), { ...update, updateFields });
		expect(error?.message).toBe(message);
	});

	test('500 rows are 20 requests and 500 output items', async () => {
		bench.recorder.answer(echo);
		const rows = rowsFrom(1, 500);
		const { json, items } = await run(rows, update);
		expect(batches('id').map(({ length }) => length)).toEqual(times(20, () => 25));
		expect(json).toEqual(rows);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
	});

	test('without records in the answer each item says that it was updated', async () => {
		answer(envelope(null));
		expect(await ok(rowsFrom(3001, 2), update)).toEqual([
			{ id: 3001, updated: true },
			{ id: 3002, updated: true },
		]);
	});

	test('two rows of one employee are never in one request, and arrive in order', async () => {
		const rows = [3001, 3002, 3001, 3003, 3003].map((id, index) => ({ id, mobile: `v${index}` }));
		const json = await answering.ok('developer', update, { items: itemsOf(rows) });
		expect(batches('mobile', answering.recorder.seen)).toEqual([['v0', 'v1'], ['v2', 'v3'], ['v4']]);
		expect(json.map(({ mobile }) => mobile)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4']);
	});

	test.each<[string, Canned]>([
		['400', refusal(400, 'Bad row')],
		['404', refusal(404, 'No such employee')],
		['409', refusal(409, 'The e-mail address is taken')],
		['413', { status: 413 }],
		['422', { status: 422, body: { errors: [{ message: 'Bad row' }] } }],
		['a status code in a success', { body: { status: { code: 9, errorMessage: 'Bad row' }, data: null } }],
		['403 with a fitting key', refusal(403, 'Employee outside')],
	])('a batch refused by %s is halved until the bad rows stand alone', async (_, refused) => {
		const bad = new Set<unknown>([3006, 3020]);
		bench.recorder.answer((seen) => (employees(seen).some(({ id }) => bad.has(id)) ? refused : envelope(null)));
		const rows = rowsFrom(3001, 25);
		const { json } = await keepGoing(rows, update);
		const failed = { error: expect.any(Object) };
		expect(json).toMatchObject(rows.map(({ id }) => (bad.has(id) ? failed : { id, updated: true })));
		expect(bench.recorder.seen.length).toBeLessThanOrEqual(19);
	});

	test('403 with another key type is not halved', async () => {
		bench.recorder.answer(undefined);
		const { json } = await bench.run('timesheet', update, {
			items: itemsOf(rowsFrom(3001, 8)),
			node: { onError: 'continueRegularOutput' },
		});
		expect(bench.recorder.seen).toHaveLength(1);
		expect(json.map(({ error }) => (error as IDataObject).description)).toEqual(
			times(8, () => expect.stringContaining('“developer”')),
		);
	});

	test('in the sandbox the good rows are written when one employee does not exist', async () => {
		bench.recorder.answer(undefined);
		const { error } = await run([...rowsFrom(3001, 3), { id: 9999, mobile: 'x' }], update);
		expect(error?.context.itemIndex).toBe(3);
		expect(error?.description).toContain('Rows that were written: 1 to 3.');
		const find = { resource: 'staff', operation: 'getAll', filters: { searchText: 'SCG102' } };
		expect((await bench.ok('developer', find))[0]?.mobile).toBe('m2');
	});

	test('a 500 is not halved, and the rest is not sent without Continue On Fail', async () => {
		answer(refusal(500, 'Down'));
		const { error } = await run(rowsFrom(3001, 40), { ...update, advanced: { batchSize: 10 } });
		expect(bench.recorder.seen).toHaveLength(1);
		expect(error?.description).toContain(
			'Rows that may or may not have been written: 1 to 10. Check the service before you run them again. Rows that were not sent: 11 to 40.',
		);
	});

	test('rows that add different things to the query don’t share a request', async () => {
		answer(envelope(null));
		const additionalQuery = { parameters: [{ name: 'companyId', value: '={{ $json.company }}' }] };
		const rows = ['1', '1', '2'].map((company, index) => ({ id: index + 1, mobile: 'm', company }));
		await ok(rows, { ...update, advanced: { additionalQuery } });
		expect(bench.recorder.seen.map(({ query }) => query.companyId)).toEqual(['1', '2']);
		expect(batches('id')).toEqual([[1, 2], [3]]);
	});

	test('nothing to update is refused before anything is sent', async () => {
		const updateFields = { mobile: '={{ $json.none }}', city: ' ' };
		const { error } = await run(rowsFrom(3001, 1), { ...update, updateFields });
		expect(error?.message).toBe('There is nothing to update');
		expect(bench.recorder.seen).toEqual([]);
	});

	test('a refusal that is not about single rows is not looked for in every one of them', async () => {
		answer(refusal(400, 'Updates are closed'));
		const { json } = await keepGoing(rowsFrom(1, 500), update);
		expect(messages(json)).toEqual(times(500, () => 'Updates are closed'));
		expect((json[499]?.error as IDataObject).description).toContain('the rest of this batch was not sent');
		expect(bench.recorder.seen.length).toBeLessThan(100);
	});
});
