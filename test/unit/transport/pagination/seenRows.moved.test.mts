// Records that change their place while their list is read.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Endpoint, JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { incompleteWords, type PageWalk } from '../../../../nodes/WorkforceOperations/transport/pagination/index.ts';
import { customCall } from '../../../../nodes/WorkforceOperations/transport/request.ts';
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

const lists: Array<[keyof typeof endpoints, string]> = [
	['timesheet.getAll', 'timesheetId'],
	['timesheet.getAll', 'id'],
	['incidentReport.getAll', 'incidentReportId'],
	['incidentReport.getAllByFormTemplate', 'incidentReportId'],
	['staff.getAll', 'id'],
	['customer.getAll', 'customerId'],
	['customer.getAll', 'id'],
	['site.getAll', 'siteId'],
];

describe.each(lists)('%s by %s', (name, field) => {
	const endpoint = endpoints[name];
	const row = (id: unknown, at: string): JsonObject => ({ [field]: id, at, [`shown${at}`]: 1 });

	test('a record of two pages comes once, as it was read first, and is named', async () => {
		const pages = [[row(1, 'a'), row(2, 'b')], [row('2', 'c'), row(3, 'd')], [row(1, 'e')]];
		const { records, moved, incomplete } = await inPages(endpoint, pages);
		expect(records).toEqual([row(1, 'a'), row(2, 'b'), row(3, 'd')]);
		expect([moved, incomplete]).toEqual([['2', '1'], undefined]);
	});

	test('once a page shows an id twice, nothing is left out for its id, also not what was', async () => {
		const pages = [[row(1, 'a')], [row(1, 'b'), row(2, 'c')], [row(3, 'd'), row(3, 'e')], [row(2, 'f')]];
		const { records, moved, incomplete } = await inPages(endpoint, pages);
		expect(records.map(({ at }) => at)).toEqual(['a', 'c', 'b', 'd', 'e', 'f']);
		expect([moved, incomplete]).toEqual([[], { reason: 'moved', read: 6, id: '3' }]);
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
		const pages = [[row(1, 'a'), row(2, 'b')], [row(1, 'c')], [row(3, 'd')]];
		const { records, sent } = await inPages(endpoint, pages, { limit: 3, pageSize: 2 });
		expect(records.map(({ at }) => at)).toEqual(['a', 'b', 'd']);
		expect(sent.map(({ query }) => query.limit)).toEqual(['2', '1', '1']);
	});

	test('that a page shows an id twice is told of a list that ends at its limit, too', async () => {
		const { incomplete } = await inPages(endpoint, [[row(1, 'a'), row(1, 'b')]], { limit: 2 });
		expect(incomplete).toEqual({ reason: 'moved', read: 2, id: '1' });
	});
});

describe('What is never merged', () => {
	const twice = [[{ id: 7, shiftId: 7, at: 'a' }], [{ id: 7, shiftId: 7, at: 'b' }]];
	test.each<[string, Endpoint]>([
		['shifts, which join a shift and a guard', live],
		['licences', endpoints['securityLicence.getAll']],
	])('%s', async (_, endpoint) => {
		expect((await inPages(endpoint, twice)).records).toHaveLength(2);
	});

	test('login events and lists of a path of the user’s own', async () => {
		const events = await walk(
			(_, count) => ({ body: { data: twice[count - 1] ?? [] } }),
			{ endpoint: audit },
			{ pageSize: 1 },
		);
		expect(events.records).toHaveLength(2);
		const own = await walk(
			(_, count) =>
				wrapped(live, twice[count - 1] ?? [], count === 1 ? 'referenceId=1' : null, { status: { code: 0 } }),
			customCall({ method: 'GET', path: '/own' }),
		);
		expect(own.records).toHaveLength(2);
	});

	test('records that share one of two ids', async () => {
		const [one, other] = [
			{ customerId: 1, id: 5, at: 'a' },
			{ customerId: 1, id: 6, at: 'b' },
		];
		const { records, incomplete } = await inPages(endpoints['customer.getAll'], [[one, other], [{ ...other, id: 7 }]]);
		expect([records.length, incomplete]).toEqual([3, undefined]);
	});
});

test('no record of a list is lost or comes twice, however they move and wherever the pages end', async () => {
	const endpoint = endpoints['timesheet.getAll'];
	const shown = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), { minLength: 1, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(shown, async (ids) => {
			let version = 0;
			const pages = ids.map((page) => page.map((timesheetId) => ({ timesheetId, version: version++ })));
			const { records, incomplete, moved = [] } = await inPages(endpoint, pages);
			const isShared = ids.some((page) => new Set(page).size < page.length);
			const all = ids.flat();
			expect(incomplete?.reason).toBe(isShared ? 'moved' : undefined);
			expect(records).toHaveLength(isShared ? all.length : new Set(all).size);
			expect(new Set(moved)).toEqual(
				new Set(isShared ? [] : all.filter((id, index) => all.indexOf(id) < index).map(String)),
			);
		}),
	);
});

test('the words name the id and what can’t be told', () => {
	expect(incompleteWords({ reason: 'moved', read: 6, id: '3' })).toBe(
		'The list may hold records twice: 6 records came, and one page shows the ID 3 more than once. Which of them moved while the list was read can’t be told: compare with the service itself.',
	);
});
