import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packSeenIds, SeenIds, unpackSeenIds } from '../../../nodes/WorkforceOperations/watch/core/seenIds.ts';

const number = fc.nat({ max: 900_000 }).map(String);
const pair = fc.tuple(number, number).map((both) => both.join('.'));
const id = fc.oneof(number, pair, fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('__proto__', '01.2'));
const mark = fc.constantFrom('', 'fw8:u', 'expired:0', 'aB-_');

describe('marks of records', () => {
	test('come back as they were, whatever the ids are', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(id, mark)), (entries) => {
				const marks = new Map(entries);
				const packed: unknown = JSON.parse(JSON.stringify(packSeenIds(marks)));
				expect(new Map([...(unpackSeenIds(packed) ?? [])].sort())).toEqual(new Map([...marks].sort()));
			}),
		);
	});

	test('of ten thousand neighbours without a mark take a few characters', () => {
		const marks = new Map(Array.from({ length: 10_000 }, (_, index) => [String(50_001 + index), '']));
		expect(packSeenIds(marks).length).toBeLessThan(20);
		expect(unpackSeenIds(packSeenIds(marks))?.size).toBe(10_000);
	});

	test('of a thousand guards with a licence each take a few characters, where the ids grow together', () => {
		const marks = new Map(
			Array.from({ length: 1000 }, (_, index) => [`${30_001 + index}.${41_000 + 3 * index}`, 'r:7']),
		);
		expect(packSeenIds(marks).length).toBeLessThan(40);
		expect(unpackSeenIds(packSeenIds(marks))).toEqual(marks);
	});

	test.each([
		[undefined],
		[7],
		['[1]'],
		['[]'],
		[''],
		['["1",2]'],
		['['],
		['["A,,"]'],
		['["1.a*b*c"]'],
		['["1_2"]'],
		['["1;2"]'],
	])('%j is none of ours', (packed) => {
		expect(unpackSeenIds(packed)).toBeUndefined();
	});
});

describe('what is remembered', () => {
	test('is forgotten when it was not seen for a whole generation, and not before', () => {
		const remembered = new SeenIds(1);
		remembered.set('a', 'x');
		remembered.set('b', 'y');
		remembered.renew(2);
		remembered.set('a', 'x');
		expect([remembered.get('a'), remembered.get('b')]).toEqual(['x', 'y']);
		remembered.renew(3);
		expect([remembered.get('a'), remembered.get('b'), remembered.size]).toEqual(['x', undefined, 1]);
	});

	test('comes back as it was, over the database', () => {
		const remembered = new SeenIds(5);
		remembered.set('7', 'old');
		remembered.renew(6);
		remembered.set('8', 'young');
		const again = SeenIds.unpack(JSON.parse(JSON.stringify(remembered.pack())));
		expect([again?.since, again?.get('7'), again?.get('8')]).toEqual([6, 'old', 'young']);
		again?.renew(7);
		expect(again?.get('7')).toBeUndefined();
	});

	test.each([[undefined], ['text'], [[]], [['1', '[""]', '[""]']], [[1, '[""]', 5]], [[1, '[""]']]])(
		'%j is none of ours',
		(packed) => {
			expect(SeenIds.unpack(packed)).toBeUndefined();
		},
	);
});

test('a generation lasts so long, and ends when a clock that was ahead is put right', () => {
	const remembered = new SeenIds(1000);
	expect([999, 1000, 1499, 1500].map((now) => remembered.isOlderThan(500, now))).toEqual([true, false, false, true]);
});
