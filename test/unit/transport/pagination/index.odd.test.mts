import { describe, expect, test } from '@jest/globals';
import { endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { audit, auditService, eventsOf, idsOf, lastRowService, rowsOf, slim, templates } from '../services.mts';
import { type Answer, fakeConnection, type Sent } from '../support.mts';

describe('odd lists', () => {
	test('templates under another id field are found by its shape', async () => {
		const rows = rowsOf(5).map(({ id }) => ({ name: 'x', templateRef: { a: 1 }, incidentTemplateId: id, id: null }));
		const service = lastRowService(rows.map((row) => ({ ...row, id: row.incidentTemplateId })));
		const { connection } = fakeConnection((request) => {
			const { data } = service(request).body as { data: JsonObject[] };
			return { body: { data: data.map((row) => ({ ...row, id: null })) } };
		});
		expect((await collect(connection, { endpoint: templates }, { pageSize: 2 })).records).toHaveLength(5);
	});

	test('templates without any id: a page that is not full is the end, a full one is an error', async () => {
		const { connection } = fakeConnection(() => ({ body: { data: [{ name: 'a' }, { name: 'b' }] } }));
		expect((await collect(connection, { endpoint: templates }, { pageSize: 3 })).records).toHaveLength(2);
		expect((await collect(connection, { endpoint: templates }, { limit: 2 })).records).toHaveLength(2);
		await expect(collect(connection, { endpoint: templates }, { pageSize: 2 })).rejects.toMatchObject({
			message: 'The list can’t be read to its end',
		});
	});

	test('a name goes into the templates’ cursor only where the list began by name', async () => {
		const { connection, sent } = fakeConnection(lastRowService(rowsOf(3)));
		await collect(connection, { endpoint: templates }, { pageSize: 2 });
		expect(sent[1]?.query).toEqual({ limit: '2', direction: 'next', referenceId: '2' });
		await collect(connection, { endpoint: templates, additionalQuery: { referenceName: 'a' } }, { pageSize: 2 });
		expect(sent.at(-1)?.query).toMatchObject({ referenceId: '3', referenceName: 'row 3' });
	});

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

	test('login audit: a service with smaller pages is followed while it names a next page', async () => {
		const events = eventsOf(23);
		const { connection } = fakeConnection(({ query }) => {
			const [page, size] = [Number(query.page), Math.min(10, Number(query.pageSize))];
			const data = events.slice((page - 1) * size, page * size);
			return {
				body: {
					data,
					meta: {
						nextPageEndpoint:
							page * size < events.length ? `/api/external/loginaudit?page=${page + 1}&pageSize=${size}` : null,
					},
				},
			};
		});
		expect(idsOf((await collect(connection, { endpoint: audit })).records)).toEqual(idsOf(events));
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

	test('an empty page with a cursor is not the end', async () => {
		const { connection } = fakeConnection((_, count) => ({
			body: { data: count === 1 ? [] : rowsOf(2), nextPageParameter: count === 1 ? 'referenceId=9' : null },
		}));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(2);
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

describe('ever new cursors that bring nothing new', () => {
	test('the same records again are the end behind a short page', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({
			body: { data: rowsOf(3), nextPageParameter: `direction=next&referenceId=${count + 10}` },
		}));
		expect(idsOf((await collect(connection, { endpoint: slim })).records)).toEqual([1, 2, 3]);
		expect(sent).toHaveLength(2);
	});

	test('pages without a record end one day', async () => {
		const { connection, sent } = fakeConnection((_, count) => {
			if (count > 1000) throw new Error('never ends');
			return { body: { data: [], nextPageParameter: `direction=next&referenceId=${count}` } };
		});
		await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
			message: 'The service sends one empty page after another',
		});
		expect(sent.length).toBeLessThan(100);
	});

	test('rows that hold no id may be alike by chance', async () => {
		const { connection } = fakeConnection((_, count) => ({
			body: { data: [{ name: 'x' }, { name: 'x' }], nextPageParameter: count < 3 ? `referenceName=${count}` : null },
		}));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(6);
	});
});

describe('login audit', () => {
	/** Pages of 120 rows, whatever was asked for. */
	const large =
		(count: number) =>
		({ query }: Sent): Answer => ({
			body: { data: eventsOf(count).slice((Number(query.page) - 1) * 120, Number(query.page) * 120), errors: null },
		});

	test.each([{ pageSize: 50 }, { pageSize: 50, limit: 300 }, { pageSize: 50, startCursor: 'offset=110' }])(
		'pages that are larger than asked for lose nothing (%j)',
		async (walk) => {
			const { connection } = fakeConnection(large(500));
			const { records } = await collect(connection, { endpoint: audit }, walk);
			const from = walk.startCursor === undefined ? 0 : 110;
			expect(idsOf(records)).toEqual(idsOf(eventsOf(500)).slice(from, from + (walk.limit ?? 500)));
		},
	);

	test('pages that become larger on the way lose and double nothing', async () => {
		const events = eventsOf(400);
		const { connection } = fakeConnection(({ query }, count) => {
			const size = count < 3 ? 50 : 80;
			return { body: { data: events.slice((Number(query.page) - 1) * size, Number(query.page) * size), errors: null } };
		});
		const { records } = await collect(connection, { endpoint: audit }, { pageSize: 50 });
		expect(idsOf(records)).toEqual(idsOf(events));
	});
});

describe('form templates', () => {
	test('rows without an id are kept, on every page', async () => {
		const rows = Array.from({ length: 20 }, (_, index) =>
			index % 3 === 2 ? { formName: `form ${index}` } : { formTemplateId: index + 1, formName: `form ${index}` },
		);
		const { connection } = fakeConnection(({ query }) => {
			const anchor = rows.findIndex(({ formTemplateId }) => formTemplateId === Number(query.referenceId ?? -1));
			return { body: { status: { code: 0 }, data: rows.slice(anchor + 1, anchor + 1 + Number(query.limit)) } };
		});
		const { records } = await collect(connection, { endpoint: templates }, { pageSize: 6 });
		expect(records).toEqual(rows);
	});
});
