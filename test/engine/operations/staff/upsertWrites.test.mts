// What Create or Update says of what it wrote, when answers get lost and rows get in each other's way.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import type { Canned } from '../../support/recorder.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { employees, errorOf, rows } from '../../support/staffRows.mts';

const bench = useBench();
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
/** Each creation in a request of its own; what becomes of several in one is asked in staffUpsertBatches. */
const oneByOne = { ...upsert, advanced: { batchSize: 1 } };
const keepGoing = { onError: 'continueRegularOutput' } as const;

let service: SheetService;
beforeEach(() => {
	service = new SheetService(20);
	bench.recorder.answer(service.rule);
});

const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
const fresh = (index: number): IDataObject => ({ ...same(index), email: `new${index}@example.com` });
const itemsOf = (...json: IDataObject[]): Array<{ json: IDataObject }> => json.map((row) => ({ json: row }));
const methods = (): string[] =>
	bench.recorder.seen.map(({ method, path }) => (path.endsWith('/search') ? 'search' : method));
const html = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };

describe('a lost answer to a creation', () => {
	test.each<[string, 'cut' | Canned]>([
		['a connection that breaks', 'cut'],
		['a web page', html],
		['a gateway’s 502', { status: 502, body: '' }],
		['a gateway’s 504', { status: 504, body: '' }],
	])('%s: one search tells that it was carried out', async (_, loss) => {
		const rule = service.rule;
		bench.recorder.answer(async (seen) => {
			const answer = await rule(seen);
			return seen.method === 'POST'
				? loss === 'cut'
					? { status: 200, body: '{"status":', headers: { 'content-type': 'application/json' } }
					: loss
				: answer;
		});
		const json = await bench.ok('developer', oneByOne, { items: rows(2, fresh) });
		expect(json.map(({ id, action }) => [id, action])).toEqual([
			[1021, 'created'],
			[1022, 'created'],
		]);
		expect(methods()).toEqual(['search', 'search', 'GET', 'GET', 'POST', 'search', 'POST', 'search']);
	});

	test('of the licence that went with it nobody knows then', async () => {
		const { rule } = service;
		bench.recorder.answer(async (seen) => {
			const answer = await rule(seen);
			const isFirst = seen.method === 'POST' && employees(seen)[0]?.email === 'new0@example.com';
			return isFirst ? { status: 504, body: '' } : answer;
		});
		const items = rows(2, (index) => ({ ...fresh(index), 'Licence number': `SL${index}` }));
		const json = await bench.ok('developer', oneByOne, { items });
		expect(json.map(({ action, licenceAction }) => [action, licenceAction])).toEqual([
			['created', null],
			['created', 'created'],
		]);
	});

	test('where nobody is found afterwards it may still come: the item says that it isn’t known, another run looks again', async () => {
		let lost = true;
		service.instead = ({ method }) => (method === 'POST' && lost ? html : undefined);
		const { error } = await bench.run('developer', oneByOne, { items: rows(2, fresh) });
		expect(error?.description).toContain('The service may have made the change anyway');
		expect(error?.description).toContain('A search right afterwards found nobody');
		expect(error?.description).toContain('that may or may not have been written: 1.');
		expect(error?.description).toContain('not sent: 2.');
		expect(methods()).toEqual(['search', 'search', 'GET', 'GET', 'POST', 'search']);
		lost = false;
		expect((await bench.ok('developer', oneByOne, { items: rows(1, fresh) }))[0]?.action).toBe('created');
	});

	test.each([1, 2])(
		'where a search fails, too, nothing is said of it and nothing is sent twice (rows in the request: %i)',
		async (count) => {
			let posted = false;
			service.instead = ({ method, path, query }) => {
				posted ||= method === 'POST';
				const isFailing = path.endsWith('/search') && query.email === 'new0@example.com';
				return posted && (method === 'POST' || isFailing) ? html : undefined;
			};
			const { json } = await bench.run('developer', upsert, { items: rows(count, fresh), node: keepGoing });
			for (const item of json) {
				expect(errorOf(item).description).toContain('The service may have made the change anyway');
				expect(errorOf(item).description).not.toContain('A search right afterwards');
			}
			expect(json).toHaveLength(count);
			expect(tally(bench.recorder.seen).POST).toBe(1);
		},
	);

	test('an answer that speaks of somebody else is searched as well, and else isn’t known', async () => {
		const odd = { body: { status: { code: 0 }, data: [{ id: 7, email: 'other@example.com' }] } };
		let written = false;
		bench.recorder.answer(async (seen) => {
			if (seen.method !== 'POST') return await service.rule(seen);
			if (written) await service.rule(seen);
			return odd;
		});
		const { json } = await bench.run('developer', oneByOne, { items: rows(1, fresh), node: keepGoing });
		expect(json[0]).toMatchObject({ created: null, action: null });
		written = true;
		expect((await bench.ok('developer', oneByOne, { items: rows(1, fresh) }))[0]).toMatchObject({
			id: 1021,
			action: 'created',
		});
	});
});

test.each<[string, unknown]>([
	['a list of nothing', [null]],
	['a count of zero', { count: 0 }],
	['a record of defaults', { id: 0, email: null }],
])('%s in answer to a creation: a search tells whether it was carried out', async (_, data) => {
	bench.recorder.answer(async (seen) => {
		const answer = await service.rule(seen);
		const written = seen.method === 'POST' && employees(seen)[0]?.email === 'new0@example.com';
		if (seen.method === 'POST' && !written) service.people.pop();
		return seen.method === 'POST' ? { body: { status: { code: 0 }, data } as IDataObject } : answer;
	});
	const json = await bench.ok('developer', oneByOne, { items: rows(2, fresh) });
	expect(json[0]).toMatchObject({ id: 1021, action: 'created' });
	expect(json[1]).toMatchObject({ email: 'new1@example.com', created: null, action: null });
	expect(tally(bench.recorder.seen).POST).toBe(2);
});

describe('two rows of one person', () => {
	test('a duplicate e-mail stops the run before anything is sent', async () => {
		const { error } = await bench.run('developer', upsert, {
			items: itemsOf(fresh(1), same(2), { ...fresh(3), email: 'NEW1@example.com' }),
		});
		expect(error?.message).toBe(
			'Row 3 (First3 Last3, NEW1@example.com): The e-mail address “NEW1@example.com” is already in row 1 (First1 Last1, new1@example.com)',
		);
		expect(error?.context.itemIndex).toBe(2);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('with Continue On Fail the later row is an error that names the first, and nothing of it is written', async () => {
		const items = itemsOf({ ...fresh(1), mobile: 'first' }, { ...fresh(1), mobile: 'second' }, same(2));
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(json[0]).toMatchObject({ action: 'created', mobile: 'first' });
		expect(errorOf(json[1]).message).toBe('The e-mail address “new1@example.com” is already in row 1');
		expect(json[2]).toMatchObject({ action: 'unchanged' });
		expect(bench.recorder.seen.filter(({ method }) => method === 'POST').flatMap(employees)).toHaveLength(1);
	});

	test('rows of one person that only the service knows as one are told apart, too', async () => {
		Object.assign(service.people[3] ?? {}, { employeeId: '' });
		const items = itemsOf(
			{ ...same(3), employeeId: 'E-77' },
			{ ...same(3), email: 'p3@example.com ', employeeId: 'E-78' },
			{ ...same(5), employeeId: 'E-5' },
			{ ...same(5), email: 'fifth@example.com', employeeId: 'e-5' },
		);
		const { json } = await bench.run('developer', { ...upsert, matchBy: 'employeeId' }, { items, node: keepGoing });
		expect(json.map((record) => record.action ?? errorOf(record).message)).toEqual([
			'updated',
			'The e-mail address “p3@example.com” is already in row 1',
			'unchanged',
			'The employee number “e-5” is already in row 3',
		]);
	});
});

describe('what is written', () => {
	test('what the service doesn’t show can’t be compared: it is written each time, and says “updated”', async () => {
		const items = itemsOf({ ...same(1), City: 'Sydney', DOB: '1990-04-01' });
		for (const round of [1, 2]) {
			const json = await bench.ok('developer', upsert, { items });
			expect({ round, json: json[0] }).toEqual({
				round,
				json: expect.objectContaining({ action: 'updated', changed: [], notCompared: ['city', 'dateOfBirth'] }),
			});
		}
		expect(bench.recorder.seen.filter(({ method }) => method === 'PATCH').flatMap(employees)[0]).toEqual({
			id: 1002,
			city: 'Sydney',
			dateOfBirth: '1990-04-01T00:00:00Z',
		});
	});

	test('a blank cell is left alone: never sent, and no difference', async () => {
		const items = itemsOf({ ...same(1), mobile: '', 'Middle name': ' ', city: null }, { ...fresh(2), mobile: '' });
		const json = await bench.ok('developer', upsert, { items });
		expect(json.map(({ action }) => action)).toEqual(['unchanged', 'created']);
		expect(bench.recorder.seen.filter(({ method }) => method === 'POST').flatMap(employees)).toEqual([fresh(2)]);
	});

	test('Additional Body Fields can empty a field', async () => {
		const advanced = { additionalBody: '{"mobile": ""}' };
		const json = await bench.ok('developer', { ...upsert, advanced }, { items: itemsOf(same(1)) });
		expect(json[0]).toMatchObject({ id: 1002, mobile: '', action: 'updated' });
		expect((await bench.ok('developer', { ...upsert, advanced }, { items: itemsOf(same(1)) }))[0]?.action).toBe(
			'unchanged',
		);
	});

	test('somebody new beside people of the list is searched for before anything is written', async () => {
		service.instead = ({ path }) => (path.endsWith('/search') ? refusal(400, 'Closed') : undefined);
		const there = rows(30, (index) => ({ ...same(index), mobile: 'x', employeeId: `E-${index}` }));
		const items = [...there, ...itemsOf({ ...same(0), email: 'n@x.au', employeeId: 'N-1' })];
		const { error } = await bench.run('developer', { ...upsert, matchBy: 'employeeId' }, { items });
		expect(error).toMatchObject({ message: expect.stringContaining('Closed'), context: { itemIndex: 20 } });
		expect(methods()).not.toContain('PATCH');
	});

	test('a row that the service refuses stands alone with its error, the others are written', async () => {
		service.instead = (seen) =>
			seen.method === 'PATCH' && employees(seen).some(({ id }) => id === 1004)
				? refusal(400, 'Another company')
				: undefined;
		const items = rows(8, (index) => ({ ...same(index), mobile: 'x' }));
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(json.map(({ action }) => action)).toEqual(items.map((_, index) => (index === 3 ? undefined : 'updated')));
		expect(errorOf(json[3]).message).toBe('Another company');
	});

	test.each([
		{ data: null, action: 'updated', counted: '4 updated', first: { id: 1001, firstName: 'First0', mobile: 'x' } },
		{ data: [], action: null, counted: '4 unknown', first: {} },
		{ data: { ids: 8 }, action: null, counted: '4 unknown', first: {} },
	])('an answer of $data to an update', async ({ data, action, counted, first }) => {
		service.instead = ({ method }) => (method === 'PATCH' ? { body: { status: { code: 0 }, data } } : undefined);
		const items = rows(4, (index) => ({ ...same(index), mobile: 'x' }));
		const { json, hints } = await bench.run('developer', upsert, { items });
		expect(json).toEqual(json.map(() => expect.objectContaining({ action, foundBy: 'email' })));
		expect(hints).toEqual([expect.stringContaining(counted)]);
		expect(json[0]).toMatchObject(first);
	});

	test('nobody new without first name, last name and e-mail: nothing at all is written before that is known', async () => {
		const { error } = await bench.run('developer', upsert, {
			items: itemsOf({ ...same(1), mobile: 'x' }, { email: 'new@example.com', lastName: 'New' }),
		});
		expect(error?.message).toBe('Row 2 (New, new@example.com): The employee is new, and the row has no “First Name”');
		expect(methods()).toEqual(['search', 'search', 'GET', 'GET']);
	});

	test('a stop tells what was written', async () => {
		service.instead = (seen) =>
			seen.method === 'POST' && employees(seen)[0]?.email === 'new1@example.com' ? refusal(400, 'No') : undefined;
		const { error } = await bench.run('developer', oneByOne, {
			items: itemsOf({ ...same(1), mobile: 'x' }, fresh(0), fresh(1), fresh(2)),
		});
		expect(error?.message).toMatch(/^Row 3 \(.*new1@example\.com\): No$/);
		expect(error?.description).toContain('Rows that were written: 1 to 2. Rows that were not sent: 4.');
	});
});

test('a list that is refused names the row that asked for it', async () => {
	const additionalQuery = { parameters: [{ name: 'companyId', value: '={{ $itemIndex }}' }] };
	service.instead = ({ path, query }) =>
		path.endsWith('/staffs') && query.companyId === '1' ? refusal(403, 'Not yours') : undefined;
	const parameters = { ...upsert, advanced: { additionalQuery } };
	const { error } = await bench.run('developer', parameters, { items: rows(2, fresh) });
	expect(error).toMatchObject({ message: 'The API key has no access to this', context: { itemIndex: 1 } });
	const searches = bench.recorder.seen.filter(({ path }) => path.endsWith('/search'));
	expect(searches.map(({ query }) => query.companyId)).toEqual(['0', '1']);
});
