import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { Endpoint, EnvelopeKind } from '../../../../nodes/WorkforceOperations/contract/types.ts';
import { useBench } from '../../support/bench.mts';
import { everyOperation, pagedLists } from '../../support/everyOperation.mts';
import type { Canned, Seen } from '../../support/recorder.mts';

const bench = useBench();
const dates = { period: 'custom', startDate: '2020-01-01T00:00:00Z', endDate: '2035-01-01T00:00:00Z' };

const ids = (records: IDataObject[], field: string): unknown[] => records.map((record) => record[field]);
const cursorOf = (records: IDataObject[], name = 'nextCursor'): string =>
	String((records.at(-1)?.pageInfo as IDataObject)[name]);

test.each(pagedLists)(
	'$id goes on exactly behind the last record, whatever the limit and the page size',
	async ({ key, parameters, idOf }) => {
		const read = async (more: IDataObject): Promise<IDataObject[]> =>
			await bench.ok(key, { ...parameters, simplify: false, ...more });
		const wanted = (await read({ limit: 8 })).map(idOf);
		const first = await read({ limit: 5, advanced: { pageSize: 3, includePageInfo: true } });
		const second = await read({ limit: 3, advanced: { startCursor: cursorOf(first), includePageInfo: true } });
		expect([...first.map(idOf), ...second.map(idOf)]).toEqual(wanted);
		expect(new Set(wanted).size).toBe(wanted.length);
		expect(first[0]?.pageInfo).toMatchObject({ returned: 5, pages: 2 });
	},
);

describe('Page info and direction', () => {
	// Cursors that are written by hand name what the default variant's do.
	const bench = useBench({ cursor: 'id', isApproved: 'all', total: 'right' });

	const reports = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime' };
	const two = { ...reports, limit: 2, advanced: { includePageInfo: true } };

	test('tells counts and cursors where the service does', async () => {
		const [record] = await bench.ok('incidentreport', { ...two, filters: { isApproved: true } });
		expect(record?.pageInfo).toEqual({
			returned: 2,
			pages: 1,
			count: 2,
			totalCount: expect.any(Number),
			nextCursor: expect.stringMatching(/^direction=next&referenceId=\d+/),
			previousCursor: null,
		});
	});

	test('tells no count of a half that a limit has cut', async () => {
		const [record] = await bench.ok('incidentreport', two);
		expect(record?.pageInfo).toMatchObject({ returned: 2, count: null, totalCount: null });
	});

	test('an empty list gives one item with it', async () => {
		const getAll = { resource: 'incidentReport', operation: 'getAll', filters: { reportId: 'none' } };
		expect(await bench.ok('incidentreport', getAll)).toEqual([]);
		expect(await bench.ok('incidentreport', { ...getAll, advanced: { includePageInfo: true } })).toEqual([
			{ pageInfo: expect.objectContaining({ returned: 0, totalCount: 0 }) },
		]);
	});

	test('reads backwards from a cursor', async () => {
		const getAll = { resource: 'customer', operation: 'getAll' };
		const all = ids(await bench.ok('developer', { ...getAll, returnAll: true }), 'id');
		const behind = { startCursor: `direction=next&referenceId=${String(all[4])}`, includePageInfo: true };
		const later = await bench.ok('developer', { ...getAll, limit: 1, advanced: behind });
		const advanced = { direction: 'prev', startCursor: cursorOf(later, 'previousCursor') };
		const before = await bench.ok('developer', { ...getAll, limit: 2, advanced });
		expect(bench.recorder.seen.at(-1)?.query.direction).toBe('prev');
		expect(new Set(ids(before, 'id'))).toEqual(new Set([all[3], all[4]]));
	});

	test('a start cursor can name any anchor, for lists sorted by name', async () => {
		const getAll = { resource: 'timesheet', operation: 'getAll', ...dates, limit: 5, simplify: false };
		const advanced = { startCursor: 'referenceSiteName=Stadium&referenceId=0' };
		const records = await bench.ok('timesheet', { ...getAll, advanced });
		const query = { referenceSiteName: 'Stadium', referenceId: '0', direction: 'next' };
		expect(bench.recorder.seen.at(-1)?.query).toMatchObject(query);
		expect(String(records[0]?.siteName)).toMatch(/^Stadium/);
	});

	test('pages of the webhook subscriptions are counted too', async () => {
		const { id } = (await bench.ok('webhook', { resource: 'webhookSubscriber', operation: 'create' }))[0] ?? {};
		const getAll = { resource: 'webhookSubscription', operation: 'getAll', subscriberId: String(id) };
		expect(await bench.ok('webhook', { ...getAll, advanced: { includePageInfo: true } })).toEqual([
			{ pageInfo: expect.objectContaining({ returned: 0, pages: 1 }) },
		]);
	});
});

/** Answers a list of a given length the way the service pages it. */
function page({ paging, envelope, ids: [id = 'id'] = [] }: Endpoint, total: number, { query }: Seen): Canned {
	const size = Number(query.limit ?? query.pageSize);
	const start = paging.kind === 'pageNumber' ? (Number(query.page) - 1) * size : Number(query.referenceId ?? 0);
	const rows = Array.from({ length: Math.max(0, Math.min(size, total - start)) }, (_, index) => ({
		[id]: start + index + 1,
		occurredUtc: '2026-01-01T00:00:00Z',
	}));
	const end = start + rows.length;
	const next = end < total ? `direction=next&referenceId=${end}` : null;
	const standard = { status: { code: 0, errorMessage: '' }, data: rows };
	const inJson = next && JSON.stringify({ ReferenceId: end, ReferenceDateTime: '2026-01-01T00:00:00Z' });
	const bodies: Record<EnvelopeKind, object> = {
		slimCursor: { ...standard, nextPageParameter: next },
		incidentReports: { ...standard, nextPageParams: next },
		liveOperations: { isSuccess: true, data: rows, nextPageParameter: inJson },
		standard,
		loginAudit: { data: rows, errors: null, meta: {} },
	};
	return { body: bodies[envelope] };
}

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

/** With a filter of reports, because without it a list that shows no approved one is read once more. */
const inOneReading = pagedLists.map((list) => ({
	...list,
	parameters: { ...list.parameters, filters: everyOperation.find(({ id }) => id === list.id)?.parameters.filters },
}));

test.each(inOneReading)(
	'$id of any length is read to its end or to the limit, and never a page too many',
	async ({ key, parameters, endpoint, idOf }) => {
		const { kind } = endpoint.paging;
		const size = 4;
		const length = fc.oneof(fc.constantFrom(0, 1, size - 1, size, size + 1, 2 * size), fc.integer({ min: 0, max: 19 }));
		await fc.assert(
			fc.asyncProperty(length, fc.option(fc.integer({ min: 1, max: 21 }), { nil: undefined }), async (total, limit) => {
				bench.recorder.clear();
				bench.recorder.answer((seen) => page(endpoint, total, seen));
				const records = await bench.ok(key, {
					...parameters,
					...(limit === undefined ? { returnAll: true } : { limit }),
					simplify: false,
					advanced: { pageSize: size },
				});
				const wanted = Math.min(total, limit ?? Infinity);
				expect(records.map(idOf)).toEqual(numbers(wanted));
				// Where nothing says that a page is the last, a full one is followed by another; a limit ends the walk at once.
				const reached = limit !== undefined && limit <= total;
				const askedSize = Math.min(size, limit ?? size);
				const blind =
					kind === 'pageNumber'
						? Math.floor(total / askedSize) + 1
						: Math.ceil(total / askedSize) + (total === 0 ? 0 : 1);
				const cursored = Math.max(1, Math.ceil(total / askedSize));
				const needed = reached
					? Math.ceil(wanted / askedSize)
					: kind === 'lastRow' || kind === 'pageNumber'
						? Math.max(1, blind)
						: cursored;
				expect(bench.recorder.seen).toHaveLength(needed);
			}),
			{
				numRuns: 20,
				examples: [
					[0, undefined],
					[4, undefined],
					[8, 8],
					[5, 4],
					[9, 6],
				],
			},
		);
	},
);

describe('Return All asks for the largest pages that the service takes', () => {
	let pace: Pace;
	beforeEach(async () => {
		pace = new Pace(bench.sandbox);
		// The size that came is remembered for an hour.
		await pace.pass(3_700_000);
	});
	afterEach(() => pace.end());

	const all = numbers(450);
	const sizeOf = ({ query }: Seen): number => Number(query.limit ?? query.pageSize);
	/** One for each way to go on. */
	const some = [...new Map(inOneReading.map((list) => [list.endpoint.paging.kind, list])).values()];

	describe.each(some)('$endpoint.paging.kind: $id', ({ key, parameters, endpoint, idOf }) => {
		/** The sizes that were asked for of a service that refuses larger pages, from a request on. */
		const read = async (maximum: number, status: number, from = 1, more: IDataObject = {}) => {
			bench.recorder.clear();
			bench.recorder.answer((seen) =>
				bench.recorder.seen.length >= from && sizeOf(seen) > maximum
					? { status, body: { message: 'No such page' } }
					: page(endpoint, all.length * from, seen),
			);
			const list = { ...parameters, returnAll: true, simplify: false, ...more };
			const { json, error } = await bench.run(key, list);
			return { sizes: bench.recorder.seen.map(sizeOf), rows: json.map(idOf), error };
		};

		test.each([400, 413, 422])('the next smaller size after a %i, and from then on for an hour', async (status) => {
			const first = await read(150, status);
			expect({ sizes: first.sizes.slice(0, 4), rows: first.rows }).toEqual({ sizes: [500, 200, 100, 100], rows: all });
			expect(new Set((await read(150, status)).sizes)).toEqual(new Set([100]));
			await pace.pass(3_700_000);
			expect((await read(500, status)).sizes[0]).toBe(500);
		});

		test('the next smaller size where the service is too slow', async () => {
			const { sizes, rows } = await read(200, 504);
			expect({ sizes: sizes.slice(0, 4), rows }).toEqual({ sizes: [500, 500, 200, 200], rows: all });
		});

		test('pages that are refused half-way lose and double nothing', async () => {
			const { sizes, rows } = await read(200, 413, 3);
			expect(sizes.slice(0, 5)).toEqual([500, 500, 500, 200, 200]);
			expect(rows).toEqual(numbers(1350));
		});

		test('what every size is refused for is the service’s own error, and nothing is remembered of it', async () => {
			expect((await read(0, 400)).error?.message).toBe('No such page');
			expect((await read(500, 400)).sizes[0]).toBe(500);
		});

		test.each([403, 404, 500])('a %i is not about the size, and a size of one’s own stays', async (status) => {
			expect(new Set((await read(0, status)).sizes)).toEqual(new Set([500]));
			const own = await read(60, 400, 1, { advanced: { pageSize: 80 } });
			expect({ sizes: own.sizes, message: own.error?.message }).toEqual({ sizes: [80], message: 'No such page' });
		});
	});
});

test('a start cursor that can’t be read is an error before anything is sent', async () => {
	const getAll = { resource: 'customer', operation: 'getAll', advanced: { startCursor: '{broken' } };
	expect((await bench.run('developer', getAll)).error?.message).toBe('The start cursor can’t be read');
	expect(bench.recorder.seen).toEqual([]);
});

test.each([{ pageSize: 50 }, { pageSize: 50, limit: 300 }])(
	'numbered pages that are larger than asked for lose nothing: %j',
	async ({ pageSize, limit }) => {
		bench.recorder.answer((seen) =>
			page(endpoints['loginAudit.getAll'], 500, { ...seen, query: { ...seen.query, pageSize: '120' } }),
		);
		const list = { resource: 'loginAudit', operation: 'getAll', simplify: false, advanced: { pageSize } };
		const upTo = limit === undefined ? { returnAll: true } : { limit };
		const records = await bench.ok('loginaudit', { ...list, ...upTo });
		expect(ids(records, 'id')).toEqual(numbers(limit ?? 500));
	},
);
