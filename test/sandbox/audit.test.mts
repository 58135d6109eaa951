import { expect, test } from '@jest/globals';
import { ids, useClient, type Json } from './support.mts';

const client = useClient();

const list = (query = '') => client.get('loginaudit', `/external/loginaudit?${query}`);

test('events come newest first in numbered pages, until a short page', async () => {
	const first = await list();
	expect(first.rows).toHaveLength(50);
	expect(first.body.meta).toMatchObject({
		nextPageEndpoint: '/api/external/loginaudit?page=2&pageSize=50',
		prevPageEndpoint: null,
	});
	const seen: Json[] = [];
	for (let page = 1; ; page++) {
		const { rows, body } = await list(`page=${page}&pageSize=200`);
		seen.push(...rows);
		if (rows.length === 200) continue;
		expect((body.meta as Json).nextPageEndpoint).toBeNull();
		break;
	}
	expect(seen).toHaveLength(615);
	expect(new Set(ids(seen, 'id')).size).toBe(615);
	const times = seen.map((row) => String(row.occurredUtc));
	expect(times).toEqual([...times].sort().reverse());
	expect((await list('page=99')).rows).toEqual([]);
});

test('filters by user, type and time; the company of the query is ignored', async () => {
	const all = [...(await list('pageSize=500')).rows, ...(await list('pageSize=500&page=2')).rows];
	const failures = (await list('pageSize=500&eventType=2')).rows;
	expect(failures).toEqual(all.filter((row) => row.eventType === 2));
	expect(new Set(failures.map((row) => typeof row.failureReason))).toEqual(new Set(['string']));
	expect((await list('eventType=3')).rows).toEqual([]);
	expect((await list('pageSize=500&userId=7004')).rows).toEqual(all.filter((row) => row.userId === 7004));
	// The newest come first.
	const [from, to] = [all[40], all[20]].map((row) => String(row?.occurredUtc));
	expect((await list(`pageSize=500&from=${from}&to=${to}`)).rows).toEqual(all.slice(20, 41));
	expect(new Set(ids((await list('companyId=2')).rows, 'companyId'))).toEqual(new Set([1]));
});

test.each([
	['page=0', 'page'],
	['page=-1', 'page'],
	['pageSize=501', 'pageSize'],
	['pageSize=0', 'pageSize'],
	['eventType=4', 'eventType'],
	['from=today', 'from'],
	['userId=x', 'userId'],
])('%s is refused in its own shape, which names the field', async (query, field) => {
	const answer = await list(query);
	expect(answer).toMatchObject({ status: 400, body: { data: null } });
	expect(answer.body.errors).toEqual([{ code: 'validation_error', message: expect.stringContaining(field), field }]);
	expect((answer.body.meta as Json).traceId).toMatch(/^[0-9a-f-]{36}$/);
});

test('recent events of one user: as many as asked for, clamped', async () => {
	const recent = async (query: string) =>
		(await client.get('loginaudit', `/external/loginaudit/users/7004/recent${query}`)).rows;
	expect(await recent('')).toHaveLength(50);
	for (const [take, count] of [
		[3, 3],
		[0, 1],
		[-5, 1],
	] as const)
		expect(await recent(`?take=${take}`)).toHaveLength(count);
	const all = await recent('?take=9999');
	expect(all.length).toBeGreaterThan(100);
	expect(new Set(ids(all, 'userId'))).toEqual(new Set([7004]));
	expect((await client.get('loginaudit', '/external/loginaudit/users/1/recent')).body).toMatchObject({
		data: [],
		errors: null,
	});
});

test('an event can be added', async () => {
	const { id } = await client.admin<{ id: number }>('POST', '/loginaudit', {
		eventType: 2,
		userId: 7002,
		email: 'x@example.org',
		failureReason: 'Locked',
	});
	expect((await list('pageSize=1')).rows).toEqual([
		expect.objectContaining({
			id,
			userId: 7002,
			eventType: 2,
			emailAttempted: 'x@example.org',
			failureReason: 'Locked',
		}),
	]);
	expect(await client.adminFailure('POST', '/loginaudit', { eventType: 9 })).toMatchObject({ status: 400 });
});
