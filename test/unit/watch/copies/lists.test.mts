// What becomes of records in two halves of a list: what is told of each, once, and what is told of none.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { EventSource } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { findEvent } from '../../../../nodes/WorkforceOperations/watch/events.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { copyForm, type CopySettings } from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import { fakePoll, lost } from '../fakePoll.mts';
import { activePeople, CopyTown, knownTown, MINUTE, people, person, wordsOf } from './copyTown.mts';

test('the first reading is known, and reads each half once, with the filters', async () => {
	const town = new CopyTown(people(1, 3), people(7, 8));
	town.settings.query = { searchText: 'x' };
	expect(await town.news()).toEqual({ words: [], log: [] });
	expect(town.asked).toEqual(['staff.getAll {"searchText":"x","isActive":"false"}', 'staff.getAll {"searchText":"x"}']);
	expect(Object.keys(town.engine).sort()).toEqual(Object.keys(copyForm).sort());
	expect(await town.toldIn(3)).toEqual([]);
});

test.each([[false], [true]])(
	'each change is told once, of which half it stands in, where “isActive=false” lists both: %j',
	async (listsAll) => {
		const town = await knownTown();
		town.listsAll = listsAll;
		expect(await town.told()).toEqual([]);
		town.active.push(person(61));
		town.change(3, { city: 'Darwin' });
		town.deactivate(5);
		town.reactivate(101);
		town.change(101, { city: 'Darwin' });
		town.remove(7);
		const first = await town.look();
		expect(wordsOf(first)).toEqual(['3 updated', '61 created', '101 reactivated']);
		expect(first.findings.map(({ numbers }) => numbers.active)).toEqual([true, true, true]);
		const second = await town.look();
		expect(wordsOf(second)).toEqual(['5 deactivated', '7 gone']);
		expect(second.findings.map(({ numbers }) => numbers.active)).toEqual([false, null]);
		expect(second.findings.map(({ record }) => record)).toEqual([person(5), { id: 7 }]);
		expect(second.findings[1]?.key).toMatch(/^7:gone:[\w-]{6}$/);
		expect(second.findings.map(({ reason }) => reason)).toEqual([
			'First5 is no longer active',
			'The record of employee 7 is no longer on the staff list',
		]);
		expect(await town.toldIn(3)).toEqual([]);
	},
);

test('two readings count only if they are an interval apart', async () => {
	const town = await knownTown();
	town.deactivate(5);
	town.remove(7);
	expect(await town.told()).toEqual([]);
	expect(await town.told({}, 3000)).toEqual([]);
	expect(await town.told({}, 0.9 * MINUTE - 3000)).toEqual(['5 deactivated', '7 gone']);
});

test('who is seen between two readings that count was not missing in both', async () => {
	const town = await knownTown();
	const away = town.remove(7);
	expect(await town.told()).toEqual([]);
	town.active.push(...away);
	expect(await town.told({}, 3000)).toEqual([]);
	town.remove(7);
	expect(await town.told()).toEqual([]);
	expect(await town.told()).toEqual(['7 gone']);
});

test('who says of themselves that they are not active is told at once, and not as changed', async () => {
	const town = await knownTown(activePeople(1, 30), []);
	town.change(4, { isActive: false });
	town.deactivate(4);
	expect(await town.told()).toEqual(['4 deactivated']);
	town.change(5, { isActive: false });
	expect(await town.told()).toEqual(['5 deactivated']);
	town.change(5, { isActive: true });
	expect(await town.told()).toEqual(['5 reactivated']);
	expect(await town.toldIn(2)).toEqual([]);
});

test('only the chosen changes are told, and the others are known afterwards', async () => {
	const town = await knownTown();
	town.choose('updated');
	town.active.push(person(61));
	town.deactivate(5, 6);
	town.change(6, { city: 'Darwin' });
	town.remove(7);
	expect(await town.toldIn(3)).toEqual(['6 updated']);
	town.choose('created', 'reactivated', 'deactivated');
	town.reactivate(5);
	town.active.push(person(7), person(62));
	expect(await town.toldIn(3)).toEqual(['5 reactivated', '62 created']);
});

test('who comes back after they were gone is new', async () => {
	const town = await knownTown();
	town.remove(7);
	expect(await town.toldIn(2)).toEqual(['7 gone']);
	town.active.push(person(7));
	expect(await town.told()).toEqual(['7 created']);
});

test.each<[string, JsonObject]>([
	['another city', { city: 'Zeehan' }],
	['no name', { firstName: '' }],
	['an end', { firstName: 'Aroha', isActive: false }],
	['an end, behind', { firstName: 'Zoe', isActive: false }],
])('of records that share an ID the same one counts in any order, where one has %s', async (_, more) => {
	const town = await knownTown([...people(1, 60), person(7, more)]);
	for (let round = 0; round < 4; round++) {
		town.active.reverse();
		const seen = await town.look();
		expect({ words: wordsOf(seen), shared: seen.shared }).toEqual({ words: [], shared: ['7'] });
	}
	town.change(7, { city: 'Darwin' });
	expect(await town.told()).toEqual(['7 updated']);
});

test.each([
	['customer.changed', 'customerId'],
	['site.changed', 'siteId'],
])('%s: who is gone has their ID under its name, also where the first records have none', async (event, name) => {
	const town = new CopyTown(people(1, 9));
	town.source = findEvent(event)?.source as EventSource<CopySettings>;
	town.alter = (half) => [{ name: 'x' }, ...half.map(({ id, ...each }) => ({ [name]: id, ...each }))];
	await town.look();
	town.remove(5);
	await town.look();
	const [gone] = (await town.look()).findings;
	expect({ record: gone?.record, change: gone?.numbers.change }).toEqual({ record: { [name]: 5 }, change: 'gone' });
	town.active.push(person(10, { name: 'Gate' }));
	expect((await town.look()).findings[0]?.reason).toMatch(/^Gate is new on the \w+ list$/);
});

test('only the watched fields count, and only for “updated”', async () => {
	const town = new CopyTown(people(1, 60));
	town.settings.watchFields = ['City', 'home'];
	await town.look();
	town.change(1, { email: 'x@example.com' });
	town.change(2, { city: 'Darwin' });
	town.change(3, { home: { street: 'Ti Tree Rd' } });
	town.deactivate(4);
	expect(await town.toldIn(2)).toEqual(['2 updated', '3 updated', '4 deactivated']);
	town.settings.watchFields = ['home', 'City'];
	town.change(5, { city: 'Darwin' });
	expect(await town.news()).toEqual({ words: ['5 updated'], log: [] });
});

test.each<[string, (town: CopyTown) => Parameters<CopyTown['look']>[0]]>([
	['other fields are watched', (town) => ((town.settings.watchFields = ['city']), {})],
	['the API key is another one', () => ({ hashes: hashesOf('another key', 'owner') })],
])('where %s, nothing is taken for changed, and who was away neither', async (_, change) => {
	const town = await knownTown();
	const [away] = town.remove(9);
	const given = change(town);
	expect(await town.news(given)).toEqual({
		words: [],
		log: [expect.stringMatching(/^warn starts comparing again, because the API key or Watch Fields has changed/)],
	});
	town.active.push(away!);
	expect(await town.told(given)).toEqual([]);
	town.change(2, { city: 'Darwin' });
	expect(await town.told(given)).toEqual(['2 updated']);
});

describe('everything', () => {
	test('comes in the order of ids, so many a poll, and then what changes', async () => {
		const town = new CopyTown(people(1, 12).reverse(), people(101, 103));
		town.settings.startWith = 'now';
		const ids = async () => (await town.told({ most: 5 })).map((each) => each.replace(' created', ''));
		expect(await ids()).toEqual(['1', '2', '3', '4', '5']);
		town.change(2, { city: 'Darwin' });
		expect(await town.told({ most: 5 })).toEqual(['2 updated', '6 created', '7 created', '8 created', '9 created']);
		expect(await ids()).toEqual(['10', '11', '12', '101', '102']);
		const last = await town.look({ most: 50 });
		expect({ wordsOf: wordsOf(last), reason: last.findings[0]?.reason }).toEqual({
			wordsOf: ['103 created'],
			reason: 'First103 is on the staff list',
		});
		town.active.push(person(13));
		const next = await town.look();
		expect(next.findings.map(({ reason }) => reason)).toEqual(['First13 is new on the staff list']);
	});

	test('comes once more where it is chosen later, and not again by itself', async () => {
		const town = await knownTown(people(1, 3), []);
		town.settings.startWith = 'now';
		expect(await town.told()).toEqual(['1 created', '2 created', '3 created']);
		expect(await town.toldIn(2, { published: true })).toEqual([]);
		town.settings.startWith = 'new';
		expect(await town.told()).toEqual([]);
	});

	test('doesn’t come again where it can’t be read how far it was', async () => {
		const town = new CopyTown(people(1, 3));
		town.settings.startWith = 'now';
		expect(await town.told()).toHaveLength(3);
		delete town.engine.phase;
		town.active.push(person(4));
		expect(await town.toldIn(2)).toEqual(['4 created']);
	});

	test('ends where a person chooses otherwise', async () => {
		const town = new CopyTown(people(1, 12));
		town.settings.startWith = 'now';
		expect(await town.told({ most: 2 })).toHaveLength(2);
		town.settings.startWith = 'new';
		expect(await town.toldIn(2)).toEqual([]);
		town.active.push(person(13));
		expect(await town.told()).toEqual(['13 created']);
	});
});

test('Fetch Test Event shows the first five, by their ids', async () => {
	const all = [9, 10, 2, 1, 12, 11, 3].map((id) => person(id, id === 2 ? { isActive: false } : {}));
	const { findings } = (await findEvent('staff.changed')?.source.preview(fakePoll(() => all).poll)) ?? { findings: [] };
	expect(wordsOf({ findings })).toEqual(['1 created', '2 created', '3 created', '9 created', '10 created']);
	expect(findings.map(({ numbers }) => numbers.active)).toEqual([true, false, true, true, true]);
	expect(findings[0]?.reason).toBe('First1 Lee is on the staff list');
});

describe('open findings', () => {
	test('a record whose run has not ended waits, and comes when it has', async () => {
		const town = await knownTown();
		town.change(3, { city: 'Darwin' });
		const [{ key = '' } = {}] = (await town.look()).findings;
		town.change(3, { city: 'Broome' });
		town.change(4, { city: 'Broome' });
		expect(await town.told({ open: [key], running: [key] })).toEqual(['4 updated']);
		const next = await town.look({ open: [key] });
		expect({ wordsOf: wordsOf(next), superseded: next.superseded }).toEqual({
			wordsOf: ['3 updated'],
			superseded: [key],
		});
	});

	test('after a restart each is read again, and says whether it is still so', async () => {
		const town = await knownTown();
		town.change(3, { city: 'Darwin' });
		town.change(4, { city: 'Darwin' });
		town.deactivate(5);
		town.remove(7, 8);
		const first = (await town.look()).findings;
		const second = (await town.look()).findings;
		const keys = [...first, ...second].map(({ key }) => key);
		town.change(4, { city: 'Broome' });
		town.reactivate(5);
		town.active.push(person(8));
		const { reread } = await town.look({
			pendingReread: lost(Object.fromEntries(keys.map((key) => [key, 1]))),
		});
		const found = [...reread].map(([key, { record, numbers, stillSo }]) => ({
			key: key.split(':').slice(0, 2).join(' '),
			change: numbers.change,
			stillSo,
			isWhole: Object.keys(record).length > 1,
		}));
		expect(found).toEqual([
			{ key: '3 updated', change: 'updated', stillSo: true, isWhole: true },
			{ key: '4 updated', change: 'updated', stillSo: false, isWhole: true },
			{ key: '5 deactivated', change: 'deactivated', stillSo: false, isWhole: true },
			{ key: '7 gone', change: 'gone', stillSo: true, isWhole: false },
			{ key: '8 gone', change: 'gone', stillSo: false, isWhole: false },
		]);
	});
});

test('a list that is too long is told in each poll, and not only while a person publishes', async () => {
	const town = new CopyTown(people(1, 20_001));
	await expect(town.look({ published: true })).rejects.toThrow(/more than 20,000 records on the staff list/);
	await expect(town.look()).rejects.toThrow(/more than 20,000 records on the staff list/);
});
