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

describe('A list with what is not active', () => {
	const activeOnly = 'isActive';
	const call: Call = { endpoint: endpoints['staff.getAll'], query: { isActive: 'false' } };

	test.each(cases)(
		'of which “false” means %s, whose records show it: %s, with the limit %s',
		async (meaning, shows, limit) => {
			const one = fakeConnection(service('isActive', meaning, shows));
			const other = fakeConnection(service('isActive', meaning, shows));
			const whole = await collectList(one.connection, call, { limit }, { activeOnly }, false);
			const { records } = await inPages(other.connection, call, { limit }, { activeOnly });
			expect(records).toEqual(whole.records);
			// What both halves have hasn’t moved.
			expect({ moved: whole.moved, incomplete: whole.incomplete }).toEqual({ moved: [], incomplete: undefined });
			expect(records).toHaveLength(Math.min(limit ?? 12, 12));
			expect(other.sent.length).toBe(one.sent.length);
		},
	);
});

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
		expect({ ids: ids(records).length, told: told.filter((words) => words !== 'asked') }).toEqual({
			ids: 12,
			told: [],
		});
		expect(told.length).toBeGreaterThan(0);
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

describe('A list by approval', () => {
	const approval = { parameter: 'isApproved', date: 'submittedDate', single: ['reportId'] };
	const endpoint = endpoints['incidentReport.getAll'];
	const both = async (asked: string | undefined, walk: PageWalk, answer: ReturnType<typeof service>) => {
		const call: Call = { endpoint, query: asked === undefined ? {} : { isApproved: asked } };
		const [one, other] = [fakeConnection(answer), fakeConnection(answer)];
		const whole: Collection = await collectList(one.connection, call, walk, { approval }, false);
		const read = await inPages(other.connection, call, walk, { approval });
		return { whole, read };
	};

	test.each(cases)('where it isn’t asked for means %s, shown: %s, with the limit %s', async (meaning, shows, limit) => {
		for (const asked of ['true', 'false', undefined]) {
			const { whole, read } = await both(asked, { limit }, service('isApproved', meaning, shows));
			// A file has what a second reading brings behind the first one.
			expect(ids(read.records)).toEqual(ids(whole.records));
			expect(read.incomplete).toEqual(whole.incomplete);
		}
	});

	test('takes a total of one reading that is of both for no doubt, and any other for one', async () => {
		const fits = await both(undefined, {}, service('isApproved', 'the others', false, 12));
		expect(fits.read.records).toHaveLength(12);
		expect([fits.read.incomplete, fits.whole.incomplete]).toEqual([undefined, undefined]);
		const lacks = await both(undefined, {}, service('isApproved', 'the others', false, 15));
		expect(lacks.read.incomplete).toEqual(lacks.whole.incomplete);
		expect(lacks.read.incomplete).toMatchObject({ reason: 'total', total: 15 });
	});

	test('tells no count of the service, which is of one half', async () => {
		const { read } = await both(undefined, { limit: 5 }, service('isApproved', 'the others', true, 12));
		expect(read.total).toBeUndefined();
	});
});
