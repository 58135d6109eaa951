import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import {
	actions,
	byNumber,
	envelope,
	fresh,
	html,
	isSearch,
	messages,
	preview,
	same,
	staff,
	times,
	told,
	upsert,
	useStaff,
} from './staffBench.mts';

const { bench, service, employ, set, run, keepGoing, ok, sent, requests } = useStaff(500);

describe('how many requests 500 rows take', () => {
	test('none of them changed: the active and the inactive of the list', async () => {
		const { json, hints } = await run(times(500, same));
		expect(new Set(actions(json))).toEqual(new Set(['unchanged']));
		expect(hints).toEqual(['500 rows: 500 unchanged. 500 matched by email.']);
		expect(requests()).toEqual({ list: 2 });
	});

	test('20 of them changed: the list, and one batch with what differs and nothing else', async () => {
		const json = await ok(times(500, (index) => ({ ...same(index), Mobile: index % 25 === 0 ? 'new' : `m${index}` })));
		expect(requests()).toEqual({ list: 2, PATCH: 1 });
		expect(sent('PATCH')).toEqual(times(20, (index) => ({ id: 1001 + index * 25, mobile: 'new' })));
		expect(json.filter(({ action }) => action === 'updated')).toHaveLength(20);
		const written = { id: 1026, firstName: 'First25', mobile: 'new', action: 'updated', changed: ['mobile'] };
		expect(json[25]).toMatchObject(written);
	});

	test.each([
		{ what: 'in a run', parameters: upsert, action: 'created', creations: { POST: 20 } },
		{ what: 'in a preview', parameters: preview, action: 'wouldCreate', creations: {} },
	])('all of them new in a company of 2,000, $what: five are searched', async ({ parameters, action, creations }) => {
		employ(2000);
		for (let id = 1001; id < 1900; id++) service.left.add(id);
		const json = await ok(times(500, fresh), parameters);
		expect(new Set(actions(json))).toEqual(new Set([action]));
		expect(requests()).toEqual({ list: 5, search: 5, ...creations });
	});

	test('20 of 500 changed in a company of 2,000: at most ten', async () => {
		employ(2000);
		const json = await ok(times(500, (index) => ({ ...same(index), ...(index % 25 === 0 ? { Mobile: 'new' } : {}) })));
		expect(json.filter(({ action }) => action === 'updated')).toHaveLength(20);
		expect(bench.recorder.seen.length).toBeLessThanOrEqual(10);
	});

	test('two rows are searched, a list is not read for them', async () => {
		await ok(times(2, same));
		expect(requests()).toEqual({ search: 2 });
	});

	test.each([
		[5, { search: 5, PATCH: 1 }],
		[6, { list: 21, PATCH: 1 }],
	])('%i rows of a company of 10,000, all of them changed', async (count, asked) => {
		employ(10_000);
		await ok(times(count, (index) => ({ ...same(index * 800), Mobile: 'x' })));
		expect(requests()).toEqual(asked);
	});

	test('one row that is new reads the list, and so does one that gets a number', async () => {
		await ok(times(1, fresh));
		expect(requests()).toEqual({ search: 1, list: 2, POST: 1 });
		bench.recorder.seen.length = 0;
		await ok([{ ...same(1), 'Employee no.': 'N-1' }]);
		expect(requests()).toEqual({ search: 1, list: 3, PATCH: 1 });
	});
});

describe('whose row it is', () => {
	test('by e-mail: letter case doesn’t count; who isn’t there is created', async () => {
		const { json } = await run([{ ...same(7), email: 'P7@Example.com' }, fresh(1)]);
		expect(json).toEqual([
			expect.objectContaining({ id: 1008, email: 'p7@example.com', action: 'unchanged' }),
			expect.objectContaining({ id: 1501, email: 'new1@example.com', action: 'created' }),
		]);
	});

	test.each(['email', 'employeeId', 'id'])('by %s: who has left is found as well', async (matchBy) => {
		service.left.add(1008);
		const there = (index: number): IDataObject => ({ ...same(index), employeeId: `e-${index}`, id: 1001 + index });
		const json = await ok(
			[7, 8, 9, 10].map((index) => ({ ...there(index), Mobile: 'x' })),
			staff('upsert', { matchBy }),
		);
		expect(json.map(({ id, action }) => ({ id, action }))).toEqual(
			[1008, 1009, 1010, 1011].map((id) => ({ id, action: 'updated' })),
		);
		expect(requests()).not.toHaveProperty('POST');
	});

	test('by employee number: the list is read once for all rows, whoever isn’t in it is searched by e-mail', async () => {
		const items = [
			...[1, 2].map((index) => ({ ...same(index), 'Employee no.': `E-${index}` })),
			{ ...same(3), 'Employee no.': 'E-3', email: 'moved@example.com' },
			{ ...fresh(4), 'Employee no.': 'E-9004' },
		];
		const json = await ok(items, byNumber);
		expect(actions(json)).toEqual(['unchanged', 'unchanged', 'updated', 'created']);
		expect(requests()).toEqual({ list: 2, search: 1, PATCH: 1, POST: 1 });
	});

	test('by employee number: who has none yet is found by e-mail and gets it', async () => {
		set(3, { employeeId: '' });
		const [json] = await ok([{ ...same(3), 'Employee no.': 'E-3' }], byNumber);
		expect(json).toMatchObject({ id: 1004, employeeId: 'E-3', action: 'updated', changed: ['employeeId'] });
	});

	test('a number that two people have names both, and nothing of that row is written', async () => {
		set(4, { employeeId: 'E-3' });
		const items = [
			{ ...same(3), employeeId: 'E-3', Mobile: 'x' },
			{ ...same(5), employeeId: 'E-5', Mobile: 'y' },
		];
		const { json } = await keepGoing(items, byNumber);
		expect(messages(json)[0]).toBe(
			'2 employees have the employee number “E-3”. Their IDs: 1004 (own employee, active), 1005 (own employee, active)',
		);
		expect(json[1]).toMatchObject({ action: 'updated' });
		expect(sent('PATCH')).toEqual([{ id: 1006, mobile: 'y' }]);
	});

	test.each([
		{
			what: 'an ID that nobody has, and one that stands twice',
			matchBy: 'id',
			rows: [
				{ ...same(1), id: 1002 },
				{ ...fresh(2), id: 9999 },
				{ ...same(3), id: '1002' },
			],
			says: ['unchanged', 'Nobody has the ID 9999', 'The ID “1002” is already in row 1'],
			asked: { list: 2 },
		},
		{
			what: 'an ID of somebody else than the e-mail address, and one beside a new address',
			matchBy: 'email',
			rows: [
				{ ...same(1), email: 'P1@example.com', id: 1009, Mobile: 'x' },
				{ ...fresh(2), id: 1003 },
			],
			says: [
				'The row has the ID 1009, but “P1@example.com” belongs to the employee with the ID 1002',
				'The row has the ID 1003, but nobody has the e-mail address “new2@example.com”',
			],
			asked: { search: 2, list: 2 },
		},
		{
			what: 'internal IDs in the column of employee numbers',
			matchBy: 'employeeId',
			rows: [{ ...same(1), email: 'P1@example.com', 'Employee ID': '1002' }],
			says: ['“1002” is the internal ID of “P1@example.com”, not the employee number, which is “E-1”'],
			asked: { list: 2 },
		},
	])('by $matchBy, $what: an error, and nobody is written or created', async ({ matchBy, rows, says, asked }) => {
		const { json } = await keepGoing(rows, staff('upsert', { matchBy }));
		expect(told(json)).toEqual(says);
		expect(requests()).toEqual(asked);
	});
});

describe('only the service’s own word means nobody', () => {
	/** What a serialiser makes of a record that isn't there. */
	const nobody = { id: 0, firstName: null, lastName: '', email: null, isActive: false, subcontractor: {} };
	test.each<[string, Canned]>([
		['a 404 in its envelope', refusal(404, 'No such employee')],
		['a 404 whose envelope has another code', { ...refusal(7, 'No such employee'), status: 404 }],
		['the code 404 in a success', { ...refusal(404, 'No such employee'), status: 200 }],
		['an envelope without data', envelope(null)],
		['an envelope with an empty list', envelope([])],
		['an envelope with an empty record', envelope({})],
		['an envelope with a list of an empty record', envelope([{}])],
		['an envelope with a record that holds nothing but defaults', envelope(nobody)],
	])('%s creates', async (_, answer) => {
		service.instead = (seen) => (isSearch(seen) ? answer : undefined);
		expect(actions(await ok(times(1, fresh)))).toEqual(['created']);
	});

	test.each<[string, Canned]>([
		['a gateway’s 404', { status: 404, body: { statusCode: 404, message: 'Resource not found' } }],
		['a 404 as a web page', { status: 404, body: '<html>Not found</html>', headers: { 'content-type': 'text/html' } }],
		['a 404 without anything', { status: 404 }],
		['a web page', html],
		['nothing at all', { status: 204 }],
		['a bare empty list', { body: [] }],
		['a bare empty record', { body: {} }],
		['a bare record of nothing but defaults', { body: nobody }],
		['a record of defaults beside somebody else', envelope([nobody, { id: 1002, email: 'p1@example.com' }])],
		['nobody’s ID under the right address', envelope({ ...nobody, email: 'new0@example.com' })],
		['a list of a zero', envelope([0])],
		['a plain value', { body: 'null', headers: { 'content-type': 'application/json' } }],
		['an error in a success', { body: { status: { code: 7, errorMessage: 'Closed' }, data: null } }],
		['403', refusal(403, 'Outside')],
		['500', refusal(500, 'Down')],
		['a number', envelope(1002)],
		['a word', envelope('Found')],
		['a list of numbers', envelope([1002])],
		['true', envelope(true)],
		['somebody else', envelope({ id: 1002, email: 'p1@example.com' })],
		['somebody without an id', envelope({ email: 'new0@example.com' })],
		['somebody without an address', envelope({ id: 1002 })],
	])('%s is that row’s error and creates no one', async (_, answer) => {
		service.instead = ({ query }) => (query.email === 'new0@example.com' ? answer : undefined);
		const { json } = await keepGoing([fresh(0), same(1)]);
		expect(actions(json)).toEqual(['error', 'unchanged']);
		expect(requests()).not.toHaveProperty('POST');
	});

	test('the same person twice in one answer is one person, two people are not', async () => {
		const found = (...ids: unknown[]): void => {
			service.instead = () => envelope(ids.map((id) => ({ id, email: 'p1@example.com', mobile: 'other' })));
		};
		const parameters = { ...upsert, advanced: { additionalBody: '{"mobile": "other"}' } };
		found(1002, '1002', 1002);
		const [once] = await ok([{ 'E-mail': 'p1@example.com' }], parameters);
		expect(once).toMatchObject({ id: 1002, action: 'unchanged' });
		found(1002, 1003, 1002, null);
		const { error } = await run([{ 'E-mail': 'p1@example.com' }], parameters);
		expect(error?.message).toBe(
			'3 employees have the e-mail address “p1@example.com”. Their IDs: 1002 (own employee, active), 1003 (own employee, active), none (own employee, active)',
		);
		expect(requests()).toEqual({ search: 2, list: 2 });
	});

	test.each<[unknown, string, RegExp]>([
		[{ id: 1002 }, 'The search for “new0@example.com” returned an account without this address', /“emailParameter”/],
		[1002, 'The search by e-mail didn’t show whether the employee exists', /twice.*check the credential’s Region/],
	])('of %j the error says what it is, and what to do', async (data, message, cure) => {
		service.instead = (seen) => (isSearch(seen) ? envelope(data) : undefined);
		const { error } = await run(times(1, fresh));
		expect(error).toMatchObject({ message, description: expect.stringMatching(cure), context: { itemIndex: 0 } });
	});

	test('what the service calls the address can be corrected', async () => {
		const serviceDetails = { emailParameter: 'emailAddress' };
		service.instead = ({ query }) => (query.emailAddress ? refusal(404, 'Nobody') : undefined);
		await ok(times(1, fresh), upsert, { serviceDetails });
		expect(bench.recorder.seen[0]?.query).toEqual({ emailAddress: 'new0@example.com' });
	});
});
