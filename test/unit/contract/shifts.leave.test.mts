// Which entries are leave.
import { expect, test } from '@jest/globals';
import { isLeave, type JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';

test.each<[JsonObject, string[], boolean]>([
	[{ entryType: 'Leave' }, [], true],
	[{ entryType: ' annual leave ' }, [], true],
	[{ entryType: 'Leave (unpaid)' }, [], true],
	[{ entryType: 'Cleaver' }, [], false],
	[{ entryType: 'Work', entryTypeID: 2 }, [], false],
	[{ entryType: 'Work', entryTypeID: 2 }, ['2'], true],
	[{ entryType: 'Urlaub' }, ['Urlaub'], true],
	[{ entryType: null, entryTypeID: null }, ['2'], false],
	[{}, [], false],
])('%j with %j named: %p', (record, named, expected) => {
	expect(isLeave(record, named)).toBe(expected);
});
