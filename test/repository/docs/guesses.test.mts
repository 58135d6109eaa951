// What is a guess has a name: each choice of the sandbox, with the places of the package that stand ready for several answers.
import { expect, test } from '@jest/globals';
import { choiceNames } from '../../../sandbox/core/choices.mts';
import { guesses, guessesOf, guessNames, unnecessaryBy } from '../../../scripts/docs/guesses.mts';

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
