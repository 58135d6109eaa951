// What the service adds, leaves out or writes otherwise in all records is no change of any of them.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { Random } from '../../../../sandbox/seed/random.mts';
import { type CopyTown, knownTown, people, person, wordsOf } from './copyTown.mts';

const dated = (from: number, to: number) =>
	people(from, to).map((each): typeof each => ({
		...each,
		startDate: `2026-01-${String((each.id % 28) + 1).padStart(2, '0')}`,
		dateOfBirth: `1990-02-${String((each.id % 28) + 1).padStart(2, '0')}`,
		home: { street: `Street ${each.id}`, postCode: 4000 + each.id },
		skills: ['dog', 'crowd'],
		siteIds: [3, 1, 2],
	}));

describe('a value is the same', () => {
	test.each<[string, JsonObject, JsonObject]>([
		['absent, null and empty', {}, { middle: null, notes: '', tags: [], extra: { deep: null, more: {} } }],
		['blank', {}, { middle: '  ' }],
		['in another order of keys', { home: { a: 1, b: 2 } }, { home: { b: 2, a: 1 } }],
		['in another order of ids', { siteIds: [3, 1, 2] }, { siteIds: [1, 2, 3] }],
		['in another order of ids as text', { sites: ['12', '7'] }, { sites: ['7', '12'] }],
		[
			'in another order of records with ids',
			{ rates: [{ rateId: 1 }, { rateId: 2 }] },
			{ rates: [{ rateId: 2 }, { rateId: 1 }] },
		],
		['in another link', { photoLink: 'a', attachmentUrl: 'b' }, { photoLink: 'c', attachmentUrl: 'd' }],
		[
			'in another address of a file',
			{ contract: 'https://x.example/1?sig=2' },
			{ contract: 'https://x.example/1?sig=3' },
		],
		[
			'in another time of last use',
			{ lastLogin: 1, lastLoginDate: 1, last_seen: 1, lastActivityAt: 1 },
			{ lastLogin: 2 },
		],
		['in another picture', { avatar: 'x', profileImage: 'y' }, { avatar: 'z', profileImage: '' }],
		['in another age', { age: 30, ageInYears: 30, daysSinceStart: 4 }, { age: 31 }],
		['in such a field of an object', { home: { mapLink: 'a', city: 'x' } }, { home: { mapLink: 'b', city: 'x' } }],
	])('%s', async (_, before, after) => {
		const town = await knownTown(
			people(1, 60).map((each): typeof each => (each.id === 3 ? { ...each, ...before } : each)),
		);
		for (const name of Object.keys(before)) town.change(3, { [name]: undefined });
		town.change(3, after);
		expect(await town.told()).toEqual([]);
	});

	test.each<[string, JsonObject, JsonObject]>([
		['words in another order', { skills: ['dog', 'crowd'] }, { skills: ['crowd', 'dog'] }],
		['a zero', {}, { balance: 0 }],
		['a no', {}, { isBlocked: false }],
		['a name that only looks like a link', { language: 'en', lastName: 'Lee' }, { language: 'mi', lastName: 'Lee' }],
		['the last name', { lastName: 'Lee' }, { lastName: 'Ngata' }],
		['a message', { message: 'x' }, { message: 'y' }],
		['a mileage', { mileage: 3 }, { mileage: 4 }],
		['something within an object', { home: { city: 'x' } }, { home: { city: 'y' } }],
		['the same value in another field', { one: 'x', other: 'y' }, { one: 'y', other: 'x' }],
	])('but not %s', async (_, before, after) => {
		const town = await knownTown(
			people(1, 60).map((each): typeof each => (each.id === 3 ? { ...each, ...before } : each)),
		);
		town.change(3, after);
		expect(await town.told()).toEqual(['3 updated']);
		expect(await town.told()).toEqual([]);
	});

	test('a link counts where it is named', async () => {
		const town = await knownTown();
		town.settings = { ...town.settings, watchFields: ['photoLink'] };
		await town.look();
		town.change(3, { photoLink: 'https://x.example/2' });
		expect(await town.told()).toEqual(['3 updated']);
	});
});

const all = (town: CopyTown, change: (each: JsonObject) => void, which: (id: number) => boolean = () => true): void => {
	for (const each of [...town.active, ...town.inactive]) if (which(each.id)) change(each);
};

/** What a service does to its records. */
const storms: Array<[string, (each: JsonObject) => void, RegExp]> = [
	['writes a date otherwise', (each) => (each.startDate = `${String(each.startDate)}T00:00:00Z`), /“startDate”$/],
	['adds a field', (each) => (each.grade = Number(each.id) % 5), /“grade”$/],
	[
		'adds three fields',
		(each) => Object.assign(each, { grade: 1, team: each.id, code: `c${String(each.id)}` }),
		/“grade”, “team”, “code”$/,
	],
	['leaves a field out', (each) => (each.email = undefined), /a field that none has any more$/],
	[
		'leaves two fields out',
		(each) => Object.assign(each, { email: null, city: '' }),
		/a field that none has any more, a field/,
	],
	[
		'leaves three fields out',
		(each) => Object.assign(each, { email: null, city: '', firstName: null }),
		/a field that none/,
	],
	[
		'renames a field',
		(each) => Object.assign(each, { mail: each.email, email: undefined }),
		/“mail”, a field that none/,
	],
	[
		'writes two dates otherwise',
		(each) =>
			Object.assign(each, { startDate: `x${String(each.startDate)}`, dateOfBirth: `x${String(each.dateOfBirth)}` }),
		/“startDate”, “dateOfBirth”$|“dateOfBirth”, “startDate”$/,
	],
	[
		'writes an inner field otherwise',
		(each) => (each.home = { ...(each.home as object), postCode: `${String(each.id)}!` }),
		/“home\.postCode”$/,
	],
	[
		'adds a field and leaves another out',
		(each) => Object.assign(each, { grade: 2, city: undefined }),
		/“grade”, a field that none/,
	],
	[
		'writes three fields otherwise',
		(each) =>
			Object.assign(each, {
				startDate: `x${String(each.id)}`,
				dateOfBirth: `x${String(each.id)}`,
				firstName: `x${String(each.id)}`,
			}),
		/several fields$/,
	],
];

describe.each(storms)('a service that %s', (_, storm, line) => {
	test('is told by one line of the log', async () => {
		const town = await knownTown(dated(1, 60), dated(101, 140));
		all(town, storm);
		const seen = await town.look();
		expect([wordsOf(seen), seen.log]).toEqual([[], [{ level: 'info', text: expect.stringMatching(line) }]]);
		const next = await town.look();
		expect([wordsOf(next), next.log]).toEqual([[], []]);
	});

	test('where over half of the records are so, and who was away or busy meanwhile is not told either', async () => {
		const town = await knownTown(dated(1, 60), dated(101, 140));
		const [away] = town.remove(7);
		all(town, storm, (id) => id > 5);
		storm(away!);
		const running = ['8:updated:x'];
		expect(await town.told({ open: running, running })).toEqual([]);
		town.active.push(away!);
		expect(await town.told()).toEqual([]);
		expect(await town.told()).toEqual([]);
	});
});

/** Three fields that most have written otherwise can't be told from a fourth. */
describe.each(storms.slice(0, -1).filter(([name]) => name !== 'leaves three fields out'))(
	'when a service %s',
	(_, storm) => {
		test.each(Array.from({ length: 8 }, (__, seed) => [seed]))(
			'a change of another field is told, seed %d',
			async (seed) => {
				const random = new Random(seed);
				const town = await knownTown(dated(1, 60), dated(101, 140));
				const changed = new Set([1, 2, 3].map(() => random.between(1, 60)));
				all(town, storm, (id) => id % 7 !== seed % 7 || changed.has(id));
				for (const id of changed) town.change(id, { lastName: `Lee-${seed}` });
				town.active.push(person(99));
				const words = [...changed].sort((one, other) => one - other).map((id) => `${id} updated`);
				expect(await town.told()).toEqual([...words, '99 created']);
				expect(await town.toldIn(2)).toEqual([]);
				town.change(5, { lastName: 'Ngata', startDate: 'later' });
				town.change(6, { startDate: 'later' });
				expect(await town.told()).toEqual(['5 updated', '6 updated']);
			},
		);
	},
);

test('half of them is not over half, and comes one by one', async () => {
	const town = await knownTown(dated(1, 40), []);
	all(
		town,
		(each) => (each.startDate = 'x'),
		(id) => id <= 20,
	);
	expect(await town.told()).toHaveLength(20);
	all(
		town,
		(each) => (each.startDate = 'y'),
		(id) => id <= 21,
	);
	expect(await town.told()).toEqual([]);
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

test('many people who are edited in different ways are told of, each of them', async () => {
	const town = await knownTown(dated(1, 8), []);
	for (const id of [1, 2, 3, 4, 5, 6])
		town.change(id, { [['city', 'email', 'startDate'][id % 3] ?? '']: 'x', notes: `n${id}`, [`own${id}`]: 1 });
	expect(await town.told()).toHaveLength(6);
});

test('a list that comes short while it is so swallows nothing of the next one', async () => {
	const town = await knownTown(dated(1, 60), dated(101, 140));
	all(town, (each) => (each.startDate = `${String(each.startDate)}T00:00:00Z`));
	town.alter = (half) => half.slice(0, 3);
	expect(await town.told()).toEqual([]);
	town.alter = (half) => half;
	town.change(30, { notes: 'new' });
	expect(await town.told()).toEqual(['30 updated']);
	expect(await town.toldIn(2)).toEqual([]);
});
