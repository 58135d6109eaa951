// Employee numbers: a new address makes nobody a second time, and a new number overwrites nobody.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { employees, errorOf, rows } from '../../support/staffRows.mts';

const bench = useBench({ end: 'null' });
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
const byNumber = { ...upsert, matchBy: 'employeeId' };
const keepGoing = { onError: 'continueRegularOutput' } as const;
const itemsOf = (...json: IDataObject[]): Array<{ json: IDataObject }> => json.map((row) => ({ json: row }));
const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
const fresh = (index: number, employeeId?: unknown): IDataObject => ({
	...same(index),
	email: `new${index}@example.com`,
	...(employeeId === undefined ? {} : { employeeId }),
});
const told = (json: IDataObject[]): unknown[] => json.map((row) => (row.error ? errorOf(row).message : row.action));
const isList = ({ method, path }: Seen): boolean => method === 'GET' && path.endsWith('/staffs');
const sent = (method: string): IDataObject[] =>
	bench.recorder.seen.filter((seen) => seen.method === method).flatMap(employees);

let service: SheetService;
beforeEach(() => {
	service = new SheetService(20);
	bench.recorder.answer(service.rule);
});
const numbered = (index: number, employeeId: string): void =>
	void Object.assign(service.people[index] ?? {}, { employeeId });

describe('Nobody is made twice by a new address', () => {
	test.each<[string, string, unknown]>([
		['the same', 'E-7', 'E-7'],
		['in other letters, with blanks', 'E-7', ' e - 7'],
		['without its leading zeros', '0042', 42],
		['with leading zeros', '42', '00042'],
	])('who has the number there makes the row an error with the IDs: %s', async (_, there, given) => {
		numbered(7, there);
		const { json } = await bench.run('developer', upsert, {
			items: itemsOf(fresh(7, given), fresh(1)),
			node: keepGoing,
		});
		expect(told(json)).toEqual([expect.stringContaining('(ID 1008)'), 'created']);
		expect(String(errorOf(json[0]).message)).toContain(there);
		expect(String(errorOf(json[0]).description)).toMatch(/[Cc]orrect the address.*match by .*[Nn]umber/);
		expect(sent('POST').map(({ email }) => email)).toEqual(['new1@example.com']);
	});

	test('somebody inactive is found as well, and the error says to reactivate them there', async () => {
		service.left.add(1008);
		const { error } = await bench.run('developer', upsert, { items: itemsOf(fresh(7, 'E-7')) });
		expect(error?.message).toContain('(ID 1008)');
		expect(error?.description).toContain('eactivate');
		expect(sent('POST')).toEqual([]);
	});

	test('both halves of the list are read to their end once, whatever the number of rows', async () => {
		service = new SheetService(900);
		for (let index = 0; index < 300; index++) service.left.add(1001 + index);
		bench.recorder.answer(service.rule);
		await bench.ok('developer', upsert, { items: rows(30, (index) => fresh(index, `N-${index}`)) });
		expect(tally(bench.recorder.seen)).toEqual({ list: 3, search: 5, POST: 2 });
	});

	test('a list that nobody can tell the end of: rows with a number are not created, in words; others are', async () => {
		service.instead = (seen) =>
			isList(seen) ? { body: { status: { code: 0 }, data: service.people } as unknown as IDataObject } : undefined;
		const items = itemsOf(fresh(1, 'N-1'), fresh(2));
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(told(json)).toEqual([expect.stringContaining('may be incomplete'), 'created']);
		expect(tally(bench.recorder.seen)).toMatchObject({ search: 2, POST: 1 });
	});

	test.each([2, 12])('a list that can’t be read: none of %i new people is created', async (count) => {
		service.instead = (seen) => (isList(seen) ? refusal(403, 'Not for you') : undefined);
		const { json } = await bench.run('developer', upsert, { items: rows(count, fresh), node: keepGoing });
		expect(told(json)).toEqual(json.map(() => expect.stringContaining('has no access to this')));
		expect(sent('POST')).toEqual([]);
	});

	test('two rows with one number: the later one is an error, whatever they are matched by', async () => {
		const items = itemsOf(fresh(1, '0042'), fresh(2, 42), fresh(3, 'x 1'), fresh(4, 'X1'));
		for (const parameters of [upsert, byNumber]) {
			const { json } = await bench.run(
				'developer',
				{ ...parameters, options: { previewOnly: true } },
				{ items, node: keepGoing },
			);
			expect(told(json)).toEqual([
				'wouldCreate',
				'The employee number “42” is already in row 1',
				'wouldCreate',
				'The employee number “X1” is already in row 3',
			]);
		}
	});

	test('an update that would give somebody the number of another is an error with both IDs', async () => {
		const items = itemsOf({ ...same(3), employeeId: 'e-9' }, { ...same(4), employeeId: 'N-4' });
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(told(json)).toEqual([expect.stringContaining('1010'), 'updated']);
		expect(String(errorOf(json[0]).message)).toContain('1004');
		expect(sent('PATCH')).toEqual([{ id: 1005, employeeId: 'N-4' }]);
	});

	test('that the search doesn’t show, and the list does, is still one’s own', async () => {
		const found = { ...same(3), id: 1004 };
		service.instead = ({ path }) =>
			path.endsWith('/search') ? { body: { status: { code: 0 }, data: found } } : undefined;
		await bench.ok('developer', upsert, { items: itemsOf({ ...same(3), employeeId: 'E-3' }) });
		expect(sent('PATCH')).toEqual([{ id: 1004, employeeId: 'E-3' }]);
	});

	test('by ID as well', async () => {
		const items = itemsOf({ id: 1004, employeeId: 'E-9' });
		const { error } = await bench.run('developer', { ...upsert, matchBy: 'id' }, { items });
		expect(error?.message).toContain('1010');
		expect(sent('PATCH')).toEqual([]);
	});

	test('the number of somebody whom the list shows without an ID is refused, too', async () => {
		numbered(7, '0042');
		Object.assign(service.people[7] ?? {}, { id: null });
		const { error } = await bench.run('developer', upsert, { items: itemsOf(fresh(7, '42')) });
		expect(error?.message).toContain('0042');
		expect(sent('POST')).toEqual([]);
	});

	test('what a preview says of numbers is what the run says', async () => {
		numbered(7, '0042');
		const items = itemsOf(fresh(7, '42'), { ...same(3), employeeId: 'E-9' }, fresh(5, 'N-5'));
		const [before, after] = [
			await bench.run('developer', { ...upsert, options: { previewOnly: true } }, { items, node: keepGoing }),
			await bench.run('developer', upsert, { items, node: keepGoing }),
		];
		expect(before.json.map((row) => errorOf(row).message)).toEqual(after.json.map((row) => errorOf(row).message));
		expect(told(before.json)[2]).toBe('wouldCreate');
	});
});

describe('Nobody is overwritten by a new number', () => {
	const attempt = async (row: IDataObject): Promise<{ json: IDataObject[]; patched: IDataObject[] }> => {
		const { json } = await bench.run('developer', byNumber, { items: itemsOf(row), node: keepGoing });
		return { json, patched: sent('PATCH') };
	};

	test('who has the address, no number and the same names is that person, and foundBy says by what', async () => {
		numbered(3, '');
		const { json } = await attempt({ ...same(3), firstName: 'FIRST3', employeeId: 'N-3' });
		expect(json).toEqual([expect.objectContaining({ id: 1004, action: 'updated', foundBy: 'email' })]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['another first name', {}, { firstName: 'Zoe' }],
		['another last name', {}, { lastName: 'Zoe' }],
		['no first name in the row', {}, { firstName: '' }],
		['no last name in the row', {}, { lastName: null }],
		['no last name there', { lastName: null }, {}],
		['a number of their own', { employeeId: 'E-3' }, {}],
	])('%s: an error with the ID, and nothing is written', async (_, there, row) => {
		numbered(3, '');
		Object.assign(service.people[3] ?? {}, there);
		const { json, patched } = await attempt({ ...same(3), employeeId: 'N-3', mobile: 'x', ...row });
		expect(errorOf(json[0]).message).toEqual(expect.stringContaining('(ID 1004)'));
		expect({ patched, sent: sent('POST') }).toEqual({ patched: [], sent: [] });
	});

	test.each<[string, IDataObject, string]>([
		['email', {}, 'email'],
		['employeeId', { employeeId: 'E-4' }, 'employeeId'],
		['id', { id: 1005 }, 'id'],
	])('matched by %s, foundBy says so, also in a preview and where nothing changes', async (matchBy, more, foundBy) => {
		const items = itemsOf({ ...same(4), ...more }, fresh(1));
		const only = matchBy === 'email' ? items : items.slice(0, 1);
		for (const options of [{ previewOnly: true }, {}]) {
			const json = await bench.ok('developer', { ...upsert, matchBy, options }, { items: only });
			expect([json[0]?.foundBy, json[1]?.foundBy ?? undefined]).toEqual([foundBy, undefined]);
		}
	});
});

describe('Two executions at once', () => {
	/** Holds the first creation until the other run has read the list. */
	const both = async (parameters: IDataObject, first: IDataObject, second: IDataObject): Promise<IDataObject[][]> => {
		const rule = async (seen: Seen): Promise<Canned | 'cut' | undefined> => await service.rule(seen);
		bench.recorder.answer(rule);
		const runs = [first, second].map(
			async (row) => (await bench.run('developer', parameters, { items: itemsOf(row), node: keepGoing })).json,
		);
		return await Promise.all(runs);
	};

	test('with one number under two addresses make one person', async () => {
		const runs = await both(upsert, fresh(1, 'N-1'), fresh(2, 'n-1'));
		expect(runs.flat().filter(({ action }) => action === 'created')).toHaveLength(1);
		expect(sent('POST')).toHaveLength(1);
	});
});
