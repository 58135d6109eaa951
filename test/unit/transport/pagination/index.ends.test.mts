// Every way to end a list, for each list of the endpoint table.
import { describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints, type JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { cursorAt, rowOf, rows, type Service, walk, wrapped } from '../endings.mts';
import { auditService, eventsOf, idsOf } from '../services.mts';
import type { Answer } from '../support.mts';
import type { ServiceError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';

const lists = Object.values(endpoints).filter(({ list }) => list);
const of = (...kinds: Array<Endpoint['paging']['kind']>): Endpoint[] =>
	lists.filter(({ paging }) => kinds.includes(paging.kind));

const call = (endpoint: Endpoint) => ({ endpoint, path: { id: 1, userId: 1, subscriberId: 1 } });

/** Rows from a number on. */
const from = (first: number, count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => rowOf(first + index));

/** A place in a list that no other page of a test names. */
const place = (endpoint: Endpoint, id: number): string => cursorAt(endpoint, rowOf(id));

/** Absent, as opposed to null. */
const UNSAID = undefined;

type Page = [data: JsonObject[], next: unknown];
const page = (data: JsonObject[], next: unknown): Page => [data, next];

/** A list in these pages, whatever is asked for; behind them nothing may be asked. */
const inPages =
	(endpoint: Endpoint, ...pages: Page[]): Service =>
	(_, count): Answer => {
		const [data, next] = pages[count - 1] ?? [];
		if (data === undefined) throw new Error('There is no such page');
		return wrapped(endpoint, data, next);
	};

type What = 'end' | 'undecided' | RegExp;

const SAME_AGAIN = /^The service keeps sending the same page$/;
const UNREADABLE = /^The service sends a next-page reference that can’t be read$/;

describe.each(of('cursor'))('$id', (endpoint) => {
	const at = (id: number): string => place(endpoint, id);
	const standard = endpoint.pageSize?.standard ?? 20;
	const first = page(from(1, 20), at(20));

	test.each<[string, What, Page[]]>([
		['a page whose field is null', 'end', [page(from(1, 7), null)]],
		['a full page whose field is null', 'end', [page(from(1, 500), null)]],
		['a page whose field is blank', 'end', [page(from(1, 50), ' ')]],
		['a page that isn’t full and has no field', 'end', [page(from(1, 7), UNSAID)]],
		['a page that isn’t full and names a position asked already', 'end', [first, page(from(21, 7), at(20))]],
		['a page that isn’t full and names the start', 'end', [page(from(1, 7), 'direction=next')]],
		['an empty page without the field', 'end', [page([], UNSAID)]],
		['an empty page that names a position asked already', 'end', [first, page([], at(20))]],
		['an empty page that names a new position', 'undecided', [page([], at(9))]],
		['an empty page behind others that names a new position', 'undecided', [first, page([], at(40))]],
		['as many rows as were asked for, without the field', 'undecided', [page(from(1, 500), UNSAID)]],
		['a page of the endpoint’s own size, without the field', 'undecided', [page(from(1, standard), UNSAID)]],
		['as many rows as before, without the field', 'undecided', [page(from(1, 37), at(37)), page(from(38, 37), UNSAID)]],
		['a page of a round size, without the field', 'undecided', [page(from(1, 250), UNSAID)]],
		['a full page that names the start', SAME_AGAIN, [page(from(1, 50), 'direction=next')]],
		['a full page that names a position asked already', SAME_AGAIN, [first, page(from(21, 20), at(20))]],
		['rows that came before, and a new position', SAME_AGAIN, [page(from(1, 7), at(7)), page(from(1, 7), at(8))]],
		['a next page that can’t be read', UNREADABLE, [page(from(1, 7), 'odd')]],
		['a next page that is an object', UNREADABLE, [page(from(1, 7), { ReferenceId: 7 })]],
		['a next page that is a number', UNREADABLE, [page(from(1, 7), 12)]],
	])('%s: %s', async (_, what, pages) => {
		const service = inPages(endpoint, ...pages);
		const all = pages.flatMap(([data]) => data);
		const unsaid = pages.at(-1)?.[1] === UNSAID ? { unsaid: true } : {};
		const undecided = what === 'end' ? undefined : { reason: 'undecided', read: all.length, ...unsaid };
		const words: unknown = expect.stringMatching(what);
		const isError = what instanceof RegExp;
		const came = await walk(service, call(endpoint)).then(
			({ records, incomplete, sent }) => ({ records, incomplete, count: sent.length }),
			({ kind, message }: ServiceError) => ({ kind, message }),
		);
		expect(came).toEqual(
			isError ? { kind: 'incomplete', message: words } : { records: all, incomplete: undecided, count: pages.length },
		);
	});

	test('what can’t be read is shown, up to 200 characters', async () => {
		const long = 'x'.repeat(300);
		await expect(walk(inPages(endpoint, page(from(1, 7), long)), call(endpoint))).rejects.toMatchObject({
			description: expect.stringMatching(/received: "x{199}\. Ask .* Records read before the error: 7/),
		});
	});

	test('a limit that is reached leaves no doubt, and asks for no page too many', async () => {
		for (const end of [at(20), UNSAID, 'odd']) {
			const service = inPages(endpoint, page(from(1, 20), end));
			const { records, incomplete } = await walk(service, call(endpoint), { limit: 20 });
			expect({ records: records.length, incomplete }).toEqual({ records: 20, incomplete: undefined });
		}
	});

	test('“listEnd” says that a full page without the field is the end', async () => {
		const service = inPages(endpoint, page(from(1, 50), UNSAID));
		const { records, incomplete } = await walk(service, call(endpoint), {}, { listEnd: 'unsaid' });
		expect({ records: records.length, incomplete }).toEqual({ records: 50, incomplete: undefined });
	});

	test('“listEnd” says that the list goes on behind its last row, until a page has no new one', async () => {
		const isAnchored = endpoint.query.some(({ name }) => name === 'referenceId');
		for (const last of [[], from(51, 30)]) {
			const service = inPages(endpoint, ...[from(1, 50), from(51, 30), last].map((rows) => page(rows, UNSAID)));
			const read = await walk(service, call(endpoint), {}, { listEnd: 'lastRow' });
			expect(read.incomplete).toEqual(isAnchored ? undefined : { reason: 'undecided', read: 50, unsaid: true });
			if (!isAnchored) continue;
			expect(read.records).toEqual(rows(80));
			const anchors = read.queries.map(({ referenceId, referenceDateTime }) => ({ referenceId, referenceDateTime }));
			const anchorAt = (id: number): object => ({
				referenceId: String(id),
				referenceDateTime: endpoint.id === 'liveOperation.getAll' ? rowOf(id).startTime : undefined,
			});
			expect(anchors).toEqual([{}, anchorAt(50), anchorAt(80)]);
		}
	});
});

describe.each(of('lastRow'))('$id', (endpoint) => {
	test.each<[string, Page[]]>([
		['an empty page', [page([], UNSAID)]],
		['an empty page behind others', [page(from(1, 7), UNSAID), page([], UNSAID)]],
		['a page without a new id', [page(from(1, 7), UNSAID), page(from(1, 7), UNSAID)]],
		['a short page whose last row has no ID', [page([{ formName: 'a' }], UNSAID)]],
	])('ends on %s', async (_, pages) => {
		const { incomplete, sent, moved = [] } = await walk(inPages(endpoint, ...pages), call(endpoint));
		expect({ incomplete, moved: moved.length }).toEqual({ incomplete: undefined, moved: pages[1]?.[0].length ?? 0 });
		expect(sent).toHaveLength(pages.length);
	});

	test('ends in words on a full page whose last row has no ID, with what its row has', async () => {
		const last = page([...from(1, 9), { formName: 'a', code: 7 }], UNSAID);
		await expect(walk(inPages(endpoint, last), call(endpoint))).rejects.toMatchObject({
			message: 'The list can’t be read to the end',
			description: expect.stringContaining('no formTemplateId or id to continue from. Its fields: formName, code.'),
		});
	});

	test('goes on by the field that Service Details name', async () => {
		const named = (count: number): JsonObject[] =>
			Array.from({ length: count }, (_, index) => ({ templateRef: index + 1 }));
		const service: Service = ({ query }) => ({ body: { data: query.referenceId === undefined ? named(10) : [] } });
		const { queries, records } = await walk(service, call(endpoint), {}, { formTemplateId: 'templateRef' });
		expect({ records: records.length, referenceId: queries.map(({ referenceId }) => referenceId) }).toEqual({
			records: 10,
			referenceId: [undefined, '10'],
		});
	});
});

describe.each(of('pageNumber'))('$id', (endpoint) => {
	test.each([
		{ rows: 0, requests: 1 },
		{ rows: 4, requests: 1 },
		{ rows: 5, requests: 2 },
		{ rows: 12, requests: 3 },
	])('of $rows rows ends on a page with fewer than asked for, whatever else it says', async ({ rows, requests }) => {
		const events = eventsOf(rows);
		for (const nextPageEndpoint of [null, '/api/external/loginaudit?page=9&pageSize=5', 'odd', 7]) {
			const usual = auditService(events);
			const linked: Service = (request) => ({
				body: { ...(usual(request).body as object), meta: { nextPageEndpoint } },
			});
			const { ids, sent, incomplete } = await walk(linked, call(endpoint), { pageSize: 5 });
			expect({ ids, incomplete, requests: sent.length }).toEqual({
				ids: idsOf(events),
				incomplete: undefined,
				requests,
			});
		}
	});

	test('ends in words on a full page without a new row', async () => {
		const again: Service = () => ({ body: { data: eventsOf(5), errors: null } });
		await expect(walk(again, call(endpoint), { pageSize: 5 })).rejects.toMatchObject({
			message: expect.stringMatching(SAME_AGAIN),
			description: expect.stringContaining('Records read before the error: 5'),
		});
	});
});

test.each(of('none'))('$id is one page, whatever it says', async (endpoint) => {
	const { records, sent, incomplete } = await walk(
		() => ({ body: { status: { code: 0 }, data: from(1, 50), errors: null, nextPageParameter: 'referenceId=50' } }),
		call(endpoint),
	);
	expect({ records: records.length, requests: sent.length }).toEqual({ records: 50, requests: 1 });
	expect(incomplete).toBeUndefined();
});

test('every list of the endpoint table is asked about', () =>
	expect(of('cursor', 'lastRow', 'pageNumber', 'none')).toHaveLength(lists.length));

test('a list of rows without an ID ends in words after a thousand pages, because nobody can tell whether they are new', async () => {
	let sent = 0;
	const endless: Service = () =>
		wrapped(endpoints['staff.getAll'], [{ name: 'x' }, { name: 'x' }], `referenceName=${++sent}`);
	await expect(walk(endless, { endpoint: endpoints['staff.getAll'] })).rejects.toMatchObject({
		message: 'The service keeps sending pages, and no row has an ID',
		description: expect.stringMatching(/^After 1000 pages, .* Records read before the error: 2,?000/),
	});
	expect(sent).toBe(1000);
});
