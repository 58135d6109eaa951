import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import { inClone, root } from '../../../../kit/lib/paths.mts';
import { filesIn } from '../../../../scripts/reach/map.mts';
import { environmentOf, type Plan, planOf } from '../../../../scripts/test/plan.mts';
import { askedBy, atNight, contractFiles, leftOut, runsAgainst, waiting } from '../../../../scripts/test/variants.mts';

const files = contractFiles();
const asked = [...new Set(Object.values(askedBy).flat())].sort();
const change: Plan = { way: 'one', whole: false };
const night: Plan = { way: 'both', whole: true };
const of = (variant: 'default' | 'contrary', plan: Plan): string[] =>
	files.filter((file) => runsAgainst(file, variant, plan));

describe('a contract test file', () => {
	test('runs against the default variant on a change, and against both where it asks one of the questions that the document leaves open', () => {
		expect(files.length).toBeGreaterThan(60);
		const later = atNight.map((file) => file.replace('engine/', ''));
		expect(of('default', change)).toEqual(files.filter((file) => !later.includes(file)));
		// It plays each value of its choices itself.
		expect(of('contrary', change)).toEqual(asked.filter((file) => file !== 'transport/ends'));
	});

	test('each question has such a file', () => {
		for (const some of Object.values(askedBy)) {
			expect(some.length).toBeGreaterThan(0);
			expect(files).toEqual(expect.arrayContaining([...some]));
		}
	});

	test('runs against both at night, or against a certain one, where that is said', () => {
		const rest = files.filter(
			(file) => !['compare/compare', 'operations/recipeDays', 'operations/table', 'stored/today'].includes(file),
		);
		expect(of('default', night)).toEqual(files);
		expect(of('contrary', night)).toEqual(rest);
		expect(of('contrary', { way: 'contrary', whole: true })).toEqual(rest);
		expect(of('contrary', { way: 'default', whole: true })).toEqual([]);
	});
});

test('every file that waits for the night is there, and a change leaves out nothing else', () => {
	expect(atNight.filter((file) => !fs.existsSync(inClone(`test/${file}.test.mts`)))).toEqual([]);
	const patterns = [...leftOut('default', change), ...waiting(change)].map((pattern) => new RegExp(pattern));
	const left = filesIn(root, 'test', '.test.mts').filter((name) =>
		patterns.some((pattern) => pattern.test(`/${name}`)),
	);
	expect(left.map((name) => name.replace(/^test\/|\.test\.mts$/g, '')).sort()).toEqual([...atNight].sort());
	expect([...leftOut('default', night), ...waiting(night)]).toEqual([]);
});

test('Jest’s configuration reads the plan that it was given, and without one takes everything', () => {
	const plan: Plan = { ...change, seed: 7 };
	expect(planOf(environmentOf(plan))).toEqual(plan);
	expect(planOf({})).toEqual(night);
});
