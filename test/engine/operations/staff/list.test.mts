// The whole list comes first: what becomes of rows where it can’t be read, or isn’t the whole.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { refusal } from '../../support/sheetService.mts';
import { isList, times, same, fresh, actions, useStaff } from './staffBench.mts';

const { bench, service, showOnly, run, keepGoing, ok, requests } = useStaff(500);

/** Pages of the list as the service has them, but for this. */
const answerLists = (change: (body: { data: IDataObject[] }) => unknown): void =>
	bench.recorder.answer(async (seen) => {
		const answer = await service.rule(seen);
		if (isList(seen)) change((answer as { body: { data: IDataObject[] } }).body);
		return answer;
	});

test('a list that can’t be read makes nobody, and is the error of every row that a search doesn’t settle', async () => {
	service.instead = (seen) => (isList(seen) ? { body: {} } : undefined);
	const rows = [fresh(0), { ...same(1), Mobile: 'x' }, { ...same(2), 'Employee no.': 'N-2' }, same(3)];
	const { json } = await keepGoing(rows);
	expect(actions(json)).toEqual(['error', 'updated', 'error', 'unchanged']);
	expect(requests()).toEqual({ search: 4, list: 1, PATCH: 1 });
	const many = await keepGoing(times(6, same));
	expect(actions(many.json)).toEqual(times(6, () => 'error'));
});

describe('where the list lacks people', () => {
	test('and one of the five who are searched is found, everybody is searched, and it is said', async () => {
		// The list leaves out the last hundred; the search knows everybody.
		answerLists((body) => Object.assign(body, { data: body.data.filter(({ id }) => Number(id) < 1401) }));
		const { json, hints } = await run([...times(20, fresh), ...times(100, (index) => same(400 + index))]);
		expect(actions(json)).toEqual([...times(20, () => 'created'), ...times(100, () => 'unchanged')]);
		expect(requests()).toMatchObject({ search: 120, POST: 1 });
		expect(hints.join()).toContain('people who are missing from the staff list');
	});

	test.each([
		['none of the searches is answered, nobody is created', '', 30],
		['one of them isn’t, that row alone is an error', 'new0@', 1],
	])('and %s', async (_, refused, errors) => {
		service.instead = ({ query }) => (query.email?.startsWith(refused) ? refusal(403, 'Closed') : undefined);
		const { json } = await keepGoing(times(30, fresh));
		expect(actions(json)).toEqual(json.map((_row, index) => (index < errors ? 'error' : 'created')));
		expect(requests()).toEqual({ list: 2, search: 5, ...(errors === 1 ? { POST: 2 } : {}) });
	});

	test('and says that it is incomplete, every row is searched, also of those whom it shows', async () => {
		showOnly(service.people.slice(0, 10), 400);
		const { json } = await keepGoing(times(12, same));
		expect(actions(json)).toEqual(times(12, () => 'unchanged'));
		expect(requests()).toMatchObject({ search: 12 });
	});
});

test('whom the list shows is found though the search fails', async () => {
	service.instead = ({ query }) => (query.email === 'p1@example.com' ? refusal(403, 'Closed') : undefined);
	const json = await ok([same(1), fresh(2)]);
	expect(actions(json)).toEqual(['unchanged', 'created']);
});

test('a count of both halves of the list is no sign that it lacks somebody', async () => {
	answerLists((body) => Object.assign(body, { totalRecordCount: 500 }));
	for (let id = 1001; id < 1301; id++) service.left.add(id);
	await ok(times(6, same));
	expect(requests()).toEqual({ list: 2 });
});
