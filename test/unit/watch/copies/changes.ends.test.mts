// When nothing is told of an end: lists that come short or odd, and too many at once.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { lost } from '../fakePoll.mts';
import { activePeople, CopyTown, idsOf, knownTown, people, person } from './copyTown.mts';

const isEnd = (word: string): boolean => /gone|deactivated/.test(word);

test.each<[string, (town: CopyTown) => void]>([
	['one page alone', (town) => (town.alter = (half) => half.slice(0, 30))],
	['the first half empty', (town) => (town.alter = (half, isActive) => (isActive ? [] : half))],
	['the other half empty', (town) => (town.alter = (half, isActive) => (isActive ? half : []))],
	['both halves empty', (town) => (town.alter = () => [])],
	['both halves the same', (town) => (town.alter = () => structuredClone(town.active))],
	['records without ids', (town) => (town.alter = (half) => half.map(({ id: _, ...rest }): JsonObject => rest))],
	['one record without an id', (town) => (town.alter = ([first, ...half]) => [{ ...first, id: null }, ...half])],
	['one record whose id is 0', (town) => (town.alter = ([first, ...half]) => [{ ...first, id: 0 }, ...half])],
	['the lists in doubt', (town) => ((town.hasDoubts = true), (town.alter = (half) => half.slice(1)))],
])('%s: ends nothing, however often it comes', async (_, alter) => {
	const town = await knownTown();
	const { alter: whole } = town;
	alter(town);
	const told = await town.toldIn(4);
	expect(told.filter((word) => !word.startsWith('held'))).toEqual([]);
	town.alter = whole;
	town.hasDoubts = false;
	expect(await town.toldIn(3)).toEqual([]);
});

test('the only one that goes missing is told, and two at once are held, but not where both are inactive', async () => {
	const one = await knownTown(people(1, 1), []);
	one.remove(1);
	await one.look();
	expect((await one.look()).findings).toMatchObject([{ key: expect.stringMatching(/^1:gone:/), record: { id: 1 } }]);
	expect(await one.told()).toEqual([]);
	const two = await knownTown(people(1, 2), []);
	two.remove(1, 2);
	expect(await two.toldIn(3)).toEqual(['held 2']);
	const off = await knownTown(people(1, 2), []);
	off.deactivate(1, 2);
	expect(await off.toldIn(3)).toEqual(['1 deactivated', '2 deactivated']);
});

test('in turn in one half and the other, nobody ends', async () => {
	const town = await knownTown();
	for (let look = 0; look < 6; look++) {
		town.alter = (half) => half.filter(({ id }) => (id + look) % 2 === 0);
		expect(await town.told()).toEqual([]);
	}
});

test('once missing and once among the inactive ones is not twice', async () => {
	const town = await knownTown();
	const [five] = town.remove(5);
	expect(await town.told()).toEqual([]);
	town.inactive.push(five!);
	expect(await town.told()).toEqual([]);
	expect(await town.told()).toEqual(['5 deactivated']);
});

test('in a list in doubt only what records say themselves counts', async () => {
	const town = await knownTown(activePeople(1, 60));
	town.hasDoubts = true;
	town.change(2, { isActive: false });
	town.deactivate(2, 3);
	town.remove(4);
	town.change(5, { city: 'Darwin' });
	town.inactive.push(person(150), person(151, { isActive: false }));
	town.active.push(person(70));
	expect(await town.toldIn(3)).toEqual(['2 deactivated', '5 updated', '70 created', '151 created']);
});

test('a first reading in doubt is completed by the second one', async () => {
	const town = new CopyTown(people(1, 60));
	town.hasDoubts = true;
	town.alter = (half) => half.slice(10);
	expect(await town.told()).toEqual([]);
	town.alter = (half) => half;
	expect(await town.told()).toEqual([]);
	town.active.push(person(61));
	expect(await town.told()).toEqual(['61 created']);
});

describe('too many at once', () => {
	/** Twenty-one of a hundred. */
	const many = idsOf(people(1, 21));

	test.each<[string, (town: CopyTown) => void]>([
		['are missing', (town) => void town.remove(...many)],
		['are in the other half', (town) => town.deactivate(...many)],
		['say it themselves', (town) => many.forEach((id) => town.change(id, { isActive: false }))],
		[
			'are missing or in the other half',
			(town) => (town.remove(...many.slice(10)), town.deactivate(...many.slice(0, 10))),
		],
	])('that %s: one item, and everything else goes on', async (_, end) => {
		const town = await knownTown();
		end(town);
		town.change(30, { city: 'Darwin' });
		town.active.push(person(99));
		const told = await town.toldIn(2);
		expect(told.sort()).toEqual(['30 updated', '99 created', 'held 21']);
		town.deactivate(40);
		town.change(31, { city: 'Darwin' });
		expect(await town.toldIn(4)).toEqual(['31 updated', '40 deactivated']);
		// Stored, and told as what they are when a person publishes again.
		const released = await town.told({ published: true, most: 15 });
		expect(released).toHaveLength(15);
		const rest = await town.told();
		expect(rest).toHaveLength(6);
		expect(new Set([...released, ...rest].map((word) => Number(word.split(' ')[0])))).toEqual(new Set(many));
		expect([...released, ...rest].filter((word) => !isEnd(word))).toEqual([]);
		expect(await town.toldIn(3, { published: true })).toEqual([]);
	});

	test('twenty are told', async () => {
		const town = await knownTown();
		town.deactivate(...many.slice(1));
		expect(await town.toldIn(2)).toHaveLength(20);
	});

	test.each([
		[5, 25, 'held 26'],
		[10, 51, 'held 52'],
	])('with %d percent of 510 they are more than %d', async (percent, most, word) => {
		const town = await knownTown(people(1, 510), []);
		town.settings = { ...town.settings, stopAbovePercent: percent };
		town.remove(...idsOf(people(1, most)));
		expect(await town.toldIn(3)).toHaveLength(most);
		const other = await knownTown(people(1, 510), []);
		other.settings = { ...other.settings, stopAbovePercent: percent };
		other.remove(...idsOf(people(1, most + 1)));
		expect(await other.toldIn(3)).toEqual([word]);
	});

	test('who is back is not held any more, and who goes again then is told', async () => {
		const town = await knownTown();
		const gone = town.remove(...many);
		expect(await town.toldIn(2)).toEqual(['held 21']);
		town.active.push(...gone.slice(1));
		expect(await town.told()).toEqual([]);
		town.remove(5);
		expect(await town.toldIn(2)).toEqual(['5 gone']);
		expect(await town.told({ published: true })).toEqual(['1 gone']);
	});

	test('without “Gone” those that are missing are told by nobody, and none of them later', async () => {
		const town = await knownTown();
		town.choose('created', 'updated', 'deactivated', 'reactivated');
		town.remove(...many);
		expect(await town.toldIn(3)).toEqual([]);
		town.choose('gone');
		expect(await town.toldIn(2)).toEqual(['held 21']);
	});

	test('where nobody wants to hear of ends, none is said to be held', async () => {
		const town = await knownTown();
		town.choose('updated', 'reactivated');
		town.deactivate(...many);
		expect(await town.toldIn(3)).toEqual([]);
		town.reactivate(...many);
		expect(await town.toldIn(3)).toEqual([]);
	});

	test('are said to be held also where only “Deactivated” is wanted', async () => {
		const town = await knownTown();
		town.choose('deactivated');
		town.deactivate(...many);
		expect(await town.toldIn(3)).toEqual(['held 21']);
	});

	test('the item that says so names how many, and is handed over again as it is', async () => {
		const town = await knownTown();
		const gone = town.remove(...many);
		await town.look();
		const { findings } = await town.look();
		const [held] = findings;
		expect(held).toMatchObject({
			key: `held:${(town.now / 1000).toString(36)}`,
			record: {},
			numbers: { change: 'held', active: null, count: 21 },
			reason: expect.stringMatching(/^21 records on the staff list may have been removed or deactivated all at once/),
		});
		const pendingReread = lost({ [held!.key]: 0 });
		const { reread } = await town.look({ pendingReread });
		expect(reread.get(held!.key)).toMatchObject({ stillSo: true, numbers: { count: 21 } });
		town.active.push(...gone);
		expect((await town.look({ pendingReread })).reread.get(held!.key)?.stillSo).toBe(false);
	});
});

test('who is due to be told as gone and stands among the inactive ones of a list in doubt is not gone', async () => {
	const town = await knownTown();
	town.remove(5, 6);
	expect(await town.told()).toEqual([]);
	expect(await town.told({ most: 1 })).toEqual(['5 gone']);
	town.hasDoubts = true;
	town.inactive.push(person(6));
	expect(await town.told()).toEqual([]);
});

test('everything that is asked for once more comes when the lists are whole again', async () => {
	const town = await knownTown(people(1, 3), []);
	town.settings = { ...town.settings, startWith: 'now' };
	town.hasDoubts = true;
	expect(await town.toldIn(2)).toEqual([]);
	town.hasDoubts = false;
	expect(await town.told()).toEqual(['1 created', '2 created', '3 created']);
	expect(await town.told()).toEqual([]);
});
