// Which readings are but a part of their list.
import { expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { beginsBehind, type PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import type { Values } from '../../../../nodes/WorkforceOperations/transport/http/url.ts';
import { walk } from '../endings.mts';
import { audit, eventsOf, idsOf } from '../services.mts';
import type { Answer, Sent } from '../support.mts';

test.each<[keyof typeof endpoints, PageWalk, Values, boolean]>([
	['loginAudit.getAll', {}, {}, false],
	['loginAudit.getAll', {}, { page: 1 }, false],
	['loginAudit.getAll', {}, { page: ' 01 ' }, false],
	['loginAudit.getAll', {}, { page: 2 }, true],
	['loginAudit.getAll', {}, { Page: '3' }, true],
	['loginAudit.getAll', { startCursor: 'page=2' }, {}, true],
	['loginAudit.getAll', { startCursor: ' ' }, {}, false],
	['loginAudit.getAll', {}, { userId: 'page 2' }, false],
	['timesheet.getAll', {}, { referenceId: 5 }, true],
	['timesheet.getAll', {}, { ReferenceSiteName: 'b' }, true],
	['timesheet.getAll', {}, { referenceId: 0, direction: 'next', limit: 5, siteIds: '7' }, false],
	['timesheet.getAll', {}, { offset: 100 }, true],
	['loginAudit.getRecent', {}, { take: 5 }, true],
	['loginAudit.getRecent', {}, { take: '' }, false],
])('%s from %j, with %j of the user’s own: a part: %j', (name, how, additionalQuery, isPart) =>
	expect(beginsBehind({ endpoint: endpoints[name], additionalQuery }, how)).toBe(isPart),
);

/** Login audit that gives at most so many rows a page, whatever is asked for. */
const capped =
	(count: number, most: number) =>
	({ query }: Sent): Answer => {
		const size = Math.min(most, Number(query.pageSize));
		const from = (Number(query.page) - 1) * size;
		return { body: { data: eventsOf(count).slice(from, from + size), errors: null } };
	};

test.each([
	[0, 500],
	[700, 500],
	[1000, 500],
	[700, 1000],
	[1100, 1000],
])('a page size above the documented maximum: %i events come whole in pages of %i, undecided', async (count, most) => {
	const call = { endpoint: audit, additionalQuery: { pageSize: 1000 } };
	const { ids, incomplete } = await walk(capped(count, most), call);
	expect(ids).toEqual(idsOf(eventsOf(count)));
	expect(incomplete).toEqual({ reason: 'undecided', read: count });
});

test('the documented maximum itself leaves no doubt', async () => {
	const call = { endpoint: audit, additionalQuery: { pageSize: 500 } };
	expect((await walk(capped(700, 500), call)).incomplete).toBeUndefined();
});
