// What the service adds, leaves out or writes otherwise in all records is no change of any of them.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { type CopyTown, idsOf, knownTown, people, person } from './copyTown.mts';

const dated = (from: number, to: number) =>
	people(from, to).map((each): typeof each => ({
		...each,
		startDate: `2026-01-${String((each.id % 28) + 1).padStart(2, '0')}`,
		dateOfBirth: `1990-02-${String((each.id % 28) + 1).padStart(2, '0')}`,
		home: { street: `Street ${each.id}`, postCode: 4000 + each.id },
		skills: ['dog', 'crowd'],
		siteIds: [3, 1, 2],
	}));

/** Something is done to all records, or to those with these IDs. */
const all = (town: CopyTown, change: (each: JsonObject) => void, from = 1, to = Infinity): void => {
	for (const each of [...town.active, ...town.inactive]) if (each.id >= from && each.id <= to) change(each);
};

const rewritten =
	(...names: string[]) =>
	(each: JsonObject): void => {
		for (const name of names) each[name] = `${String(each[name])}!`;
	};

/** What a service does to its records, and what the log says of it. */
const storms: Array<[string, (each: JsonObject) => void, RegExp]> = [
	['writes a date otherwise', rewritten('startDate'), /: “startDate”$/],
	['writes two fields otherwise', rewritten('startDate', 'dateOfBirth'), /: “startDate”, “dateOfBirth”$/],
	['writes three fields otherwise', rewritten('startDate', 'dateOfBirth', 'email'), /(“\w+”(, )?){3}$/],
	['writes five otherwise', rewritten('startDate', 'dateOfBirth', 'email', 'lastName', 'city'), /(“\w+”(, )?){5}$/],
	['adds a field', (each) => (each.grade = Number(each.id) % 5), /: “grade”$/],
	['adds two', (each) => Object.assign(each, { grade: 1, team: each.id }), /: “grade”, “team”$/],
	['leaves a field out', (each) => delete each.email, /: a field that is no longer in any record$/],
	['empties two fields', (each) => Object.assign(each, { email: null, city: '' }), /(“\w+”(, )?){2}$/],
	['renames a field', (each) => Object.assign(each, { mail: each.email, email: undefined }), /“mail”/],
	[
		'writes an inner field otherwise',
		(each) => (each.home = { ...(each.home as object), postCode: `${String(each.id)}!` }),
		/“home\.postCode”$/,
	],
];

const ids: Array<[string, (id: number) => number | string]> = [
	['numbers', (id) => id],
	['texts', (id) => `E-${id}/x`],
	['GUIDs', (id) => `${String(id).padStart(8, '0')}-1111-4111-8111-111111111111`],
];

describe.each(storms)('a service that %s', (_, storm, line) => {
	test.each(ids)('is told by one line of the log, with IDs that are %s', async (__, idOf) => {
		// As many that are missing by now don't count.
		const town = await knownTown();
		[town.active, town.inactive] = [dated(1, 60), dated(101, 140)];
		town.alter = (half) => half.map((each) => ({ ...each, id: idOf(each.id) }));
		await town.toldIn(3);
		all(town, storm);
		expect(await town.news()).toEqual({ words: [], log: [expect.stringMatching(line)] });
		expect(await town.news()).toEqual({ words: [], log: [] });
		// Each of its fields is still watched, and any other.
		storm(town.active[4]!);
		town.change(6, { lastName: 'Ngata' });
		const changed = (await town.told()).filter((word) => word.endsWith(' updated'));
		expect(changed).toEqual(expect.arrayContaining([`${idOf(6)} updated`]));
	});

	test('that does so to 60 of 100 is told by none of them, and the rest of them later is told', async () => {
		const town = await knownTown(dated(1, 60), dated(101, 140));
		all(town, storm, 1, 60);
		expect(await town.told()).toEqual([]);
		all(town, storm, 110, 110);
		expect(await town.told()).toEqual(['110 updated']);
	});

	test('loses no change of the rounds before and behind it, nor what waits for a run or for room', async () => {
		const town = await knownTown(dated(1, 60), dated(101, 140));
		town.change(8, { nickname: 'x' });
		const running = ['8:updated:x'];
		expect(await town.told({ open: running, running })).toEqual([]);
		for (const id of [11, 12, 13]) town.change(id, { nickname: 'x' });
		expect(await town.told({ open: running, running, most: 2 })).toEqual(['11 updated', '12 updated']);
		all(town, storm);
		expect(await town.told({ open: running, running })).toEqual(['13 updated']);
		town.change(20, { nickname: 'x' });
		expect(await town.told({ open: running, running })).toEqual(['20 updated']);
		expect(await town.told()).toEqual(['8 updated']);
		expect(await town.toldIn(2)).toEqual([]);
	});
});

test('what waits for room is told also after a storm, and nobody else, however many wait', async () => {
	const town = await knownTown(dated(1, 60), dated(101, 140));
	const edit = (each: JsonObject): void => void (each.city = 'Darwin');
	all(town, edit, 1, 30);
	expect(await town.told({ most: 0 })).toEqual([]);
	all(town, edit, 31, 60);
	expect(await town.told({ most: 0 })).toEqual([]);
	all(town, rewritten('startDate'));
	expect((await town.told()).map((word) => Number(word.split(' ')[0]))).toEqual(idsOf(people(1, 60)));
});

test('what storms in two rounds running is left out, named, and watched again when it is calm', async () => {
	const town = await knownTown(dated(1, 60), dated(101, 140));
	let count = 0;
	const look = async (isCalm = false) => {
		if (!isCalm) all(town, (each) => (each.asOf = `t${count++}`));
		return await town.news();
	};
	const stormed = expect.stringMatching(/^info doesn’t report fields that changed .*: “asOf”$/);
	const ignored = expect.stringMatching(/^info ignores fields that keep changing .*: “asOf”$/);
	const watched = expect.stringMatching(/^info watches these fields again.*: “asOf”$/);
	expect(await look()).toEqual({ words: [], log: [stormed] });
	expect(await look()).toEqual({ words: [], log: [ignored] });
	for (let round = 0; round < 3; round++) {
		town.change(5, { city: `City ${round}` });
		town.active.push(person(70 + round));
		expect(await look()).toEqual({ words: ['5 updated', `${70 + round} created`], log: [] });
	}
	// Still away from what is compared in the round that shows that it is calm.
	town.change(6, { city: 'Darwin' });
	expect(await look(true)).toEqual({ words: ['6 updated'], log: [watched] });
	town.change(7, { asOf: 'by hand' });
	expect(await look(true)).toEqual({ words: ['7 updated'], log: [] });
	expect(await look(true)).toEqual({ words: [], log: [] });
	expect(await look()).toEqual({ words: [], log: [stormed] });
});

test('who is gone counts no longer where a field is to be watched again', async () => {
	const town = await knownTown(people(1, 100), []);
	for (const asOf of ['t1', 't2']) {
		for (const each of town.active) each.asOf = asOf;
		expect(await town.told()).toEqual([]);
	}
	town.remove(...idsOf(people(1, 15)));
	const lines: string[] = [];
	for (let look = 0; look < 5; look++) lines.push(...(await town.news()).log);
	expect(lines).toEqual([expect.stringMatching(/^info watches these fields again.*: “asOf”$/)]);
});

test('a list that comes short while a field is left out, or watched again, makes nothing look changed', async () => {
	const town = await knownTown(dated(1, 60), dated(101, 140));
	const { alter } = town;
	for (let round = 0; round < 3; round++) {
		all(town, (each) => (each.asOf = `t${round}`));
		await town.look();
	}
	town.alter = (half) => half.slice(0, 3);
	expect(await town.told()).toEqual([]);
	town.alter = alter;
	expect(await town.toldIn(3)).toEqual([]);
});

test('half of them is not over half, and comes one by one', async () => {
	const town = await knownTown(dated(1, 40), []);
	all(town, rewritten('startDate'), 1, 20);
	expect(await town.told()).toHaveLength(20);
	all(town, rewritten('startDate'), 1, 21);
	expect(await town.told()).toEqual([]);
});

test('two in five that are changed in one field, beside others in another one, are told of, each of them', async () => {
	const town = await knownTown(people(1, 100), []);
	all(town, (each) => (each.city = 'Darwin'), 1, 40);
	all(town, (each) => (each.email = `new${String(each.id)}@example.com`), 41, 60);
	expect(await town.told()).toHaveLength(60);
});

test('what waits for room makes no storm of the edits that come after it', async () => {
	const town = await knownTown(dated(1, 100), []);
	all(town, rewritten('lastName'), 1, 15);
	expect(await town.told({ most: 10 })).toHaveLength(10);
	all(town, (each) => (each.grade = 4), 16, 61);
	expect(await town.told()).toHaveLength(5 + 46);
	expect(await town.told()).toEqual([]);
});

test('over half of those that are read are not over half of all, in a list that comes short', async () => {
	const town = await knownTown(people(1, 500), []);
	Object.assign(town, { hasDoubts: true, alter: (half: JsonObject[]) => half.slice(0, 60) });
	all(town, (each) => (each.grade = 4), 1, 35);
	expect(await town.told()).toHaveLength(35);
});

test('most records that are changed in different fields are told of, each of them', async () => {
	const town = await knownTown(dated(1, 60), []);
	for (const { id } of town.active)
		town.change(id, { [['city', 'email', 'startDate'][id % 3] ?? '']: 'x', [`own${id}`]: 1 });
	expect(await town.told()).toHaveLength(60);
});

test('the only record of a list is told of', async () => {
	const town = await knownTown(dated(1, 1), []);
	town.change(1, { city: 'Darwin' });
	expect(await town.told()).toEqual(['1 updated']);
	town.change(1, { grade: 4 });
	expect(await town.told()).toEqual(['1 updated']);
});

test.each<[string, (each: JsonObject) => void]>([
	['edited in one field', (each) => (each.city = 'Darwin')],
	['given a field that none had', (each) => (each.notes = `n${String(each.id)}`)],
	['rid of a field', (each) => (each.email = null)],
	['edited in two fields', (each) => Object.assign(each, { city: 'Darwin', startDate: 'x' })],
])('all records of a short list that are %s are told of, each of them', async (_, edit) => {
	const town = await knownTown(dated(1, 25), dated(101, 114));
	all(town, edit);
	expect(await town.told()).toHaveLength(39);
	expect(await town.told()).toEqual([]);
});

test('a vocabulary of thousands of names takes no time', async () => {
	const begun = process.cpuUsage().user;
	const wide = (id: number) =>
		person(id, Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${id * 20 + at}`, at])));
	const town = await knownTown(
		people(1, 200).map(({ id }) => wide(id)),
		[],
	);
	all(town, (each) => (each.city = `${String(each.city)}!`));
	for (const each of town.active) for (const name of Object.keys(each)) if (name.startsWith('field')) each[name] = 'x';
	expect(await town.told()).toEqual([]);
	expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(3000);
});
