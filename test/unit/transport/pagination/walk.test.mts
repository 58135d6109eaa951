// Which readings are but a part of their list, and records that change their place while it is read.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	Cursor,
	type Endpoint,
	endpoints,
	type JsonObject,
} from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	beginsBehind,
	goesOn,
	isPartOf,
	type PageWalk,
	positionsOf,
	SeenRows,
} from '../../../../nodes/WorkforceOperations/transport/pagination/walk.ts';
import type { Values } from '../../../../nodes/WorkforceOperations/transport/http/url.ts';
import { type Call, customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
import { walk } from '../endings.mts';
import { audit, auditService, eventsOf, idsOf } from '../services.mts';

test.each<[keyof typeof endpoints, PageWalk, Values, boolean]>([
	['loginAudit.getAll', {}, {}, false],
	['loginAudit.getAll', {}, { page: 1 }, false],
	['loginAudit.getAll', {}, { page: ' 01 ' }, false],
	['loginAudit.getAll', {}, { Page: '1' }, false],
	['loginAudit.getAll', {}, { page: 2 }, true],
	['loginAudit.getAll', {}, { Page: '3' }, true],
	['loginAudit.getAll', { startCursor: 'page=2' }, {}, true],
	['loginAudit.getAll', { startCursor: ' ' }, {}, false],
	['loginAudit.getAll', {}, { userId: 'page 2' }, false],
	['timesheet.getAll', {}, { referenceId: 5 }, true],
	['timesheet.getAll', {}, { ReferenceSiteName: 'b' }, true],
	['timesheet.getAll', {}, { referenceId: 0, direction: 'next', limit: 5, siteIds: '7' }, false],
	['timesheet.getAll', {}, { offset: 100 }, true],
	['timesheet.getAll', {}, { offset: 1 }, true],
	['timesheet.getAll', {}, { referenceId: undefined, offset: null }, false],
	['loginAudit.getRecent', {}, { take: 5 }, true],
	['loginAudit.getRecent', {}, { take: '' }, false],
])('%s from %j, with %j of the user’s own: a part: %j', (name, how, additionalQuery, isPart) =>
	expect(beginsBehind({ endpoint: endpoints[name], additionalQuery }, how)).toBe(isPart),
);

test.each([
	['/own?page=2', true],
	['/own?a=1&referenceId=5', true],
	['/own?page=1', false],
	['/page=2', false],
])('the path %s of a custom request begins behind the start of its list: %j', (path, isPart) =>
	expect(beginsBehind(customCall({ method: 'GET', path }), {})).toBe(isPart),
);

test.each<[PageWalk['from'], boolean]>([
	[undefined, false],
	[{ row: 0 }, false],
	[{ row: 0, isSecond: false }, false],
	[{ row: 1 }, true],
	[{ row: 0, isSecond: true }, true],
	[{ row: 0, at: new Cursor('referenceId=5') }, true],
])('from the place %j a walk goes on with an earlier one: %j', (from, expected) =>
	expect(goesOn({ from })).toBe(expected),
);

test.each<[PageWalk, Values, boolean]>([
	[{}, {}, false],
	[{ direction: 'next' }, { direction: 'next' }, false],
	[{ direction: 'prev' }, {}, true],
	[{}, { direction: 'prev' }, true],
	[{}, { order: 'prev' }, false],
	[{ from: { row: 1 } }, {}, true],
	[{}, { referenceId: 5 }, true],
])('read with %j and the user’s own %j, a list is but a part: %j', (how, additionalQuery, isPart) =>
	expect(isPartOf({ endpoint: endpoints['timesheet.getAll'], additionalQuery }, how)).toBe(isPart),
);

test('a page size above the documented maximum is asked for as that maximum: fewer rows are the end', async () => {
	const events = auditService(eventsOf(700));
	const call = { endpoint: audit, additionalQuery: { pageSize: 1000 } };
	const { ids, incomplete, queries } = await walk(events, call);
	expect({ ids, incomplete }).toEqual({ ids: idsOf(eventsOf(700)), incomplete: undefined });
	expect(queries.map(({ pageSize }) => pageSize)).toEqual(['500', '500']);
});

test.each([
	[undefined, ''],
	['direction=next&limit=5&pageSize=7', ''],
	['direction=next&referenceId=5&referenceName=b', 'referenceId=5&referenceName=b'],
	['referenceName=b&direction=next&referenceId=5', 'referenceId=5&referenceName=b'],
	['filter=a&isActive=true&referenceId=5', 'referenceId=5'],
	['filter=b&referenceId=5', 'filter=b&referenceId=5'],
	['after=x', 'after=x'],
])('of the cursor %j the position is %j: what repeats the call, and the size, is none', (query, position) => {
	const positionOf = positionsOf({
		endpoint: endpoints['customer.getAll'],
		query: { filter: 'a' },
		additionalQuery: { isActive: true },
	});
	expect(positionOf(query === undefined ? undefined : new Cursor(query))).toBe(position);
});

/** A list in these pages: what is given of it, what was left out as moved, and the ID that one page had twice. */
function read(call: Pick<Call, 'endpoint'>, pages: JsonObject[][]) {
	const seen = new SeenRows(call);
	const records = pages.flatMap((page) => seen.take(page).given);
	return { records, moved: seen.moved, shared: seen.shared };
}

/** Each id field of each list that has pages. */
const lists = Object.values(endpoints)
	.filter(({ list, paging }) => list && paging.kind !== 'none')
	.flatMap((endpoint) =>
		(endpoint.ids ?? []).map((field): [string, string, Endpoint] => [endpoint.id, field, endpoint]),
	);

describe.each(lists)('%s by %s', (_, field, endpoint) => {
	const row = (id: unknown, at: string): JsonObject => ({ [field]: id, at, [`shown${at}`]: 1 });

	test('a record of two pages comes once, as it was read first, and is named', () => {
		const pages = [
			[row(1, 'a'), row(2, 'b')],
			[row('2', 'c'), row(3, 'd')],
			[row(1, 'e'), row(4, 'f')],
		];
		const records = [row(1, 'a'), row(2, 'b'), row(3, 'd'), row(4, 'f')];
		expect(read({ endpoint }, pages)).toEqual({ records, moved: ['2', '1'], shared: undefined });
	});

	test('once a page shows an ID twice, nothing is left out for its ID, also not what was', () => {
		const pages = [[row(1, 'a')], [row(1, 'b'), row(2, 'c')], [row(3, 'd'), row(3, 'e')], [row(2, 'f'), row(4, 'g')]];
		const { records, ...rest } = read({ endpoint }, pages);
		expect(records.map(({ at }) => at)).toEqual(['a', 'c', 'b', 'd', 'e', 'f', 'g']);
		expect(rest).toEqual({ moved: [], shared: '3' });
	});

	test('the page that shows an ID twice is not merged with those before it', () => {
		const { records } = read({ endpoint }, [[row(1, 'a')], [row(1, 'b'), row(2, 'c'), row(2, 'd')]]);
		expect(records.map(({ at }) => at)).toEqual(['a', 'b', 'c', 'd']);
	});

	test.each([0, '0', '00000000-0000-0000-0000-000000000000', null, undefined, '', ' ', [7], 2 ** 53 + 2])(
		'the ID %j is none',
		(id) => {
			const { records, ...rest } = read({ endpoint }, [[row(id, 'a'), row(id, 'b')], [row(id, 'c')]]);
			expect({ records: records.length, rest }).toEqual({ records: 3, rest: { moved: [], shared: undefined } });
		},
	);
});

test.each<[string, Call, JsonObject, JsonObject]>([
	[
		'guards of a shift, who share its IDs',
		{ endpoint: endpoints['liveOperation.getAll'] },
		{ shiftId: 7, eventID: 'e', name: 'Ann' },
		{ shiftId: 7, eventID: 'e', name: 'Bob' },
	],
	[
		'shifts without an ID',
		{ endpoint: endpoints['liveOperation.getAll'] },
		{ shiftId: 0, name: 'Lee', startTime: '2026-07-01T00:00:00Z' },
		{ shiftId: 0, name: 'Lee', startTime: '2026-07-01T00:00:00Z' },
	],
	[
		'records that share one of two IDs',
		{ endpoint: endpoints['customer.getAll'] },
		{ customerId: 1, id: 5 },
		{ customerId: 1, id: 6 },
	],
	['rows of a path of the user’s own', customCall({ method: 'GET', path: '/own' }), { id: 7 }, { id: 7, name: 'Bob' }],
])('never merged: %s', (_, call, row, other) =>
	expect(read(call, [[row], [other]])).toEqual({ records: [row, other], moved: [], shared: undefined }),
);

test('a long ID is named by its first 80 characters', () => {
	const page = [{ timesheetId: 'x'.repeat(100) }];
	expect(read({ endpoint: endpoints['timesheet.getAll'] }, [page, page]).moved).toEqual(['x'.repeat(80)]);
});

test('no record of a list is lost or comes twice, however they move and wherever the pages end', () => {
	const shown = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), { minLength: 1, maxLength: 5 });
	fc.assert(
		fc.property(shown, (ids) => {
			let version = 0;
			const pages = ids.map((page) => page.map((timesheetId) => ({ timesheetId, version: version++ })));
			const { records, moved, shared } = read({ endpoint: endpoints['timesheet.getAll'] }, pages);
			const isShared = ids.some((page) => new Set(page).size < page.length);
			const all = ids.flat();
			expect(shared !== undefined).toBe(isShared);
			expect(records).toHaveLength(isShared ? all.length : new Set(all).size);
			expect(new Set(moved)).toEqual(
				new Set(isShared ? [] : all.filter((id, index) => all.indexOf(id) < index).map(String)),
			);
		}),
	);
});
