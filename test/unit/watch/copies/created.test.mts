// What a look at staff asks of the service, and what is told of new employees.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { newEmployeeFinding, staffSource } from '../../../../nodes/WorkforceOperations/watch/copies/created.ts';
import { type Answer, fakePoll, type Given, keysOf, lost, NOW } from '../fakePoll.mts';

test.each<[object, string]>([
	[{}, 'Mere Parata (E-7) is new among the staff'],
	[{ firstName: ' ' }, 'Parata (E-7) is new among the staff'],
	[{ firstName: null, lastName: null }, 'Employee 41 (E-7) is new among the staff'],
	[{ employeeId: '' }, 'Mere Parata is new among the staff'],
])('a new employee with %j', (changes, reason) => {
	const record = { id: 41, firstName: 'Mere', lastName: 'Parata', employeeId: 'E-7', ...changes };
	expect(newEmployeeFinding(record, NOW)).toEqual({ key: '41', at: NOW, locator: NOW, record, reason, numbers: {} });
	expect(newEmployeeFinding({ ...record, id: '' }, NOW)).toBeUndefined();
});

describe('staff', () => {
	const person = (id: number): JsonObject => ({ id, firstName: `First${id}`, lastName: 'Lee' });
	const look = async (active: number[], off: number[], given: Given = {}) => {
		const { poll, asked } = fakePoll(({ query }) => (query.isActive === 'false' ? off : active).map(person), given);
		return { ...(await staffSource.detect(poll)), asked };
	};
	const both = ['staff.getAll {}', 'staff.getAll {"isActive":"false"}'];

	test('the first list is the baseline, with those who are switched off; who joins later is new', async () => {
		const first = await look([1, 2], [2, 3]);
		expect([first.asked, keysOf(first.findings), first.waiting, first.complete]).toEqual([both, [], 0, true]);
		const second = await look([1, 2, 3, 4], [], { engine: first.engine });
		expect([second.asked, keysOf(second.findings)]).toEqual([both.slice(0, 1), ['4']]);
		const third = await look([1, 2, 3, 4], [], { engine: second.engine });
		expect(keysOf(third.findings)).toEqual([]);
	});

	test('with “now” the first look reports all who are active, as many as fit in', async () => {
		const first = await look([1, 2, 3], [9], { start: 'now', most: 2 });
		expect([keysOf(first.findings), first.waiting]).toEqual([['1', '2'], 1]);
		expect(keysOf((await look([1, 2, 3, 9], [], { engine: first.engine })).findings)).toEqual(['3']);
	});

	test('a lost one is read again: among the active, else among those who are switched off', async () => {
		const { engine } = await look([1, 2], []);
		const here = await look([1, 2], [3], { engine, pendingReread: lost({ 2: 0 }) });
		expect([here.asked, [...here.reread].map(([key, { stillSo }]) => [key, stillSo])]).toEqual([
			both.slice(0, 1),
			[['2', true]],
		]);
		const away = await look([1], [2, 3], { engine, pendingReread: lost({ 1: 0, 2: 0, 5: 0 }) });
		expect([away.asked, [...away.reread].map(([key, { stillSo }]) => [key, stillSo])]).toEqual([
			both,
			[
				['2', false],
				['1', true],
			],
		]);
		expect(away.reread.get('2')?.record).toEqual(person(2));
	});

	test('where the query says itself who is listed, nobody else is asked for', async () => {
		const { asked } = await look([1], [2], { settings: { additionalQuery: { isActive: 'false' } } });
		expect(asked).toEqual(both.slice(0, 1));
	});

	test('Fetch Test Event shows the five who joined last where the first look would report them', async () => {
		const answer: Answer = () => [3, 11, 2, 10, 9, 12, 1].map(person);
		const now = await staffSource.preview(fakePoll(answer, { settings: { startWith: 'now' } }).poll);
		expect(keysOf(now.findings)).toEqual(['3', '9', '10', '11', '12']);
		const { findings, nearest } = await staffSource.preview(fakePoll(answer).poll);
		expect([findings, nearest?.key, nearest?.reason]).toEqual([
			[],
			'12',
			'First12 is among the staff already. Who joins after the workflow is published is reported',
		]);
		const nameless = await staffSource.preview(fakePoll(() => [{ id: 5 }]).poll);
		expect(nameless.nearest?.reason).toMatch(/^Employee 5 is among/);
		expect(await staffSource.preview(fakePoll(() => []).poll)).toEqual({
			findings: [],
			nearest: undefined,
			nothing: 'The service lists no active employee for this key and these filters',
		});
	});
});
