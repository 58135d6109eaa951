import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Endpoint, endpoints, type JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { collect, type Walk } from '../../../nodes/WorkforceOperations/transport/pages.ts';
import { type Answer, fakeConnection, type Sent } from './support.mts';

const rowsOf = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `row ${index + 1}` }));
const idsOf = (rows: JsonObject[]): unknown[] => rows.map(({ id }) => id);

const slim = endpoints['customer.getAll'];
const templates = endpoints['formTemplate.getAll'];
const audit = endpoints['loginAudit.getAll'];

/** A list with cursors as the document describes them: rows beyond the anchor, ascending within a page. */
function cursorService(rows: JsonObject[], serverMaximum = Infinity): (request: Sent) => Answer {
	return ({ query }) => {
		const size = Math.min(Number(query.limit ?? 20), serverMaximum);
		const anchor = query.referenceId === undefined ? undefined : Number(query.referenceId);
		const back = query.direction === 'prev';
		const beyond = rows.filter(({ id }) => anchor === undefined || (back ? Number(id) < anchor : Number(id) > anchor));
		const page = back ? beyond.slice(-size) : beyond.slice(0, size);
		const [first, last] = [page[0], page[page.length - 1]];
		const link = (direction: string, row: JsonObject | undefined, more: boolean): string | null => (row && more ? `direction=${direction}&referenceId=${String(row.id)}` : null);
		return {
			body: {
				status: { code: 0, errorMessage: '' },
				data: page,
				nextPageParameter: link('next', last, last !== rows[rows.length - 1]),
				prevPageParameter: link('prev', first, first !== rows[0]),
			},
		};
	};
}

/** The form templates: no cursor in the envelope. */
const lastRowService = (rows: JsonObject[], serverMaximum = Infinity) => ({ query }: Sent): Answer => {
	const anchor = Number(query.referenceId ?? 0);
	return { body: { status: { code: 0 }, data: rows.filter(({ id }) => Number(id) > anchor).slice(0, Math.min(Number(query.limit), serverMaximum)) } };
};

const eventsOf = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: count - index, occurredUtc: new Date(1_700_000_000_000 - index * 1000).toISOString() }));

/** Login audit: newest first, pages by number. */
const auditService = (events: JsonObject[], before?: (request: Sent, count: number) => void) => (request: Sent, count: number): Answer => {
	before?.(request, count);
	const { page, pageSize, to } = request.query;
	const known = events.filter(({ occurredUtc }) => to === undefined || String(occurredUtc) <= to);
	const [number, size] = [Number(page), Number(pageSize)];
	return { body: { data: known.slice((number - 1) * size, number * size), errors: null, meta: { traceId: 't' } } };
};

const sizes = fc.integer({ min: 1, max: 7 });
/** Lengths around the borders of pages. */
const around = (size: number): fc.Arbitrary<number> => fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(-1, 0, 1)).map(([pages, more]) => Math.max(0, pages * size + more));
const limits = fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined });
const list = sizes.chain((size) => fc.record({ size: fc.constant(size), count: around(size), limit: limits }));

describe('every list is read as far as wanted, nothing twice, nothing lost, never a page too many', () => {
	test('cursor, forwards', async () => {
		await fc.assert(
			fc.asyncProperty(list, async ({ size, count, limit }) => {
				const { connection, sent } = fakeConnection(cursorService(rowsOf(count)));
				const { records } = await collect(connection, { endpoint: slim }, { pageSize: size, limit });
				const wanted = Math.min(count, limit ?? Infinity);
				expect(idsOf(records)).toEqual(idsOf(rowsOf(count)).slice(0, wanted));
				expect(sent).toHaveLength(Math.max(1, Math.ceil(wanted / Math.min(size, limit ?? size))));
			}),
		);
	});

	test('cursor, backwards', async () => {
		await fc.assert(
			fc.asyncProperty(list, async ({ size, count, limit }) => {
				const { connection, sent } = fakeConnection(cursorService(rowsOf(count)));
				const { records } = await collect(connection, { endpoint: slim }, { pageSize: size, limit, direction: 'prev' });
				const wanted = Math.min(count, limit ?? Infinity);
				expect(idsOf(records).sort((a, b) => Number(a) - Number(b))).toEqual(idsOf(rowsOf(count)).slice(count - wanted));
				expect(sent).toHaveLength(Math.max(1, Math.ceil(wanted / Math.min(size, limit ?? size))));
			}),
		);
	});

	test('form templates, until an empty page', async () => {
		await fc.assert(
			fc.asyncProperty(list, async ({ size, count, limit }) => {
				const { connection, sent } = fakeConnection(lastRowService(rowsOf(count)));
				const { records } = await collect(connection, { endpoint: templates }, { pageSize: size, limit });
				const wanted = Math.min(count, limit ?? Infinity);
				expect(idsOf(records)).toEqual(idsOf(rowsOf(count)).slice(0, wanted));
				const full = Math.ceil(wanted / Math.min(size, limit ?? size));
				expect(sent).toHaveLength(limit !== undefined && wanted === limit ? full : full + 1);
			}),
		);
	});

	test('login audit, also with events that arrive in the middle', async () => {
		await fc.assert(
			fc.asyncProperty(list, fc.integer({ min: 0, max: 3 }), async ({ size, count, limit }, arriving) => {
				const events = eventsOf(count);
				const expected = idsOf(events).slice(0, limit);
				const service = auditService(events, (_, request) => {
					if (request === 1) return;
					for (let index = 0; index < arriving; index++) events.unshift({ id: 1000 + request * 10 + index, occurredUtc: '2030-01-01T00:00:00.000Z' });
				});
				const { connection, sent } = fakeConnection(service);
				const { records } = await collect(connection, { endpoint: audit }, { pageSize: size, limit });
				expect(idsOf(records)).toEqual(expected);
				const rows = Math.min(size, limit ?? size);
				const ends = Math.floor(count / rows) + 1;
				expect(sent).toHaveLength(limit === undefined ? ends : Math.min(ends, Math.ceil(limit / rows)));
			}),
		);
	});

	test('a service that serves smaller pages than it was asked for', async () => {
		for (const [endpoint, service] of [[slim, cursorService], [templates, lastRowService]] as const) {
			const { connection } = fakeConnection(service(rowsOf(53), 10));
			const { records } = await collect(connection, { endpoint }, { pageSize: 500 });
			expect(idsOf(records)).toEqual(idsOf(rowsOf(53)));
		}
	});
});

describe('what is reported continues exactly behind the last returned record', () => {
	const parts = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 9 }), pageSize: fc.integer({ min: 1, max: 6 }) }), { minLength: 1, maxLength: 6 });

	async function bitByBit(endpoint: Endpoint, service: (request: Sent, count: number) => Answer, walks: Walk[]): Promise<{ ids: unknown[]; ended: boolean }> {
		const { connection } = fakeConnection(service);
		const ids: unknown[] = [];
		let startCursor: string | undefined;
		for (const walk of walks) {
			const { records, last } = await collect(connection, { endpoint }, { ...walk, startCursor });
			expect(records.length).toBeLessThanOrEqual(walk.limit ?? Infinity);
			ids.push(...idsOf(records));
			startCursor = walk.direction === 'prev' ? last?.previous : last?.next;
			if (startCursor === undefined) return { ids, ended: true };
		}
		return { ids, ended: false };
	}

	test.each([
		['cursor', slim, (count: number) => cursorService(rowsOf(count)), (count: number) => idsOf(rowsOf(count))],
		['form templates', templates, (count: number) => lastRowService(rowsOf(count)), (count: number) => idsOf(rowsOf(count))],
		['login audit', audit, (count: number) => auditService(eventsOf(count)), (count: number) => idsOf(eventsOf(count))],
	] as const)('%s, with other limits and page sizes each time', async (_, endpoint, serviceOf, expectedOf) => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 30 }), parts, async (count, walks) => {
				const { ids, ended } = await bitByBit(endpoint, serviceOf(count), walks);
				const wanted = walks.reduce((sum, { limit }) => sum + limit, 0);
				expect(ids).toEqual(expectedOf(count).slice(0, wanted));
				if (ended) expect(ids).toHaveLength(count);
			}),
		);
	});

	test('backwards from the middle, and forwards again', async () => {
		const { connection } = fakeConnection(cursorService(rowsOf(30)));
		const forwards = await collect(connection, { endpoint: slim }, { limit: 20, pageSize: 6 });
		const onwards = await collect(connection, { endpoint: slim }, { limit: 6, pageSize: 4, startCursor: forwards.last?.next });
		expect(idsOf(onwards.records)).toEqual([21, 22, 23, 24, 25, 26]);
		const back = await collect(connection, { endpoint: slim }, { limit: 5, pageSize: 2, startCursor: onwards.last?.previous, direction: 'prev' });
		expect(idsOf(back.records).sort()).toEqual([16, 17, 18, 19, 20]);
		const again = await collect(connection, { endpoint: slim }, { limit: 2, startCursor: back.last?.next });
		expect(idsOf(again.records)).toEqual([21, 22]);
	});

	test('no cursor at all where the service sent more rows than were asked for', async () => {
		const service = cursorService(rowsOf(30));
		const { connection } = fakeConnection((request) => service({ ...request, query: { ...request.query, limit: '20' } }));
		const { records, last } = await collect(connection, { endpoint: slim }, { limit: 5 });
		expect(idsOf(records)).toEqual([1, 2, 3, 4, 5]);
		expect(last?.next).toBeUndefined();
		expect(last?.records).toHaveLength(5);
	});

	test('form templates go on behind the last returned row also then', async () => {
		const service = lastRowService(rowsOf(30));
		const { connection } = fakeConnection((request) => service({ ...request, query: { ...request.query, limit: '20' } }));
		const { last } = await collect(connection, { endpoint: templates }, { limit: 5 });
		const onwards = await collect(connection, { endpoint: templates }, { limit: 2, startCursor: last?.next });
		expect(idsOf(onwards.records)).toEqual([6, 7]);
	});

	test('a cursor as the service writes it is taken as well', async () => {
		const { connection, sent } = fakeConnection(cursorService(rowsOf(9)));
		for (const startCursor of ['?direction=next&referenceId=7', 'https://service.test/api/x?direction=next&referenceId=7', '{"ReferenceId":7}', '7']) {
			expect(idsOf((await collect(connection, { endpoint: slim }, { startCursor })).records)).toEqual([8, 9]);
		}
		expect(sent).toHaveLength(4);
	});
});

describe('services that go round in circles', () => {
	const message = 'The service sends the same page again and again';
	const repeating = (): Answer => ({ body: { data: rowsOf(3), nextPageParameter: 'direction=next&referenceId=3' } });

	test('a cursor that comes back ends with an error that says how much had been read', async () => {
		const { connection, sent } = fakeConnection(repeating);
		await expect(collect(connection, { endpoint: slim, itemIndex: 4 })).rejects.toMatchObject({ message, description: expect.stringContaining('6 records had been read'), context: { itemIndex: 4 } });
		expect(sent).toHaveLength(2);
	});

	test('also when it is the one that the walk began with', async () => {
		const { connection, sent } = fakeConnection(repeating);
		await expect(collect(connection, { endpoint: slim }, { startCursor: 'direction=next&referenceId=3' })).rejects.toMatchObject({ message });
		expect(sent).toHaveLength(1);
	});

	test('but not when the limit is reached before', async () => {
		const { connection } = fakeConnection(repeating);
		expect((await collect(connection, { endpoint: slim }, { limit: 6 })).records).toHaveLength(6);
	});

	test('form templates of a service that ignores the cursor end without repeating a row', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: rowsOf(7) } }));
		expect(idsOf((await collect(connection, { endpoint: templates }, { pageSize: 7 })).records)).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(sent).toHaveLength(2);
	});

	test('login audit of a service that ignores the page number is an error', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: eventsOf(5), errors: null } }));
		await expect(collect(connection, { endpoint: audit }, { pageSize: 5 })).rejects.toMatchObject({ message, description: expect.stringContaining('5 records') });
		expect(sent).toHaveLength(2);
	});
});

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
		await expect(collect(connection, { endpoint: templates }, { pageSize: 2 })).rejects.toMatchObject({ message: 'The list can’t be read to its end' });
	});

	test('a name goes into the templates’ cursor only where the list began by name', async () => {
		const { connection, sent } = fakeConnection(lastRowService(rowsOf(3)));
		await collect(connection, { endpoint: templates }, { pageSize: 2 });
		expect(sent[1]?.query).toEqual({ limit: '2', direction: 'next', referenceId: '2' });
		await collect(connection, { endpoint: templates, additionalQuery: { referenceName: 'a' } }, { pageSize: 2 });
		expect(sent.at(-1)?.query).toMatchObject({ referenceId: '3', referenceName: 'row 3' });
	});

	test('licences: no paging parameters, a cursor followed if one comes', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({ body: { data: rowsOf(2), nextPageParameter: count === 1 ? 'direction=next&referenceId=2' : '' } }));
		const { records, pages } = await collect(connection, { endpoint: endpoints['securityLicence.getAll'], path: { id: 7 } });
		expect([records.length, pages]).toEqual([4, 2]);
		expect(sent.map(({ query }) => query)).toEqual([{}, { direction: 'next', referenceId: '2' }]);
	});

	test('lists that have one page are cut at the limit', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: rowsOf(9) } }));
		expect((await collect(connection, { endpoint: endpoints['webhookSubscription.getAll'], path: { subscriberId: 1 } }, { limit: 4 })).records).toHaveLength(4);
		expect(sent).toHaveLength(1);
	});

	test('live operations: the serialised cursor becomes both parameters, the window stays', async () => {
		const cursor = JSON.stringify({ ReferenceId: 12, ReferenceDateTime: '2026-07-01T08:00:00+10:00' });
		const { connection, sent } = fakeConnection((_, count) => ({ body: { isSuccess: true, data: rowsOf(2), nextPageParameter: count === 1 ? cursor : null } }));
		const query = { startDate: 'a', endDate: 'b' };
		await collect(connection, { endpoint: endpoints['liveOperation.getAll'], query });
		expect(sent[1]?.query).toEqual({ ...query, limit: '100', direction: 'next', referenceId: '12', referenceDateTime: '2026-07-01T08:00:00+10:00' });
	});

	test('login audit: page and page size that a user adds become part of the count', async () => {
		const { connection, sent } = fakeConnection(auditService(eventsOf(23)));
		const { records } = await collect(connection, { endpoint: audit, additionalQuery: { pageSize: '5', page: '2', userId: 4 } });
		expect(records).toHaveLength(18);
		expect(sent.map(({ query }) => [query.page, query.pageSize, query.userId])).toEqual([['2', '5', '4'], ['3', '5', '4'], ['4', '5', '4'], ['5', '5', '4']]);
	});

	test('login audit: pinned to the first event, and a bound of the user stays', async () => {
		const { connection, sent } = fakeConnection(auditService(eventsOf(7)));
		await collect(connection, { endpoint: audit }, { pageSize: 3 });
		expect(sent.map(({ query }) => query.to)).toEqual([undefined, eventsOf(7)[0]?.occurredUtc, eventsOf(7)[0]?.occurredUtc]);
		await collect(connection, { endpoint: audit, query: { to: '2023-11-14T22:13:19.000Z' } }, { pageSize: 3 });
		expect(new Set(sent.slice(3).map(({ query }) => query.to))).toEqual(new Set(['2023-11-14T22:13:19.000Z']));
	});

	test('login audit: a service with smaller pages is followed while it names a next page', async () => {
		const events = eventsOf(23);
		const { connection } = fakeConnection(({ query }) => {
			const [page, size] = [Number(query.page), Math.min(10, Number(query.pageSize))];
			const data = events.slice((page - 1) * size, page * size);
			return { body: { data, meta: { nextPageEndpoint: page * size < events.length ? `/api/external/loginaudit?page=${page + 1}&pageSize=${size}` : null } } };
		});
		expect(idsOf((await collect(connection, { endpoint: audit })).records)).toEqual(idsOf(events));
	});

	test('an empty page with a cursor is not the end', async () => {
		const { connection } = fakeConnection((_, count) => ({ body: { data: count === 1 ? [] : rowsOf(2), nextPageParameter: count === 1 ? 'referenceId=9' : null } }));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(2);
	});

	test('a hundred thousand records don’t overflow anything', async () => {
		const { connection } = fakeConnection(() => ({ body: { data: rowsOf(100_000) } }));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(100_000);
	});
});
