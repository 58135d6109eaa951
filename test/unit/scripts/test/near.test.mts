import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import { inClone } from '../../../../kit/lib/paths.mts';
import { stretchHashes, type ReachMap } from '../../../../scripts/reach/map.mts';
import { changedStretches, testsNear } from '../../../../scripts/test/near.mts';

describe('the stretches that were changed', () => {
	test('are those that the file no longer holds as they were', () => {
		expect(changedStretches(['file', 'a', 'b', 'c'], ['file', 'a', 'x', 'c'])).toEqual([2]);
		expect(changedStretches(['file', 'a', 'b'], ['other file', 'new', 'a'])).toEqual([2]);
	});

	test('are those of functions, if there are any: everybody loads the file', () => {
		expect(changedStretches(['file', 'a', 'b'], ['other', 'x', 'b'])).toEqual([1]);
		expect(changedStretches(['file', 'a', 'b'], ['other', 'a', 'b'])).toEqual([0]);
	});

	test('are all functions of a file that is as it was, and the whole of a file without functions', () => {
		expect(changedStretches(['file', 'a', 'b'], ['file', 'a', 'b'])).toEqual([1, 2]);
		expect(changedStretches(['table'], ['table'])).toEqual([0]);
	});
});

describe('test files near a source', () => {
	const source = 'nodes/WorkforceOperations/watch/poll.ts';
	const text = fs.readFileSync(inClone(source), 'utf8');
	// As if its last function had said something else when it was measured.
	const before = stretchHashes(text).map((hash, index, all) => (index === all.length - 1 ? 'another' : hash));
	const changed = before.length - 1;
	const reaching = (file: string, seconds: number, ...stretches: number[]): ReachMap['tests'][number] => ({
		file,
		seconds,
		reached: { [source]: stretches },
	});
	const contract = fs
		.readdirSync(inClone('test/engine/watch'))
		.filter((name) => name.endsWith('.test.mts'))
		.map((name) => `test/engine/watch/${name}`);
	const near = (tests: ReachMap['tests']): { tests: string[]; left: number } =>
		testsNear([source], { sources: { [source]: before }, tests });

	test('reach what was changed in it', () => {
		const [one = '', other = ''] = contract;
		expect(near([reaching(one, 1, changed), reaching(other, 1, changed - 1)]).tests).toEqual([one]);
	});

	test('are the quickest, as many as there is time for, and the likest by name; what is left out is counted', () => {
		const some = contract.slice(0, 8).map((file) => reaching(file, 20, changed));
		const { tests, left } = near(some);
		expect(tests.length).toBeGreaterThanOrEqual(3);
		expect(tests.length).toBeLessThan(8);
		expect(left).toBe(8 - tests.length);
	});

	test('may be gone', () => {
		expect(near([reaching('test/engine/watch/gone.test.mts', 1, changed)]).tests).toEqual([]);
	});

	test('bear its name, also without a map', () => {
		expect(
			testsNear(['nodes/WorkforceOperations/form/read.ts'], {
				sources: { 'nodes/WorkforceOperations/form/read.ts': [] },
				tests: [],
			}).tests,
		).toContain('test/unit/form/read.test.mts');
	});

	test('are themselves near themselves', () => {
		const own = 'test/unit/scripts/test/near.test.mts';
		expect(testsNear([own], { sources: {}, tests: [] })).toEqual({ tests: [own], left: 0 });
	});
});
