// Words of findings: what is less than a word that wasn't delivered is told by that word, and an item says what is remembered.
import { describe, expect, test } from '@jest/globals';
import type { ChangeKind } from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import { lost } from '../fakePoll.mts';
import { type CopyTown, idsOf, knownTown, people, person, wordsOf } from './copyTown.mts';

const stronger: Array<[ChangeKind, (town: CopyTown) => unknown, number]> = [
	['created', (town) => void town.active.push(person(5)), 1],
	['reactivated', (town) => (town.inactive.push(person(5)), town.look().then(() => town.reactivate(5))), 1],
	['deactivated', (town) => (town.active.push(person(5)), town.look().then(() => town.deactivate(5))), 2],
];

/** A town in which the run of one of these words has failed, and the key of its finding. */
async function failed(word: ChangeKind): Promise<{ town: CopyTown; key: string }> {
	const town = await knownTown(people(10, 60));
	const [, begin, looks] = stronger.find(([each]) => each === word)!;
	await begin(town);
	let key = '';
	for (let look = 0; look < looks; look++)
		for (const finding of (await town.look()).findings) if (finding.numbers.change === word) ({ key } = finding);
	expect(key).toMatch(new RegExp(`^5:${word}:`));
	return { town, key };
}

describe.each(stronger.map(([word]) => [word]))('while “%s” was not delivered', (word) => {
	test('an edit is told by that word, with the record as it is now, however often', async () => {
		const { town, key } = await failed(word);
		let open = [key];
		for (const city of ['Darwin', 'Broome', 'Yulara']) {
			town.change(5, { city });
			const { findings, superseded } = await town.look({ open });
			expect(findings).toMatchObject([{ record: { city }, numbers: { change: word, active: word !== 'deactivated' } }]);
			expect(superseded).toEqual(open);
			open = findings.map((finding) => finding.key);
		}
		expect(await town.told({ open })).toEqual([]);
		town.change(5, { city: 'Perth' });
		expect(await town.told()).toEqual(['5 updated']);
	});

	test('an edit during its run comes by that word if the run fails, and as an update if not', async () => {
		for (const isDelivered of [false, true]) {
			const { town, key } = await failed(word);
			town.change(5, { city: 'Darwin' });
			expect(await town.told({ open: [key], running: [key] })).toEqual([]);
			expect(await town.told({ open: isDelivered ? [] : [key] })).toEqual([isDelivered ? '5 updated' : `5 ${word}`]);
		}
	});

	test('that it is gone is told as that', async () => {
		const { town, key } = await failed(word);
		town.remove(5);
		await town.look({ open: [key] });
		const { findings, superseded } = await town.look({ open: [key] });
		expect({ wordsOf: wordsOf({ findings }), superseded }).toEqual({ wordsOf: ['5 gone'], superseded: [key] });
	});
});

test('who is deactivated before “created” was delivered is created, and not active', async () => {
	const { town, key } = await failed('created');
	town.deactivate(5);
	await town.look({ open: [key] });
	const { findings, superseded } = await town.look({ open: [key] });
	expect({ words: wordsOf({ findings }), superseded }).toEqual({ words: ['5 created'], superseded: [key] });
	expect(findings[0]?.numbers.active).toBe(false);
	expect(await town.toldIn(2)).toEqual([]);
});

test('of “deactivated” and “reactivated” the later one counts', async () => {
	const { town, key } = await failed('deactivated');
	town.reactivate(5);
	const open = [key, '5:updated:abcdef', 'held:1'];
	const { findings, superseded } = await town.look({ open });
	expect({ wordsOf: wordsOf({ findings }), superseded }).toEqual({
		wordsOf: ['5 reactivated'],
		superseded: open.slice(0, 2),
	});
});

test('a word that is no longer chosen takes no other one’s place', async () => {
	const { town, key } = await failed('created');
	town.choose('updated');
	town.change(5, { city: 'Darwin' });
	expect(await town.told({ open: [key] })).toEqual(['5 updated']);
});

describe('an item says what is remembered', () => {
	test.each<[string, (town: CopyTown) => void]>([
		['edited and missing from the active half once', (town) => town.deactivate(5)],
		['edited and held', (town) => town.deactivate(...idsOf(people(5, 40)))],
	])('of a record that is %s', async (_, end) => {
		const town = await knownTown(people(1, 60));
		end(town);
		for (let round = 0; round < 2; round++) {
			town.change(5, { city: `City ${round}` });
			const { findings } = await town.look();
			const [own] = findings.filter(({ key }) => key.startsWith('5:'));
			expect(own?.numbers.active).toBe(own?.numbers.change === 'updated');
		}
	});

	test('also of one that is read again', async () => {
		const town = await knownTown(people(1, 60));
		town.change(5, { city: 'Darwin' });
		const [{ key = '' } = {}] = (await town.look()).findings;
		town.deactivate(5);
		const { reread } = await town.look({ pendingReread: lost({ [key]: 1 }) });
		expect(reread.get(key)).toMatchObject({ stillSo: true, numbers: { active: true } });
	});
});

describe('a record without a usable ID', () => {
	test('says nothing about the others, and is told in one line', async () => {
		const town = await knownTown(people(1, 60));
		const whole = town.alter;
		town.alter = (half, isActive) => (isActive ? [...whole(half, isActive), { id: null, firstName: 'Nobody' }] : half);
		expect((await town.news()).log).toEqual([
			expect.stringMatching(/^warn doesn’t report 1 record without a usable ID on the staff list/),
		]);
		town.deactivate(5);
		town.remove(7);
		const all = [await town.news(), await town.news(), await town.news()];
		expect(all.flatMap(({ words }) => words)).toEqual(['5 deactivated', '7 gone']);
		expect(all.flatMap(({ log }) => log)).toEqual([]);
	});

	test('is told of again if it comes again', async () => {
		const town = await knownTown(people(1, 60));
		const lines: number[] = [];
		for (const more of [[{ id: null }], [], [{ id: null }]]) {
			town.alter = (half, isActive) => (isActive ? [...half, ...more] : half);
			lines.push((await town.news()).log.length);
		}
		expect(lines).toEqual([1, 0, 1]);
	});

	test('who goes missing as it comes may be it: called gone by nobody before a person publishes again', async () => {
		const town = await knownTown(people(1, 60));
		town.alter = (half) => half.map((each) => (each.id === 5 ? { ...each, id: 0 } : each));
		town.remove(7);
		expect(await town.toldIn(4)).toEqual([]);
		town.remove(8);
		expect(await town.toldIn(2)).toEqual(['8 gone']);
		expect((await town.told({ published: true })).sort()).toEqual(['5 gone', '7 gone']);
	});
});
