import { describe, expect, test } from '@jest/globals';
import { completeness } from '../../../../nodes/WorkforceOperations/operations/files/listFile.ts';

describe('Whether a file holds the whole list', () => {
	test.each([
		['was read to the end', { read: 3 }, { complete: true }],
		['ended below the limit', { read: 3, limit: 4 }, { complete: true }],
		['is empty', { read: 0, total: 0 }, { complete: true }],
		['reached its limit', { read: 4, limit: 4, total: 9 }, { complete: false, reason: 'limit', expected: 9 }],
		['reached its limit, uncounted', { read: 4, limit: 4 }, { complete: false, reason: 'limit' }],
		[
			'reached its limit at a count of that part',
			{ read: 4, limit: 4, total: 4 },
			{ complete: false, reason: 'limit' },
		],
		['is longer than its count', { read: 9, limit: 9, total: 4 }, { complete: false, reason: 'limit' }],
		[
			'may go on behind what is counted',
			{ read: 3, incomplete: { reason: 'undecided', read: 3, total: 3 } },
			{ complete: false, reason: 'undecided' },
		],
		[
			'is not whole at its limit, by its lines',
			{ read: 4, limit: 4, total: 4, told: { doubts: 1, reason: 'lines' } },
			{ complete: false, reason: 'lines', doubts: 1 },
		],
		['began behind another reading', { read: 3, isPart: true }, { complete: false, reason: 'limit' }],
		[
			'lacks what the service counts',
			{ read: 3, incomplete: { reason: 'total', read: 3, total: 5 } },
			{ complete: false, reason: 'total', expected: 5 },
		],
		[
			'ended nobody knows where',
			{ read: 3, limit: 9, total: 3, incomplete: { reason: 'undecided', read: 3 } },
			{ complete: false, reason: 'undecided' },
		],
		...(['moved', 'undecided', 'total'] as const).map(
			(reason) =>
				[
					`is ${reason}, and whose lines lack an amount`,
					{ read: 4, limit: 4, incomplete: { reason, read: 4 }, told: { doubts: 2, reason: 'lines' } },
					{ complete: false, reason, doubts: 2 },
				] as const,
		),
		[
			'lacks an amount, and reached its limit',
			{ read: 4, limit: 4, told: { doubts: 1, reason: 'lines' } },
			{ complete: false, reason: 'lines', doubts: 1 },
		],
		['has lines with a doubt alone', { read: 4, told: { doubts: 3 } }, { complete: true, doubts: 3 }],
		['has no line with a doubt', { read: 4, told: { doubts: 0 } }, { complete: true }],
	] as const)('of a list that %s', (_, ending, expected) => {
		expect(completeness({ isPart: false, ...ending })).toEqual(expected);
	});
});
