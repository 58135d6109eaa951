import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import { inClone, root } from '../../../../kit/lib/paths.mts';
import { filesIn, stretchHashes, type ReachMap } from '../../../../scripts/reach/map.mts';
import { changedStretches, testsNear } from '../../../../scripts/test/near.mts';

describe('the stretches that were changed', () => {
	test.each<[what: string, before: string[], now: string[], changed: number[]]>([
		['that the file no longer holds as they were', ['file', 'a', 'b', 'c'], ['file', 'a', 'x', 'c'], [2]],
		['beside one that is new', ['file', 'a', 'b'], ['other file', 'new', 'a'], [2]],
		['of functions, if there are any: everybody loads the file', ['file', 'a', 'b'], ['other', 'x', 'b'], [1]],
		['of the file, where no function has changed', ['file', 'a', 'b'], ['other', 'a', 'b'], [0]],
		['of all functions of a file that is as it was', ['file', 'a', 'b'], ['file', 'a', 'b'], [1, 2]],
		['of the whole of a file without functions', ['table'], ['table'], [0]],
	])('are those %s', (_, before, now, changed) => expect(changedStretches(before, now)).toEqual(changed));
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
	const contract = filesIn(root, 'test/engine/watch', '.test.mts');
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
		const read = 'nodes/WorkforceOperations/form/read.ts';
		expect(testsNear([read], { sources: { [read]: [] }, tests: [] }).tests).toContain('test/unit/form/read.test.mts');
	});

	test('are themselves near themselves', () => {
		const own = 'test/unit/scripts/test/near.test.mts';
		expect(testsNear([own], { sources: {}, tests: [] })).toEqual({ tests: [own], left: 0 });
	});
});
