// Who is told while a field of all records is away, or written otherwise, is told once more when it is back; nobody else is.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { lost } from '../fakePoll.mts';
import { type CopyTown, knownTown, MINUTE, people, person } from './copyTown.mts';

const known = async (): Promise<CopyTown> =>
	await knownTown(people(1, 60).map((each): typeof each => ({ ...each, mobile: `04${each.id}`, grade: each.id % 5 })));

/** What is so of all records for some rounds. */
const troubles: Array<[string, (each: JsonObject) => void]> = [
	['is away', (each) => delete each.mobile],
	['is null', (each) => (each.mobile = null)],
	['is hidden', (each) => (each.mobile = `***${String(each.id)}`)],
	['is away beside two others', (each) => ['mobile', 'grade', 'city'].forEach((name) => delete each[name])],
];

describe.each(troubles)('a field that %s', (_, trouble) => {
	test.each([[1], [2], [3]])('for %d rounds', async (rounds) => {
		const town = await known();
		const whole = town.alter;
		town.alter = (half) => half.map((each) => (trouble(each), each));
		const told: string[] = [];
		for (let round = 0; round < rounds; round++) {
			town.active.push(person(70 + round, { mobile: 'new', grade: 1 }));
			town.reactivate(101 + round);
			told.push(...(await town.told()));
		}
		const words = [...Array(rounds).keys()].flatMap((round) => [`${70 + round} created`, `${101 + round} reactivated`]);
		expect(told.sort()).toEqual(words.sort());
		town.alter = whole;
		const again = words.map((word) => word.replace(/\w+$/, 'updated'));
		expect((await town.toldIn(4)).sort()).toEqual(again.sort());
		town.change(9, { mobile: '1' });
		expect(await town.told()).toEqual(['9 updated']);
	});
});

test('who was read again in that round, after a restart, is told once more, too', async () => {
	const town = await known();
	town.change(3, { city: 'Darwin' });
	const [{ key = '' } = {}] = (await town.look()).findings;
	const whole = town.alter;
	town.alter = (half) => half.map(({ mobile: _, ...each }) => each);
	const { reread } = await town.look({ open: [key], pendingReread: lost({ [key]: 1 }) });
	expect(reread.get(key)?.record.mobile).toBeUndefined();
	town.alter = whole;
	expect(await town.toldIn(3)).toEqual(['3 updated']);
});

test('who came in that round, where nobody wants to hear of new ones, is not told as changed', async () => {
	const town = await known();
	town.choose('updated');
	const whole = town.alter;
	town.alter = (half) => half.map(({ mobile: _, ...each }) => each);
	town.active.push(person(70, { mobile: 'new', grade: 1 }));
	expect(await town.told()).toEqual([]);
	town.alter = whole;
	expect(await town.toldIn(4)).toEqual([]);
});

test('what is written otherwise for good is told of nobody, also who was told since', async () => {
	const town = await known();
	for (const each of town.active) each.grade = `G${String(each.grade)}`;
	town.active.push(person(70));
	expect(await town.told()).toEqual(['70 created']);
	expect(await town.toldIn(3)).toEqual([]);
	for (const each of town.active) each.mobile = `+61 ${String(each.mobile)}`;
	expect(await town.toldIn(3)).toEqual([]);
});

test('a second field that is written otherwise for good hides nothing of the first one', async () => {
	const town = await known();
	const whole = town.alter;
	town.alter = (half) => half.map(({ mobile: _, ...each }) => each);
	town.active.push(person(70, { mobile: 'new', grade: 1 }));
	expect(await town.told()).toEqual(['70 created']);
	for (const each of [...town.active, ...town.inactive]) each.city = `City of ${String(each.city)}`;
	expect(await town.told()).toEqual([]);
	town.alter = whole;
	expect(await town.toldIn(4)).toEqual(['70 updated']);
});

test('how it was before is kept for seven days only', async () => {
	const town = await known();
	const { was } = town.engine;
	for (const each of town.active) each.grade = `G${String(each.grade)}`;
	await town.look();
	expect(town.engine.was).not.toEqual(was);
	await town.look({}, 6 * 24 * 60 * MINUTE);
	expect(town.engine.was).not.toEqual(was);
	await town.look({}, 2 * 24 * 60 * MINUTE);
	expect(town.engine.was).toEqual(was);
});
