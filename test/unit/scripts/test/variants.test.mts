import { describe, expect, test } from '@jest/globals';
import {
	again,
	askedBy,
	contractFiles,
	describeDraw,
	drawOf,
	environmentOf,
	filesByVariant,
	type Draw,
} from '../../../../scripts/test/variants.mts';

const files = contractFiles();
const asked = [...new Set(Object.values(askedBy).flat())];
const drawnBy = (seed: string, more: Partial<Draw> = {}): Draw => ({ way: 'drawn', seed, sample: false, ...more });
const of = (draw: Draw): ReturnType<typeof filesByVariant> => filesByVariant(files, draw);
const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);

describe('the variant of a contract test file', () => {
	test('is one of the two, drawn by its name and the seed: the same seed draws the same, and over the seeds every file meets both', () => {
		expect(files.length).toBeGreaterThan(60);
		const met = new Map<string, Set<string>>(files.map((file) => [file, new Set()]));
		for (const seed of seeds) {
			const { default: usual, contrary } = of(drawnBy(seed));
			expect([...new Set([...usual, ...contrary])].sort()).toEqual(files);
			expect(usual.filter((file) => contrary.includes(file)).sort()).toEqual([...asked].sort());
			for (const file of usual) met.get(file)?.add('default');
			for (const file of contrary) met.get(file)?.add('contrary');
		}
		const once = [...met].filter(([, variants]) => variants.size < 2).map(([file]) => file);
		expect(once).toEqual(['compare/compare', 'operations/table']);
		expect(of(drawnBy('x'))).toEqual(of(drawnBy('x')));
	});

	test('is about as often the one as the other', () => {
		const counts = seeds.map((seed) => of(drawnBy(seed)).contrary.length - asked.length);
		const average = counts.reduce((sum, count) => sum + count, 0) / counts.length / (files.length - asked.length);
		expect(average).toBeGreaterThan(0.4);
		expect(average).toBeLessThan(0.6);
	});

	test('is both where the file asks one of the questions that the document leaves open, and each question has such a file', () => {
		for (const some of Object.values(askedBy)) {
			expect(some.length).toBeGreaterThan(0);
			expect(files).toEqual(expect.arrayContaining([...some]));
		}
	});

	test('is both, or a certain one, where that is said', () => {
		const rest = files.filter((file) => file !== 'compare/compare' && file !== 'operations/table');
		expect(of(drawnBy('x', { way: 'both' }))).toEqual({ default: files, contrary: rest });
		expect(of(drawnBy('x', { way: 'contrary' })).contrary).toEqual(rest);
		expect(of(drawnBy('x', { way: 'default' }))).toEqual({ default: files, contrary: [] });
	});
});

test('a sample is a few files, others with another seed', () => {
	const sampled = seeds.map((seed) => {
		const { default: usual, contrary } = of(drawnBy(seed, { sample: true }));
		return [...new Set([...usual, ...contrary])];
	});
	expect(sampled.map(({ length }) => length)).toEqual(seeds.map(() => 6));
	expect(new Set(sampled.flat()).size).toBeGreaterThan(files.length / 2);
});

test('Jest’s configuration reads the draw that it was given, and without one takes every file against both', () => {
	const draw = drawnBy('x', { sample: true });
	expect(drawOf(environmentOf(draw))).toEqual(draw);
	expect(drawOf({}).way).toBe('both');
});

test('what a run says leads to the same draw', () => {
	expect(describeDraw(drawnBy('5cf05d3'))).toContain('the seed 5cf05d3');
	expect(again(drawnBy('5cf05d3'))).toBe('--seed 5cf05d3');
	expect(again(drawnBy('two words', { way: 'contrary' }))).toBe('--variant contrary --seed "two words"');
});
