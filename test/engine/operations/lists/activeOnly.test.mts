// “Active and Inactive” means: not only the active ones, whatever the service takes its flag to mean.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { pagedLists } from '../../support/everyOperation.mts';
import type { Seen } from '../../support/recorder.mts';

const bench = useBench();

type Numbered = Record<string, number>;

/** A service that takes `false` to mean all, or the inactive alone; its records say whether they are active, or don't. */
function service(
	meaning: 'all' | 'the inactive',
	told: boolean,
	{ flag, id }: { flag: string; id: string },
	show: (record: Numbered, seen: number) => IDataObject = (record) => record,
): void {
	let seen = 0;
	bench.recorder.answer(({ query }: Seen) => {
		const isActive = (number: number): boolean => number % 2 === 0;
		const wanted = [1, 2, 3, 4, 5, 6].filter((number) =>
			query[flag] === 'false' ? meaning === 'all' || !isActive(number) : isActive(number),
		);
		const rest = wanted.filter((number) => number > Number(query.referenceId ?? 0));
		const page = rest.slice(0, Number(query.limit ?? 20));
		const next = rest.length > page.length ? `direction=next&referenceId=${page.at(-1)}` : null;
		const data = page.map((number) => ({
			...show({ [id]: number }, seen++),
			...(told ? { isActive: isActive(number) } : {}),
		}));
		return { body: { status: { code: 0 }, data, nextPageParameter: next } };
	});
}

/** Every list with a flag for the active ones, and with the names that the id of a record may have. */
const lists = pagedLists.flatMap(({ activeFlag: flag, endpoint: { ids = [] }, ...list }) =>
	flag === undefined ? [] : [{ ...list, flag, ids, idNames: ids.map((id) => ({ id })) }],
);

describe.each(lists)('$id, $flag off', ({ key, parameters, flag, idOf, ids: [id = ''], idNames }) => {
	const read = async (changes: IDataObject = {}): Promise<IDataObject[]> =>
		await bench.ok(key, { ...parameters, returnAll: true, simplify: false, filters: { [flag]: false }, ...changes });
	const of = { flag, id };
	const ids = (records: IDataObject[]): number[] =>
		records
			.map(idOf)
			.map(Number)
			.sort((a, b) => a - b);
	const flags = (): string[] => bench.recorder.seen.map(({ query }) => String(query[flag]));

	test.each([
		{ meaning: 'all', told: false, tell: 'don’t tell' },
		{ meaning: 'the inactive', told: false, tell: 'don’t tell' },
		{ meaning: 'all', told: true, tell: 'tell' },
		{ meaning: 'the inactive', told: true, tell: 'tell' },
	] as const)('“false” means $meaning, and records $tell: each comes once', async ({ meaning, told }) => {
		service(meaning, told, of);
		expect(ids(await read())).toEqual([1, 2, 3, 4, 5, 6]);
	});

	test.each(idNames)('a record that was changed between the two readings, known by “$id”, comes once', async (by) => {
		service('all', false, { flag, ...by }, (record, seen) => ({ ...record, name: `shown ${seen}` }));
		const records = await read();
		expect(ids(records)).toEqual([1, 2, 3, 4, 5, 6]);
		expect(records[0]).toEqual({ [by.id]: 1, name: 'shown 0' });
	});

	test.each([1, 2, 4, 6, 9])('a limit of %i counts for both readings together', async (limit) => {
		service('the inactive', false, of);
		const records = await read({ returnAll: false, limit });
		expect(new Set(ids(records)).size).toBe(Math.min(limit, 6));
		expect(records).toHaveLength(Math.min(limit, 6));
		expect(flags().includes('true')).toBe(limit > 3);
	});

	test('a start cursor is refused in words', async () => {
		const advanced = { startCursor: 'referenceId=3' };
		const { error } = await bench.run(key, { ...parameters, filters: { [flag]: false }, advanced });
		expect(error?.message).toBe('“Start Cursor” can’t be used with “Active and Inactive”');
		expect(bench.recorder.seen).toEqual([]);
	});

	test('page info tells what was read, and no cursor or count of one half', async () => {
		service('the inactive', false, of);
		const [first] = await read({ advanced: { includePageInfo: true } });
		const none = { count: null, totalCount: null, nextCursor: null, previousCursor: null };
		expect(first?.pageInfo).toEqual({ returned: 6, pages: bench.recorder.seen.length, ...none });
	});

	test('who sets the flag of the service by hand gets what it brings', async () => {
		service('the inactive', false, of);
		const advanced = { additionalQuery: { parameters: [{ name: flag, value: 'false' }] } };
		expect(ids(await read({ advanced }))).toEqual([1, 3, 5]);
	});

	test('on, or not added, it is read once', async () => {
		service('all', false, of);
		expect(ids(await read({ filters: { [flag]: true } }))).toEqual([2, 4, 6]);
		expect(ids(await read({ filters: {} }))).toEqual([2, 4, 6]);
	});
});

describe('The two readings', () => {
	const form = { resource: 'customer', operation: 'getAll', returnAll: true, simplify: false };
	const filters = { isActive: false };
	const read = async (more: IDataObject = {}) => await bench.run('developer', { ...form, filters, ...more });
	const halves = (inactive: IDataObject[], active: IDataObject[]): void =>
		bench.recorder.answer(({ query }) => ({
			body: { status: { code: 0 }, data: query.isActive === 'false' ? inactive : active },
		}));

	test('give records without an id as they are, with a warning where both have some', async () => {
		halves([{ name: 'a' }], [{ name: 'a' }, { name: 'b' }]);
		const { json, hints } = await read();
		expect(json).toEqual([{ name: 'a' }, { name: 'a' }, { name: 'b' }]);
		expect(hints).toEqual([expect.stringContaining('both halves have records without an ID')]);
		halves([{ name: 'a' }], [{ customerId: 1 }]);
		expect((await read()).hints).toEqual([]);
	});

	test('are always two, whatever the records say', async () => {
		for (const states of [[], [true, true, false, false], [true], [false]]) {
			bench.recorder.seen.length = 0;
			const records = states.map((isActive, index) => ({ customerId: index + 1, isActive }));
			halves(records, records);
			expect((await read()).json).toEqual(records);
			expect(bench.recorder.seen.map(({ query }) => query.isActive)).toEqual(['false', 'true']);
		}
	});

	test('merge nothing any more once a page shows an id twice, and say so', async () => {
		halves([{ id: 1 }, { id: 3, at: 'b' }], [{ id: 1 }, { id: 3, at: 'a' }, { id: 3, at: 'b' }]);
		const { json, hints } = await read();
		expect(json).toEqual([{ id: 1 }, { id: 3, at: 'b' }, { id: 1 }, { id: 3, at: 'a' }, { id: 3, at: 'b' }]);
		expect(hints).toEqual([expect.stringMatching(/^The list may contain duplicates: .* the ID 3 /)]);
	});

	test('have the same filters and page size, as far as the limit needs', async () => {
		const known = [{ id: 1 }, { id: 2 }];
		bench.recorder.answer(({ query: { isActive: flag, referenceId } }) => {
			if (flag === 'false') return { body: { data: known, nextPageParameter: null } };
			if (referenceId === undefined) return { body: { data: known, nextPageParameter: 'referenceId=2' } };
			return { body: { data: [{ id: 4 }, { id: 3 }], nextPageParameter: 'referenceId=3' } };
		});
		const advanced = { pageSize: 2, includePageInfo: true };
		const { json } = await read({ returnAll: false, limit: 3, filters: { ...filters, filter: 'a' }, advanced });
		expect(json.map(({ id, pageInfo }) => ({ id, pages: (pageInfo as IDataObject).pages }))).toEqual(
			[1, 2, 4].map((id) => ({ id, pages: 3 })),
		);
		expect(bench.recorder.seen.map(({ query }) => ({ filter: query.filter, limit: query.limit }))).toEqual(
			[1, 2, 3].map(() => ({ filter: 'a', limit: '2' })),
		);
	});

	test('have no start cursor, unless the query is the user’s own; a blank one is none', async () => {
		halves([{ id: 1 }], [{ id: 2 }]);
		const parameters = [{ name: 'isActive', value: '' }];
		await read({ advanced: { startCursor: 'referenceId=5', additionalQuery: { parameters } } });
		expect(bench.recorder.seen).toHaveLength(1);
		await read({ advanced: { startCursor: ' ' } });
		expect(bench.recorder.seen).toHaveLength(3);
	});
});
