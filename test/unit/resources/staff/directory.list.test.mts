// How far the staff list has been read, and how many pages it has still at least: by that it is read on, or people are searched for.
import { expect, test } from '@jest/globals';
import { StaffList } from '../../../../nodes/WorkforceOperations/resources/staff/directory.ts';
import { data, fakeService, refusal } from '../fakeService.mts';

test('the active come first, and the pages still to come are counted as far as the pages tell', async () => {
	const service = fakeService((_, count) =>
		data([{ id: count }], count === 1 ? 'direction=next&referenceId=1' : undefined),
	);
	const list = new StaffList(service.item());
	const seen: unknown[] = [[list.read, list.left, list.isWhole]];
	while (await list.readOn()) seen.push([list.read, list.left, list.isWhole]);
	expect([...seen, list.isWhole]).toEqual([[0, 2, false], [1, 2, false], [2, 1, false], [3, 0, false], true]);
	expect(service.asked.map(({ query }) => query.isActive)).toEqual(['true', 'true', 'false']);
});

test.each([
	['of both readings together', 3, true],
	['above both readings together', 4, false],
])('a total %s leaves the list whole or not', async (_, totalRecordCount, isWhole) => {
	const service = fakeService(({ query }) => {
		const rows = query.referenceId ? [] : query.isActive === 'true' ? [{ id: 1 }, { id: 2 }] : [{ id: 2 }, { id: 3 }];
		return { body: { status: { code: 0 }, data: rows, nextPageParameter: null, totalRecordCount } };
	});
	const list = new StaffList(service.item());
	await list.readToEnd();
	expect([list.isWhole, list.directory.incomplete?.total]).toEqual([isWhole, isWhole ? undefined : totalRecordCount]);
	expect(list.left).toBe(0);
});

test('a list without anybody that counts one is not whole', async () => {
	const service = fakeService(() => ({
		body: { status: { code: 0 }, data: [], nextPageParameter: null, totalRecordCount: 1 },
	}));
	const list = new StaffList(service.item());
	await list.readToEnd();
	expect([list.isWhole, list.directory.incomplete?.total]).toEqual([false, 1]);
});

test('a list that could not be read once can’t be read, and is never taken for a whole one', async () => {
	const service = fakeService(() => refusal('Closed'));
	const list = new StaffList(service.item());
	await expect(list.readToEnd()).rejects.toThrow('Closed');
	const asked = service.asked.length;
	await expect(list.readToEnd()).rejects.toThrow('Closed');
	expect([list.isWhole, service.asked.length]).toEqual([false, asked]);
});
