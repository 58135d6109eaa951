// Who the rows of a sheet are about: how much of the list is read, and what is said where that can't be told.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { type MatchBy, StaffLists } from '../../../../nodes/WorkforceOperations/resources/staff/directory.ts';
import { matchRows } from '../../../../nodes/WorkforceOperations/resources/staff/match.ts';
import { type StaffRow } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';
import { Rows } from '../../../../nodes/WorkforceOperations/resources/staff/rows.ts';
import { withCreationLock } from '../../../../nodes/WorkforceOperations/transport/creationLock.ts';
import { type Answer, FakeTime } from '../../transport/support.mts';
import { type Asked, data, type FakeService, fakeService, LIST, refusal, SEARCH } from '../fakeService.mts';

const employee = (id: number): IDataObject => ({ id, email: `p${id}@example.com`, employeeId: `E-${id}` });
const count = ({ asked }: FakeService, request: string): number =>
	asked.filter((entry) => entry.request === request).length;
type Body = IDataObject & { id?: number };

const peopleOf = ({ item }: FakeService, bodies: Body[]): StaffRow[] =>
	bodies.map(({ id, ...body }, index) => ({
		item: item(index),
		body,
		step: { action: 'create' },
		...(id === undefined ? {} : { id }),
	}));

/** Matches the rows; of each the employee’s ID, “nobody”, or its error. */
async function match(people: StaffRow[], by: MatchBy, keepGoing: boolean): Promise<unknown[]> {
	const items = people.map(({ item }): OperationItem => item);
	const rows = new Rows<StaffRow>(items, keepGoing);
	await rows.read(items, async ({ itemIndex }) => await Promise.resolve(people[itemIndex] as StaffRow));
	const [first] = items;
	if (first)
		await withCreationLock(
			first.connection,
			async (lock) => await matchRows(rows, { by, lists: new StaffLists(), lock }),
		);
	return people.map((row) => {
		const result = rows.resultOf(row);
		return result && 'error' in result ? (result.error as Error).message : (row.found?.record.id ?? 'nobody');
	});
}

/** Pages of the list: of the active, then of the inactive. */
const listing =
	(active: IDataObject[][], inactive: IDataObject[][] = [[]], searched: Answer = data(null)) =>
	({ request, query }: Asked): Answer => {
		if (request === SEARCH) return searched;
		const all = query.isActive === 'true' ? active : inactive;
		const page = Number(query.referenceId ?? 0);
		return data(all[page] ?? [], page + 1 < all.length ? `direction=next&referenceId=${page + 1}` : undefined);
	};

test('in an outage nobody further is searched for, and who is in the list is found all the same', async () => {
	const time = new FakeTime().install();
	const service = fakeService(({ request, query }) => {
		if (request === LIST) return data(query.isActive === 'true' ? [employee(1)] : []);
		time.now += 5000;
		return { status: 503, body: '' };
	});
	const bodies = Array.from({ length: 20 }, (_, index) => ({ employeeId: `N-${index}`, email: `n${index}@x.au` }));
	const people = peopleOf(service, [...bodies, { employeeId: 'E-1', email: 'p1@example.com' }]);
	const found = await time.until(match(people, 'employeeId', true)).finally(() => time.restore());
	expect(found.at(-1)).toBe(1);
	expect(found.at(-2)).toMatch(/^Not sent/);
	expect(new Set(service.asked.map(({ query }) => query.email)).size).toBeLessThan(15);
});

test.each<[MatchBy, Body, unknown]>([
	['id', { id: 7 }, 'Closed'],
	['employeeId', { employeeId: 'E-7' }, 'Closed'],
	['employeeId', { employeeId: 'E-7', email: 'p7@example.com' }, 'Closed'],
	['email', { email: 'p7@example.com', employeeId: 'E-7' }, 'Closed'],
	['email', { email: 'p7@example.com' }, 7],
])('where the list can’t be read, matching by %s of %j comes to %j', async (by, body, expected) => {
	const service = fakeService(({ request }) => (request === LIST ? refusal('Closed') : data(employee(7))));
	const others = Array.from({ length: 4 }, () => ({ email: 'p7@example.com' }));
	const rows = by === 'email' ? [body, ...others] : [body];
	expect((await match(peopleOf(service, rows), by, true))[0]).toBe(expected);
});

describe('By e-mail address', () => {
	const endless = Array.from({ length: 20 }, (_, page) => [employee(1000 + page)]);

	test.each([
		[0, 0],
		[1, 0],
		[2, 0],
		[3, 1],
		[4, 1],
		[5, 2],
		[6, 2],
		[7, 3],
	])('%i people whom the list doesn’t show cost %i of its pages, and a search each', async (people, pages) => {
		const service = fakeService(listing(endless));
		const bodies = Array.from({ length: people }, (_, index) => ({ email: `new${index}@example.com` }));
		expect(await match(peopleOf(service, bodies), 'email', false)).toEqual(bodies.map(() => 'nobody'));
		expect([count(service, LIST), count(service, SEARCH)]).toEqual([pages, people]);
	});

	test('who is on the first page needs no search, and no other page is read for the few that are left', async () => {
		const service = fakeService(listing([[1, 2, 3].map(employee), [employee(4)]]));
		const bodies = [3, 1, 2, 4, 9].map((id) => ({ email: `P${id}@example.com` }));
		expect(await match(peopleOf(service, bodies), 'email', false)).toEqual([3, 1, 2, 'nobody', 'nobody']);
		expect(service.asked.map(({ request, query }) => [request, query.isActive ?? query.email])).toEqual([
			[LIST, 'true'],
			[SEARCH, 'P4@example.com'],
			[SEARCH, 'P9@example.com'],
			[SEARCH, 'p4@example.com'],
			[SEARCH, 'p9@example.com'],
		]);
	});
});

describe('How far the list is read', () => {
	const pagesOf = async (by: MatchBy, bodies: Array<IDataObject & { id?: number }>): Promise<unknown[]> => {
		const service = fakeService(listing([[employee(1)], [employee(2)]], [[employee(3)], [employee(4)]]));
		await match(peopleOf(service, bodies), by, true);
		return service.asked
			.filter(({ request }) => request === LIST)
			.map(({ query: { isActive, referenceId } }) => `${isActive} ${referenceId ?? 0}`);
	};

	test.each<[string, MatchBy, Array<IDataObject & { id?: number }>, string[]]>([
		['no rows', 'id', [], []],
		['an ID: until it is found', 'id', [{ id: 1 }], ['true 0']],
		['several IDs: until all of them are', 'id', [{ id: 3 }, { id: 1 }], ['true 0', 'true 1', 'false 0']],
		['an ID that nobody has: to the end', 'id', [{ id: 1 }, { id: 9 }], ['true 0', 'true 1', 'false 0', 'false 1']],
		[
			'an employee number: to the end',
			'employeeId',
			[{ employeeId: 'E-1' }],
			['true 0', 'true 1', 'false 0', 'false 1'],
		],
	])('%s', async (_, by, bodies, pages) => expect(await pagesOf(by, bodies)).toEqual(pages));
});

describe('New people whom the list doesn’t show, by number', () => {
	test.each<[number, string, number, number]>([
		[25, 'a whole list', 2, 25],
		[26, 'a whole list', 2, 0],
		[26, 'a list that may lack people', 99, 26],
	])(
		'%i beside %s of %i are searched before anything is planned: %i',
		async (people, _, totalRecordCount, searches) => {
			const service = fakeService(({ request, query }) =>
				request === SEARCH
					? data(null)
					: {
							body: {
								status: { code: 0 },
								data: query.isActive === 'true' ? [employee(1), employee(2)] : [],
								totalRecordCount,
							},
						},
			);
			const bodies = Array.from({ length: people }, (_each, index) => ({
				employeeId: `N-${index}`,
				email: `new${index}@example.com`,
			}));
			expect(await match(peopleOf(service, bodies), 'employeeId', true)).toEqual(bodies.map(() => 'nobody'));
			expect(count(service, SEARCH)).toBe(searches);
		},
	);
});

describe('Whose row it is', () => {
	const one = employee(1);
	const name = { firstName: 'Ann', lastName: 'Lee' };
	const two: IDataObject = { ...employee(2), employeeId: '', ...name };
	test.each<[string, MatchBy, IDataObject & { id?: number }, Answer, unknown]>([
		['the ID', 'id', { id: 2 }, data(null), 2],
		['an ID of nobody', 'id', { id: 9 }, data(null), 'Nobody has the ID 9'],
		['a number', 'employeeId', { employeeId: 'e-1' }, data(null), 1],
		['a number, and the ID of the same', 'employeeId', { employeeId: 'E-1', id: 1 }, data(null), 1],
		[
			'a number, and the ID of another',
			'employeeId',
			{ employeeId: 'E-1', id: 2 },
			data(null),
			'The row names the ID 2, but “E-1” belongs to the employee with the ID 1',
		],
		[
			'a new number, and an ID',
			'employeeId',
			{ employeeId: 'E-5', email: 'n@example.com', id: 2 },
			data(null),
			'The row names the ID 2, but nobody has the employee number “E-5”',
		],
		['a new number of nobody', 'employeeId', { employeeId: 'E-5', email: 'n@example.com' }, data(null), 'nobody'],
		[
			'a new number of somebody without one',
			'employeeId',
			{ employeeId: 'E-5', email: two.email, ...name },
			data(two),
			2,
		],
		[
			'a number that the list didn’t show',
			'employeeId',
			{ employeeId: 'e-5', email: 'p5@example.com' },
			data(employee(5)),
			5,
		],
		[
			'a new number without an address',
			'employeeId',
			{ employeeId: 'E-5' },
			data(null),
			'Nobody has the employee number “E-5”, and the row has no usable e-mail address',
		],
		[
			'a new number of somebody who has another',
			'employeeId',
			{ employeeId: 'E-5', email: 'p1@example.com' },
			data(one),
			'Nobody has the employee number “E-5”, and “p1@example.com” belongs to the employee with the number “E-1” (ID 1)',
		],
		[
			'an internal ID as the number',
			'employeeId',
			{ employeeId: '1', email: 'p1@example.com' },
			data(one),
			'“1” is the internal ID of “p1@example.com”, not the employee number, which is “E-1”',
		],
		[
			'a number that two have',
			'employeeId',
			{ employeeId: 'E-7' },
			data(null),
			'2 employees have the employee number “E-7”: their IDs are 7 and 8',
		],
		[
			'a new number, with an address that two have',
			'employeeId',
			{ employeeId: 'E-9', email: 'twins@example.com' },
			data(null),
			'2 employees have the e-mail address “twins@example.com”: their IDs are 11 and 12',
		],
		[
			'a number of somebody without an ID',
			'employeeId',
			{ employeeId: 'e-6', email: 'p6@example.com' },
			data(null),
			'The service found “e-6”, but gives no ID that can be used',
		],
	])('%s', async (_, by, row, searched, expected) => {
		const twice = [7, 8].map((id) => ({ ...employee(id), employeeId: 'E-7' }));
		const twins = [11, 12].map((id) => ({ ...employee(id), email: 'twins@example.com' }));
		const active = [one, two, ...twice, { ...employee(6), id: null }, ...twins];
		const service = fakeService(listing([active], [[]], searched));
		const people = peopleOf(service, [row]);
		expect(await match(people, by, true)).toEqual([expected]);
		if (typeof expected === 'string' && expected !== 'nobody')
			await expect(match(peopleOf(service, [row]), by, false)).rejects.toMatchObject({
				message: expected,
				context: { itemIndex: 0 },
			});
	});
});

test('a list that can’t be read is every row’s error, or ends the run', async () => {
	const service = fakeService(() => refusal('Closed'));
	const people = peopleOf(service, [{ employeeId: 'E-1' }, { employeeId: 'E-2' }]);
	const closed = expect.stringContaining('Closed');
	expect(await match(people, 'employeeId', true)).toEqual([closed, closed]);
	await expect(match(people, 'employeeId', false)).rejects.toMatchObject({
		message: closed,
		context: { itemIndex: 0 },
	});
});

test('what is added to the query goes with the pages of the list and with the searches', async () => {
	const service = fakeService(listing([[employee(1)], [employee(2)]]));
	const additionalQuery = { parameters: [{ name: 'companyId', value: '3' }] };
	const person: StaffRow = {
		step: { action: 'create' },
		item: service.item(0, { additionalQuery }),
		body: { employeeId: 'E-9', email: 'n@example.com' },
	};
	expect(await match([person], 'employeeId', true)).toEqual(['nobody']);
	expect(service.asked.map(({ request, query }) => [request, query.companyId])).toEqual([
		[LIST, '3'],
		[LIST, '3'],
		[LIST, '3'],
		[SEARCH, '3'],
	]);
});

test('rows that add different things to the query are looked up apart', async () => {
	const service = fakeService(listing([[employee(1), employee(2)]]));
	const people = ['3', '4', '3'].map((value, index): StaffRow => ({
		item: service.item(index, { additionalQuery: { parameters: [{ name: 'companyId', value }] } }),
		body: { employeeId: `e-${index}` },
		step: { action: 'create' },
	}));
	expect(await match(people, 'employeeId', true)).toEqual([expect.stringContaining('“e-0”'), 1, 2]);
	expect(service.asked.map(({ query }) => `${query.companyId} ${query.isActive}`)).toEqual([
		'3 true',
		'3 false',
		'4 true',
		'4 false',
	]);
});
