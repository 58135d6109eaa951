// Which files the linter looks at again.
import { expect, test } from '@jest/globals';
import { keysOf } from '../../../../scripts/lint/around.mts';

const texts = {
	'test/a.test.mts': "import { b } from '../kit/b.mts';",
	'kit/b.mts': "export { c } from '../nodes/c';\nconst late = () => import('./d.mts');",
	'nodes/c.ts': "import e from './e';",
	'nodes/e/index.ts': 'export default 1;',
	'kit/d.mts': "import '../test/a.test.mts';",
	'kit/alone.mts': "import fs from 'node:fs';",
};
const keys = (changes: Readonly<Record<string, string>> = {}, common = 'config'): Map<string, string> =>
	keysOf(new Map(Object.entries({ ...texts, ...changes })), common);

test.each<[string, string[]]>([
	['nodes/e/index.ts', ['test/a.test.mts', 'kit/b.mts', 'nodes/c.ts', 'nodes/e/index.ts', 'kit/d.mts']],
	['nodes/c.ts', ['test/a.test.mts', 'kit/b.mts', 'nodes/c.ts', 'kit/d.mts']],
	['kit/alone.mts', ['kit/alone.mts']],
])('after a change of %s', (file, expected) => {
	const [before, after] = [keys(), keys({ [file]: 'export {};' })];
	expect([...after].filter(([each, key]) => before.get(each) !== key).map(([each]) => each)).toEqual(expected);
});

test('all of them after a change of the rules, and none without one', () => {
	expect(keys()).toEqual(keys());
	expect(Object.keys(texts).filter((file) => keys().get(file) === keys({}, 'other').get(file))).toEqual([]);
});
