// What a run that stopped says of each of its items.
import { describe, expect, test } from '@jest/globals';
import { ranges, stopRun, reportProgress } from '../../../nodes/WorkforceOperations/operations/runReport.ts';
import type { RowResult } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { formError, lostError, serviceError } from './support.mts';

const outcomes = [{ json: {} }];
const written: RowResult = { outcomes };
const unwritten: RowResult = { outcomes, unwritten: true };
const unknown: RowResult = { outcomes, unknown: true };
const refused: RowResult = { error: serviceError() };
const lost: RowResult = { error: lostError() };
const wrong: RowResult = { error: formError() };

const LOOK = 'Look in the service before you run them again.';

describe('What became of the items', () => {
	test.each<[string, Array<RowResult | undefined>, number[], string]>([
		['nothing', [], [], 'No item was written.'],
		['one refused', [refused], [], 'No item was written.'],
		['two refused', [refused, wrong], [], 'No item was written. Items with an error: 0 to 1.'],
		['one written', [written, refused], [], 'Items that were written: 0.'],
		[
			'one that is not known beside one refused',
			[refused, lost],
			[],
			`Items of which it is not known whether they were written: 1. ${LOOK} Items with an error: 0.`,
		],
		[
			'an answer that doesn’t tell',
			[unknown],
			[],
			`Items of which it is not known whether they were written: 0. ${LOOK}`,
		],
		[
			'one that needed no writing, and one not sent',
			[unwritten, undefined],
			[],
			'No item was written. Items that needed no writing: 0. Items that were not sent: 1.',
		],
		[
			'licences that were not sent: of those alone whose employee has no error and is known',
			[unwritten, written, refused, undefined, unwritten, unknown],
			[0, 1, 2, 3, 5],
			`Items that were written: 1. Items of which it is not known whether they were written: 5. ${LOOK} Items with an error: 2. Items that needed no writing: 4. Items whose licence was not sent: 0 to 1, 5. Items that were not sent: 3.`,
		],
		[
			'everything at once',
			[written, written, refused, wrong, lost, unwritten, undefined, undefined],
			[],
			`Items that were written: 0 to 1. Items of which it is not known whether they were written: 4. ${LOOK} Items with an error: 2 to 3. Items that needed no writing: 5. Items that were not sent: 6 to 7.`,
		],
	])('%s', (_, done, licencesLeft, report) => {
		const error = formError();
		reportProgress(error, done, licencesLeft);
		expect(error.description).toBe(report);
	});

	test('stands behind what the error says itself', () => {
		for (const error of [formError('Fill it in.'), serviceError({ description: 'Fill it in.' })]) {
			reportProgress(error, [undefined]);
			expect(error.description).toBe('Fill it in. No item was written. Items that were not sent: 0.');
		}
	});

	test('is not said of an error that n8n doesn’t show', () => {
		const error = new Error('plain');
		reportProgress(error, [undefined]);
		expect(error).toEqual(new Error('plain'));
		expect('description' in error).toBe(false);
	});

	test('is said by the first error of the run, which is thrown', () => {
		const [first, second] = [formError('First.'), formError('Second.')];
		let thrown: unknown;
		try {
			stopRun([undefined, written, { error: first }, { error: second }], [1]);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBe(first);
		expect([first.description, second.description]).toEqual([
			'First. Items that were written: 1. Items with an error: 2 to 3. Items whose licence was not sent: 1. Items that were not sent: 0.',
			'Second.',
		]);
	});
});

test.each([
	[[], ''],
	[[3], '3'],
	[[0, 1, 2], '0 to 2'],
	[[6, 0, 1, 2, 4], '0 to 2, 4, 6'],
	[[1, 3, 4], '1, 3 to 4'],
	[[10, 9, 2], '2, 9 to 10'],
])('items %j read as “%s”, and stay in their order', (indexes: number[], words) => {
	const given = [...indexes];
	expect(ranges(given)).toBe(words);
	expect(given).toEqual(indexes);
});
