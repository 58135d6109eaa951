import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Endpoint } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect, type PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import {
	audit,
	auditService,
	cursorService,
	eventsOf,
	idsOf,
	lastRowService,
	rowsOf,
	slim,
	templates,
} from '../services.mts';
import { type Answer, fakeConnection, type Sent } from '../support.mts';

const sizes = fc.integer({ min: 1, max: 7 });
/** Lengths around the borders of pages. */
const around = (size: number): fc.Arbitrary<number> =>
	fc
		.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(-1, 0, 1))
		.map(([pages, more]) => Math.max(0, pages * size + more));
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
				expect(idsOf(records).sort((a, b) => Number(a) - Number(b))).toEqual(
					idsOf(rowsOf(count)).slice(count - wanted),
				);
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
					for (let index = 0; index < arriving; index++)
						events.unshift({ id: 1000 + request * 10 + index, occurredUtc: '2030-01-01T00:00:00.000Z' });
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
		for (const [endpoint, service] of [
			[slim, cursorService],
			[templates, lastRowService],
		] as const) {
			const { connection } = fakeConnection(service(rowsOf(53), 10));
			const { records } = await collect(connection, { endpoint }, { pageSize: 500 });
			expect(idsOf(records)).toEqual(idsOf(rowsOf(53)));
		}
	});
});

describe('what is reported continues exactly behind the last returned record', () => {
	const parts = fc.array(
		fc.record({ limit: fc.integer({ min: 1, max: 9 }), pageSize: fc.integer({ min: 1, max: 6 }) }),
		{ minLength: 1, maxLength: 6 },
	);

	async function bitByBit(
		endpoint: Endpoint,
		service: (request: Sent, count: number) => Answer,
		walks: PageWalk[],
	): Promise<{ ids: unknown[]; ended: boolean }> {
		const { connection } = fakeConnection(service);
		const ids: unknown[] = [];
		let startCursor: PageWalk['startCursor'];
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
		[
			'form templates',
			templates,
			(count: number) => lastRowService(rowsOf(count)),
			(count: number) => idsOf(rowsOf(count)),
		],
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
		const onwards = await collect(
			connection,
			{ endpoint: slim },
			{ limit: 6, pageSize: 4, startCursor: forwards.last?.next },
		);
		expect(idsOf(onwards.records)).toEqual([21, 22, 23, 24, 25, 26]);
		const back = await collect(
			connection,
			{ endpoint: slim },
			{ limit: 5, pageSize: 2, startCursor: onwards.last?.previous, direction: 'prev' },
		);
		expect(idsOf(back.records).sort()).toEqual([16, 17, 18, 19, 20]);
		const again = await collect(connection, { endpoint: slim }, { limit: 2, startCursor: back.last?.next });
		expect(idsOf(again.records)).toEqual([21, 22]);
	});

	test('no cursor at all where the service sent more rows than were asked for', async () => {
		const service = cursorService(rowsOf(30));
		const { connection } = fakeConnection((request) =>
			service({ ...request, query: { ...request.query, limit: '20' } }),
		);
		const { records, last } = await collect(connection, { endpoint: slim }, { limit: 5 });
		expect(idsOf(records)).toEqual([1, 2, 3, 4, 5]);
		expect(last?.next).toBeUndefined();
		expect(last?.records).toHaveLength(5);
	});

	test('form templates go on behind the last returned row also then', async () => {
		const service = lastRowService(rowsOf(30));
		const { connection } = fakeConnection((request) =>
			service({ ...request, query: { ...request.query, limit: '20' } }),
		);
		const { last } = await collect(connection, { endpoint: templates }, { limit: 5 });
		const onwards = await collect(connection, { endpoint: templates }, { limit: 2, startCursor: last?.next });
		expect(idsOf(onwards.records)).toEqual([6, 7]);
	});

	test('a cursor as the service writes it is taken as well', async () => {
		const { connection, sent } = fakeConnection(cursorService(rowsOf(9)));
		for (const startCursor of [
			'?direction=next&referenceId=7',
			'https://service.test/api/x?direction=next&referenceId=7',
			'{"ReferenceId":7}',
			'7',
		]) {
			expect(idsOf((await collect(connection, { endpoint: slim }, { startCursor })).records)).toEqual([8, 9]);
		}
		expect(sent).toHaveLength(4);
	});
});

describe('services that go round in circles', () => {
	const message = 'The service sends the same page again and again';
	/** Pages of three rows, of which each names the first cursor again; what is asked for otherwise is the first page. */
	const repeating = ({ query }: Sent): Answer => ({
		body: {
			data: rowsOf(6).slice(...(query.referenceId === '3' ? [3] : [0, 3])),
			nextPageParameter: 'direction=next&referenceId=3',
		},
	});

	test('full pages that bring the same records for ever are an error that says how much had been read', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({
			body: { data: rowsOf(3), nextPageParameter: `direction=next&referenceId=${count + 10}` },
		}));
		await expect(collect(connection, { endpoint: slim, itemIndex: 4 }, { pageSize: 3 })).rejects.toMatchObject({
			message,
			description: expect.stringContaining('3 records had been read'),
			context: { itemIndex: 4 },
		});
		// The second page, and the question whether there is another way on.
		expect(sent).toHaveLength(3);
	});

	test('a cursor that comes back is the end where the page that names it is short', async () => {
		const { connection, sent } = fakeConnection(repeating);
		const startCursor = 'direction=next&referenceId=3';
		expect(idsOf((await collect(connection, { endpoint: slim }, { startCursor })).records)).toEqual([4, 5, 6]);
		expect(sent).toHaveLength(1);
	});

	test('a cursor that comes back is no matter when the limit is reached before', async () => {
		const { connection, sent } = fakeConnection(repeating);
		expect((await collect(connection, { endpoint: slim }, { limit: 6 })).records).toHaveLength(6);
		expect(sent).toHaveLength(2);
	});

	test('form templates of a service that ignores the cursor end without repeating a row', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: rowsOf(7) } }));
		expect(idsOf((await collect(connection, { endpoint: templates }, { pageSize: 7 })).records)).toEqual([
			1, 2, 3, 4, 5, 6, 7,
		]);
		expect(sent).toHaveLength(2);
	});

	test('login audit of a service that ignores the page number is an error', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: eventsOf(5), errors: null } }));
		await expect(collect(connection, { endpoint: audit }, { pageSize: 5 })).rejects.toMatchObject({
			message,
			description: expect.stringContaining('5 records'),
		});
		expect(sent).toHaveLength(2);
	});
});
