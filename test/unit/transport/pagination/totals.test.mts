// Which rows of a list are left out, and what its total says of it.
import { describe, expect, test } from '@jest/globals';
import { endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import type { PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import type { Values } from '../../../../nodes/WorkforceOperations/transport/http/url.ts';
import { reports, rowOf, rows, service, type Service, walk, wrapped } from '../endings.mts';
import { audit, auditService, eventsOf, idsOf, slim, templates } from '../services.mts';
import type { Answer } from '../support.mts';

describe('Rows that come twice', () => {
	const two =
		(second: JsonObject[]): Service =>
		(_, count) =>
			wrapped(slim, count === 1 ? rows(3) : second, count === 1 ? 'referenceId=3' : null);

	test('are left out where they equal one of another page in every field, whatever the order of the fields', async () => {
		const turned = Object.fromEntries(Object.entries(rowOf(3)).reverse());
		expect((await walk(two([turned, rowOf(4)]), { endpoint: slim })).ids).toEqual([1, 2, 3, 4]);
	});

	test('are two rows where one field differs, or where they stand on one page', async () => {
		const changed = { ...rowOf(3), status: 'new' };
		expect((await walk(two([changed, rowOf(4), rowOf(4)]), { endpoint: slim })).ids).toEqual([1, 2, 3, 3, 4, 4]);
	});

	test('by page number, too: an id alone drops none', async () => {
		const events = eventsOf(4).map((event) => ({ ...event, id: 7 }));
		expect((await walk(auditService(events), { endpoint: audit }, { pageSize: 2 })).records).toEqual(events);
	});

	test('of form templates, too', async () => {
		const answer: Service = (_, count) => ({
			body: { data: count === 1 ? rows(2) : count === 2 ? [{ ...rowOf(1), name: 'b' }, rowOf(2), rowOf(3)] : [] },
		});
		const { records } = await walk(answer, { endpoint: templates }, { pageSize: 2 });
		expect(records).toEqual([...rows(2), { ...rowOf(1), name: 'b' }, rowOf(3)]);
	});

	test('form templates that lead back to where the list has been are undecided behind a full page', async () => {
		const answer: Service = (_, count) => ({ body: { data: [rowOf(1), { ...rowOf(2), count }] } });
		const full = await walk(answer, { endpoint: templates }, { pageSize: 2 });
		expect([full.ids, full.incomplete]).toEqual([[1, 2, 2], { reason: 'undecided', read: 3 }]);
		const short = await walk(answer, { endpoint: templates }, { pageSize: 3 });
		expect([short.ids, short.incomplete]).toEqual([[1, 2, 2], undefined]);
	});
});

describe('A total', () => {
	const counted = (total: unknown, all = rows(30)): Service =>
		service(reports, all, () => null, { totalRecordCount: total });

	test('that is right, or smaller, or no number costs nothing', async () => {
		for (const total of [30, 7, 0, null, undefined, '30', 'many', -1]) {
			const { sent, incomplete } = await walk(counted(total), { endpoint: reports }, { pageSize: 25 });
			expect([total, sent.length, incomplete]).toEqual([total, 2, undefined]);
		}
	});

	test('that is larger is asked about, and what still disagrees is told with both numbers', async () => {
		for (const total of [4823, '4823']) {
			const { ids, sent, incomplete } = await walk(counted(total), { endpoint: reports });
			expect([ids.length, sent.length, incomplete]).toEqual([30, 2, { reason: 'total', read: 30, total: 4823 }]);
		}
	});

	test('that is larger brings the rest where the service’s own cursor ended too early', async () => {
		const early: Service = ({ query }) => {
			const from = Number(query.referenceId ?? 0);
			return wrapped(reports, rows(70).slice(from, from + 30), null, { totalRecordCount: 70 });
		};
		const { ids, sent, incomplete } = await walk(early, { endpoint: reports });
		expect([ids, sent.length, incomplete]).toEqual([idsOf(rows(70)), 3, undefined]);
	});

	test('is told beside an end that is undecided', async () => {
		const again: Service = () => wrapped(reports, rows(30), null, { totalRecordCount: 99 });
		expect((await walk(again, { endpoint: reports })).incomplete).toEqual({ reason: 'undecided', read: 30, total: 99 });
	});

	test('is the smallest of all pages', async () => {
		const shrinking: Service = (request, count) => {
			const { body } = counted(undefined)(request, count);
			return { body: { ...(body as object), totalRecordCount: count === 1 ? 31 : 30 } };
		};
		expect((await walk(shrinking, { endpoint: reports }, { pageSize: 25 })).incomplete).toBeUndefined();
	});

	test('of a list that has no row is told without a question', async () => {
		const { sent, incomplete } = await walk(counted(5, []), { endpoint: reports });
		expect([sent.length, incomplete]).toEqual([1, { reason: 'total', read: 0, total: 5 }]);
	});

	test.each<[string, PageWalk, Values]>([
		['up to a limit', { limit: 30 }, {}],
		['from the middle', { startCursor: 'referenceId=10' }, {}],
		['from an anchor of the user’s own', {}, { referenceId: 10 }],
		['backwards', { direction: 'prev', limit: 100 }, {}],
	])('is not compared with a list that was read %s', async (_, how, additionalQuery) => {
		const { sent, incomplete } = await walk(counted(4823), { endpoint: reports, additionalQuery }, how);
		expect([sent.length, incomplete]).toEqual([1, undefined]);
	});

	test.each(['count', 'recordCount'])('is what a page tells as its “%s”, above its own rows', async (name) => {
		const of = (counts: number[]): Service => {
			const usual = service(slim, rows(30), () => null);
			return (request, count) => {
				const { body } = usual(request, count);
				return { body: { ...(body as object), [name]: counts[count - 1] ?? 0 } };
			};
		};
		const told = async (pageSize: number, ...counts: number[]) =>
			(await walk(of(counts), { endpoint: slim }, { pageSize })).incomplete;
		expect(await told(50, 99)).toEqual({ reason: 'total', read: 30, total: 99 });
		expect(await told(50, 30)).toBeUndefined();
		expect(await told(20, 20, 10)).toBeUndefined();
		expect(await told(20, 30, 30)).toBeUndefined();
		expect(await told(20, 31, 31)).toEqual({ reason: 'total', read: 30, total: 31 });
	});

	test('is compared in every way of paging', async () => {
		const body = (data: JsonObject[], more: object): Answer => ({ body: { status: { code: 0 }, data, ...more } });
		const total = { meta: { pagination: { totalCount: 9 } } };
		const events = await walk(() => body(eventsOf(3), total), { endpoint: audit });
		const forms = await walk((_, count) => body(count === 1 ? rows(3) : [], total), { endpoint: templates });
		const recent = await walk(() => body(eventsOf(3), total), {
			endpoint: endpoints['loginAudit.getRecent'],
			path: { userId: 1 },
		});
		for (const { incomplete } of [events, forms, recent])
			expect(incomplete).toEqual({ reason: 'total', read: 3, total: 9 });
	});

	test('is one of the whole list where the user’s own parameter is the first page', async () => {
		const call = { endpoint: audit, additionalQuery: { page: '1' } };
		const { incomplete } = await walk(() => ({ body: { data: eventsOf(3), meta: { total: 9 } } }), call);
		expect(incomplete?.reason).toBe('total');
	});

	test('of a path of the user’s own is told without a question', async () => {
		const call = customCall({ method: 'GET', path: '/own' });
		const { sent, incomplete } = await walk(() => wrapped(reports, rows(30), null, { totalRecordCount: 99 }), call);
		expect([sent.length, incomplete]).toEqual([1, { reason: 'total', read: 30, total: 99 }]);
	});
});
