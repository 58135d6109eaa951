// Numbers and people that come up while a run is under way, or stand there in another spelling: nobody gets the number of another, and nobody
// is written twice.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../../kit/lib/wait.mts';
import { useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { SheetService } from '../../support/sheetService.mts';
import { employees, errorOf, rows } from '../../support/staffRows.mts';

const bench = useBench();
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
const byNumber = { ...upsert, matchBy: 'employeeId' };
const keepGoing = { onError: 'continueRegularOutput' } as const;
const itemsOf = (...json: IDataObject[]): Array<{ json: IDataObject }> => json.map((row) => ({ json: row }));
const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
const fresh = (index: number, employeeId?: string | number): IDataObject => ({
	...same(index),
	email: `new${index}@example.com`,
	...(employeeId === undefined ? {} : { employeeId }),
});
const told = (json: IDataObject[]): unknown[] => json.map((row) => (row.error ? errorOf(row).message : row.action));
const sent = (method: string): IDataObject[] =>
	bench.recorder.seen.filter((seen) => seen.method === method).flatMap(employees);
const isSearch = ({ path }: Seen): boolean => path.endsWith('/search');

let service: SheetService;
beforeEach(() => {
	service = new SheetService(20);
	bench.recorder.answer(service.rule);
});

describe('Another execution has just given the number', () => {
	/** How many searches there were, or pages of the list. */
	const looks = (searches: boolean): number =>
		bench.recorder.seen.filter((seen) => seen.method === 'GET' && isSearch(seen) === searches).length;

	/** The first run creates its row while the second has looked already. */
	const both = async (parameters: IDataObject, second: IDataObject): Promise<IDataObject[]> => {
		let isHeld = false;
		bench.recorder.answer(async (seen) => {
			if (seen.method !== 'POST' || isHeld) return await service.rule(seen);
			isHeld = true;
			await waitFor('both to look', () => looks(true) >= 2 && looks(false) >= 4, { intervalMs: 5 });
			return await service.rule(seen);
		});
		const first = bench.ok('developer', upsert, { items: itemsOf(fresh(1, '0042')) });
		await waitFor('its creation', () => isHeld, { intervalMs: 5 });
		const { json } = await bench.run('developer', parameters, { items: itemsOf(second), node: keepGoing });
		expect(told(await first)).toEqual(['created']);
		return json;
	};
	const numbers = (): unknown[] => service.people.slice(20).map(({ email, employeeId }) => [email, employeeId]);

	test.each<[string, IDataObject, IDataObject, string]>([
		['to the person of the row', upsert, { ...fresh(1, 42), mobile: 'x' }, ''],
		['in another spelling, by number', byNumber, fresh(2, 42), ' with the employee number “42”'],
		['by number', byNumber, fresh(2, '0042'), ' with the employee number “0042”'],
		['by e-mail', upsert, fresh(2, ' 0 042 '), ' with the employee number “0 042”'],
	])('%s: the row is not written', async (_, parameters, row, number) => {
		expect(told(await both(parameters, row))).toEqual([
			`Another execution in n8n has just created “new1@example.com”${number}`,
		]);
		expect([sent('POST').length, sent('PATCH')]).toEqual([1, []]);
		expect(numbers()).toEqual([['new1@example.com', '0042']]);
	});
});

describe('Two rows whose employee is one', () => {
	/** The list is older than the search: since then the address of 1004 has become another. */
	const moved = (): void =>
		void (service.instead = (seen): Canned | undefined =>
			isSearch(seen) && seen.query.email === 'moved@example.com'
				? { body: { status: { code: 0 }, data: { ...service.people[3], email: 'moved@example.com' } } }
				: undefined);

	test('because the list and the search disagree: the later one is an error, and writes nothing', async () => {
		moved();
		const others = [4, 5, 6].map(same);
		const items = itemsOf(
			{ ...same(3), mobile: 'x' },
			{ ...same(3), email: 'moved@example.com', mobile: 'y' },
			...others,
		);
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(told(json)).toEqual([
			'updated',
			'The employee with the ID “1004” is already in row 1',
			...others.map(() => 'unchanged'),
		]);
		expect(sent('PATCH')).toEqual([{ id: 1004, mobile: 'x' }]);
	});

	test('and without Continue On Fail nothing is written at all', async () => {
		moved();
		const items = itemsOf(
			{ ...same(3), email: 'moved@example.com', mobile: 'y' },
			{ ...same(3), mobile: 'x' },
			same(5),
		);
		const { error } = await bench.run('developer', upsert, { items });
		expect(error?.message).toContain('“1004” is already in row 1');
		expect(sent('PATCH')).toEqual([]);
	});
});

describe('A number in another spelling', () => {
	const numbered = (index: number, employeeId: string): void =>
		void Object.assign(service.people[index] ?? {}, { employeeId });

	test('of its own person is the same number: nothing is written', async () => {
		numbered(3, '0042');
		const { json } = await bench.run('developer', upsert, { items: itemsOf({ ...same(3), employeeId: 42 }) });
		expect(told(json)).toEqual(['unchanged']);
	});

	test.each<[string, string, string]>([
		['a blank between its zeros', '42', '0 042'],
		['a no-break space', 'E-7', 'E\u00a0-7'],
		['zeros alone', '0', '000'],
	])('that somebody else has, with %s, is given to nobody', async (_, there, given) => {
		numbered(7, there);
		const items = itemsOf({ ...same(3), employeeId: given }, fresh(4, given));
		for (const item of items)
			for (const parameters of [upsert, byNumber]) {
				const { json } = await bench.run('developer', parameters, { items: [item], node: keepGoing });
				expect(json[0]?.error).toBeDefined();
			}
		expect([sent('PATCH'), sent('POST')]).toEqual([[], []]);
	});

	test('two rows that swap their numbers are both refused', async () => {
		const items = itemsOf({ ...same(3), employeeId: 'E-4' }, { ...same(4), employeeId: 'E-3' });
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(told(json)).toEqual([
			'The row is for ID 1004, but the employee number “E-4” is already taken: “E-4” belongs to First4 Last4, p4@example.com (ID 1005)',
			'The row is for ID 1005, but the employee number “E-3” is already taken: “E-3” belongs to First3 Last3, p3@example.com (ID 1004)',
		]);
		expect(sent('PATCH')).toEqual([]);
	});

	test('that one’s own person and somebody else have is not given anew', async () => {
		numbered(3, '0042');
		numbered(7, '042');
		const { json } = await bench.run('developer', upsert, { items: itemsOf({ ...same(3), employeeId: '42' }) });
		expect(told(json)).toEqual(['unchanged']);
		expect(sent('PATCH')).toEqual([]);
	});

	test('of two people there, one of them without an ID, names both; neither is called inactive', async () => {
		numbered(7, '0042');
		numbered(9, '42');
		Object.assign(service.people[9] ?? {}, { id: 'x' });
		const { error } = await bench.run('developer', upsert, { items: itemsOf(fresh(1, '042')) });
		expect(error?.message).toBe(
			'“new1@example.com” would be a new employee, but the employee number “042” is already taken: “0042” belongs to First7 Last7, p7@example.com (ID 1008) and First9 Last9, p9@example.com (an ID that can’t be used)',
		);
		expect(error?.description).toMatch(
			/^Nothing was written for this row\. If it is the same person, correct the address/,
		);
	});

	test('of nobody, with the address of somebody without one and of another name, says so and names the way out', async () => {
		numbered(3, ' ');
		const items = itemsOf({ ...same(3), lastName: 'Other', employeeId: 'N-3' });
		const { error } = await bench.run('developer', byNumber, { items });
		expect(error?.message).toBe(
			'Nobody has the employee number “N-3”, and “p3@example.com” belongs to an employee without a number (ID 1004), whose name differs from the row’s',
		);
		expect(error?.description).toContain('match by “ID”');
	});

	test.each([
		['the internal ID of that employee', '1004', 'The column seems to hold internal IDs'],
		['a new one', 'N-3', 'match by e-mail, which gives that employee the new number'],
	])(
		'of nobody, with the address of somebody who has another: where it is %s, the error says what to do',
		async (_, employeeId, words) => {
			const { error } = await bench.run('developer', byNumber, { items: itemsOf({ ...same(3), employeeId }) });
			expect(error?.description).toContain(words);
			expect(sent('PATCH')).toEqual([]);
		},
	);

	test('by number, somebody whom an incomplete list lacks, and the search shows with exactly the number, is that person', async () => {
		service.instead = ({ method, path, query }) =>
			method === 'GET' && path.endsWith('/staffs')
				? ({
						body: {
							status: { code: 0 },
							data: query.isActive === 'true' ? service.people.slice(5) : [],
							totalRecordCount: 99,
						},
					} as unknown as Canned)
				: undefined;
		const items = itemsOf({ ...same(3), employeeId: 'E-3', mobile: 'x' }, { ...same(6), employeeId: 'E-6' });
		const { json } = await bench.run('developer', byNumber, { items, node: keepGoing });
		expect(json.map(({ action, foundBy }) => [action, foundBy])).toEqual([
			['updated', 'email'],
			['unchanged', 'employeeId'],
		]);
	});

	test('a list that nobody knows the end of: nobody who is there is given a number, other changes are written', async () => {
		service.instead = ({ method, path, query }) =>
			method === 'GET' && path.endsWith('/staffs')
				? {
						body: {
							status: { code: 0 },
							data: query.isActive === 'true' ? service.people : [],
							totalRecordCount: 99,
						} as unknown as IDataObject,
					}
				: undefined;
		const items = rows(2, (index) => ({
			id: 1004 + index,
			...(index === 0 ? { employeeId: 'N-1' } : { mobile: 'x' }),
		}));
		const { json } = await bench.run('developer', { ...upsert, matchBy: 'id' }, { items, node: keepGoing });
		expect(told(json)).toEqual([expect.stringContaining('may be incomplete'), 'updated']);
		expect(sent('PATCH')).toEqual([{ id: 1005, mobile: 'x' }]);
	});
});
