// The whole list comes first: what becomes of rows where it can’t be read, or isn’t the whole.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { rows } from '../../support/staffRows.mts';

const bench = useBench();
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
const keepGoing = { onError: 'continueRegularOutput' } as const;

let service: SheetService;
beforeEach(() => {
	service = new SheetService(500);
	bench.recorder.answer(service.rule);
});

const same = (index: number): IDataObject => ({
	'First name': `First${index}`,
	'Last name': `Last${index}`,
	'E-mail': `P${index}@example.com`,
	Mobile: `m${index}`,
});
const fresh = (index: number): IDataObject => ({ ...same(index), 'E-mail': `new${index}@example.com` });
const itemsOf = (...json: IDataObject[]): Array<{ json: IDataObject }> => json.map((row) => ({ json: row }));
const actions = (json: IDataObject[]): unknown[] => json.map(({ action, error }) => action ?? (error ? 'error' : null));

test('a list that can’t be read makes nobody, and is the error of every row that a search doesn’t settle', async () => {
	service.instead = ({ path, method }) => (method === 'GET' && !path.endsWith('/search') ? { body: {} } : undefined);
	const items = itemsOf(fresh(0), { ...same(1), Mobile: 'x' }, { ...same(2), 'Employee no.': 'N-2' }, same(3));
	const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
	expect(actions(json)).toEqual(['error', 'updated', 'error', 'unchanged']);
	expect(tally(bench.recorder.seen)).toEqual({ search: 4, list: 1, PATCH: 1 });
	const many = await bench.run('developer', upsert, { items: rows(6, same), node: keepGoing });
	expect(actions(many.json)).toEqual(Array.from({ length: 6 }, () => 'error'));
});

describe('where the list lacks people', () => {
	/** The service’s list leaves out those whose index fits; its search knows everybody. */
	const lacks = (isLeftOut: (index: number) => boolean): void => {
		const { rule } = service;
		bench.recorder.answer(async (seen) => {
			const answer = await rule(seen);
			if (seen.method !== 'GET' || !seen.path.endsWith('/staffs')) return answer;
			const { body } = answer as { body: { data: IDataObject[] } };
			body.data = body.data.filter(({ id }) => !isLeftOut(Number(id) - 1001));
			return answer;
		});
	};

	test('and one of the five who are searched is found, everybody is searched, and it is said', async () => {
		lacks((index) => index >= 400);
		const items = [...rows(20, fresh), ...rows(100, (index) => same(400 + index))];
		const { json, hints } = await bench.run('developer', upsert, { items });
		expect(actions(json)).toEqual(items.map((_, index) => (index < 20 ? 'created' : 'unchanged')));
		expect(tally(bench.recorder.seen)).toMatchObject({ search: 120, POST: 1 });
		expect(hints.join()).toContain('people who are missing from the staff list');
	});

	test.each([
		['none of the searches is answered, nobody is created', '', 30],
		['one of them isn’t, that row alone is an error', 'new0@', 1],
	])('and %s', async (_, refused, errors) => {
		service.instead = ({ query }) => (query.email?.startsWith(refused) ? refusal(403, 'Closed') : undefined);
		const { json } = await bench.run('developer', upsert, { items: rows(30, fresh), node: keepGoing });
		expect(actions(json)).toEqual(json.map((_row, index) => (index < errors ? 'error' : 'created')));
		expect(tally(bench.recorder.seen)).toEqual({ list: 2, search: 5, ...(errors === 1 ? { POST: 2 } : {}) });
	});

	test('and says that it is incomplete, every row is searched, also of those whom it shows', async () => {
		service.instead = ({ path, method, query }) =>
			method === 'GET' && path.endsWith('/staffs')
				? {
						body: {
							status: { code: 0 },
							data: query.isActive === 'true' ? service.people.slice(0, 10) : [],
							totalRecordCount: 400,
						} as unknown as IDataObject,
					}
				: undefined;
		const { json } = await bench.run('developer', upsert, { items: rows(12, same), node: keepGoing });
		expect(actions(json)).toEqual(Array.from({ length: 12 }, () => 'unchanged'));
		expect(tally(bench.recorder.seen)).toMatchObject({ search: 12 });
	});
});

test('whom the list shows is found though the search fails', async () => {
	service.instead = ({ query }) => (query.email === 'P1@example.com' ? refusal(403, 'Closed') : undefined);
	const json = await bench.ok('developer', upsert, { items: itemsOf(same(1), fresh(2)) });
	expect(actions(json)).toEqual(['unchanged', 'created']);
});

test('a count of both halves of the list is no sign that it lacks somebody', async () => {
	const { rule } = service;
	bench.recorder.answer(async (seen) => {
		const answer = await rule(seen);
		const { body } = answer as { body: IDataObject };
		if (seen.path.endsWith('/staffs')) body.totalRecordCount = 500;
		return answer;
	});
	for (let id = 1001; id < 1301; id++) service.left.add(id);
	await bench.ok('developer', upsert, { items: rows(6, same) });
	expect(tally(bench.recorder.seen)).toEqual({ list: 2 });
});
