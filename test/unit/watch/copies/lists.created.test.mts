// What a look at staff asks of the service, and what is told of new employees.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { findEvent } from '../../../../nodes/WorkforceOperations/watch/events.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import type { CopySettings } from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import type { Detection, EventSource } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { fakePoll, keysOf, lost } from '../fakePoll.mts';
import { CopyTown, people, person, type Person } from './copyTown.mts';

const source = findEvent('staff.created')!.source as EventSource<CopySettings>;

const BOTH_HALVES = ['staff.getAll {"isActive":"false"}', 'staff.getAll {}'];

/** A town of which new employees are told, by their IDs alone. */
function staffTown(active: Person[], inactive: Person[] = [], startWith: 'new' | 'now' = 'new'): CopyTown {
	const town = new CopyTown(active, inactive);
	town.source = source;
	town.settings = { kinds: new Set(['created']), startWith };
	return town;
}

async function knownStaff(active: Person[], inactive: Person[] = []): Promise<CopyTown> {
	const town = staffTown(active, inactive);
	await town.look();
	return town;
}

test.each<[object, string]>([
	[{}, 'Mere Parata (E-7) is new on the staff list'],
	[{ firstName: ' ' }, 'Parata (E-7) is new on the staff list'],
	[{ firstName: null, lastName: null }, 'Employee 41 (E-7) is new on the staff list'],
	[{ employeeId: '' }, 'Mere Parata is new on the staff list'],
])('a new employee with %j', async (changes, reason) => {
	const town = await knownStaff([]);
	const record = { id: 41, firstName: 'Mere', lastName: 'Parata', employeeId: 'E-7', ...changes };
	town.active.push(record, { ...record, id: '' } as unknown as Person);
	const { findings } = await town.look();
	expect(findings).toEqual([{ key: '41', at: town.now, locator: town.now, record, reason, numbers: {} }]);
});

test('the first list is the baseline, with those who are switched off; who joins later is new', async () => {
	const town = staffTown(people(1, 2), people(2, 3));
	expect(await town.look()).toMatchObject({ findings: [], waiting: 0, complete: true });
	expect(town.asked).toEqual(BOTH_HALVES);
	town.active.push(person(3), person(4));
	expect(await town.told()).toEqual(['4']);
	expect(town.asked).toEqual(BOTH_HALVES.slice(1));
	expect(await town.told()).toEqual([]);
});

test('who is switched off and on again isn’t new, however long that takes, and no change of a record is told', async () => {
	const town = await knownStaff(people(1, 2));
	town.remove(2);
	expect(await town.toldIn(5)).toEqual([]);
	town.active.push(person(2, { firstName: 'Mere' }), person(10), person(9));
	expect(await town.news()).toEqual({ words: ['9', '10'], log: [] });
});

test('who is listed as active is new, whatever the record itself says', async () => {
	const town = await knownStaff(people(1, 1));
	town.active.push(person(4, { isActive: false }));
	expect(await town.told()).toEqual(['4']);
});

test('with “now” the first look reports all who are active, as many as fit in', async () => {
	const town = staffTown(people(1, 3), [person(9)], 'now');
	const first = await town.look({ most: 2 });
	expect({ keys: keysOf(first.findings), waiting: first.waiting }).toEqual({ keys: ['1', '2'], waiting: 1 });
	town.reactivate(9);
	const second = await town.look({ most: 2 });
	expect(second.findings).toMatchObject([{ key: '3', reason: 'First3 Lee is new on the staff list' }]);
});

test('“now” that is chosen later reports nobody who is known', async () => {
	const town = await knownStaff(people(1, 3), [person(9)]);
	town.settings.startWith = 'now';
	town.reactivate(9);
	town.active.push(person(4));
	expect(await town.told()).toEqual(['4']);
});

test('a lost one is read again, in both halves', async () => {
	const stillSo = ({ reread }: Detection) => Object.fromEntries([...reread].map(([key, each]) => [key, each.stillSo]));
	const town = await knownStaff(people(1, 2));
	town.inactive.push(person(3));
	expect(stillSo(await town.look({ pendingReread: lost({ 2: 0 }) }))).toEqual({ 2: true });
	expect(town.asked).toEqual(BOTH_HALVES);
	town.deactivate(2);
	const away = await town.look({ pendingReread: lost({ 1: 0, 2: 0, 5: 0 }) });
	expect({ asked: town.asked, findings: away.findings }).toEqual({ asked: BOTH_HALVES, findings: [] });
	expect(stillSo(away)).toEqual({ 1: true, 2: false });
	expect(away.reread.get('2')).toMatchObject({ record: person(2), reason: 'First2 Lee is new on the staff list' });
});

test('another API key compares nothing anew, because nothing is compared', async () => {
	const town = await knownStaff(people(1, 2));
	town.active.push(person(3));
	expect(await town.news({ hashes: hashesOf('another key', 'owner') })).toEqual({ words: ['3'], log: [] });
});

describe('Fetch Test Event', () => {
	const preview = async (records: JsonObject[], settings = {}) =>
		await source.preview(fakePoll(() => records, { settings }).poll);
	const all = [3, 11, 2, 10, 9, 12, 1].map((id) => person(id));

	test.each(['now', 'new'])('shows the five who joined last, with “%s”', async (startWith) => {
		const { findings } = await preview(all, { startWith });
		expect(keysOf(findings)).toEqual(['3', '9', '10', '11', '12']);
		expect(findings.at(-1)).toMatchObject({ reason: 'First12 Lee is on the staff list', at: 0 });
	});

	test('calls who has no name by the ID, and says where nobody is', async () => {
		expect((await preview([{ id: 5 }])).findings[0]?.reason).toBe('Employee 5 is on the staff list');
		expect(await preview([])).toEqual({
			findings: [],
			nothing: 'The service lists no active employees for this key and these filters',
		});
	});
});
