// Records that change their place while their list is read.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Endpoint, JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { type Call, customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { live, walk, wrapped } from '../endings.mts';
import { audit } from '../services.mts';

/** A list in these pages, whatever is asked for. */
const inPages = (endpoint: Endpoint, pages: JsonObject[][], how: PageWalk = {}) =>
	walk(
		(_, count) =>
			wrapped(endpoint, pages[count - 1] ?? [], count < pages.length ? `direction=next&referenceId=9${count}` : null),
		{ endpoint },
		how,
	);

/** Each id field of each list that has pages. */
const lists = Object.values(endpoints)
	.filter(({ list, paging }) => list && paging.kind === 'cursor')
	.flatMap((endpoint) => (endpoint.ids ?? []).map((field): [Endpoint, string] => [endpoint, field]));

describe.each(lists)('$id by %s', (endpoint, field) => {
	const row = (id: unknown, at: string): JsonObject => ({ [field]: id, at, [`shown${at}`]: 1 });

	test('a record of two pages comes once, as it was read first, and is named', async () => {
		const pages = [
			[row(1, 'a'), row(2, 'b')],
			[row('2', 'c'), row(3, 'd')],
			[row(1, 'e'), row(4, 'f')],
		];
		const { records, moved, incomplete } = await inPages(endpoint, pages);
		expect(records).toEqual([row(1, 'a'), row(2, 'b'), row(3, 'd'), row(4, 'f')]);
		expect([moved, incomplete]).toEqual([['2', '1'], undefined]);
	});

	test('once a page shows an id twice, nothing is left out for its id, also not what was', async () => {
		const pages = [[row(1, 'a')], [row(1, 'b'), row(2, 'c')], [row(3, 'd'), row(3, 'e')], [row(2, 'f'), row(4, 'g')]];
		const { records, moved, incomplete } = await inPages(endpoint, pages);
		expect(records.map(({ at }) => at)).toEqual(['a', 'c', 'b', 'd', 'e', 'f', 'g']);
		expect([moved, incomplete]).toEqual([[], { reason: 'moved', read: 7, id: '3' }]);
	});

	test('the page that shows an id twice is not merged with those before it', async () => {
		const { records } = await inPages(endpoint, [[row(1, 'a')], [row(1, 'b'), row(2, 'c'), row(2, 'd')]]);
		expect(records.map(({ at }) => at)).toEqual(['a', 'b', 'c', 'd']);
	});

	test.each([0, '0', '00000000-0000-0000-0000-000000000000', null, undefined, '', ' ', [7], 2 ** 53 + 2])(
		'the id %j is none',
		async (id) => {
			const { records, moved, incomplete } = await inPages(endpoint, [[row(id, 'a'), row(id, 'b')], [row(id, 'c')]]);
			expect([records.length, moved, incomplete]).toEqual([3, [], undefined]);
		},
	);

	test('a record that moved doesn’t count for the limit', async () => {
		const pages = [
			[row(1, 'a'), row(2, 'b')],
			[row(1, 'c'), row(3, 'd')],
		];
		const { records, sent } = await inPages(endpoint, pages, { limit: 3, pageSize: 2 });
		expect(records.map(({ at }) => at)).toEqual(['a', 'b', 'd']);
		expect(sent).toHaveLength(2);
	});

	test('that a page shows an id twice is told of a list that ends at its limit, too', async () => {
		const { incomplete } = await inPages(endpoint, [[row(1, 'a'), row(1, 'b')]], { limit: 2 });
		expect(incomplete).toEqual({ reason: 'moved', read: 2, id: '1' });
	});
});

describe('What is never merged', () => {
	const own = customCall({ method: 'GET', path: '/own' });

	test.each<[string, Call, JsonObject]>([
		['guards of a shift, who share its ids', { endpoint: live }, { shiftId: 7, eventID: 'e', name: 'Ann' }],
		['shifts without an ID', { endpoint: live }, { shiftId: 0, name: 'Lee', startTime: '2026-07-01T00:00:00Z' }],
		['records that share one of two ids', { endpoint: endpoints['customer.getAll'] }, { customerId: 1, id: 5 }],
		['rows of a path of the user’s own', own, { id: 7 }],
	])('%s', async (what, call, row) => {
		const other = {
			...row,
			name: what.startsWith('shifts') ? row.name : 'Bob',
			id: what.startsWith('rec') ? 6 : row.id,
		};
		const { records, moved, incomplete } = await walk(
			(_, count) => wrapped(live, [count === 1 ? row : other], count === 1 ? 'direction=next&referenceId=1' : null),
			call,
		);
		expect([records, moved, incomplete]).toEqual([[row, other], [], undefined]);
	});
});

test('login events that move come once, and of a page that shows an id twice all come', async () => {
	const events = (...ids: number[]): JsonObject[] => ids.map((id) => ({ id, occurredUtc: '2026-07-01T00:00:00Z' }));
	const read = (...pages: JsonObject[][]) =>
		walk((_, count) => ({ body: { data: pages[count - 1] ?? [] } }), { endpoint: audit }, { pageSize: 2 });
	expect(await read(events(3, 2), events(2, 1))).toMatchObject({ ids: [3, 2, 1], moved: ['2'], incomplete: undefined });
	const twice = await read(events(3, 3), events(3, 1));
	expect([twice.ids, twice.incomplete?.reason]).toEqual([[3, 3, 3, 1], 'moved']);
});

test('no record of a list is lost or comes twice, however they move and wherever the pages end', async () => {
	const endpoint = endpoints['timesheet.getAll'];
	const shown = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), { minLength: 1, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(shown, async (ids) => {
			let version = 0;
			// A page without a row of its own ends a list, so each has one.
			const pages = ids.map((page, index) =>
				[...page, 100 + index].map((timesheetId) => ({ timesheetId, version: version++ })),
			);
			const { records, incomplete, moved = [] } = await inPages(endpoint, pages);
			const isShared = ids.some((page) => new Set(page).size < page.length);
			const all = pages.flat().map(({ timesheetId }) => timesheetId);
			expect(incomplete?.reason).toBe(isShared ? 'moved' : undefined);
			expect(records).toHaveLength(isShared ? all.length : new Set(all).size);
			expect(new Set(moved)).toEqual(
				new Set(isShared ? [] : all.filter((id, index) => all.indexOf(id) < index).map(String)),
			);
		}),
	);
});
