// A list that is handed up page by page holds what the same list holds as a whole.
import { describe, expect, test } from '@jest/globals';
import { endpoints, type JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { collectList, listPages, type Reading } from '../../../nodes/WorkforceOperations/operations/listPages.ts';
import type {
	Call,
	Collection,
	Connection,
	Incomplete,
	PageWalk,
	Place,
} from '../../../nodes/WorkforceOperations/transport/index.ts';
import { fakeConnection, type Sent } from '../transport/support.mts';

interface Read {
	records: JsonObject[];
	incomplete?: Incomplete;
	total?: number;
}

async function inPages(connection: Connection, call: Call, walk: PageWalk, reading: Reading): Promise<Read> {
	const read: Read = { records: [] };
	for await (const { records, incomplete, total } of listPages(connection, call, walk, reading)) {
		read.records.push(...records);
		read.incomplete ??= incomplete;
		read.total = total ?? read.total;
	}
	return read;
}

const ids = (records: JsonObject[]): number[] => records.map(({ id }) => Number(id)).sort((a, b) => a - b);

type Meaning = 'all' | 'the others';

/** Twelve records, each third of which has the flag; what a list without it means is the service's choice. */
function service(flag: string, meaning: Meaning, shows: boolean, counts?: number) {
	return ({ query }: Sent) => {
		const records = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, on: (index + 1) % 3 === 0 }));
		const wanted = records.filter(({ on }) => (query[flag] === 'true' ? on : meaning === 'all' || !on));
		const rest = wanted.filter(({ id }) => id > Number(query.referenceId ?? 0));
		const page = rest.slice(0, Math.min(5, Number(query.limit ?? 5)));
		const data = page.map(({ id, on }) => ({ id, incidentReportId: id, ...(shows ? { [flag]: on } : {}) }));
		const next = page.length < rest.length ? `direction=next&referenceId=${page.at(-1)?.id}` : null;
		const total = counts === undefined ? {} : { totalRecordCount: counts };
		return { body: { status: { code: 0 }, data, nextPageParameter: next, nextPageParams: next, ...total } };
	};
}

const cases = (['all', 'the others'] as const).flatMap((meaning) =>
	[true, false].flatMap((shows) =>
		[undefined, 4, 9, 12].map((limit): [Meaning, boolean, number | undefined] => [meaning, shows, limit]),
	),
);

describe('A list whose records are handed over', () => {
	const told: string[] = [];
	const answer = service('isActive', 'all', true);
	const read = async (walk: PageWalk, reading: Reading): Promise<Collection> => {
		told.length = 0;
		const { connection } = fakeConnection((sent) => {
			told.push('asked');
			return answer(sent);
		});
		const call: Call = { endpoint: endpoints['staff.getAll'], query: { isActive: 'false' } };
		const each = async (records: JsonObject[]): Promise<void> => {
			await Promise.resolve();
			told.push(ids(records).join(' '));
		};
		return await collectList(connection, call, walk, reading, false, each);
	};

	test('hands over each page before the next one is asked for, and keeps none', async () => {
		expect(await read({}, {})).toMatchObject({ records: [], pages: 3 });
		expect(told).toEqual(['asked', '1 2 3 4 5', 'asked', '6 7 8 9 10', 'asked', '11 12']);
	});

	test('hands over what is selected of a page, up to the limit', async () => {
		await read({ limit: 3 }, { selected: { keeps: ({ id }) => Number(id) % 2 === 0 } });
		expect(told.filter((words) => words !== 'asked').join(' ')).toBe('2 4 6');
	});

	test('in two halves keeps them, to put them together', async () => {
		const { records } = await read({}, { activeOnly: 'isActive' });
		expect(records).toHaveLength(12);
		expect(new Set(told)).toEqual(new Set(['asked']));
	});
});

describe('A list that is gone on with', () => {
	const reports = endpoints['incidentReport.getAll'];
	const approval = { parameter: 'isApproved', date: 'submittedDate' };
	const lists: ReadonlyArray<[string, Call, Reading, (meaning: Meaning) => ReturnType<typeof service>, number]> = [
		['as it is', { endpoint: reports }, {}, () => service('isApproved', 'all', true), 12],
		[
			'with what is not active',
			{ endpoint: endpoints['staff.getAll'], query: { isActive: 'false' } },
			{ activeOnly: 'isActive' },
			(meaning) => service('isActive', meaning, false),
			12,
		],
		['by approval', { endpoint: reports }, { approval }, (meaning) => service('isApproved', meaning, true), 12],
		[
			'of what is not approved',
			{ endpoint: reports, query: { isApproved: 'false' } },
			{ approval },
			(meaning) => service('isApproved', meaning, true),
			8,
		],
	];

	describe.each(lists)('%s', (_, call, reading, answer, count) => {
		/** What is read from a place on, so many records at a time, and where each of them stands. */
		const readFrom = async (meaning: Meaning, from?: Place, limit?: number) => {
			const [all, placed]: [number[], Place[]] = [[], []];
			let [place, parts] = [from, 0];
			do {
				const places = new WeakMap<JsonObject, Place>();
				const walk = { limit, places, from: place };
				const read = await collectList(fakeConnection(answer(meaning)).connection, call, walk, reading, false);
				all.push(...read.records.map(({ id }) => Number(id)));
				placed.push(...read.records.flatMap((record) => places.get(record) ?? []));
				expect(read.records.length).toBeLessThanOrEqual(limit ?? 12);
				expect(read.incomplete).toBeUndefined();
				place = read.behind;
			} while (place !== undefined && ++parts < 20);
			return { all, placed, parts };
		};

		test.each<[Meaning, number]>(
			(['all', 'the others'] as const).flatMap((meaning) =>
				[1, 2, 4, 5, 7, 8, 12].map((limit): [Meaning, number] => [meaning, limit]),
			),
		)('where “false” means %s, %i at a time, has each record once', async (meaning, limit) => {
			const whole = await readFrom(meaning);
			expect([...whole.all].sort((a, b) => a - b)).toHaveLength(count);
			const { all, parts } = await readFrom(meaning, undefined, limit);
			expect(all).toEqual(whole.all);
			expect(parts).toBeLessThan(20);
		});

		test.each<Meaning>(['all', 'the others'])('where “false” means %s, goes on at any record', async (meaning) => {
			const { all, placed } = await readFrom(meaning);
			expect(placed).toHaveLength(count);
			for (const [index, place] of placed.entries())
				expect((await readFrom(meaning, place)).all).toEqual(all.slice(index));
		});
	});
});

describe('A list in two halves', () => {
	const activeOnly = 'isActive';
	const approval = { parameter: 'isApproved', date: 'submittedDate', single: ['reportId'] };

	/** As a whole and in pages, each from a service of its own. */
	async function both(call: Call, walk: PageWalk, reading: Reading, answer: ReturnType<typeof service>) {
		const [one, other] = [fakeConnection(answer), fakeConnection(answer)];
		const whole: Collection = await collectList(one.connection, call, walk, reading, false);
		const read = await inPages(other.connection, call, walk, reading);
		return { whole, read, requests: { whole: one.sent.length, inPages: other.sent.length } };
	}

	test.each(cases)(
		'with what is not active, where “false” means %s, shown: %s, with the limit %s',
		async (meaning, shows, limit) => {
			const call: Call = { endpoint: endpoints['staff.getAll'], query: { isActive: 'false' } };
			const answer = service('isActive', meaning, shows);
			const { whole, read, requests } = await both(call, { limit }, { activeOnly }, answer);
			expect(read.records).toEqual(whole.records);
			// What both halves have hasn’t moved.
			expect({ moved: whole.moved, incomplete: whole.incomplete }).toEqual({ moved: [], incomplete: undefined });
			expect(read.records).toHaveLength(Math.min(limit ?? 12, 12));
			expect(requests.inPages).toBe(requests.whole);
		},
	);

	const byApproval = async (isApproved: string | undefined, walk: PageWalk, answer: ReturnType<typeof service>) => {
		const query = isApproved === undefined ? {} : { isApproved };
		return await both({ endpoint: endpoints['incidentReport.getAll'], query }, walk, { approval }, answer);
	};

	test.each(cases)(
		'by approval, where it isn’t asked for means %s, shown: %s, with the limit %s',
		async (meaning, shows, limit) => {
			for (const asked of ['true', 'false', undefined]) {
				const { whole, read } = await byApproval(asked, { limit }, service('isApproved', meaning, shows));
				// A file has what a second reading brings behind the first one.
				expect(ids(read.records)).toEqual(ids(whole.records));
				expect(read.incomplete).toEqual(whole.incomplete);
			}
		},
	);

	test.each([
		[12, undefined],
		[15, expect.objectContaining({ reason: 'total', total: 15 })],
	])(
		'by approval takes a total of both from one reading for no doubt, and any other for one: %i',
		async (total, doubt) => {
			const { whole, read } = await byApproval(undefined, {}, service('isApproved', 'the others', false, total));
			expect(read.records).toHaveLength(12);
			expect(read.incomplete).toEqual(doubt);
			expect(whole.incomplete).toEqual(read.incomplete);
		},
	);

	test('by approval tells no count of the service, which is of one half', async () => {
		const { read } = await byApproval(undefined, { limit: 5 }, service('isApproved', 'the others', true, 12));
		expect(read.total).toBeUndefined();
	});
});
