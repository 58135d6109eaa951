import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packIds, unpackIds } from '../../../../nodes/WorkforceOperations/watch/core/reported.ts';

describe('known ids', () => {
	test('come back from their text as they were', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.oneof(fc.nat().map(String), fc.string())), (ids) => {
				expect([...(unpackIds(packIds(ids)) ?? [])].sort()).toEqual([...ids].sort());
			}),
		);
	});

	test('five thousand of them take less than 20 kB', () => {
		expect(packIds(Array.from({ length: 5000 }, (_, index) => String(300_000 + index * 7))).length).toBeLessThan(
			20_000,
		);
	});

	test.each([[undefined], [''], ['{}'], ['[1]'], ['["!!"]'], [{}]])('%j is no such text', (text) => {
		expect(unpackIds(text)).toBeUndefined();
	});
});
