import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { assumptionsOf, withLists } from '../../../scripts/docs/assumptions.mts';
import { inClone } from '../../../kit/lib/paths.mts';

const readme = fs.readFileSync(inClone('sandbox', 'README.md'), 'utf8');

test('the lists of the sandbox’s README are what `npm run docs` would write', () => {
	expect(readme).toBe(withLists(readme));
});

test('a mark is one comment of any number of lines, and its topic must be known', () => {
	const found = assumptionsOf([
		['a.mts', '\t// Assumed, Pages: one\n\t//   and two.\n\tconst a = 1; // Assumed, Pages: not on a line of its own'],
		['b.mts', '// Assumed, Errors: three.\n// Another comment.\n'],
	]);
	expect([found.get('Pages'), found.get('Errors')]).toEqual([['one and two.'], ['three.']]);
	expect(() => assumptionsOf([['c.mts', '// Assumed, Weather: rain.']])).toThrow('c.mts: "Weather" is not a topic');
});
