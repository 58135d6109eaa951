// Which requests an update takes where rows are refused, and what becomes of each of them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';
import { envelope, messages, times, useStaff } from './staffBench.mts';

const { bench, keepGoing } = useStaff(0);
const upTo = (count: number, from = 1): number[] => times(count, (index) => from + index);
const fine = envelope(null);
const refusing =
	(...bad: number[]) =>
	(ids: number[]): Canned =>
		ids.some((id) => bad.includes(id)) ? refusal(400, 'Bad') : fine;

/** Batches of ids, one after another in one run: `told` is the ID of a row that is written, or its error’s words. */
async function update(batches: number[][], answer: (ids: number[], count: number) => Canned | 'cut') {
	const requests: number[][] = [];
	bench.recorder.answer((seen) => {
		const ids = employees(seen).map(({ id }) => Number(id));
		return answer(ids, requests.push(ids));
	});
	const additionalQuery = { parameters: [{ name: 'companyId', value: '={{ $json.batch }}' }] };
	const { json } = await keepGoing(
		batches.flatMap((ids, batch) => ids.map((id) => ({ id, batch }))),
		{
			...{ resource: 'staff', operation: 'update', employeeId: '={{ $json.id }}', updateFields: { mobile: 'm' } },
			advanced: { batchSize: 500, additionalQuery },
		},
	);
	const words = messages(json);
	return {
		requests,
		told: json.map(({ id }, index) => String(words[index] ?? id)),
		cures: json.map(({ error }) => String((error as IDataObject | undefined)?.description ?? '')),
	};
}

describe('a batch that is refused is halved', () => {
	test.each<[string, number[], number[], number[][], unknown[]]>([
		['of one row', [1], [1], [[1]], ['Bad']],
		['for none of its rows', [1, 2, 3], [], [[1, 2, 3]], ['1', '2', '3']],
		['for one of two', [1, 2], [2], [[1, 2], [1], [2]], ['1', 'Bad']],
		['for one of three', [1, 2, 3], [3], [[1, 2, 3], [1, 2], [3]], ['1', '2', 'Bad']],
		[
			'for one of five',
			[1, 2, 3, 4, 5],
			[2],
			[[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [1], [2], [3], [4, 5]],
			['1', 'Bad', '3', '4', '5'],
		],
	])('%s', async (_, rows, bad, requests, told) => {
		expect(await update([rows], refusing(...bad))).toMatchObject({ requests, told });
	});
});

describe('where eight rows have failed alone with the same words', () => {
	const bad = upTo(8);
	const alone = bad.map((id) => [id]);

	test('the first and the middle row speak for the next batch', async () => {
		const { requests, told, cures } = await update([...alone, upTo(6, 11)], () => refusal(400, 'Closed'));
		expect(requests.slice(8)).toEqual([upTo(6, 11), [11], [14]]);
		expect(told).toEqual(Array.from({ length: 14 }, () => 'Closed'));
		const said = cures.slice(8).map((cure) => cure.includes('the rest of this batch was not sent'));
		expect(said).toEqual([false, true, true, false, true, true]);
	});

	test('and of three the one that is left is sent where one of them is written', async () => {
		const { requests, told } = await update([...alone, upTo(3, 11)], refusing(...bad, 12));
		expect(requests.slice(8)).toEqual([[11, 12, 13], [11], [13], [12]]);
		expect(told.slice(8)).toEqual(['11', 'Bad', '13']);
	});

	test('a batch of two that fails otherwise leaves nobody, and what was not sent counts as no success', async () => {
		const batches = [...alone, [11, 12], ...upTo(6, 13).map((id) => [id]), upTo(3, 21)];
		const { requests } = await update(batches, ([first = 0, ...others]) =>
			refusal(400, (first === 11 && others.length > 0) || first < 11 ? 'Closed' : 'Bad'),
		);
		// Eight have failed alone with the words of the last batch: its middle row stands for the one before it.
		expect(requests.slice(-3)).toEqual([upTo(3, 21), [21], [23]]);
	});

	test('and where the first or the middle one is written, the others are sent all the same', async () => {
		const { requests, told } = await update([...alone, upTo(6, 11)], refusing(...bad, 12));
		expect(requests.slice(8)).toEqual([upTo(6, 11), [11], [14], [12, 13, 15, 16], [12, 13], [12], [13], [15, 16]]);
		expect(told.slice(8)).toEqual(['11', 'Bad', '13', '14', '15', '16']);
	});
});

describe('a row that may have been written with its batch', () => {
	const EARLIER = 'An earlier request that included this row may have succeeded';
	const OTHERWISE = 'refused for a different reason';

	test('says so where an answer was lost, also where it is refused afterwards, and no row of another batch does', async () => {
		const { requests, told, cures } = await update([[1, 2, 3, 4], [5]], (ids, count) =>
			count === 1 ? 'cut' : refusing(2, 4, 5)(ids),
		);
		expect(requests).toEqual([[1, 2, 3, 4], [1, 2, 3, 4], [1, 2], [1], [2], [3, 4], [3], [4], [5]]);
		expect(told).toEqual(['1', 'Bad', '3', 'Bad', 'Bad']);
		expect(cures.map((cure) => cure.includes(EARLIER))).toEqual([false, true, false, true, false]);
	});

	test.each<[string, string, Canned, boolean]>([
		['in the same words: not', 'Bad mobile', refusal(400, 'Bad mobile'), false],
		['in the same words with another number: not', 'Row 2: bad', refusal(400, 'Row 1: bad'), false],
		['for another reason', 'Bad mobile', refusal(400, 'Nothing to change'), true],
		['for what is not about its content', 'Bad', { status: 413, body: {} }, true],
	])('says so where it is refused alone %s', async (_, batch, alone, mayBeWritten) => {
		const { cures } = await update([[1, 2]], (ids) =>
			ids.length > 1 ? refusal(400, batch) : ids[0] === 2 ? alone : fine,
		);
		expect(cures.map((cure) => cure.includes(OTHERWISE))).toEqual([false, mayBeWritten]);
	});
});
