// What is assumed: docs/reference/assumptions.md, the lists of the sandbox’s README, and guesses. Both pages are made: of the description of
// the service, of marks and comments. What is a guess has a name: each choice of the sandbox, with the places of the package that stand
// ready for several answers.
import { describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import { choiceNames } from '../../../sandbox/core/choices.mts';
import { assumedIn, assumedPage, readings } from '../../../scripts/docs/assumed.mts';
import { assumptionsOf, withLists } from '../../../scripts/docs/assumptions.mts';
import { coverage } from '../../../scripts/docs/coverage.mts';
import { guesses, guessesOf, guessNames, unnecessaryBy } from '../../../scripts/docs/guesses.mts';
import { read } from '../files.mts';

const file = read('docs/reference/assumptions.md');

describe('the page', () => {
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
});

describe('the lists of the sandbox’s README', () => {
	test('are what `npm run docs` would write', () => {
		const readme = read('sandbox/README.md');
		expect(readme).toBe(withLists(readme));
	});

	test.each([
		['what false of an active-only flag means', /`isActive` and `showActiveOnly`/],
		['writes that empty a field', /null in an update clears/],
		['the format of the claims', /claims are `KeyType`/],
		['letter case', /letter case/],
		['columns of free text', /`searchText` of reports searches form/],
		['offsets of dates', /a date without an offset/],
		['repeated and empty parameters', /an empty text parameter doesn’t filter/],
		['e-mail format and least numbers', /at least 1, anchors at least 0/],
		['405 and 415', /415, a method that a path does not have 405/],
		['what counts for the limit', /even if it ends in 400, 403 or 404/],
		['redirects of receivers', /redirect is not followed/],
		['types of customerApiId and staffId', /`customerApiId` and `siteApiId` are texts, `staffId` is/],
		['breaks and flags after an approval', /`lock` and `customerApprovalStatus` follow the approval/],
		['the filter id of a subscription', /`webhookSubscriberEventFilterId`/],
		['subscribers of other keys', /every key with webhook access sees/],
		['nulls of login events', /nor does `failureReason` if nothing failed/],
		['the scope of staff lists', /shows everybody in the company/],
	])('hold %s', (_, words) => {
		const readme = read('sandbox/README.md');
		expect(readme.slice(readme.indexOf('## What is assumed'))).toMatch(words);
	});

	test('a mark is one comment of any number of lines, and its topic must be known', () => {
		const found = assumptionsOf([
			[
				'a.mts',
				'\t// Assumed, Pages: one\n\t//   and two.\n\tconst a = 1; // Assumed, Pages: not on a line of its own',
			],
			['b.mts', '// Assumed, Errors: three.\n// Another comment.\n'],
		]);
		expect([found.get('Pages'), found.get('Errors')]).toEqual([['one and two.'], ['three.']]);
		expect(() => assumptionsOf([['c.mts', '// Assumed, Weather: rain.']])).toThrow('c.mts: "Weather" is not a topic');
	});
});

describe('the guesses', () => {
	test('each choice of the sandbox is one guess of the package', () => {
		expect(Object.keys(guessNames).sort()).toEqual([...choiceNames].sort());
		expect(new Set(Object.values(guessNames)).size).toBe(choiceNames.length);
	});

	test('a mark names its file, with the lines behind it; one of no guess is refused', () => {
		const marked = guessesOf([
			['a.ts', "import b from './b';\n\n// Guess: pages.end\n\nconst a = 1;\nconst c = [\n\t// why\n\t2,\n];\n"],
			['b.ts', '\t// Guess: pages.end\n\t/** Words. */\n\tconst a = [\n\t\t1,\n\t];\n\tconst b = 2;'],
			['c.ts', 'const table = {\n\tname: 1,\n\t// Guess: list.ids\n\tids: 2,\n\tother: 3,\n};'],
			['d.ts', '// Guess: pages.end is no mark'],
		]).filter(({ places }) => places.length > 0);
		expect(marked.map(({ name, places }) => [name, places.map(({ file, lines }) => [file, lines])])).toEqual([
			[
				'pages.end',
				[
					['a.ts', 4],
					['b.ts', 3],
				],
			],
			['list.ids', [['c.ts', 1]]],
		]);
		expect(() => guessesOf([['a.ts', '// Guess: pages.start']])).toThrow(/a\.ts: "pages\.start" is not a guess/);
	});

	/** More than the largest of today; a guess that needs more holds more than one reading. */
	const MOST_LINES = 200;

	test('the lines behind each mark are counted, and few', () => {
		const marked = guesses().filter(({ places }) => places.length > 0);
		expect(marked.length).toBeGreaterThan(8);
		for (const { name, places } of marked)
			for (const { file, lines } of places) {
				expect({ name, file, some: lines > 0 }).toEqual({ name, file, some: true });
				expect({ name, file, few: lines <= MOST_LINES }).toEqual({ name, file, few: true });
			}
	});

	test('an answer names the files that would read one form only', () => {
		expect(unnecessaryBy('isApproved', 'all')).toMatch(
			/^ {2}list\.isApproved=all: if both regions answer this way, code for other answers can be removed from .*operations\/halves\.ts/,
		);
	});
});
