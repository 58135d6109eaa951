// Whether somebody is still new right before they are created: how long a search counts, and what makes it count no more.
import { afterEach, expect, jest, test } from '@jest/globals';
import { StaffLists } from '../../../../nodes/WorkforceOperations/resources/staff/directory.ts';
import { creationNames, keyWords, proveNew } from '../../../../nodes/WorkforceOperations/resources/staff/prove.ts';
import type { StaffRow } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { withCreationLock } from '../../../../nodes/WorkforceOperations/transport/creationLock.ts';
import { data, fakeService } from '../fakeService.mts';

afterEach(() => void jest.restoreAllMocks());

test.each<[string, StaffRow['searched'], number]>([
	['never', undefined, 1],
	['just now', { at: 100_000, turnsOfOthers: 0 }, 0],
	['less than half a minute ago', { at: 70_001, turnsOfOthers: 0 }, 0],
	['half a minute ago', { at: 70_000, turnsOfOthers: 0 }, 1],
	['before another run had its turn', { at: 100_000, turnsOfOthers: -1 }, 1],
])('a row that was searched %s is searched for again or not', async (_, searched, times) => {
	jest.spyOn(clock, 'now').mockReturnValue(100_000);
	const service = fakeService(() => data(null));
	const row: StaffRow = { item: service.item(), body: { email: 'a@x.au' }, step: { action: 'create' }, searched };
	await withCreationLock(row.item.connection, async (lock) => await proveNew(row, 'email', new StaffLists(), lock));
	expect(service.asked).toHaveLength(times);
	expect([row.step, row.searched]).toEqual([
		{ action: 'create' },
		times === 0 ? searched : { at: 100_000, turnsOfOthers: 0 },
	]);
});

test.each([
	[{ email: 'A@x.au' }, ['email a@x.au']],
	[{ email: 'a@x.au', employeeId: ' 0 042' }, ['email a@x.au', 'number 42']],
	[{ email: 'a@x.au', employeeId: ' ' }, ['email a@x.au']],
])('who is created as %j is noted under %j', (body, names) => {
	expect(creationNames(body)).toEqual(names);
});

test.each([
	['email', 'a@x.au', 'the e-mail address “a@x.au”'],
	['employeeId', 7, 'the employee number “7”'],
	['id', 7, 'the ID “7”'],
] as const)('what people are matched by, %s, is called %s: %s', (by, key, words) => {
	expect(keyWords(by, key)).toBe(words);
});
