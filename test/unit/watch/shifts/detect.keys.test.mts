// What is remembered of shifts that were told, in its stored form, and how it is found again under other keys.
import { describe, expect, test } from '@jest/globals';
import {
	type Observed,
	matchFormerKeys,
	type Reported,
	reportedShifts,
} from '../../../../nodes/WorkforceOperations/watch/shifts/detect.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/hashes.ts';
import { isOfNow, stemOf } from '../../../../nodes/WorkforceOperations/watch/shifts/guardKeys.ts';
import { guardKey, hashes } from '../guardKeys.mts';

const NOW = Date.parse('2026-07-01T09:00:00.500Z');

describe('the stored form', () => {
	test('comes back to the second', () => {
		const told = new Map<string, Reported>([
			['a', { at: NOW, leavesAt: NOW - 3_600_000, since: NOW - 900 }],
			['b', { at: NOW, leavesAt: NOW + 7_200_000 }],
			['__proto__', { at: NOW, leavesAt: 0, since: NOW + 5000 }],
		]);
		const read = reportedShifts.unpack(JSON.parse(JSON.stringify(reportedShifts.pack(told)))) ?? [];
		const second = (moment = Number.NaN): number => Math.floor(moment / 1000) * 1000;
		expect([...read]).toEqual(
			[...told].map(([key, { at, leavesAt, since }]) => [
				key,
				{ at: second(at), leavesAt: second(leavesAt), ...(since === undefined ? {} : { since: second(since) }) },
			]),
		);
	});

	test('of three thousand shifts takes less than 145 kB', () => {
		const told = new Map(
			Array.from({ length: 3000 }, (_, index): [string, Reported] => [
				guardKey(`${900_000 + index}.t3f8xk`, `Guard ${index}`),
				{ at: NOW, leavesAt: NOW - index * 1000, since: NOW - index * 777, twin: 'aB-3' },
			]),
		);
		expect(JSON.stringify(reportedShifts.pack(told)).length).toBeLessThan(145_000);
	});
});

describe('under other keys', () => {
	const before = hashesOf('the key before', 'owner');
	const STEM = '501.t3f8xk';
	const entry = (since: number): Reported => ({ at: NOW, leavesAt: 1, since });
	const observed = (person: string, at: number, changes: Partial<Observed> = {}): Observed => ({
		key: guardKey(STEM, person),
		at,
		holds: true,
		...changes,
	});
	const find = (told: Array<[string, Reported]>, observations: Observed[]): string[] =>
		[
			...matchFormerKeys(new Map(told), observations, { stemOf, isOfNow: (key) => isOfNow(key, hashes.keyTag) }).keys(),
		].sort();
	const [aroha, ben] = [guardKey(STEM, 'aroha'), guardKey(STEM, 'ben')].sort() as [string, string];
	const [oldAroha, oldBen] = [guardKey(STEM, 'aroha', before), guardKey(STEM, 'ben', before)];
	const both = (first = 5000, second = 5000): Observed[] => [
		{ ...observed('', first), key: aroha },
		{ ...observed('', second), key: ben },
	];

	test('keys of another API key go over to the guards that they were of', () => {
		expect(find([[oldAroha, entry(5000)]], both().slice(0, 1))).toEqual([aroha]);
		expect(
			find(
				[
					[oldAroha, entry(5000)],
					[oldBen, entry(5000)],
				],
				both(),
			),
		).toEqual([aroha, ben]);
	});

	test('of two who share ids and start it is the one who came about at the same second', () => {
		expect(find([[oldAroha, entry(9400)]], both(5000, 9000))).toEqual([ben]);
		expect(find([[oldAroha, entry(5400)]], both(5000, 9000))).toEqual([aroha]);
	});

	test('where nothing tells them apart both count as told, and nobody else', () => {
		const other = { ...observed('', 5000), key: guardKey('502.t3f8xk', 'x') };
		expect(find([[oldAroha, entry(5000)]], [...both(), other])).toEqual([aroha, ben].sort());
	});

	test('who isn’t there is kept under the former key, until it is seen; who is so no more is forgotten', () => {
		expect(find([[oldAroha, entry(5000)]], [])).toEqual([oldAroha]);
		const [first, second] = both(5000, 9000);
		const told: Array<[string, Reported]> = [
			[oldAroha, entry(5000)],
			[oldBen, entry(9000)],
		];
		expect(find(told, [first!])).toEqual([aroha, oldBen].sort());
		expect(find(told, [{ ...first!, holds: false }, second!])).toEqual([ben]);
		expect(
			find(
				told,
				both().map((each) => ({ ...each, holds: false })),
			),
		).toEqual([]);
	});

	test.each([
		['with another API key', oldAroha],
		['with another e-mail', aroha],
		['with a guard where there was none', `${STEM}~`],
	])('a record that alone has its ids and start is the same %s', (_, told) => {
		const only = both()[1]!;
		expect(find([[told, entry(5000)]], [only])).toEqual([ben]);
		expect(find([[told, entry(1)]], [only])).toEqual([ben]);
		expect(find([[told, entry(1)]], [{ ...only, key: `${STEM}~` }])).toEqual([`${STEM}~`]);
	});

	test('of several that were told it is the one of the same second, else the last; the others are kept', () => {
		const only = both(0, 9000)[1]!;
		const nameless = `${STEM}~`;
		const told = (first: number, second: number): Array<[string, Reported]> => [
			[aroha, entry(first)],
			[nameless, entry(second)],
		];
		expect(find(told(9000, 1), [only])).toEqual([ben, nameless].sort());
		expect(find(told(1, 1), [only])).toEqual([ben, aroha].sort());
	});

	test('keys that are given now are left alone where several records have the ids and the start', () => {
		const [first, second] = both();
		const third = { ...observed('', 5000), key: guardKey(STEM, 'cleo') };
		expect(find([[aroha, entry(5000)]], [second!, third])).toEqual([aroha]);
		expect(find([[aroha, entry(5000)]], [first!, second!])).toEqual([aroha]);
		expect(find([[aroha, entry(5000)]], [second!, { ...third, holds: false }])).toEqual([aroha]);
		const elsewhere = { ...second!, key: guardKey('501.t3f8xl', 'ben') };
		expect(find([[aroha, entry(5000)]], [elsewhere])).toEqual([aroha]);
	});

	test.each(['.t3f8xk', '.t3f8xk:in', '77..t3f8xk'])('%s has no ids of a shift, and so is no sign', (stem) => {
		const only = { ...observed('', 5000), key: guardKey(stem, 'ben') };
		expect(find([[guardKey(stem, 'aroha'), entry(5000)]], [only])).toEqual([guardKey(stem, 'aroha')]);
		expect(find([[guardKey(stem, 'aroha', before), entry(5000)]], [only])).toEqual([guardKey(stem, 'ben')]);
	});

	test.each(['501.', '77.501.t3f8xk', '.t3f8xi.501.t3f8xk', '501.t3f8xk:in'])('%s has ids', (stem) => {
		const only = { ...observed('', 5000), key: guardKey(stem, 'ben') };
		expect(find([[guardKey(stem, 'aroha'), entry(5000)]], [only])).toEqual([guardKey(stem, 'ben')]);
	});
});
