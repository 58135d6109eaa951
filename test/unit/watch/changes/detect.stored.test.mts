// Which parts of a stored look at changed records can be read, and which records are kept in it.
import { expect, test } from '@jest/globals';
import { changesForm, withinWindow } from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';

const walk = { upper: 5, begun: 7, records: 0 };

test.each<[string, unknown, boolean]>([
	['told', { 3: ['7'] }, true],
	['walk', walk, true],
	['walk', { ...walk, upper: '5' }, false],
	['walk', { ...walk, begun: null }, false],
	['walk', { ...walk, records: undefined }, false],
	['slice', 3_600_000, true],
	['slice', '3600000', false],
	['narrowed', true, true],
	['narrowed', 'true', false],
	['back', 0, true],
	['back', null, false],
])('“%s” of %j: %j', (part, stored, isRead) => {
	expect(changesForm[part]?.reads(stored)).toBe(isRead);
});

test.each([
	[5, 1],
	[5.9, 1],
	[6, 0],
])('of hour 5, of a window that begins at %d, are kept: %d', (begin, count) => {
	expect(withinWindow(new Map([['7', { change: 'submit', hour: 5 }]]), begin * 3_600_000).size).toBe(count);
});
