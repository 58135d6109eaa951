// What is a guess has a name: each choice of the sandbox, with the places of the package that stand ready for several answers.
import { expect, test } from '@jest/globals';
import { choiceNames, choiceTable } from '../../../sandbox/core/choices.mts';
import { guesses, guessesOf, guessNames, guessRows, unnecessaryBy } from '../../../scripts/docs/guesses.mts';

test('each choice of the sandbox is one guess of the package', () => {
	expect(Object.keys(guessNames).sort()).toEqual([...choiceNames].sort());
	expect(new Set(Object.values(guessNames)).size).toBe(choiceNames.length);
});

test('a mark names its file; one of no guess is refused', () => {
	const marked = guessesOf([
		['a.ts', 'const a = 1;\n// Guess: pages.end\n'],
		['b.ts', '\t// Guess: pages.end\n// Guess: list.isApproved'],
		['c.ts', '// Guess: pages.end is no mark'],
	]).filter(({ files }) => files.length > 0);
	expect(marked.map(({ name, files }) => [name, files])).toEqual([
		['pages.end', ['a.ts', 'b.ts']],
		['list.isApproved', ['b.ts']],
	]);
	expect(() => guessesOf([['a.ts', '// Guess: pages.start']])).toThrow(/a\.ts: "pages\.start" is no guess/);
});

test('the page says of each what it is about, the answers that are played and its files', () => {
	expect(guesses().filter(({ files }) => files.length > 0).length).toBeGreaterThan(8);
	const row = guessRows().find(([name]) => name === '`pages.end`') ?? [];
	for (const value of Object.keys(choiceTable.end.values)) expect(row[2]).toContain(`\`${value}\``);
	expect(row[3]).toContain('(../../nodes/WorkforceOperations/transport/pagination/');
});

test('an answer names the files that would read one form only', () => {
	expect(unnecessaryBy('isApproved', 'all')).toMatch(
		/^ {2}list\.isApproved=all: if both regions gave it, no more than it in .*operations\/halves\.ts/,
	);
});
