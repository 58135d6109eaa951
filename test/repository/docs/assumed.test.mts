// docs/reference/assumptions.md is made: of the description of the service, the guesses, and comments of the package.
import { expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import { assumedIn, assumedPage, readings } from '../../../scripts/docs/assumed.mts';
import { coverage } from '../../../scripts/docs/coverage.mts';
import { guesses } from '../../../scripts/docs/guesses.mts';
import { read } from '../files.mts';

const file = read('docs/reference/assumptions.md');

test('docs/reference/assumptions.md is what `npm run docs` would write', () => {
	expect(file).toBe(assumedPage(coverage({ contract, resources })));
});

test('it names every guess', () => {
	expect(guesses().filter(({ name }) => !file.includes(`| \`${name}\` |`))).toEqual([]);
});

test.each([
	['one line', '/** Times are UTC (assumed). */\nexport const times = 1;', [['times', 'Times are UTC (assumed).']]],
	[
		'a sentence over several lines, among others',
		'\t/**\n\t * First. It is\n\t * undocumented which.\n\t * Last.\n\t */\n\tat?: string;',
		[['at', 'It is undocumented which.']],
	],
	[
		'lines of their own',
		'\t// What it returns is not\n\t// documented.\n\tconst a = 1;',
		[['a', 'What it returns is not documented.']],
	],
	['a list inside a comment', '/**\n * Marks:\n *   ?  a name (assumed)\n */\nconst b = 1;', []],
	['code and texts', "const assumed = 'This is assumed.';", []],
	['a comment about anything else', '/** Counts pages. */\nconst c = 1;', []],
])('of %s, the sentences that call something assumed are taken', (_, source, found) => {
	expect(assumedIn(source)).toEqual(found);
});

test('a comment is listed under the heading of its room', () => {
	const comment = '/** Assumed. */\nconst a = 1;';
	const found = readings([
		['watch/copies/a.ts', comment],
		['watch/core/b.ts', comment],
		['form/c.ts', comment],
	]);
	expect([...found].map(([heading, rows]) => [heading, rows.length])).toEqual([
		['Copies', 1],
		['The watch trigger', 1],
		['The node', 1],
	]);
});
