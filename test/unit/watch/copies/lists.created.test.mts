// What a look at staff asks of the service, and what is told of new employees.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { findEvent } from '../../../../nodes/WorkforceOperations/watch/events.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import type { EventSource } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { type Answer, fakePoll, type Given, keysOf, lost, NOW, type OwnSettings } from '../fakePoll.mts';

const source = findEvent('staff.created')!.source as EventSource<OwnSettings>;

const settings = { kinds: new Set(['created'] as const), watchFields: [] };
const look = async (active: JsonObject[], off: JsonObject[], given: Given = {}) => {
	const { poll, asked } = fakePoll(({ query }) => (query.isActive === 'false' ? off : active), {
		...given,
		settings: { ...settings, ...given.settings },
	});
	return { ...(await source.detect(poll)), asked };
};

test.each<[object, string]>([
	[{}, 'Mere Parata (E-7) is new on the staff list'],
	[{ firstName: ' ' }, 'Parata (E-7) is new on the staff list'],
	[{ firstName: null, lastName: null }, 'Employee 41 (E-7) is new on the staff list'],
	[{ employeeId: '' }, 'Mere Parata is new on the staff list'],
])('a new employee with %j', async (changes, reason) => {
	const record = { id: 41, firstName: 'Mere', lastName: 'Parata', employeeId: 'E-7', ...changes };
	const { engine } = await look([], []);
	const { findings } = await look([record, { ...record, id: '' }], [], { engine });
	expect(findings).toEqual([{ key: '41', at: NOW, locator: NOW, record, reason, numbers: {} }]);
});

describe('staff', () => {
	const person = (id: number): JsonObject => ({ id, firstName: `First${id}`, lastName: 'Lee' });
	const both = ['staff.getAll {"isActive":"false"}', 'staff.getAll {}'];
	const lookAt = async (active: number[], off: number[], given: Given = {}) =>
		await look(active.map(person), off.map(person), given);

	test('the first list is the baseline, with those who are switched off; who joins later is new', async () => {
		const first = await lookAt([1, 2], [2, 3]);
		expect(first).toMatchObject({ asked: both, findings: [], waiting: 0, complete: true });
		const second = await lookAt([1, 2, 3, 4], [], { engine: first.engine });
		expect({ asked: second.asked, keysOf: keysOf(second.findings) }).toEqual({ asked: both.slice(1), keysOf: ['4'] });
		const third = await lookAt([1, 2, 3, 4], [], { engine: second.engine });
		expect(keysOf(third.findings)).toEqual([]);
	});

	test('who is switched off and on again isn’t new, however long that takes, and no change of a record is told', async () => {
		let { engine } = await lookAt([1, 2], []);
		for (let round = 0; round < 5; round++) ({ engine } = await lookAt([1], [], { engine }));
		const changed = await look([person(1), { ...person(2), firstName: 'Mere' }, person(10), person(9)], [], { engine });
		expect({ keysOf: keysOf(changed.findings), log: changed.log }).toEqual({ keysOf: ['9', '10'], log: [] });
	});

	test('who is listed as active is new, whatever the record itself says', async () => {
		const { engine } = await lookAt([1], []);
		const { findings } = await look([person(1), { ...person(4), isActive: false }], [], { engine });
		expect(keysOf(findings)).toEqual(['4']);
	});

	test('with “now” the first look reports all who are active, as many as fit in', async () => {
		const now: Given = { start: 'now', most: 2, settings: { startWith: 'now' } };
		const first = await lookAt([1, 2, 3], [9], now);
		expect({ keysOf: keysOf(first.findings), waiting: first.waiting }).toEqual({ keysOf: ['1', '2'], waiting: 1 });
		const second = await lookAt([1, 2, 3, 9], [], { ...now, engine: first.engine });
		expect(keysOf(second.findings)).toEqual(['3']);
		expect(second.findings[0]?.reason).toMatch(/ is new on the staff list$/);
	});

	test('“now” that is chosen later reports nobody who is known', async () => {
		const { engine } = await lookAt([1, 2, 3], [9]);
		const later = await lookAt([1, 2, 3, 4, 9], [], { engine, settings: { startWith: 'now' } });
		expect(keysOf(later.findings)).toEqual(['4']);
	});

	test('a lost one is read again, in both halves', async () => {
		const { engine } = await lookAt([1, 2], []);
		const here = await lookAt([1, 2], [3], { engine, pendingReread: lost({ 2: 0 }) });
		expect([here.asked, [...here.reread].map(([key, { stillSo }]) => [key, stillSo])]).toEqual([both, [['2', true]]]);
		const away = await lookAt([1], [2, 3], { engine, pendingReread: lost({ 1: 0, 2: 0, 5: 0 }) });
		expect(away).toMatchObject({ asked: both, findings: [] });
		expect([...away.reread].map(([key, { stillSo }]) => [key, stillSo])).toEqual([
			['1', true],
			['2', false],
		]);
		expect(away.reread.get('2')?.record).toEqual(person(2));
		expect(away.reread.get('2')?.reason).toBe('First2 Lee is new on the staff list');
	});

	test('another API key compares nothing anew, because nothing is compared', async () => {
		const { engine } = await lookAt([1, 2], []);
		const other = await lookAt([1, 2, 3], [], { engine, hashes: hashesOf('another key', 'owner') });
		expect({ keysOf: keysOf(other.findings), log: other.log }).toEqual({ keysOf: ['3'], log: [] });
	});

	test('where the query says itself who is listed, those are who is new', async () => {
		const settings = { additionalQuery: { isActive: 'false' } };
		const { engine } = await lookAt([1], [1], { settings });
		const { asked, findings } = await lookAt([1, 2], [1, 2], { engine, settings });
		expect({ asked, keysOf: keysOf(findings) }).toEqual({ asked: both.slice(1), keysOf: ['2'] });
	});

	test('Fetch Test Event shows the five who joined last where the first look would report them', async () => {
		const answer: Answer = () => [3, 11, 2, 10, 9, 12, 1].map(person);
		const now = await source.preview(fakePoll(answer, { settings: { startWith: 'now' } }).poll);
		expect(keysOf(now.findings)).toEqual(['3', '9', '10', '11', '12']);
		const known = await source.preview(fakePoll(answer).poll);
		expect(known.findings.map(({ reason, at }) => [reason, at]).at(-1)).toEqual([
			'First12 Lee is on the staff list',
			0,
		]);
		const nameless = await source.preview(fakePoll(() => [{ id: 5 }]).poll);
		expect(nameless.findings[0]?.reason).toMatch(/^Employee 5 is on the staff list/);
		expect(await source.preview(fakePoll(() => []).poll)).toEqual({
			findings: [],
			nothing: 'The service lists no active employees for this key and these filters',
		});
	});
});
