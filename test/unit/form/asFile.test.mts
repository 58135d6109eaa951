// A list as a file: which format, how its columns are named, and what it is called.
import { expect, test } from '@jest/globals';
import { readFileName, readFormat, readHeadings } from '../../../nodes/WorkforceOperations/form/asFile.ts';
import { formOf, wordsOf } from './support.mts';

const item = formOf();

test.each([
	[' csv ', 'csv'],
	['xlsx', 'xlsx'],
	['jsonl', 'jsonl'],
	['none', undefined],
	[' ', undefined],
	[null, undefined],
])('the format %j is %j', (asFile, format) => expect(readFormat(item, { asFile })).toBe(format));

test.each(['pdf', 'toString', 5, ['csv']])('%j is no format', (asFile) =>
	expect(wordsOf(() => readFormat(item, { asFile }))).toEqual({
		message: '“Output As” must be none, csv, xlsx or jsonl',
		description: `It is “${JSON.stringify(asFile)}”. Choose from the list, or use an expression that returns one of these values.`,
	}),
);

test('headings are labels only where that is chosen, and a name is read as text', () => {
	expect([{}, { headings: 'api' }, { headings: 'labels' }].map((options) => readHeadings(item, options))).toEqual([
		false,
		false,
		true,
	]);
	const names = [{}, { fileName: ' ' }, { fileName: ' a b ' }, { fileName: 7 }];
	expect(names.map((options) => readFileName(item, options))).toEqual([undefined, undefined, 'a b', '7']);
});
