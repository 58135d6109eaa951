// Whether the dates of a list can be read at all.
import { expect, test } from '@jest/globals';
import { areUnreadable } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';

test.each<[unknown[], boolean | undefined]>([
	[[], undefined],
	[[null, '0001-01-01', undefined, ' '], undefined],
	[['Friday'], true],
	[['Friday', null], true],
	[['Friday', '2026-11-20T15:00:00Z'], false],
])('that no date of %j can be read: %s', (dates, expected) => {
	expect(areUnreadable(dates)).toBe(expected);
});
