// When an end counts after the claims of the token have changed, so that other records may be visible.
import { expect, test } from '@jest/globals';
import { activePeople, CopyTown, idsOf, people, person } from './copyTown.mts';

const whole = { companies: ['7'], customers: ['1', '2', 'Ab'], sites: ['10', '11'] };

/** So many rounds pass before an end is told under these claims. */
async function roundsUnder(claims: CopyTown['claims'], end: (town: CopyTown) => void): Promise<number> {
	const town = new CopyTown(activePeople(1, 60));
	town.claims = whole;
	await town.look();
	end(town);
	town.claims = claims;
	for (let round = 1; round < 6; round++) {
		const told = await town.told();
		if (told.length > 0) return round;
	}
	return 0;
}

const gone = (town: CopyTown): unknown => town.remove(5);
const own = (town: CopyTown): void => town.change(5, { isActive: false });

test.each<[string, CopyTown['claims'], number]>([
	['the same', whole, 1],
	['in another order and letter case', { companies: ['7'], customers: ['aB', '2', '1'], sites: ['11', '10'] }, 1],
	['more of them', { ...whole, customers: ['1', '2', 'ab', '3'], sites: ['9', '10', '11'] }, 2],
	['unreadable', undefined, 1],
	['without a customer', { ...whole, customers: ['1', '2'] }, 2],
	['without a site', { ...whole, sites: ['10'] }, 2],
	['without a limit to sites', { ...whole, sites: [] }, 2],
	['with one customer in place of another', { ...whole, customers: ['1', '2', '3'] }, 2],
	['of another company', { ...whole, companies: ['8'] }, 2],
])('%s: an end that a record says itself is told after %j in round %d', async (_, claims, round) => {
	expect(await roundsUnder(claims, own)).toBe(round);
	expect(await roundsUnder(claims, gone)).toBe(2);
});

test.each<[string, CopyTown['claims'], CopyTown['claims']]>([
	['there are fewer claims', whole, { ...whole, sites: ['10'] }],
	['a key without limits gets some', {}, { sites: ['10'] }],
])('what was missing once before counts anew where %s', async (_, before, now) => {
	const town = new CopyTown(people(1, 60));
	town.claims = before;
	await town.look();
	town.remove(5);
	expect(await town.told()).toEqual([]);
	town.claims = now;
	expect(await town.told()).toEqual([]);
	expect(await town.told()).toEqual(['5 gone']);
});

test('what claims add is created, and nothing begins anew', async () => {
	const town = new CopyTown(people(1, 3));
	town.claims = whole;
	await town.look();
	town.claims = { ...whole, sites: ['10', '11', '12'] };
	town.active.push(person(4));
	town.change(1, { city: 'Darwin' });
	expect(await town.told()).toEqual(['1 updated', '4 created']);
});

test('what is held stays so', async () => {
	const town = new CopyTown(people(1, 60));
	town.claims = whole;
	await town.look();
	town.remove(...idsOf(people(1, 21)));
	expect(await town.toldIn(2)).toEqual(['held 21']);
	town.claims = { ...whole, sites: ['10'] };
	expect(await town.toldIn(4)).toEqual([]);
	expect(await town.told({ published: true })).toHaveLength(21);
});

test('an end that a record says itself waits also in a list in doubt', async () => {
	const town = new CopyTown(activePeople(1, 60));
	town.claims = whole;
	await town.look();
	town.claims = { ...whole, sites: ['10'] };
	await town.look();
	town.hasDoubts = true;
	town.change(5, { isActive: false });
	expect(await town.toldIn(3)).toEqual([]);
	town.hasDoubts = false;
	expect(await town.told()).toEqual(['5 deactivated']);
});
