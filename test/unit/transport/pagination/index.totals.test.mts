// What the total of a list says of it; what becomes of that: test/engine/operations/lists/incompleteLists.test.mts.
import { describe, expect, test } from '@jest/globals';
import { endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import type { Values } from '../../../../nodes/WorkforceOperations/transport/http/url.ts';
import { reports, rows, service, type Service, walk, wrapped } from '../endings.mts';
import { audit, eventsOf, slim, templates } from '../services.mts';
import type { Answer } from '../support.mts';

describe('A total', () => {
	const counted = (total: unknown): Service => service(reports, rows(30), () => null, { totalRecordCount: total });

	test('that is right, or smaller, or no number costs nothing', async () => {
		for (const total of [30, 7, 0, null, undefined, '30', 'many', -1]) {
			const { sent, incomplete } = await walk(counted(total), { endpoint: reports }, { pageSize: 25 });
			expect({ total, requests: sent.length, incomplete }).toEqual({ total, requests: 2, incomplete: undefined });
		}
	});

	test('is the smallest of all pages', async () => {
		const shrinking: Service = (request, count) => counted(count === 1 ? 31 : 30)(request, count);
		expect((await walk(shrinking, { endpoint: reports }, { pageSize: 25 })).incomplete).toBeUndefined();
	});

	test.each<[string, PageWalk, Values]>([
		['from the middle', { startCursor: 'referenceId=10' }, {}],
		['from an anchor of the user’s own', {}, { referenceId: 10 }],
		['backwards', { direction: 'prev', limit: 100 }, {}],
	])('is not compared with a list that was read %s', async (_, how, additionalQuery) => {
		const { sent, incomplete } = await walk(counted(4823), { endpoint: reports, additionalQuery }, how);
		expect({ sent: sent.length, incomplete }).toEqual({ sent: 1, incomplete: undefined });
	});

	test('is the count of a list’s only page, above its own rows', async () => {
		const of = (counts: number[]): Service => {
			const usual = service(slim, rows(30), () => null);
			return (request, count) => {
				const { body } = usual(request, count);
				return { body: { ...(body as object), count: counts[count - 1] ?? 0 } };
			};
		};
		const told = async (pageSize: number, ...counts: number[]) =>
			(await walk(of(counts), { endpoint: slim }, { pageSize })).incomplete;
		expect(await told(50, 99)).toEqual({ reason: 'total', read: 30, total: 99 });
		expect(await told(50, 30)).toBeUndefined();
		expect(await told(20, 20, 10)).toBeUndefined();
		expect(await told(20, 31, 31)).toBeUndefined();
	});

	test.each(['total', 'totalCount', 'TotalRecords', 'totalItems'])(
		'is not read under another name: %s',
		async (name) => {
			const said: Service = () => wrapped(reports, rows(30), null, { [name]: 99, meta: { [name]: 99 } });
			expect((await walk(said, { endpoint: reports })).incomplete).toBeUndefined();
		},
	);

	test('is compared in every way of paging', async () => {
		const body = (data: JsonObject[]): Answer => ({ body: { status: { code: 0 }, data, totalRecordCount: 9 } });
		const events = await walk(() => body(eventsOf(3)), { endpoint: audit });
		const forms = await walk((_, count) => body(count === 1 ? rows(3) : []), { endpoint: templates });
		const recent = await walk(() => body(eventsOf(3)), {
			endpoint: endpoints['loginAudit.getRecent'],
			path: { userId: 1 },
		});
		for (const { incomplete } of [events, forms, recent])
			expect(incomplete).toEqual({ reason: 'total', read: 3, total: 9 });
	});
});
