import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { audit, auditService, eventsOf, idsOf, rowsOf, slim } from '../services.mts';
import { type Answer, fakeConnection, type Sent } from '../support.mts';

describe('odd lists', () => {
	test('licences: no paging parameters, a cursor followed if one comes', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({
			body: {
				data: rowsOf(4).slice((count - 1) * 2, count * 2),
				nextPageParameter: count === 1 ? 'direction=next&referenceId=2' : '',
			},
		}));
		const { records, pages } = await collect(connection, {
			endpoint: endpoints['securityLicence.getAll'],
			path: { id: 7 },
		});
		expect([records.length, pages]).toEqual([4, 2]);
		expect(sent.map(({ query }) => query)).toEqual([{}, { direction: 'next', referenceId: '2' }]);
	});

	test('lists that have one page are cut at the limit', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: rowsOf(9) } }));
		expect(
			(
				await collect(
					connection,
					{ endpoint: endpoints['webhookSubscription.getAll'], path: { subscriberId: 1 } },
					{ limit: 4 },
				)
			).records,
		).toHaveLength(4);
		expect(sent).toHaveLength(1);
	});

	test('live operations: the serialised cursor becomes both parameters, the window stays', async () => {
		const cursor = JSON.stringify({ ReferenceId: 12, ReferenceDateTime: '2026-07-01T08:00:00+10:00' });
		const { connection, sent } = fakeConnection((_, count) => ({
			body: {
				isSuccess: true,
				data: rowsOf(4).slice((count - 1) * 2, count * 2),
				nextPageParameter: count === 1 ? cursor : null,
			},
		}));
		const query = { startDate: 'a', endDate: 'b' };
		await collect(connection, { endpoint: endpoints['liveOperation.getAll'], query });
		expect(sent[1]?.query).toEqual({
			...query,
			limit: '500',
			direction: 'next',
			referenceId: '12',
			referenceDateTime: '2026-07-01T08:00:00+10:00',
		});
	});

	test('login audit: page and page size that a user adds become part of the count', async () => {
		const { connection, sent } = fakeConnection(auditService(eventsOf(23)));
		const { records } = await collect(connection, {
			endpoint: audit,
			additionalQuery: { pageSize: '5', page: '2', userId: 4 },
		});
		expect(records).toHaveLength(18);
		expect(sent.map(({ query }) => [query.page, query.pageSize, query.userId])).toEqual([
			['2', '5', '4'],
			['3', '5', '4'],
			['4', '5', '4'],
			['5', '5', '4'],
		]);
	});

	test('login audit: pinned to the first event, and a bound of the user stays', async () => {
		const { connection, sent } = fakeConnection(auditService(eventsOf(7)));
		await collect(connection, { endpoint: audit }, { pageSize: 3 });
		expect(sent.map(({ query }) => query.to)).toEqual([
			undefined,
			eventsOf(7)[0]?.occurredUtc,
			eventsOf(7)[0]?.occurredUtc,
		]);
		const between = '2023-11-14T22:13:19.500Z';
		await collect(connection, { endpoint: audit, query: { to: between } }, { pageSize: 3 });
		expect(new Set(sent.slice(3).map(({ query }) => query.to))).toEqual(new Set([between]));
	});

	test.each([[''], [null]])(
		'an answer with nothing in it (%j) is not an empty list: a later page that is lost would end it silently',
		async (body) => {
			const { connection } = fakeConnection((_, count) => ({
				body: count === 1 ? { data: rowsOf(2), nextPageParameter: 'referenceId=9' } : body,
			}));
			await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
				message: 'https://service.test answered without any data',
				description: expect.stringContaining('2 records had been read before.'),
			});
		},
	);

	test('204 is the service saying that there is nothing', async () => {
		const { connection } = fakeConnection(() => ({ status: 204, body: '' }));
		expect((await collect(connection, { endpoint: slim })).records).toEqual([]);
	});

	test('a hundred thousand records don’t overflow anything', async () => {
		const { connection } = fakeConnection(() => ({ body: { data: rowsOf(100_000) } }));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(100_000);
	});

	test('a start cursor in a form that can’t be read is not the beginning of the list', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: rowsOf(3) } }));
		await expect(collect(connection, { endpoint: slim }, { startCursor: '{broken' })).rejects.toMatchObject({
			message: 'The start cursor can’t be read',
		});
		expect(sent).toHaveLength(0);
	});
});

describe('rows without an ID', () => {
	test('pass as they are', async () => {
		const { connection } = fakeConnection((_, count) => ({
			body: { data: [{ name: 'x' }, { name: 'x' }], nextPageParameter: count < 3 ? `referenceName=${count}` : null },
		}));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(6);
	});

	test('end in words after a thousand pages, because nobody can tell whether they are new', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({
			body: { data: [{ name: 'x' }], nextPageParameter: `direction=next&referenceName=${count}` },
		}));
		await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
			message: 'The service sends one page after another, and no row has an ID',
			description: expect.stringMatching(/^After 1000 pages .* 1,?000 records had been read/),
		});
		expect(sent).toHaveLength(1000);
	});
});

describe('login audit', () => {
	/** Pages of 120 rows, whatever was asked for. */
	const large =
		(count: number) =>
		({ query }: Sent): Answer => ({
			body: { data: eventsOf(count).slice((Number(query.page) - 1) * 120, Number(query.page) * 120), errors: null },
		});

	test.each([{ pageSize: 50 }, { pageSize: 50, limit: 300 }])(
		'pages that are larger than asked for lose nothing (%j)',
		async (walk) => {
			const { connection } = fakeConnection(large(500));
			const { records } = await collect(connection, { endpoint: audit }, walk);
			expect(idsOf(records)).toEqual(idsOf(eventsOf(500)).slice(0, walk.limit ?? 500));
		},
	);
});
