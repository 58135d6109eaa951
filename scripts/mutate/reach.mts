// Which test files reach which stretch of the package, measured once for a state of the sources.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { marked } from './markers.mts';
import { runTests } from './lane.mts';

interface TestFile {
	file: string;
	/** Of its text when it was measured. */
	hash: string;
	seconds: number;
	/** Ids of stretches. */
	reached: string[];
}

export interface Reach {
	/** Of the package's sources when they were measured. */
	hash: string;
	tests: TestFile[];
	/** Test files that fail without any mutant: they say nothing about one. */
	red: string[];
}

/** TypeScript files below a folder, with forward slashes. */
export const filesIn = (root: string, folder: string, ending: string): string[] =>
	fs
		.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((name) => `${folder}/${name.split(path.sep).join('/')}`)
		.filter((name) => name.endsWith(ending))
		.sort();

/** What is mutated. */
export const sourcesIn = (root: string): string[] =>
	['nodes', 'credentials'].flatMap((folder) => filesIn(root, folder, '.ts'));

function hashOf(root: string, files: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of files) hash.update(file).update(fs.readFileSync(path.join(root, file)));
	return hash.digest('hex');
}

/** Runs test files once, in a copy whose sources get marks. */
export async function measure(
	folder: string,
	tests: readonly string[],
	options: { workers: number; seconds: number },
): Promise<Reach> {
	const hash = hashOf(folder, sourcesIn(folder));
	for (const file of sourcesIn(folder)) {
		const whole = path.join(folder, file);
		fs.writeFileSync(whole, marked(file, fs.readFileSync(whole, 'utf8')));
	}
	const config = path.join(folder, 'jest.config.mjs');
	fs.renameSync(config, path.join(folder, 'jest.config.base.mjs'));
	fs.writeFileSync(
		config,
		`import base from './jest.config.base.mjs';
export default {
	projects: base.projects.map((project) => ({
		...project,
		setupFilesAfterEnv: [...project.setupFilesAfterEnv, '<rootDir>/scripts/mutate/reached.mts'],
	})),
};
`,
	);
	const reachedFolder = path.join(folder, 'mutate-reached');
	fs.mkdirSync(reachedFolder);
	const run = await runTests(folder, tests, {
		...options,
		stopEarly: false,
		env: { WORKFORCE_REACHED: reachedFolder },
	});
	const notes = fs.readdirSync(reachedFolder).map((name) => {
		const note = JSON.parse(fs.readFileSync(path.join(reachedFolder, name), 'utf8')) as {
			file: string;
			reached: string[];
		};
		return { ...note, file: path.relative(folder, note.file).split(path.sep).join('/') };
	});
	return {
		hash,
		red: run.files.filter(({ green }) => !green).map(({ file }) => file),
		tests: run.files.flatMap(({ file, seconds, green }) => {
			const note = notes.find((candidate) => candidate.file === file);
			return green && note !== undefined
				? [{ file, hash: hashOf(folder, [file]), seconds, reached: note.reached }]
				: [];
		}),
	};
}

/** What was measured before and still holds: everything of files that are as they were, if the package is as it was. */
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
