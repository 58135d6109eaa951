// What is stored of copied records: it comes back as it was, and stays small.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	copyForm,
	type Known,
	knownForm,
	packRows,
	sampled,
	unpackRows,
} from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import { isWhole } from '../../../night.mts';
import { CopyTown, type Person, person } from './copyTown.mts';

const id = fc.oneof(
	fc.nat().map(String),
	fc.tuple(fc.nat(1e6), fc.nat(1e6)).map((pair) => pair.join('.')),
	fc.uuid(),
	fc.string({ minLength: 1 }),
	fc.constantFrom('a,b', '%2C', '__proto__', 'x:y;*'),
);
const sign = fc.stringMatching(/^[\w-]{4}$/);
const entry: fc.Arbitrary<Known> = fc.record({
	print: fc.stringMatching(/^(?:[\w-]{6})?$/),
	isActive: fc.boolean(),
	end: fc.option(
		fc.record({
			what: fc.constantFrom('missing' as const, 'off' as const),
			stage: fc.constantFrom('once' as const, 'twice' as const, 'held' as const, 'due' as const),
		}),
		{ nil: undefined },
	),
	isTold: fc.boolean(),
	news: fc.constantFrom(undefined, 'differs' as const, 'owed' as const),
});
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const unique = { selector: ([key]: [string, unknown]) => key, maxLength: 40 };

test('it comes back as it was', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.tuple(id, entry), unique), (entries) => {
			const back = knownForm.unpack(stored(knownForm.pack(new Map(entries))));
			expect(back).toEqual(new Map(entries));
		}),
	);
	const backRows = (rows: Parameters<typeof packRows>[0]) => unpackRows(stored(packRows(rows)) as string[]);
	const row = fc.uniqueArray(fc.tuple(sign, sign), unique).map((signs) => new Map(signs.slice(0, 5)));
	fc.assert(
		fc.property(fc.uniqueArray(fc.tuple(id, row), { ...unique, maxLength: 10 }), (rows) => {
			expect(backRows(new Map(rows))).toEqual(new Map(rows));
		}),
	);
});

test('of more than sixty fields those are kept that most records have', () => {
	const marks = Array.from({ length: 80 }, (_, at) => `m${String(at).padStart(3, '0')}`);
	const rows = new Map(
		Array.from({ length: 80 }, (_, at) => [String(at), new Map(marks.slice(0, at).map((mark) => [mark, 'abcd']))]),
	);
	expect([...(unpackRows(packRows(rows)).get('79')?.keys() ?? [])].sort()).toEqual(marks.slice(0, 60));
});

test('a sample of many is the same hundred, in whichever order they come', () => {
	const all = Array.from({ length: 150 }, (_, at): [string, number] => [String(at), at]);
	const chosen = [...sampled(all).keys()];
	expect([chosen.length, ...chosen.slice(0, 3)]).toEqual([100, '61', '133', '2']);
	expect([...sampled([...all].reverse()).keys()]).toEqual(chosen);
});

/** Fields as people have them. */
const more = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, `value ${at}`]));

async function bytesOf(count: number, idOf: (index: number) => number | string): Promise<number> {
	const ids = Array.from({ length: count }, (_, at) => idOf(at));
	// Of the others the fields aren't stored.
	const ofSample = sampled(ids.map((each) => [String(each), more]));
	const all = ids.map((each, at) => person(at, { ...ofSample.get(String(each)), id: each }) as Person);
	const town = new CopyTown(
		all.filter((_, at) => at % 5 > 1),
		all.filter((_, at) => at % 5 <= 1),
	);
	await town.look();
	for (let at = 0; at < 500; at++) all[at]!.firstName = 'Mere';
	await town.look();
	town.active = town.active.filter((_, at) => at % 10 > 0);
	await town.look({ most: 2000 });
	return Buffer.byteLength(JSON.stringify(town.engine));
}

describe.each<[string, (index: number) => number | string, (count: number) => number]>([
	['IDs of up to seven digits', (at) => 9_000_000 - 37 * at, (count) => (count === 5000 ? 115_000 : 430_000)],
	[
		'texts as IDs',
		(at) => `E/${String(at).padStart(6, '0')}`,
		(count) => (count === 5000 ? 115_000 : count * (8 + 12)),
	],
])('with %s', (_, idOf, most) => {
	test.each([5000, ...(isWhole ? [20_000] : [])])(
		'%d records stay within their bound, in all states',
		async (count) => {
			expect(await bytesOf(count, idOf)).toBeLessThanOrEqual(most(count));
		},
	);
});

test.each([
	[undefined],
	['text'],
	[[]],
	[{ 0: ['1.abcdef'], x: [] }],
	[{ 108: ['1.abcdef'] }],
	[{ 999: ['1.abcdef'] }],
	[{ 0: 'cut' }],
	[{ 0: [7] }],
])('%j is none of it', (damaged) => {
	expect(knownForm.unpack(damaged)).toBeUndefined();
});

test.each<[string, unknown]>([
	['phase', 'later'],
	['phase', ''],
	['sample', ['abcd', '1;2']],
	['rows', ['abcd']],
	['was', ['abcd', '', 'cut']],
	['odd', ['', 'x,1.']],
	['odd', ['', '-1,1.']],
	['odd', ['', 'cut']],
	['odd', ['', 'x,1.', '1,2.']],
	['stormed', ['abcd', 7]],
])('a “%s” of %j can’t be read', (part, damaged) => {
	expect(copyForm[part]?.reads(damaged)).toBe(false);
});
