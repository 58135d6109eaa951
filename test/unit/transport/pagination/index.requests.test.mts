// How each way of paging goes on: the whole query of every request, and what the walk says in the end.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { type Call, customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { collect, pages, type PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { audit, auditService, cursorService, eventsOf, idsOf, rowsOf, slim, templates } from '../services.mts';
import { type Answer, fakeConnection, FakeTime, type Sent } from '../support.mts';

let time: FakeTime;
let addresses = 0;
beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

type Service = (request: Sent, count: number) => Answer;

async function walk(service: Service, call: Call, how: PageWalk = {}) {
	const { connection, sent } = fakeConnection(service, {}, { baseUrl: `https://walk-${addresses++}.test` });
	const { records, last, pages: count } = await time.until(collect(connection, call, how));
	const next = last?.next?.query;
	const previous = last?.previous?.query;
	return { queries: sent.map(({ query }) => query), ids: idsOf(records), count, next, previous };
}

const anchor = (direction: string, referenceId: number): object => ({ direction, referenceId: String(referenceId) });
const t = (at: number): string => String(eventsOf(at + 1)[at]?.occurredUtc);

describe('by cursor', () => {
	const service = cursorService(rowsOf(9));

	test('forwards, with the cursors of both ends', async () =>
		expect(
			await walk(service, { endpoint: slim, query: { filter: 'f', referenceId: 2 } }, { pageSize: 3, limit: 5 }),
		).toEqual({
			queries: [
				{ filter: 'f', referenceId: '2', limit: '3' },
				{ filter: 'f', limit: '2', ...anchor('next', 5) },
			],
			ids: [3, 4, 5, 6, 7],
			count: 2,
			next: 'direction=next&referenceId=7',
			previous: 'direction=prev&referenceId=3',
		}));

	test('backwards', async () =>
		expect(await walk(service, { endpoint: slim }, { pageSize: 4, limit: 8, direction: 'prev' })).toEqual({
			queries: [
				{ limit: '4', direction: 'prev' },
				{ limit: '4', ...anchor('prev', 6) },
			],
			ids: [6, 7, 8, 9, 2, 3, 4, 5],
			count: 2,
			next: undefined,
			previous: 'direction=prev&referenceId=2',
		}));

	test('of a user’s own path, without a size; a POST has one page', async () => {
		const listed = await walk(service, customCall({ method: 'GET', path: '/own?limit=6&a=1' }), { limit: 7 });
		expect(listed.queries).toEqual([
			{ limit: '6', a: '1' },
			{ limit: '6', a: '1', ...anchor('next', 6) },
		]);
		const posted = await walk(service, customCall({ method: 'POST', path: '/own?limit=6', body: {} }), { limit: 2 });
		expect(posted).toMatchObject({ queries: [{ limit: '6' }], ids: [1, 2] });
	});

	test('a page that is announced in a form that can’t be read is an error, unless nothing more is wanted', async () => {
		const odd: Service = () => ({ body: { data: rowsOf(2), nextPageParameter: 'odd', prevPageParameter: null } });
		await expect(walk(odd, { endpoint: slim })).rejects.toMatchObject({
			kind: 'incomplete',
			message: 'The service announces a next page in an unreadable form',
		});
		expect((await walk(odd, { endpoint: slim }, { limit: 2 })).ids).toEqual([1, 2]);
		expect((await walk(odd, { endpoint: slim }, { direction: 'prev' })).ids).toEqual([1, 2]);
	});
});

describe('by the last row', () => {
	const row = (formTemplateId: number, extra: JsonObject = {}): JsonObject => ({ formTemplateId, ...extra });
	const listed =
		(...answers: JsonObject[][]): Service =>
		(_, count) => ({ body: { data: answers[count - 1] ?? [] } });

	test('goes on behind it, by its id', async () => {
		const rows = [row(5, { id: 1, formName: 'a' }), row(7, { id: 2, formName: 'b' })];
		expect(await walk(listed(rows), { endpoint: templates }, { pageSize: 2 })).toEqual({
			queries: [{ limit: '2' }, { limit: '2', ...anchor('next', 7) }],
			ids: [1, 2],
			count: 2,
			next: undefined,
			previous: undefined,
		});
	});

	test('backwards, behind the first', async () => {
		const listing = listed([row(5), row(7)], [row(3), row(4)]);
		expect(await walk(listing, { endpoint: templates }, { limit: 4, pageSize: 2, direction: 'prev' })).toMatchObject({
			queries: [
				{ limit: '2', direction: 'prev' },
				{ limit: '2', ...anchor('prev', 5) },
			],
			previous: 'direction=prev&referenceId=3',
			next: undefined,
			count: 2,
		});
	});

	test('gives what came before once', async () => {
		const listing = listed([row(1), row(2)], [row(2), row(3)], [row(3)]);
		const { connection, sent } = fakeConnection(listing);
		const { records, moved } = await collect(connection, { endpoint: templates }, { pageSize: 2 });
		expect([records, moved]).toEqual([
			[row(1), row(2), row(3)],
			['2', '3'],
		]);
		expect(sent.map(({ query }) => query.referenceId)).toEqual([undefined, '2', '3']);
	});
});

describe('by page number', () => {
	const service = auditService(eventsOf(7));
	const asked = (page: number, pageSize: number, to?: string): object => ({
		page: String(page),
		pageSize: String(pageSize),
		...(to === undefined ? {} : { to }),
	});

	test('pins the newest event, and tells where another walk goes on', async () => {
		const first = await walk(service, { endpoint: audit, query: { userId: 4 } }, { pageSize: 3, limit: 5 });
		expect(first).toEqual({
			queries: [
				{ userId: '4', ...asked(1, 3) },
				{ userId: '4', ...asked(2, 3, t(0)) },
			],
			ids: [7, 6, 5, 4, 3],
			count: 2,
			next: new URLSearchParams({ offset: '5', to: t(0) }).toString(),
			previous: undefined,
		});
		const onwards = await walk(service, { endpoint: audit }, { pageSize: 2, startCursor: first.next ?? '' });
		expect([onwards.queries, onwards.ids]).toEqual([
			[asked(3, 2, t(0)), asked(4, 2, t(0))],
			[2, 1],
		]);
	});

	test.each<[string, Call['additionalQuery'], PageWalk, object[]]>([
		[
			'a page that a user adds',
			{ page: 3, pageSize: 2, userId: 4 },
			{},
			[
				{ ...asked(3, 2), userId: '4' },
				{ ...asked(4, 2), userId: '4' },
			],
		],
		['a bound that a user adds', { to: t(2), pageSize: '4' }, {}, [asked(1, 4, t(2)), asked(2, 4, t(2))]],
		['an empty bound', { to: '' }, { pageSize: 4 }, [asked(1, 4), asked(2, 4, t(0))]],
		['a cursor of the service', {}, { startCursor: 'page=2&pageSize=3', pageSize: 3 }, [asked(2, 3), asked(3, 3)]],
		[
			'a cursor of the service in pages of another size',
			{},
			{ startCursor: 'page=2&pageSize=2', pageSize: 4 },
			[asked(1, 4), asked(2, 4, t(0))],
		],
		['a cursor with an odd page', {}, { startCursor: 'page=x', pageSize: 8 }, [asked(1, 8)]],
	])('begins with %s', async (_, additionalQuery, how, queries) =>
		expect((await walk(service, { endpoint: audit, additionalQuery }, how)).queries).toEqual(queries),
	);
});

describe('a walk', () => {
	test('pages are handed up as they come', async () => {
		const { connection, sent } = fakeConnection(cursorService(rowsOf(9)));
		const walking = pages(connection, { endpoint: slim }, { pageSize: 4 });
		const { value } = await walking.next();
		expect([idsOf(value?.records ?? []), sent.length]).toEqual([[1, 2, 3, 4], 1]);
	});

	test('a list without a choice of size is asked for as it is, whatever is wanted', async () => {
		const { queries } = await walk(
			() => ({ body: { data: rowsOf(3) } }),
			{ endpoint: endpoints['securityLicence.getAll'], path: { id: 1 } },
			{ limit: 2, pageSize: 1, largest: 1 },
		);
		expect(queries).toEqual([{}]);
	});
});
