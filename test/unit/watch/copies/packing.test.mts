// What is stored of copied records: it comes back as it was, and stays small.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PRIME, REST_BITS } from '../../../../nodes/WorkforceOperations/watch/copies/fields.ts';
import { type Known, packKnown, unpackKnown } from '../../../../nodes/WorkforceOperations/watch/copies/packing.ts';
import { Random } from '../../../../sandbox/seed/random.mts';

const whole = (most: number) => fc.integer({ min: 0, max: most });
const id = fc.oneof(
	whole(9e14).map(String),
	whole(5000).map(String),
	fc.tuple(whole(1e6), whole(1e6)).map((pair) => pair.join('.')),
	fc.uuid(),
	fc.string({ minLength: 1 }),
);
const entry: fc.Arbitrary<Known> = fc.record(
	{
		print: fc.record({ rest: whole(2 ** REST_BITS - 1), sums: fc.tuple(...[1, 2, 3].map(() => whole(PRIME - 1))) }),
		isActive: fc.boolean(),
		mark: fc.record({
			what: fc.constantFrom('missing' as const, 'off' as const),
			stage: fc.constantFrom('even' as const, 'odd' as const, 'ripe' as const, 'held' as const, 'due' as const),
		}),
		isStale: fc.constant(true as const),
	},
	{ requiredKeys: ['print', 'isActive'] },
);

/** Without the third sum, which is left out where there is too little room. */
const withTwoSums = ([key, { print, ...rest }]: [string, Known]): [string, Known] => [
	key,
	{ ...rest, print: { ...print, sums: print.sums.slice(0, 2) } },
];

test('it comes back as it was; only the third sum may be left out', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.tuple(id, entry), { selector: ([key]) => key, maxLength: 40 }), (entries) => {
			const known = new Map(entries);
			const back = unpackKnown(JSON.parse(JSON.stringify(packKnown(known))));
			const isCut = [...(back ?? [])].some(([, { print }]) => print.sums.length === 2);
			expect(back).toEqual(isCut ? new Map([...known].map(withTwoSums)) : known);
		}),
	);
});

describe.each<[string, (index: number, random: Random) => string]>([
	['ids one after the other', (index) => String(3000 + index)],
	['ids of a large service', (index, random) => String(40_000_000 + 500 * index + random.between(0, 499))],
	['licences', (index, random) => `${3000 + Math.floor(index / 2)}.${90_000 + index * 3 + random.between(0, 2)}`],
])('%s', (_, idOf) => {
	test.each([
		[5000, 80_000],
		[20_000, 300_000],
	])('%d of them take at most %d bytes, in all states', (count, most) => {
		const random = new Random(7);
		const known = new Map<string, Known>();
		for (let index = 0; index < count; index++)
			known.set(idOf(index, random), {
				print: {
					rest: random.between(0, 2 ** REST_BITS - 1),
					sums: [0, 1, 2].map(() => random.between(0, PRIME - 1)),
				},
				isActive: random.chance(0.6),
				...(random.chance(0.05) ? { mark: { what: 'missing' as const, stage: 'held' as const } } : {}),
			});
		expect(JSON.stringify(packKnown(known)).length).toBeLessThanOrEqual(most);
		expect(unpackKnown(packKnown(known))?.size).toBe(count);
	});
});

const packed = packKnown(new Map([['7', { print: { rest: 5, sums: [1, 2, 3] }, isActive: true }]]));

test.each([
	[undefined],
	['text'],
	[{}],
	[[]],
	[packed.with(6, String(packed[6]).slice(1))],
	[packed.with(6, '!')],
	[packed.with(0, 2)],
	[packed.with(0, -1)],
	[packed.with(5, 9)],
	[[...packed, 7]],
])('%j is none of it', (stored) => {
	expect(unpackKnown(stored)).toBeUndefined();
});
