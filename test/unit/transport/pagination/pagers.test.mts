// How a list of numbered pages goes on: the query of every request, and the cursor behind a cut.
import { expect, test } from '@jest/globals';
import { Cursor, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { numberPager } from '../../../../nodes/WorkforceOperations/transport/pagination/pagers.ts';
import type { PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import type { Call } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { audit, eventsOf } from '../services.mts';

const events = eventsOf(7);
const t = (at: number): string => String(events[at]?.occurredUtc);
const asked = (page: number, pageSize: number, to?: string): object => ({ page, pageSize, ...(to && { to }) });

function pagerOf(call: Partial<Call>, how: PageWalk) {
	if (audit.paging.kind !== 'pageNumber') throw new Error('the login audit has no numbered pages');
	return numberPager({ endpoint: audit, ...call }, how, audit.paging);
}

/** The queries of a walk to the end of seven events, newest first; each page in so many rows. */
function queriesOf(call: Partial<Call>, how: PageWalk, size: number): object[] {
	const pager = pagerOf(call, how);
	const queries: object[] = [];
	for (let at = pager.start; ;) {
		const request = { at, size, wanted: Infinity };
		const { query = {}, additionalQuery = {} } = pager.request(request).call;
		const given = Object.entries({ ...query, ...additionalQuery });
		queries.push(Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== '')));
		const { to, page } = query as { to?: string; page: number };
		const known = events.filter(({ occurredUtc }) => !to || String(occurredUtc) <= to);
		const records: JsonObject[] = known.slice((page - 1) * size, page * size);
		const [full, fresh] = [records.length === size, records.length];
		const next = pager.next({
			...{ page: { records } as never, rows: records, asked: request, edge: records.at(-1) },
			...{ full, fresh, isCut: false },
		});
		if (!(next instanceof Cursor)) return queries;
		at = next;
	}
}

test.each<[string, Partial<Call>, PageWalk, number, object[]]>([
	[
		'nothing: the newest event is pinned',
		{ query: { userId: '4' } },
		{},
		4,
		[
			{ ...asked(1, 4), userId: '4' },
			{ ...asked(2, 4, t(0)), userId: '4' },
		],
	],
	[
		'a page that a user adds',
		{ additionalQuery: { page: 3, pageSize: 2, userId: 4 } },
		{},
		2,
		[
			{ ...asked(3, 2), userId: 4 },
			{ ...asked(4, 2), userId: 4 },
		],
	],
	['a bound that a user adds', { additionalQuery: { to: t(2) } }, {}, 4, [asked(1, 4, t(2)), asked(2, 4, t(2))]],
	['a bound of the form', { query: { to: t(2) } }, {}, 5, [asked(1, 5, t(2)), asked(2, 5, t(2))]],
	['an empty bound', { additionalQuery: { to: '' } }, {}, 4, [asked(1, 4), asked(2, 4, t(0))]],
	['a cursor of the service', {}, { startCursor: 'page=2&pageSize=3' }, 3, [asked(2, 3), asked(3, 3)]],
	[
		'such a cursor for pages of another size',
		{},
		{ startCursor: 'page=2&pageSize=2' },
		4,
		[asked(1, 4), asked(2, 4, t(0))],
	],
	['a cursor with an odd page', {}, { startCursor: 'page=x' }, 8, [asked(1, 8)]],
	[
		'a cursor of an earlier walk',
		{},
		{ startCursor: `offset=5&to=${t(0)}` },
		2,
		[asked(3, 2, t(0)), asked(4, 2, t(0))],
	],
])('begins with %s', (_, call, how, size, queries) => expect(queriesOf(call, how, size)).toEqual(queries));

test('behind a cut the cursor counts rows, so that the next page may have another size', () => {
	const pager = pagerOf({}, {});
	const request = { at: new Cursor({ offset: '3', to: t(0) }), size: 3, wanted: 2 };
	const records = events.slice(3, 6);
	pager.request(request);
	const read = { rows: records, asked: request, fresh: 3, full: true };
	const next = pager.next({ ...read, page: { records } as never, edge: records[1], isCut: true });
	expect(next instanceof Cursor && next.get('offset')).toBe('5');
});

test('rows before the position of a cursor are left out', () => {
	const request = { at: new Cursor({ offset: '5' }), size: 3, wanted: 3 };
	const page = { records: events.slice(3, 6) } as never;
	expect(pagerOf({}, {}).rows?.(page, request)).toEqual([events[5]]);
});
