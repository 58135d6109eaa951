// Marks of records that are kept until the day of the record has left the window.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DatedKeys } from '../../../nodes/WorkforceOperations/watch/changes/datedKeys.ts';

const DAY = 86_400_000;

const over = (dated: DatedKeys): DatedKeys | undefined => DatedKeys.unpack(JSON.parse(JSON.stringify(dated.pack())));

describe('marks by the days of their records', () => {
	test('come back as they were, over the database', () => {
		const id = fc.oneof(fc.nat().map(String), fc.string({ minLength: 1 }), fc.constantFrom('__proto__', '日本'));
		fc.assert(
			fc.property(fc.array(fc.tuple(id, fc.constantFrom('', 'aB-_'), fc.nat({ max: 9e11 }))), (entries) => {
				const dated = new DatedKeys();
				for (const [each, mark, moment] of entries) dated.set(each, mark, moment);
				const again = over(dated);
				expect(again?.size).toBe(dated.size);
				for (const [each] of entries) expect(again?.get(each)).toBe(dated.get(each));
			}),
		);
	});

	test('are kept to the end of their day, by the moment that was told last', () => {
		const dated = new DatedKeys();
		dated.set('a', 'x', 10 * DAY);
		dated.set('b', 'x', 11 * DAY - 1);
		dated.set('c', 'x', 10 * DAY);
		dated.set('c', 'y', 12 * DAY);
		const again = over(dated)!;
		again.forgetBefore(11 * DAY - 1);
		expect(again.size).toBe(3);
		again.forgetBefore(11 * DAY);
		expect([again.get('a'), again.get('b'), again.get('c'), again.size]).toEqual([undefined, undefined, 'y', 1]);
		expect(dated.size).toBe(3);
	});

	test('a copy is a copy, and what is deleted is gone', () => {
		const dated = new DatedKeys();
		dated.set('a', 'x', 1);
		const copy = dated.copy();
		copy.delete('a');
		expect([dated.size, copy.size]).toEqual([1, 0]);
	});

	test.each([[undefined], ['text'], [7], [{ x: '[""]' }], [{ 1: 'x' }], [[]], [['1', '[""]', '[""]']], [[1, '[""]']]])(
		'%j is none of ours',
		(packed) => {
			expect(DatedKeys.unpack(packed)).toBeUndefined();
		},
	);

	test('thirty thousand neighbours of two weeks take next to nothing', () => {
		const dated = new DatedKeys();
		for (let id = 0; id < 30_000; id++) dated.set(String(80_000 + id), '', (id / 30_000) * 14 * DAY);
		expect(JSON.stringify(dated.pack()).length).toBeLessThan(1000);
	});
});
