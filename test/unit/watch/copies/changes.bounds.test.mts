// The bounds of what is taken for a change by the service: what lies on them, and of which records they are counted.
import { expect, test } from '@jest/globals';
import { knownTown, people } from './copyTown.mts';

test('two in five that are changed in one field, beside others in another one, are told of, each of them', async () => {
	const town = await knownTown(people(1, 100), []);
	for (const { id } of people(1, 40)) town.change(id, { city: 'Darwin' });
	for (const { id } of people(41, 60)) town.change(id, { email: `new${id}@example.com` });
	expect(await town.told()).toHaveLength(60);
});

test('who is gone counts no longer where a field is to be watched again', async () => {
	const town = await knownTown(people(1, 100), []);
	for (const asOf of ['t1', 't2']) {
		for (const each of town.active) each.asOf = asOf;
		expect(await town.told()).toEqual([]);
	}
	town.remove(...people(1, 15).map(({ id }) => id));
	const lines: string[] = [];
	for (let look = 0; look < 5; look++) lines.push(...((await town.look()).log ?? []).map(({ text }) => text));
	expect(lines).toEqual([expect.stringMatching(/^watches these fields again.*: “asOf”$/)]);
});
