// How each way of paging goes on: the whole query of every request, and what the walk says in the end.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Cursor, endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { type Call, customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { collect, pages, type PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { fitted, sized } from '../../../../nodes/WorkforceOperations/transport/pagination/strategy.ts';
import { LoopGuard } from '../../../../nodes/WorkforceOperations/transport/pagination/loopGuard.ts';
import { SeenRows } from '../../../../nodes/WorkforceOperations/transport/pagination/seenRows.ts';
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
		expect(posted).toMatchObject({ queries: [{ limit: '6' }], ids: [1, 2], next: 'direction=next&referenceId=6' });
	});

	test('a page that is announced in a form that can’t be read is an error, unless nothing more is wanted', async () => {
		const odd: Service = () => ({ body: { data: rowsOf(2), nextPageParameter: 'odd', prevPageParameter: null } });
		await expect(walk(odd, { endpoint: slim })).rejects.toMatchObject({
			kind: 'incomplete',
			message: 'The service announces a next page in a form that can’t be read',
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

	test('goes on behind it, by its name only where the list began by one', async () => {
		const rows = [row(5, { id: 1, formName: 'a' }), row(7, { id: 2, formName: '', name: 'b' })];
		const end = { count: 2, previous: undefined };
		expect(await walk(listed(rows), { endpoint: templates }, { pageSize: 2 })).toEqual({
			...end,
			queries: [{ limit: '2' }, { limit: '2', ...anchor('next', 7) }],
			ids: [1, 2],
			next: undefined,
		});
		const startCursor = 'referenceName=x&referenceId=1';
		const named = await walk(listed(rows), { endpoint: templates }, { pageSize: 2, startCursor });
		expect(named.queries).toEqual([
			{ limit: '2', direction: 'next', referenceName: 'x', referenceId: '1' },
			{ limit: '2', ...anchor('next', 7), referenceName: 'b' },
		]);
		const queried = await walk(listed(rows), { endpoint: templates, query: { referenceName: 'x' } }, { pageSize: 2 });
		expect(queried.queries[1]).toEqual({ limit: '2', ...anchor('next', 7), referenceName: 'b' });
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

	test('takes the first number whose name ends like that of an id where no other is there', async () => {
		const rows = [{ kind: 3, ownerId: 'x', refID: 44, otherId: 55, idle: 66 }];
		expect((await walk(listed(rows), { endpoint: templates }, { pageSize: 1 })).queries[1]).toEqual({
			limit: '1',
			...anchor('next', 44),
		});
	});

	test('skips rows that came before, and rows without an id at the edge', async () => {
		const listing = listed([row(1), row(2), { name: 'x' }], [row(2), row(3), { name: 'x' }], [row(3)]);
		const { connection, sent } = fakeConnection(listing);
		const { records } = await collect(connection, { endpoint: templates }, { pageSize: 3 });
		expect(records).toEqual([row(1), row(2), { name: 'x' }, row(3)]);
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

describe('the parts of a walk', () => {
	const cursor = new Cursor('direction=next&limit=500');
	test.each<[Parameters<typeof fitted>[0], string | undefined, string | undefined]>([
		[{ at: cursor, size: 200, wanted: 9, shrunk: true }, 'limit', 'direction=next&limit=200'],
		[{ at: cursor, size: 500, wanted: 9, shrunk: true }, 'limit', cursor.query],
		[{ at: cursor, size: 200, wanted: 9, shrunk: false }, 'limit', cursor.query],
		[{ at: cursor, size: undefined, wanted: 9, shrunk: true }, 'limit', cursor.query],
		[{ at: cursor, size: 200, wanted: 9, shrunk: true }, undefined, cursor.query],
		[{ at: cursor, size: 200, wanted: 9, shrunk: true }, 'pageSize', cursor.query],
		[{ at: undefined, size: 200, wanted: 9, shrunk: true }, 'limit', undefined],
	])('a cursor is fitted: %j with %p', (asked, parameter, query) =>
		expect(fitted(asked, parameter)?.query).toBe(query),
	);

	test('a call is sized without being touched', () => {
		const call = Object.freeze({ endpoint: slim, query: Object.freeze({ filter: 'f' }) });
		const at = undefined;
		expect(sized(call, 'limit', { at, size: 50, wanted: 7 }, 'prev').query).toEqual({
			filter: 'f',
			limit: 7,
			direction: 'prev',
		});
		expect(sized(call, 'limit', { at, size: 5, wanted: 7 }, 'next').query).toEqual({ filter: 'f', limit: 5 });
		expect(sized(call, 'limit', { at, size: undefined, wanted: 7 }).query).toEqual({ filter: 'f' });
		expect(sized(call, undefined, { at, size: 5, wanted: 7 }).query).toEqual({ filter: 'f' });
	});

	test.each<[string, JsonObject[], number]>([
		['empty pages', [], 50],
		['a row without an id', [{ name: 'a' }], 4],
		['a single row with an id', [{ id: 1 }], 4],
		['rows with ids', [{ id: 1 }, { siteId: 'x' }], 2],
		['rows of which one has an empty id', [{ id: 1 }, { id: null }], 4],
		['rows of which one has an id without a sign', [{ id: 1 }, { id: '-' }], 4],
		['rows whose ids are named otherwise', [{ idle: 1 }, { idle: 2 }], 4],
	])('%s lead nowhere after so many pages', (_, records, pagesUntil) => {
		const trail = new LoopGuard(new SeenRows());
		for (let count = 1; count < pagesUntil; count++) expect(trail.follow(records)).toBeUndefined();
		expect(trail.follow(records)?.message).toMatch(/^The service sends /);
	});

	test('a page with records begins the count of empty ones anew', () => {
		const trail = new LoopGuard(new SeenRows());
		for (let count = 0; count < 49; count++) trail.follow([]);
		trail.follow([{ id: 1 }]);
		for (let count = 0; count < 49; count++) expect(trail.follow([])).toBeUndefined();
		expect(trail.follow([])).toBeDefined();
	});

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
