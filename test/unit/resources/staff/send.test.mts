// Which requests an update takes where rows are refused, and what becomes of each of them.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { RowResult } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import type { SheetRow } from '../../../../nodes/WorkforceOperations/resources/staff/rows.ts';
import { Experience, writeUpdates } from '../../../../nodes/WorkforceOperations/resources/staff/send.ts';
import { ServiceError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { type Answer, FakeTime } from '../../transport/support.mts';
import { data, fakeService, refusal } from '../fakeService.mts';

let time: FakeTime;
beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

const idsOf = (body: IDataObject | undefined): number[] =>
	(body?.employees as IDataObject[]).map(({ id }) => Number(id));

interface Written {
	/** The ids of each request. */
	requests: number[][];
	/** What each row is told: its record’s id, or its error. */
	results: Array<RowResult | undefined>;
}

/** Sends rows as one batch; each batch is told when it is done. */
async function writeBatch(
	rows: SheetRow[],
	results: Array<RowResult | undefined>,
	experience: Experience,
): Promise<SheetRow[][]> {
	const done: SheetRow[][] = [];
	await writeUpdates(rows, {
		batchSize: 500,
		experience,
		put: ({ item }, result) => {
			results[item.itemIndex] = result;
		},
		after: (batch) => void done.push(batch),
	});
	return done;
}

/** Batches of ids one after another, in one run. */
async function write(batches: number[][], answer: (ids: number[], count: number) => Answer): Promise<Written> {
	const service = fakeService(({ request, body }, count) => {
		expect(request).toBe('PATCH /api/external/staffs');
		return answer(idsOf(body), count);
	});
	const results: Array<RowResult | undefined> = [];
	const experience = new Experience();
	let next = 0;
	for (const batch of batches) {
		const rows = batch.map((id) => ({ item: service.item(next++), body: { id, mobile: 'm' } }));
		expect(await time.until(writeBatch(rows, results, experience))).toEqual(rows.length === 0 ? [] : [rows]);
	}
	return { requests: service.asked.map(({ body }) => idsOf(body)), results };
}

const messages = ({ results }: Written): unknown[] =>
	results.map((result) =>
		result === undefined ? null : 'error' in result ? (result.error as Error).message : result.outcomes[0]?.json.id,
	);
const refusing =
	(...bad: number[]) =>
	(ids: number[]): Answer =>
		ids.some((id) => bad.includes(id)) ? refusal('Bad') : data(ids.map((id) => ({ id })));
const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('A batch that is refused', () => {
	test.each<[string, number[], number[], number[][], unknown[]]>([
		['nobody', [], [1], [], []],
		['one row', [1], [1], [[1]], ['Bad']],
		['none of the rows', [1, 2, 3], [], [[1, 2, 3]], [1, 2, 3]],
		['one of two', [1, 2], [2], [[1, 2], [1], [2]], [1, 'Bad']],
		['one of three', [1, 2, 3], [3], [[1, 2, 3], [1, 2], [3]], [1, 2, 'Bad']],
		[
			'one of five',
			[1, 2, 3, 4, 5],
			[2],
			[[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [1], [2], [3], [4, 5]],
			[1, 'Bad', 3, 4, 5],
		],
	])('is halved: for %s', async (_, rows, bad, requests, expected) => {
		const written = await write([rows], refusing(...bad));
		expect(written.requests).toEqual(requests);
		expect(messages(written)).toEqual(expected);
	});

	test('is not halved for what is not about its content', async () => {
		const written = await write([[1, 2]], () => ({ status: 401, body: {} }));
		expect(new Set(written.requests.map(String))).toEqual(new Set(['1,2']));
		expect(new Set(messages(written)).size).toBe(1);
	});
});

describe('Where eight rows have failed alone with the same words', () => {
	const bad = upTo(8);

	test('the first and the middle row speak for the next batch', async () => {
		const written = await write([...bad.map((id) => [id]), upTo(6, 11)], () => refusal('Closed'));
		expect(written.requests.slice(8)).toEqual([upTo(6, 11), [11], [14]]);
		expect(messages(written)).toEqual(Array.from({ length: 14 }, () => 'Closed'));
		const described = written.results.slice(8).map((result) => {
			const error = result !== undefined && 'error' in result ? result.error : undefined;
			return error instanceof ServiceError && String(error.description).includes('were not sent one by one');
		});
		expect(described).toEqual([false, true, true, false, true, true]);
	});

	test('and of a batch of three the one that is left is sent where one of them is written', async () => {
		const written = await write([...bad.map((id) => [id]), upTo(3, 11)], refusing(...bad, 12));
		expect(written.requests.slice(8)).toEqual([[11, 12, 13], [11], [13], [12]]);
		expect(messages(written).slice(8)).toEqual([11, 'Bad', 13]);
	});

	test('a batch of two that fails otherwise leaves nobody, and what was not sent counts as no success', async () => {
		const batches = [...bad.map((id) => [id]), [11, 12], ...upTo(6, 13).map((id) => [id]), upTo(3, 21)];
		const { requests } = await write(batches, (ids) =>
			refusal((ids[0] === 11 && ids.length > 1) || (ids[0] ?? 0) < 11 ? 'Closed' : 'Bad'),
		);
		// Eight have failed alone with the words of the last batch: its middle row stands for the one before it.
		expect(requests.slice(-3)).toEqual([upTo(3, 21), [21], [23]]);
	});

	test('and where the first or the middle one is written, the others are sent all the same', async () => {
		const written = await write([...bad.map((id) => [id]), upTo(6, 11)], refusing(...bad, 12));
		expect(written.requests.slice(8)).toEqual([
			upTo(6, 11),
			[11],
			[14],
			[12, 13, 15, 16],
			[12, 13],
			[12],
			[13],
			[15, 16],
		]);
		expect(messages(written).slice(8)).toEqual([11, 'Bad', 13, 14, 15, 16]);
	});
});

describe('A row that was in a request whose answer got lost', () => {
	/** The first request breaks off; it is sent a second time, and refused. */
	const breaking = (ids: number[], count: number): Answer =>
		count === 1 ? { network: 'ECONNRESET' } : refusing(2, 4)(ids);

	test('may have been written, and says so, also where it is refused afterwards', async () => {
		const { requests, results } = await write([[1, 2, 3, 4]], breaking);
		expect(requests).toEqual([[1, 2, 3, 4], [1, 2, 3, 4], [1, 2], [1], [2], [3, 4], [3], [4]]);
		expect(
			results.map((result) =>
				result !== undefined && 'error' in result && result.error instanceof ServiceError
					? [
							result.error.mayHaveArrived,
							result.error.description?.includes('An earlier request that included this row'),
						]
					: 'written',
			),
		).toEqual(['written', [true, true], 'written', [true, true]]);
	});

	test('says it of no row of another batch', async () => {
		const { results } = await write([[1, 3], [2]], breaking);
		const [, , last] = results;
		const error = last !== undefined && 'error' in last ? last.error : undefined;
		expect(error).toMatchObject({ message: 'Bad', mayHaveArrived: false });
	});
});

describe('A row that is refused alone after its batch', () => {
	/** Row 2 is refused alone in these words, after a batch that may have been written in part. */
	const secondTold = async (batch: string, alone: Answer): Promise<unknown[]> => {
		const answer = (ids: number[]): Answer =>
			ids.length > 1 ? refusal(batch) : ids[0] === 2 ? alone : data([{ id: ids[0] }]);
		const { results } = await write([[1, 2]], answer);
		const [, last] = results;
		const error = last !== undefined && 'error' in last ? last.error : undefined;
		return error instanceof ServiceError
			? [error.message, error.mayHaveArrived, error.description?.includes('refused for another reason') === true]
			: [error];
	};

	test.each<[string, string, Answer, boolean]>([
		['in the same words was not written', 'Bad mobile', refusal('Bad mobile'), false],
		['in the same words with another number was not written', 'Row 2: bad', refusal('Row 1: bad'), false],
		['for another reason may have been written with it', 'Bad mobile', refusal('Nothing to change'), true],
		['for what is not about its content may have been written with it', 'Bad', { status: 413, body: {} }, true],
	])('%s', async (_, batch, alone, mayBeWritten) => {
		const [message, ...said] = await secondTold(batch, alone);
		expect(message).toEqual(expect.any(String));
		expect(said).toEqual([mayBeWritten, mayBeWritten]);
	});
});

test('a refusal is told of the first item of its request, and what is added to the query goes with it', async () => {
	const service = fakeService(() => refusal('Bad'));
	const item = service.item(3, { additionalQuery: { parameters: [{ name: 'companyId', value: '3' }] } });
	const results: Array<RowResult | undefined> = [];
	await time.until(writeBatch([{ item, body: { id: 1 } }], results, new Experience()));
	expect(results[3]).toMatchObject({ error: { message: 'Bad', context: { itemIndex: 3 } } });
	expect(service.asked).toEqual([
		{ request: 'PATCH /api/external/staffs', query: { companyId: '3' }, body: { employees: [{ id: 1 }] } },
	]);
});

describe('An answer to an update', () => {
	const said = async (ids: number[], content: unknown): Promise<unknown[]> =>
		(await write([ids], () => data(content))).results.map((result) =>
			result !== undefined && 'outcomes' in result ? result.outcomes.map(({ json }) => json) : result,
		);

	test.each<[string, unknown, unknown[]]>([
		['without records', null, [[{ id: 1, updated: true }], [{ id: 2, updated: true }]]],
		['with one of them', [{ id: '2', x: 1 }], [[{ id: 1, updated: null, answer: [] }], [{ id: '2', x: 1 }]]],
		[
			'with a record without an ID',
			[{ id: 1 }, { id: null, x: 1 }],
			[[{ id: 1 }], [{ id: 2, updated: null, answer: [{ id: null, x: 1 }] }]],
		],
		['that says no', false, [[{ id: 1, updated: null, answer: false }], [{ id: 2, updated: null, answer: false }]]],
	])('%s', async (_, content, expected) => expect(await said([1, 2], content)).toEqual(expected));

	test('of one row that names another employee is not known', async () => {
		expect(await said([1], { id: 9 })).toEqual([[{ id: 1, updated: null, answer: { id: 9 } }]]);
	});
});
