// What the engine for lists without dates remembers, exactly.
import { describe, expect, test } from '@jest/globals';
import { detectNew } from '../../../../nodes/WorkforceOperations/watch/copies/newRecords.ts';
import { finding } from '../finding.mts';

describe('lists without dates', () => {
	const one = finding('1', 5);

	test('the baseline takes all, those of the present and the others, and waits with nothing', () => {
		expect(detectNew(new Set(['0']), [one], ['9'], { start: 'new', most: 0 })).toEqual({
			findings: [],
			known: new Set(['0', '9', '1']),
			waiting: 0,
		});
	});

	test('one that comes twice is told once, as its later copy, and who does not fit is not known yet', () => {
		const present = [finding('3', 5), { ...one, reason: 'first copy' }, one, finding('2', 4)];
		const before = new Set(['0']);
		expect(detectNew(before, present, ['9'], { most: 2 })).toEqual({
			findings: [finding('2', 4), one],
			known: new Set(['0', '9', '2', '1']),
			waiting: 1,
		});
		expect(before).toEqual(new Set(['0']));
	});
});
