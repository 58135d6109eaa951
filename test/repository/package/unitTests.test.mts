// Where is the test of this file? In test/unit, at the source's own path: `<source>.test.mts`, or `<source>.<question>.test.mts`.
import { expect, test } from '@jest/globals';
import { below } from '../files.mts';

/** Test files that ask no single source. */
const WITHOUT_SOURCE = [/^rules\//];

/** What the package is made of loses its first folders; tools keep theirs. */
const FOLDERS = ['nodes/WorkforceOperations', 'credentials', 'kit', 'scripts', 'sandbox'];

/** A source as a test names it: `nodes/WorkforceOperations/form/read.ts` is `form/read`. */
const sourceName = (file: string): string => file.replace('nodes/WorkforceOperations/', '').replace(/\.m?[tj]s$/, '');

/** Those of the test files, by their paths below test/unit, that are named by no source. */
const unnamed = (tests: readonly string[], sources: readonly string[]): string[] => {
	const names = new Set(sources.map(sourceName));
	return tests.filter((file) => {
		const name = file.replace(/\.test\.mts$/, '');
		return !names.has(name) && !names.has(name.replace(/\.\w+$/, ''));
	});
};

const tests = below('test/unit', '.test.mts').map((file) => file.replace('test/unit/', ''));
const sources = FOLDERS.flatMap((folder) => below(folder, 's')).filter((file) => /\.m?[tj]s$/.test(file));

test('another name, another folder and a second question are found', () => {
	const known = ['nodes/WorkforceOperations/form/read.ts', 'scripts/test/stages.mts', 'credentials/A.credentials.ts'];
	const named = ['form/read', 'form/read.lists', 'scripts/test/stages', 'credentials/A.credentials.form'];
	const odd = ['form/reading', 'read', 'form/read.lists.odd', 'test/stages', 'credentials/A.form'];
	expect(
		unnamed(
			[...named, ...odd].map((name) => `${name}.test.mts`),
			known,
		),
	).toEqual(odd.map((name) => `${name}.test.mts`));
});

test('every unit test bears the name of its source, in a folder that mirrors the source’s', () => {
	expect(tests.length).toBeGreaterThan(200);
	const checked = tests.filter((file) => !WITHOUT_SOURCE.some((files) => files.test(file)));
	expect(unnamed(checked, sources)).toEqual([]);
});

test('no exception is left that nothing needs', () => {
	const odd = unnamed(tests, sources);
	expect(WITHOUT_SOURCE.filter((files) => !odd.some((file) => files.test(file)))).toEqual([]);
});
