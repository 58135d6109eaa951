import { describe, expect, test } from '@jest/globals';
import { collect } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { audit, cursorService, eventsOf, idsOf, lastRowService, rowsOf, slim, templates } from '../services.mts';
import { type Answer, fakeConnection, type Sent } from '../support.mts';

test('a service that serves smaller pages than it was asked for is read to the end', async () => {
	for (const [endpoint, service] of [
		[slim, cursorService],
		[templates, lastRowService],
	] as const) {
		const { connection } = fakeConnection(service(rowsOf(53), 10));
		const { records } = await collect(connection, { endpoint }, { pageSize: 500 });
		expect(idsOf(records)).toEqual(idsOf(rowsOf(53)));
	}
});

describe('what is reported continues exactly behind the last returned record', () => {
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
		for (const startCursor of ['?direction=next&referenceId=7', 'referenceId=7', '{"ReferenceId":7}']) {
			expect(idsOf((await collect(connection, { endpoint: slim }, { startCursor })).records)).toEqual([8, 9]);
		}
		expect(sent).toHaveLength(3);
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
		expect(sent).toHaveLength(2);
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
