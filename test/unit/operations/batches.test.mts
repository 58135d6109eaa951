import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cut } from '../../../nodes/WorkforceOperations/operations/batches.ts';
import { ranges } from '../../../nodes/WorkforceOperations/operations/progress.ts';

describe('Batches', () => {
	test('keep every row in order, no larger than the size, no key twice and one kind in each', () => {
		const row = fc.record({ key: fc.integer({ min: 0, max: 6 }), kind: fc.constantFrom('a', 'b') });
		fc.assert(
			fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (rows, size) => {
				const batches = cut(
					rows,
					size,
					({ key }) => String(key),
					({ kind }) => kind,
				);
				expect(batches.flat()).toEqual(rows);
				for (const batch of batches) {
					expect(batch.length).toBeGreaterThan(0);
					expect(batch.length).toBeLessThanOrEqual(size);
					expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
					expect(new Set(batch.map(({ kind }) => kind)).size).toBe(1);
				}
			}),
		);
	});

	test('are as few as that allows when every row is alone with its key', () => {
		for (const [rows, size] of [
			[500, 25],
			[501, 25],
			[1, 25],
			[0, 25],
			[7, 3],
		] as const) {
			expect(
				cut(
					Array.from({ length: rows }, (_, index) => index),
					size,
					String,
				),
			).toHaveLength(Math.ceil(rows / size));
		}
	});
});

test.each([
	[[], ''],
	[[3], '3'],
	[[0, 1, 2], '0 to 2'],
	[[6, 0, 1, 2, 4], '0 to 2, 4, 6'],
	[[1, 3, 4], '1, 3 to 4'],
])('items %j read as “%s”', (indexes, words) => {
	expect(ranges(indexes as number[])).toBe(words);
});
