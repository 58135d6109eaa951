// What a run that stopped says of each of its items.
import { describe, expect, test } from '@jest/globals';
import {
	messageAbout,
	ranges,
	reportProgress,
	rowName,
	sheetRows,
	stopRun,
} from '../../../nodes/WorkforceOperations/operations/runReport.ts';
import type { RowResult } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { formError, lostError, serviceError } from './support.mts';

const outcomes = [{ json: {} }];
const written: RowResult = { outcomes };
const unwritten: RowResult = { outcomes, unwritten: true };
const unknown: RowResult = { outcomes, unknown: true };
const refused: RowResult = { error: serviceError() };
const lost: RowResult = { error: lostError() };
const wrong: RowResult = { error: formError() };

const LOOK = 'Check the service before you run them again.';

describe('What became of the rows', () => {
	test.each<[string, Array<RowResult | undefined>, number[], string]>([
		['nothing', [], [], 'Nothing was written.'],
		['one refused', [refused], [], 'Nothing was written.'],
		['two refused', [refused, wrong], [], 'None of the 2 rows was written. Rows with an error: 1 to 2.'],
		['one written', [written, refused], [], 'Rows that were written: 1.'],
		[
			'one that is not known beside one refused',
			[refused, lost],
			[],
			`Rows that may or may not have been written: 2. ${LOOK} Rows with an error: 1.`,
		],
		['an answer that doesn’t tell', [unknown], [], `Rows that may or may not have been written: 1. ${LOOK}`],
		[
			'one that needed no change, and one not sent',
			[unwritten, undefined],
			[],
			'None of the 2 rows was written. Rows that needed no change: 1.',
		],
		[
			'licences that were not sent: of those alone whose employee has no error and is known',
			[unwritten, written, refused, undefined, unwritten, unknown],
			[0, 1, 2, 3, 5],
			`Rows that were written: 2. Rows that may or may not have been written: 6. ${LOOK} Rows with an error: 3. Rows that needed no change: 5. Rows whose licence was not sent: 1 to 2, 6. Rows that were not sent: 4.`,
		],
		[
			'everything at once',
			[written, written, refused, wrong, lost, unwritten, undefined, undefined],
			[],
			`Rows that were written: 1 to 2. Rows that may or may not have been written: 5. ${LOOK} Rows with an error: 3 to 4. Rows that needed no change: 6. Rows that were not sent: 7 to 8.`,
		],
	])('%s', (_, done, licencesLeft, report) => {
		const error = formError();
		reportProgress(error, done, licencesLeft);
		expect(error.description).toBe(report);
	});

	test('stands behind what the error says itself', () => {
		for (const error of [formError('Fill it in.'), serviceError({ description: 'Fill it in.' })]) {
			reportProgress(error, [undefined]);
			expect(error.description).toBe('Fill it in. Nothing was written.');
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
			'First. Rows that were written: 2. Rows with an error: 3 to 4. Rows whose licence was not sent: 2. Rows that were not sent: 1.',
			'Second.',
		]);
	});
});

test.each([
	[[], ''],
	[[3], '4'],
	[[0, 1, 2], '1 to 3'],
	[[6, 0, 1, 2, 4], '1 to 3, 5, 7'],
	[[1, 3, 4], '2, 4 to 5'],
	[[10, 9, 2], '3, 10 to 11'],
])('items %j read as rows “%s”, and stay in their order', (indexes: number[], words) => {
	const given = [...indexes];
	expect(ranges(given)).toBe(words);
	expect(given).toEqual(indexes);
});

describe('Rows of a sheet', () => {
	test.each<[string, unknown[], readonly number[] | undefined]>([
		['each has its own', [2, 3, 7], [2, 3, 7]],
		['two are of the same row', [2, 2], undefined],
		['one has none', [2, undefined], undefined],
		['one is text', [2, '3'], undefined],
		['one is no whole number', [2, 3.5], undefined],
	])('are known if %s', (_, rows, known) =>
		expect(sheetRows(rows.map((row) => ({ json: { row_number: row as never } })))).toEqual(known),
	);

	test('have the numbers of the sheet in all words', () => {
		const sheet = [12, 9, 10, 2];
		expect(ranges([0, 1, 2, 3], sheet)).toBe('2, 9 to 10, 12');
		expect(rowName(1, '', sheet)).toBe('Row 9 of the sheet');
		expect(rowName(1, 'Pip', sheet)).toBe('Row 9 of the sheet (Pip)');
		expect(messageAbout('No', rowName(4, 'Pip', sheet))).toBe('Row 5 of the sheet (Pip): No');
		expect(messageAbout('No', undefined)).toBe('No');
		const error = formError();
		expect(() => stopRun([written, { error }, undefined, unwritten], [3], sheet)).toThrow(error);
		expect(error.description).toBe(
			'Rows of the sheet that were written: 12. Rows of the sheet whose licence was not sent: 2. Rows of the sheet that were not sent: 10.',
		);
	});
});
