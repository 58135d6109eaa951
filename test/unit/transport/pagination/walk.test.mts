// Which readings are but a part of their list.
import { expect, test } from '@jest/globals';
import { Cursor, endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	beginsBehind,
	goesOn,
	isPartOf,
	type PageWalk,
	positionsOf,
} from '../../../../nodes/WorkforceOperations/transport/pagination/walk.ts';
import type { Values } from '../../../../nodes/WorkforceOperations/transport/http/url.ts';
import { customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
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
