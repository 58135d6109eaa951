// Which test files reach which stretch of the package, measured once for a state of the sources.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { REACHED_VARIABLE, readNotes, sourcesIn, type TestReach } from '../reach/map.mts';
import { runTests } from './lane.mts';

interface TestFile extends TestReach {
	/** Of its text when it was measured. */
	hash: string;
}

export interface Reach {
	/** Of the package's sources when they were measured. */
	hash: string;
	tests: TestFile[];
	/** Test files that fail without any mutant: they say nothing about one. */
	red: string[];
}

function hashOf(root: string, files: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of files) hash.update(file).update(fs.readFileSync(path.join(root, file)));
	return hash.digest('hex');
}

/** Runs test files once, in a copy. */
export async function measure(
	folder: string,
	tests: readonly string[],
	options: { workers: number; seconds: number },
): Promise<Reach> {
	const notes = path.join(folder, 'mutate-reached');
	fs.mkdirSync(notes);
	const run = await runTests(folder, tests, { ...options, stopEarly: false, env: { [REACHED_VARIABLE]: notes } });
	const red = run.files.filter(({ green }) => !green).map(({ file }) => file);
	return {
		hash: hashOf(folder, sourcesIn(folder)),
		red,
		tests: readNotes(folder, notes, run.files)
			.filter(({ file }) => !red.includes(file))
			.map((test) => ({ ...test, hash: hashOf(folder, [test.file]) })),
	};
}

/** Earlier measurements that still apply: those of unchanged files, if the package is unchanged. */
export function remembered(file: string | undefined, root: string): Reach {
	const nothing: Reach = { hash: hashOf(root, sourcesIn(root)), tests: [], red: [] };
	if (file === undefined || !fs.existsSync(file)) return nothing;
	const reach = JSON.parse(fs.readFileSync(file, 'utf8')) as Reach;
	if (reach.hash !== nothing.hash) return nothing;
	const tests = reach.tests.filter(
		(test) => fs.existsSync(path.join(root, test.file)) && hashOf(root, [test.file]) === test.hash,
	);
	return { ...nothing, tests };
}
