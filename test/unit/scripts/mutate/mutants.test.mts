import { expect, test } from '@jest/globals';
import { portions } from '../../../../scripts/mutate/attempt.mts';
import { Random } from '../../../../sandbox/seed/random.mts';
import { applied, mutantsIn } from '../../../../scripts/mutate/mutants.mts';
import { readOptions } from '../../../../scripts/mutate/options.mts';

const mutated = (text: string): string[] => mutantsIn('a.ts', text).map((mutant) => applied(text, mutant));

test.each([
	['a comparison', 'const a = b === c;', 'const a = b !== c;'],
	['a limit', 'const a = b < c;', 'const a = b <= c;'],
	['a condition', 'if (a) b();', 'if (!(a)) b();'],
	['a choice', 'const a = b ? c : d;', 'const a = !(b) ? c : d;'],
	['a negation', 'const a = !b;', 'const a = b;'],
	['a call that is forgotten', 'go();', ';'],
	['a number', 'const a = 5;', 'const a = 6;'],
	['a flag', 'const a = true;', 'const a = false;'],
	['a name', "const a = 'siteId';", "const a = '';"],
	['a stand-in', 'const a = b ?? c;', 'const a = b;'],
	['a method', 'const a = b.some(c);', 'const a = b.every(c);'],
	['a filter that is forgotten', 'const a = b.filter(c).map(d);', 'const a = b.map(d);'],
	['an entry', 'const a = [b, c];', 'const a = [ c];'],
	['a property', 'const a = { b: c, d: e };', 'const a = {  d: e };'],
	['where a text begins', 'const a = /^b/.test(c);', 'const a = /b/.test(c);'],
])('%s is mutated', (_, text, wanted) => {
	expect(mutated(text)).toContain(wanted);
});

test.each([
	["const a = 'Words for people';"],
	["export default { description: 'Words for people' };"],
	["import { a } from './b';"],
	["interface A { kind: 'b' | 'c' }"],
	["type A = 'b' | 5;"],
])('%s is left alone', (text) => {
	expect(mutated(text)).toEqual([]);
});

test('the quickest test files and those of a like name come first, slow ones only as far as the seconds reach', () => {
	const files = [
		{ file: 'slow', seconds: 50 },
		{ file: 'quick', seconds: 1 },
		{ file: 'slower', seconds: 60 },
	];
	expect(portions('nodes/other.ts', files, 55)).toEqual({ runs: [['quick', 'slow']], left: 1 });
	expect(portions('nodes/other.ts', files, 1000).left).toBe(0);
	// A file that is slow by itself is asked even so.
	expect(portions('nodes/other.ts', [{ file: 'slow', seconds: 50 }], 10)).toEqual({ runs: [['slow']], left: 0 });
	// And one of a like name always is.
	expect(portions('nodes/slow.ts', files, 2)).toEqual({ runs: [['slow']], left: 2 });
	const many = ['a', 'b', 'c', 'd', 'test/unit/leastUsed'].map((file, seconds) => ({
		file: `${file}.test.mts`,
		seconds,
	}));
	expect(portions('nodes/transport/leastUsed.ts', many, 1000).runs).toEqual([
		['test/unit/leastUsed.test.mts', 'a.test.mts', 'b.test.mts'],
		['c.test.mts', 'd.test.mts'],
	]);
});

test('the same seed draws the same, another one something else', () => {
	const draws = (seed: number): number[] => {
		const random = new Random(seed);
		return Array.from({ length: 5 }, () => random.next());
	};
	expect(draws(1)).toEqual(draws(1));
	expect(draws(1)).not.toEqual(draws(2));
	for (const value of draws(3)) expect(value >= 0 && value < 1).toBe(true);
});

test('options are read, and refused in words', () => {
	expect(readOptions(['--seed', '4', '--count', '20'])).toMatchObject({ seed: 4, count: 20, seconds: 240, only: '' });
	expect(readOptions(['--help'])).toBeUndefined();
	expect(() => readOptions(['--count', 'many'])).toThrow('--count takes a whole number of at least 1, not "many".');
});
