// Lists that end in other ways than with null.
import { describe, expect, test } from '@jest/globals';
import type { Endpoint, JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	cursorAt,
	type End,
	live,
	newAddress,
	own,
	reports,
	rowOf,
	rows,
	service,
	type Service,
	staff,
	timesheets,
	walk,
	wrapped,
} from '../endings.mts';
import { audit, auditService, eventsOf, idsOf, rowsOf, slim } from '../services.mts';
import { FakeTime } from '../support.mts';

const ends: Array<[string, (endpoint: Endpoint) => End, number]> = [
	['null', () => () => null, 0],
	['an empty text', () => () => '', 0],
	['id 0', () => () => 'direction=next&referenceId=0', 0],
	['a direction alone', () => () => 'direction=next', 0],
	['a blank reference', () => () => 'direction=next&referenceId=', 0],
	['defaults', () => () => '{"ReferenceId":0,"ReferenceDateTime":"0001-01-01T00:00:00"}', 0],
	['the query again, without a place', () => () => 'isActive=true&limit=500&direction=next&referenceId=0', 0],
	['its own cursor', own, 1],
	[
		'a cursor behind the last row, and an empty page that repeats it',
		(endpoint) => (request, last) => (last === undefined ? own(endpoint)(request, last) : cursorAt(endpoint, last)),
		1,
	],
];

describe.each([slim, staff, timesheets, reports, live])('$id', (endpoint) => {
	test.each(ends)('ends with %s, whatever the length of the list', async (_, end) => {
		for (const count of [0, 1, 19, 20, 37, 40, 60]) {
			const all = rows(count);
			for (const pageSize of [20, 500]) {
				const read = await walk(service(endpoint, all, end(endpoint)), { endpoint }, { pageSize });
				expect([count, pageSize, read.records, read.incomplete]).toEqual([count, pageSize, all, undefined]);
				expect(read.last?.next).toBeUndefined();
			}
		}
	});

	test.each(ends)('ends with %s, with no request too many', async (_, end, more) => {
		const { sent } = await walk(service(endpoint, rows(37), end(endpoint)), { endpoint });
		expect(sent).toHaveLength(1 + more);
		const limited = await walk(service(endpoint, rows(40), end(endpoint)), { endpoint }, { limit: 40 });
		expect([limited.ids.length, limited.sent.length]).toEqual([40, 1]);
	});

	test('ends without the key, which is asked for once an hour', async () => {
		const baseUrl = newAddress();
		const time = new FakeTime();
		const unsaid = service(endpoint, rows(40), () => undefined);
		const read = async (): Promise<unknown[]> => {
			const { ids, sent, incomplete } = await walk(unsaid, { endpoint }, { pageSize: 20 }, baseUrl, time.install());
			return [ids.length, sent.length, incomplete];
		};
		expect(await read()).toEqual([40, 3, undefined]);
		expect(await read()).toEqual([40, 2, undefined]);
		time.now += 61 * 60_000;
		expect(await read()).toEqual([40, 3, undefined]);
	});
});

test('a page info names no cursor that is but a form of the end, in either direction', async () => {
	const answer: Service = () => ({
		body: { data: rowsOf(3), nextPageParameter: 'direction=next', prevPageParameter: 'direction=prev&referenceId=0' },
	});
	const { last } = await walk(answer, { endpoint: slim });
	expect([last?.next, last?.previous]).toEqual([undefined, undefined]);
});

test('a name is a place, also beside id 0', async () => {
	const answer: Service = ({ query }) =>
		wrapped(
			slim,
			query.referenceName ? [rowOf(2)] : [rowOf(1)],
			query.referenceName ? null : 'referenceName=b&referenceId=0',
		);
	expect((await walk(answer, { endpoint: slim })).ids).toEqual([1, 2]);
});

describe('Login audit', () => {
	const links: Array<[string, (page: number) => unknown]> = [
		['itself', (page) => `/api/external/loginaudit?page=${page}&pageSize=5`],
		['page 0', () => '/api/external/loginaudit?page=0'],
		['another', (page) => `/api/external/loginaudit?page=${page + 1}&pageSize=5`],
	];

	test.each(links)('whose last page names %s is read to its end', async (_, link) => {
		for (const count of [0, 3, 5, 12]) {
			const usual = auditService(eventsOf(count));
			const answer: Service = (request, number) => {
				const { data } = usual(request, number).body as { data: JsonObject[] };
				return { body: { data, errors: null, meta: { nextPageEndpoint: link(Number(request.query.page)) } } };
			};
			const { ids, sent } = await walk(answer, { endpoint: audit }, { pageSize: 5 });
			expect(ids).toEqual(idsOf(eventsOf(count)));
			expect(sent.length).toBeLessThanOrEqual(Math.floor(count / 5) + 2);
		}
	});
});
