import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { locator, useBench } from '../../support/bench.mts';
import { days, details, employees, fine, rows, sentDays } from '../../support/staffRows.mts';

const bench = useBench();
// What an update answers is nowhere shown; this one answers with records.
const answering = useBench({ writes: 'records' });
const update = {
	resource: 'staff',
	operation: 'update',
	employeeId: '={{ $json.id }}',
	updateFields: { mobile: '={{ $json.mobile }}' },
};

describe('Staff, Update', () => {
	const ids = times(40, (index) => ({ id: 3001 + index, mobile: `m${index}` }));

	test('sends only the fields that were added, never licences, days as picked', async () => {
		const updateFields = {
			...details,
			...days,
			firstName: 'Ann',
			lastName: 'Lee',
			email: 'ann.lee@example.com',
			employeeReferenceNumber: 12,
			licenses: [{ licenseNumber: 'X' }],
		};
		bench.recorder.answer(() => ({ body: fine }));
		expect(
			await bench.one(
				'developer',
				{
					...update,
					employeeId: locator('3001', 'list'),
					updateFields,
					advanced: { additionalBody: { licenses: [1] } },
				},
				{ timeZone: 'America/Los_Angeles' },
			),
		).toEqual({
			request: 'PATCH /api/external/staffs',
			query: {},
			body: {
				employees: [
					{
						id: 3001,
						...details,
						...sentDays,
						firstName: 'Ann',
						lastName: 'Lee',
						email: 'ann.lee@example.com',
						employeeReferenceNumber: 12,
					},
				],
			},
		});
	});

	test.each([
		[{ firstName: 'Pip', lastName: 'Ng' }, 'Row 1 (Pip Ng): '],
		[{ email: 'pip@example.com', mobile: '1' }, 'Row 1 (pip@example.com): '],
		[{ mobile: '1' }, 'Row 1 (ID 3001): '],
	])('a row of the form that changes %j is named by that in its error', async (updateFields, name) => {
		bench.recorder.answer(() => ({ statusCode: 400, body: { status: { code: 400, errorMessage: 'Not this one' } } }));
		const { error } = await run(
			times(2, (index) => ({ id: 3001 + index })),
			{ ...update, updateFields },
		);
		expect(error?.message).toMatch(new RegExp(`^${name.replace(/[()]/g, '\\$&')}`));
	});

	test('500 rows are 20 requests and 500 output items', async () => {
		bench.recorder.answer((seen) => ({ body: { ...fine, data: employees(seen) } }));
		const items = times(500, (index) => ({ id: index + 1, mobile: `m${index}` }));
		const { json, items: outputs } = await run(items, update);
		expect(bench.recorder.seen.map((seen) => employees(seen).length)).toEqual(Array.from({ length: 20 }, () => 25));
		expect(json).toEqual(items.map(({ json: row }) => row));
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('without records in the answer each item says that it was updated', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		expect(await ok(ids.slice(0, 2), update)).toEqual([
			{ id: 3001, updated: true },
			{ id: 3002, updated: true },
		]);
	});

	test('two rows of one employee are never in one request, and arrive in order', async () => {
		const items = [3001, 3002, 3001, 3003, 3003].map((id, index) => ({ json: { id, mobile: `v${index}` } }));
		const json = await answering.ok('developer', update, { items });
		expect(answering.recorder.seen.map((seen) => employees(seen).map(({ mobile }) => mobile))).toEqual([
			['v0', 'v1'],
			['v2', 'v3'],
			['v4'],
		]);
		expect(json.map(({ mobile }) => mobile)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4']);
	});

	test.each([
		['400', () => ({ status: 400, body: { status: { code: 400, errorMessage: 'Bad row' } } })],
		['404', () => ({ status: 404, body: { status: { code: 404, errorMessage: 'No such employee' } } })],
		['409', () => ({ status: 409, body: { status: { code: 409, errorMessage: 'The e-mail address is taken' } } })],
		['413', () => ({ status: 413 })],
		['422', () => ({ status: 422, body: { errors: [{ message: 'Bad row' }] } })],
		['a status code in a success', () => ({ body: { status: { code: 9, errorMessage: 'Bad row' }, data: null } })],
		[
			'403 with a fitting key',
			() => ({ status: 403, body: { status: { code: 403, errorMessage: 'Employee outside' } } }),
		],
	])('a batch refused by %s is halved until the bad rows stand alone', async (_, refusal) => {
		const bad = new Set([3006, 3020]);
		bench.recorder.answer((seen) =>
			employees(seen).some(({ id }) => bad.has(Number(id))) ? refusal() : { body: fine },
		);
		const { json } = await keepGoing(ids.slice(0, 25), update);
		const failed = json.flatMap((record, index) => ('error' in record ? [index] : []));
		expect(failed).toEqual([5, 19]);
		expect(json.filter(({ updated }) => updated === true)).toHaveLength(23);
		expect(bench.recorder.seen.length).toBeLessThanOrEqual(19);
	});

	test('403 with another key type is not halved', async () => {
		const { json } = await bench.run('timesheet', update, {
			items: ids.slice(0, 8),
			node: { onError: 'continueRegularOutput' },
		});
		expect(bench.recorder.seen).toHaveLength(1);
		expect(json.map(({ error }) => (error as IDataObject).description)).toEqual(
			Array.from({ length: 8 }, () => expect.stringContaining('“developer”')),
		);
	});

	test('in the sandbox the good rows are written when one employee does not exist', async () => {
		const items = [...ids.slice(0, 3), { json: { id: 9999, mobile: 'x' } }];
		const { error } = await run(items, update);
		expect(error?.context.itemIndex).toBe(3);
		expect(error?.description).toContain('Rows that were written: 1 to 3.');
		const [changed] = await bench.ok('developer', {
			resource: 'staff',
			operation: 'getAll',
			filters: { searchText: 'SCG102' },
		});
		expect(changed?.mobile).toBe('m2');
	});

	test('a 500 is not halved, and the rest is not sent without Continue On Fail', async () => {
		bench.recorder.answer(() => ({ status: 500, body: { status: { code: 500, errorMessage: 'Down' } } }));
		const { error } = await run(ids, { ...update, advanced: { batchSize: 10 } });
		expect(bench.recorder.seen).toHaveLength(1);
		expect(error?.description).toContain(
			'Rows that may or may not have been written: 1 to 10. Check the service before you run them again. Rows that were not sent: 11 to 40.',
		);
	});

	test('rows that add different things to the query don’t share a request', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		const advanced = { additionalQuery: { parameters: [{ name: 'companyId', value: '={{ $json.company }}' }] } };
		const items = ['1', '1', '2'].map((company, index) => ({ json: { id: index + 1, mobile: 'm', company } }));
		await ok(items, { ...update, advanced });
		expect(bench.recorder.seen.map((seen) => [seen.query.companyId, employees(seen).length])).toEqual([
			['1', 2],
			['2', 1],
		]);
	});

	test('nothing to update is refused before anything is sent', async () => {
		const { error } = await run(ids.slice(0, 1), {
			...update,
			updateFields: { mobile: '={{ $json.none }}', city: ' ' },
		});
		expect(error?.message).toBe('There is nothing to update');
		expect(bench.recorder.seen).toEqual([]);
	});

	test('a refusal that is not about single rows is not looked for in every one of them', async () => {
		bench.recorder.answer(() => ({ status: 400, body: { status: { code: 4, errorMessage: 'Updates are closed' } } }));
		const items = times(500, (index) => ({ id: index + 1, mobile: `m${index}` }));
		const { json } = await keepGoing(items, update);
		expect(json).toHaveLength(500);
		expect(
			json.every(({ error }) =>
				/^(Row \d+ \(ID \d+\): )?Updates are closed$/.test(String((error as IDataObject).message)),
			),
		).toBe(true);
		expect((json[499]?.error as IDataObject).description).toContain('the rest of this batch was not sent');
		expect(bench.recorder.seen.length).toBeLessThan(100);
	});

	test('a row that is written shows that the others were refused for themselves', async () => {
		bench.recorder.answer((seen) => {
			const ids = (seen.body as { employees: IDataObject[] }).employees.map(({ id }) => Number(id));
			if (ids.some((id) => id % 25 !== 0)) return { status: 400, body: { message: 'Not this one' } };
			return { body: { ...fine, data: employees(seen) } };
		});
		const items = times(16, (index) => ({ id: index < 7 ? index + 1 : (index + 1) * 25, mobile: 'm' }));
		const { json } = await keepGoing(items, update);
		expect(json.map((item) => 'error' in item)).toEqual(items.map((_, index) => index < 7));
	});

	test('a batch that fails with the words of a whole batch before it is tried by its first and its middle row', async () => {
		bench.recorder.answer((seen) => {
			const ids = (seen.body as { employees: IDataObject[] }).employees.map(({ id }) => Number(id));
			if (ids.some((id) => id <= 26)) return { status: 400, body: { message: 'Not this one' } };
			return { body: { ...fine, data: employees(seen) } };
		});
		const items = times(50, (index) => ({ id: index + 1, mobile: 'm' }));
		const { json } = await keepGoing(items, update);
		expect(json.map((item) => 'error' in item)).toEqual(items.map((_, index) => index < 26));
	});
});
