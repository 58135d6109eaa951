// What Create or Update writes, and says of what it wrote.
import { describe, expect, test } from '@jest/globals';
import { refusal } from '../../support/sheetService.mts';
import { employees, errorOf } from '../../support/staffRows.mts';
import {
	actions,
	byNumber,
	envelope,
	fresh,
	isPost,
	isSearch,
	oneByOne,
	same,
	staff,
	times,
	told,
	useStaff,
} from './staffBench.mts';

const { bench, service, set, run, keepGoing, ok, sent, requests } = useStaff(20);

describe('two rows of one person', () => {
	test('a duplicate e-mail stops the run before anything is sent', async () => {
		const { error } = await run([fresh(1), same(2), { ...fresh(3), email: 'NEW1@example.com' }]);
		expect(error?.message).toBe(
			'Row 3 (First3 Last3, NEW1@example.com): The e-mail address “NEW1@example.com” is already in row 1 (First1 Last1, new1@example.com)',
		);
		expect(error?.context.itemIndex).toBe(2);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('with Continue On Fail the later row is an error that names the first, and nothing of it is written', async () => {
		const { json } = await keepGoing([{ ...fresh(1), mobile: 'first' }, { ...fresh(1), mobile: 'second' }, same(2)]);
		expect(told(json)).toEqual(['created', 'The e-mail address “new1@example.com” is already in row 1', 'unchanged']);
		expect(sent('POST')).toEqual([{ ...fresh(1), mobile: 'first' }]);
	});

	test.each([
		['refused by the service', { ...fresh(1), mobile: 'bad' }, 'No'],
		[
			'an error of its own',
			{ email: 'new1@example.com', lastName: 'L' },
			'The employee is new, and the row has no “First Name”',
		],
	])('the first of them is %s: the later one isn’t written in its place', async (_, first, words) => {
		service.instead = (seen) => (isPost(seen) && employees(seen)[0]?.mobile === 'bad' ? refusal(400, 'No') : undefined);
		const { json } = await keepGoing([first, { ...fresh(1), mobile: '2' }]);
		expect(told(json)).toEqual([words, 'The e-mail address “new1@example.com” is already in row 1']);
		expect(requests()).not.toHaveProperty('PATCH');
	});

	test('rows of one person that only the service knows as one are told apart, too', async () => {
		set(3, { employeeId: '' });
		const rows = [
			{ ...same(3), employeeId: 'E-77' },
			{ ...same(3), email: 'p3@example.com ', employeeId: 'E-78' },
			{ ...same(5), employeeId: 'E-5' },
			{ ...same(5), email: 'fifth@example.com', employeeId: 'e-5' },
		];
		expect(told((await keepGoing(rows, byNumber)).json)).toEqual([
			'updated',
			'The e-mail address “p3@example.com” is already in row 1',
			'unchanged',
			'The employee number “e-5” is already in row 3',
		]);
	});
});

describe('what is written', () => {
	test('what the service doesn’t show can’t be compared: it is written each time, and says “updated”', async () => {
		for (const round of [1, 2]) {
			const [json] = await ok([{ ...same(1), City: 'Sydney', DOB: '1990-04-01' }]);
			expect({ round, ...json }).toMatchObject({
				round,
				action: 'updated',
				changed: [],
				notCompared: ['city', 'dateOfBirth'],
			});
		}
		const body = { id: 1002, city: 'Sydney', dateOfBirth: '1990-04-01T00:00:00Z' };
		expect(sent('PATCH')).toEqual([body, body]);
	});

	test('a blank cell is left alone: never sent, and no difference', async () => {
		const blank = { mobile: '', 'Middle name': ' ', city: null };
		expect(
			actions(
				await ok([
					{ ...same(1), ...blank },
					{ ...fresh(2), ...blank },
				]),
			),
		).toEqual(['unchanged', 'created']);
		expect(sent('POST')).toEqual([fresh(2)]);
	});

	test('Additional Body Fields can empty a field', async () => {
		const parameters = staff('upsert', { advanced: { additionalBody: '{"mobile": ""}' } });
		const [json] = await ok([same(1)], parameters);
		expect(json).toMatchObject({ id: 1002, mobile: '', action: 'updated' });
		expect(actions(await ok([same(1)], parameters))).toEqual(['unchanged']);
	});

	test('somebody new beside people of the list is searched for before anything is written', async () => {
		service.instead = (seen) => (isSearch(seen) ? refusal(400, 'Closed') : undefined);
		const there = times(30, (index) => ({ ...same(index), mobile: 'x', employeeId: `E-${index}` }));
		const { error } = await run([...there, { ...same(0), email: 'n@x.au', employeeId: 'N-1' }], byNumber);
		expect(error).toMatchObject({ message: expect.stringContaining('Closed'), context: { itemIndex: 20 } });
		expect(requests()).not.toHaveProperty('PATCH');
	});

	test('a row that the service refuses stands alone with its error, the others are written', async () => {
		service.instead = (seen) =>
			seen.method === 'PATCH' && employees(seen).some(({ id }) => id === 1004)
				? refusal(400, 'Another company')
				: undefined;
		const { json } = await keepGoing(times(8, (index) => ({ ...same(index), mobile: 'x' })));
		expect(actions(json)).toEqual(times(8, (index) => (index === 3 ? 'error' : 'updated')));
		expect(errorOf(json[3]).message).toBe('Another company');
	});

	test.each([
		{ data: null, action: 'updated', counted: '4 updated', first: { id: 1001, firstName: 'First0', mobile: 'x' } },
		{ data: [], action: null, counted: '4 unknown', first: {} },
		{ data: { ids: 8 }, action: null, counted: '4 unknown', first: {} },
	])('an answer of $data to an update', async ({ data, action, counted, first }) => {
		service.instead = ({ method }) => (method === 'PATCH' ? envelope(data) : undefined);
		const { json, hints } = await run(times(4, (index) => ({ ...same(index), mobile: 'x' })));
		expect(json).toEqual(json.map(() => expect.objectContaining({ action, foundBy: 'email' })));
		expect(hints).toEqual([expect.stringContaining(counted)]);
		expect(json[0]).toMatchObject(first);
	});

	test('nobody new without first name, last name and e-mail: nothing at all is written before that is known', async () => {
		const { error } = await run([
			{ ...same(1), mobile: 'x' },
			{ email: 'new@example.com', lastName: 'New' },
		]);
		expect(error?.message).toBe('Row 2 (New, new@example.com): The employee is new, and the row has no “First Name”');
		expect(requests()).toEqual({ search: 2, list: 2 });
	});

	test('a stop tells what was written', async () => {
		service.instead = (seen) =>
			isPost(seen) && employees(seen)[0]?.email === 'new1@example.com' ? refusal(400, 'No') : undefined;
		const { error } = await run([{ ...same(1), mobile: 'x' }, fresh(0), fresh(1), fresh(2)], oneByOne);
		expect(error?.message).toMatch(/^Row 3 \(.*new1@example\.com\): No$/);
		expect(error?.description).toContain('Rows that were written: 1 to 2. Rows that were not sent: 4.');
	});
});

test('a list that is refused names the row that asked for it', async () => {
	const additionalQuery = { parameters: [{ name: 'companyId', value: '={{ $itemIndex }}' }] };
	service.instead = ({ path, query }) =>
		path.endsWith('/staffs') && query.companyId === '1' ? refusal(403, 'Not yours') : undefined;
	const { error } = await run(times(2, fresh), staff('upsert', { advanced: { additionalQuery } }));
	expect(error).toMatchObject({ message: 'The API key has no access to this', context: { itemIndex: 1 } });
	const searches = bench.recorder.seen.filter(isSearch);
	expect(searches.map(({ query }) => query.companyId)).toEqual(['0', '1']);
});
