// Copied licences, whose guards are read one by one: without an ID, too many of them, or all without a field.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { licenceCopySource } from '../../../../nodes/WorkforceOperations/watch/copies/licences.ts';
import type { ChangeKind } from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import type { Detection } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { serviceError } from '../../operations/support.mts';
import { type Answer, HOUR, lost, NOW } from '../fakePoll.mts';
import { CopyTown, type Look, wordsOf } from './copyTown.mts';

let time: VirtualTime;
beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock).putDate(NOW);
});
afterEach(() => time.restore());

const kinds = new Set<ChangeKind>(['created', 'updated', 'gone']);

/** Three guards with so many licences each. */
const licensed = (count: number): Map<number, JsonObject[]> =>
	new Map(
		[1, 2, 3].map((guard) => [
			guard,
			Array.from({ length: count }, (_, at) => ({
				securityLicenseId: 100 * guard + at,
				employeeId: guard,
				licenseNumber: `SL${guard}-${at}`,
				state: ['QLD', 'NSW'][at % 2],
				expiryDate: `2027-01-${String(10 + (at % 18))}`,
			})),
		]),
	);

/** A service, looked at in a whole round at a time. */
class LicenceTown extends CopyTown {
	override source = licenceCopySource;

	override settings: CopyTown['settings'] = { kinds };

	override claims: CopyTown['claims'] = {};

	licences: Map<number, JsonObject[]>;

	constructor(licences: Map<number, JsonObject[]>) {
		super([]);
		this.licences = licences;
	}

	/** Before the licences of a guard are read. */
	begin: (guard: number) => void = () => undefined;

	override answer({ id }: Parameters<Answer>[0]): unknown {
		if (id === undefined) return [...this.licences.keys()].map((guard) => ({ id: guard }));
		this.begin(Number(id));
		return structuredClone(this.licences.get(Number(id)));
	}

	override async look(given: Look = {}, after = 7 * HOUR): Promise<Detection> {
		time.putDate(this.now + after);
		return await super.look(given, after);
	}

	/** Adds a licence of this guard. */
	add(guard: number, securityLicenseId: number, more: JsonObject = {}): JsonObject {
		const one = { securityLicenseId, employeeId: guard, licenseNumber: 'n', ...more };
		this.licences.get(guard)?.push(one);
		return one;
	}

	edit(guard: number, at: number, more: JsonObject): void {
		Object.assign(this.licences.get(guard)?.[at] ?? {}, more);
	}

	get all(): JsonObject[] {
		return [...this.licences.values()].flat();
	}
}

async function knownTown(count: number): Promise<LicenceTown> {
	const town = new LicenceTown(licensed(count));
	expect(await town.told()).toEqual([]);
	return town;
}

describe('a licence without an ID', () => {
	test.each<[string, JsonObject]>([
		['neither ID nor number', {}],
		['empty ones', { securityLicenseId: '', licenseNumber: ' ' }],
		['null', { securityLicenseId: null, licenseNumber: null }],
		['an object as ID', { securityLicenseId: {}, employeeSecurityLicenseInfo: 'x' }],
	])('with %s is told in one line, once, and says nothing about the others', async (_, odd) => {
		const town = await knownTown(4);
		town.licences.get(2)?.push({ ...odd, state: 'QLD' });
		const ofOdd = (log: string[]): string[] => log.filter((line) => line.includes('usable ID'));
		const { words, log } = await town.news();
		expect({ words, log: ofOdd(log) }).toEqual({
			words: [],
			log: [expect.stringMatching(/^warn doesn’t report 1 record without a usable ID on the licence list\. /)],
		});
		town.licences.get(1)?.pop();
		town.edit(2, 0, { state: 'VIC' });
		const next = await town.news();
		expect({ words: next.words, log: ofOdd(next.log) }).toEqual({ words: ['2.200 updated'], log: [] });
		const { findings } = await town.look();
		expect({ wordsOf: wordsOf({ findings }), record: findings[0]?.record }).toEqual({
			wordsOf: ['1.103 gone'],
			record: { employeeId: 1, securityLicenseId: 103 },
		});
	});

	test('may be the one that went missing when it came, which is told as gone to nobody', async () => {
		const town = await knownTown(4);
		town.edit(2, 3, { securityLicenseId: null, licenseNumber: null });
		expect(await town.toldIn(4)).toEqual([]);
	});

	test.each<[string, JsonObject, string, JsonObject]>([
		['its number', {}, '3..SL3-1', { licenseNumber: 'SL3-1' }],
		[
			'the ID inside',
			{ employeeSecurityLicenseInfo: { employeeSecurityLicenseId: 9 } },
			'3.9',
			{ securityLicenseId: 9 },
		],
	])('is known by %s', async (_, more, key, ids) => {
		const town = new LicenceTown(licensed(2));
		town.edit(3, 1, { securityLicenseId: undefined, ...more });
		expect(await town.told()).toEqual([]);
		town.edit(3, 1, { state: 'VIC' });
		expect(await town.told()).toEqual([`${key} updated`]);
		town.licences.get(3)?.pop();
		expect(await town.told()).toEqual([]);
		expect((await town.look()).findings).toMatchObject([{ record: { employeeId: 3, ...ids } }]);
	});
});

test('more than 20,000 licences are an error that says so, as soon as they are known', async () => {
	const town = new LicenceTown(licensed(6667));
	await town.look();
	await expect(town.look()).rejects.toThrow('There are more than 20,000 records on the licence list');
});

test('all come once more where everything is chosen later', async () => {
	const town = await knownTown(2);
	town.settings.startWith = 'now';
	const all = ['1.100', '1.101', '2.200', '2.201', '3.300', '3.301'].map((key) => `${key} created`);
	expect(await town.told()).toEqual(all);
	expect(await town.told()).toEqual([]);
});

test.each<[string, Look, string[]]>([
	['told at its end by a later poll', {}, ['1.100 updated']],
	['not told by another key, which begins to compare again', { hashes: hashesOf('another key', 'owner') }, []],
])('what a round has found is %s', async (_, given, found) => {
	const town = await knownTown(4);
	town.edit(1, 0, { state: 'VIC' });
	for (const id of [901, 902]) town.add(2, id);
	expect(await town.told({ most: 1 })).toEqual(['2.901 created']);
	expect(await town.told(given)).toEqual(['2.902 created', ...found]);
	expect(await town.told(given)).toEqual([]);
});

test('what is missing in the rest of a round in which the claims change counts nothing', async () => {
	const town = await knownTown(4);
	town.claims = { sites: ['10'] };
	expect(await town.toldIn(3)).toEqual([]);
	for (const guard of [1, 2]) town.add(guard, 900 + guard);
	// The round goes on in the next poll.
	expect(await town.told({ most: 1 })).toEqual(['1.901 created']);
	town.claims = { sites: ['11'] };
	town.licences.get(3)?.pop();
	expect(await town.told()).toEqual(['2.902 created']);
	expect(await town.told()).toEqual([]);
	expect(await town.told()).toEqual(['3.303 gone']);
});

describe('the second reading of a licence that was changed', () => {
	test('tells it as it is then, once, and so it is read again after a restart', async () => {
		const town = await knownTown(4);
		town.edit(2, 0, { state: 'VIC' });
		const reads: number[] = [];
		town.begin = (guard) => {
			reads.push(guard);
			if (guard === 3) town.edit(2, 0, { state: 'TAS' });
		};
		const { findings } = await town.look();
		expect({ wordsOf: wordsOf({ findings }), state: findings[0]?.record.state }).toEqual({
			wordsOf: ['2.200 updated'],
			state: 'TAS',
		});
		expect(reads).toEqual([1, 2, 3, 2]);
		expect(town.engine.again).toBeUndefined();
		const key = findings[0]?.key ?? '';
		const next = await town.look({ open: [key], pendingReread: lost({ [key]: 1 }) });
		expect({ wordsOf: wordsOf(next), stillSo: next.reread.get(key)?.stillSo }).toEqual({ wordsOf: [], stillSo: true });
		expect(await town.told()).toEqual([]);
	});

	test('takes nothing away from its round where it fails, and comes before the next one', async () => {
		const town = await knownTown(4);
		town.licences.get(3)?.pop();
		expect(await town.told()).toEqual([]);
		town.add(1, 901);
		town.edit(2, 0, { state: 'VIC' });
		let reads = 0;
		town.begin = (guard) => {
			if (guard === 2 && reads++ > 0) throw serviceError({ kind: 'unauthorized' });
		};
		expect(await town.told()).toEqual(['1.901 created', '3.303 gone']);
		await expect(town.look()).rejects.toThrow();
		town.begin = () => undefined;
		expect(await town.told()).toEqual(['2.200 updated']);
	});
});

test('while a field is left out, or watched again, nothing looks changed that is read twice', async () => {
	const town = await knownTown(20);
	for (let round = 0; round < 2; round++) {
		for (const each of town.all) each.asOf = `t${round}`;
		expect(await town.told()).toEqual([]);
	}
	for (const id of [150, 151]) town.add(1, id, { asOf: 't1' });
	town.edit(3, 7, { state: 'VIC' });
	expect(await town.told({ most: 1 })).toEqual(['1.150 created']);
	expect(await town.told()).toEqual(['1.151 created', '3.307 updated']);
	expect(await town.told()).toEqual([]);
	expect(await town.told()).toEqual([]);
});

describe('a field that all licences lose', () => {
	test.each([[1], [2], [3]])(
		'for %d rounds changes none of them, and who was told meanwhile is told once more',
		async (rounds) => {
			const town = await knownTown(20);
			// Who was told in a round before isn't told again.
			town.edit(2, 3, { state: 'VIC' });
			expect(await town.told()).toEqual(['2.203 updated']);
			const before = new Map(town.all.map((each) => [each, each.expiryDate]));
			for (const each of before.keys()) delete each.expiryDate;
			for (let round = 0; round < rounds; round++) {
				before.set(town.add(1, 150 + round, { state: 'ACT' }), '2028-01-01');
				expect(await town.told()).toEqual([`1.${150 + round} created`]);
			}
			for (const [each, expiryDate] of before) each.expiryDate = expiryDate;
			expect((await town.toldIn(4)).sort()).toEqual(
				Array.from({ length: rounds }, (_, round) => `1.${150 + round} updated`),
			);
			town.edit(3, 7, { expiryDate: '2029-01-01' });
			expect(await town.told()).toEqual(['3.307 updated']);
		},
	);

	test('counts among those that are read, and not among those of guards who have left', async () => {
		const town = await knownTown(45);
		for (const guard of [1, 2]) town.licences.delete(guard);
		expect(await town.told()).toEqual([]);
		for (const each of town.all) delete each.expiryDate;
		expect(await town.told()).toEqual([]);
	});

	test('for good is calm from the next round on', async () => {
		const town = await knownTown(20);
		for (const each of town.all) delete each.expiryDate;
		const { log } = await town.news();
		expect(log.filter((line) => line.includes('over half'))).toEqual([
			expect.stringMatching(/: a field that is no longer in any record$/),
		]);
		town.edit(2, 0, { state: 'VIC' });
		expect(await town.told()).toEqual(['2.200 updated']);
	});
});
