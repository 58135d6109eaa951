// What is remembered of shifts that were told, in its stored form.
import { describe, expect, test } from '@jest/globals';
import { type Reported, reportedShifts } from '../../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import { guardKey } from '../guardKeys.mts';

const NOW = Date.parse('2026-07-01T09:00:00.500Z');

describe('the stored form', () => {
	test('comes back to the second', () => {
		const told = new Map<string, Reported>([
			['a', { at: NOW, leavesAt: NOW - 3_600_000 }],
			['b', { at: NOW, leavesAt: NOW + 7_200_000 }],
			['__proto__', { at: NOW, leavesAt: 0 }],
		]);
		const read = reportedShifts.unpack(JSON.parse(JSON.stringify(reportedShifts.pack(told)))) ?? [];
		const second = (moment = Number.NaN): number => Math.floor(moment / 1000) * 1000;
		expect([...read]).toEqual(
			[...told].map(([key, { at, leavesAt }]) => [key, { at: second(at), leavesAt: second(leavesAt) }]),
		);
	});

	test('of three thousand shifts takes less than 120 kB', () => {
		const told = new Map(
			Array.from({ length: 3000 }, (_, index): [string, Reported] => [
				guardKey(`${900_000 + index}.t3f8xk`, `Guard ${index}`),
				{ at: NOW, leavesAt: NOW - index * 1000 },
			]),
		);
		expect(JSON.stringify(reportedShifts.pack(told)).length).toBeLessThan(120_000);
	});
});
