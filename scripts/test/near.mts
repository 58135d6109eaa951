// Which test files belong to some files: by the reach map of the last whole run, by imports, and by names.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inClone, root } from '../../kit/lib/paths.mts';
import { likenessOf } from '../mutate/attempt.mts';
import { filesIn, reaches, type ReachMap, stretchHashes } from '../reach/map.mts';

/** Seconds of tests of each kind, beside those whose names fit. */
const SECONDS = { unit: 14, sandbox: 5, contract: 24 };
type Kind = keyof typeof SECONDS;

/** This many test files of each kind run because of their names, however long they take. */
const LIKEST = 3;

/** Of a test file that no map knows. */
const UNKNOWN_SECONDS = 2;

const isSource = (file: string): boolean => /^(nodes|credentials)\/.*\.ts$/.test(file);
const isCode = (file: string): boolean => /\.(m?ts|m?js)$/.test(file);
const isTest = (file: string): boolean => /^test\/(unit|repository|sandbox|engine)\/.*\.test\.mts$/.test(file);

const kindOf = (test: string): Kind =>
	test.startsWith('test/engine/') ? 'contract' : test.startsWith('test/sandbox/') ? 'sandbox' : 'unit';

const git = (...args: string[]): string[] =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
		.split('\n')
		.filter((line) => line !== '');

/** Files changed, added or removed since this branch left main, committed or not. */
export function changedFiles(): string[] {
	const base = git('for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main')[0] ?? 'HEAD';
	const [left = 'HEAD'] = git('merge-base', 'HEAD', base);
	return [
		...new Set([...git('diff', '--name-only', left), ...git('ls-files', '--others', '--exclude-standard')]),
	].sort();
}

/** Mapped stretches of a source that have changed; for an unchanged source, all functions. */
export function changedStretches(before: readonly string[], now: readonly string[]): number[] {
	const numbers = before.map((_, index) => index);
	const changed = numbers.filter((index) => !now.includes(before[index] ?? ''));
	const chosen = changed.length > 0 ? changed : numbers;
	// The code that runs on load is reached by every importer.
	return chosen.length > 1 ? chosen.filter((index) => index > 0) : chosen;
}

const textOf = (file: string): string => (fs.existsSync(inClone(file)) ? fs.readFileSync(inClone(file), 'utf8') : '');

/** A unit test bears its source's name. */
function bearsNameOf(test: string, file: string): boolean {
	const source = file.replace(/^nodes\/WorkforceOperations\//, '').replace(/\.m?ts$/, '');
	const asked = test.replace(/^test\/unit\//, '').replace(/\.test\.mts$/, '');
	return asked === source || asked.startsWith(`${source}.`);
}

/** Files that import these, according to Jest. */
function importing(files: readonly string[]): string[] {
	if (files.length === 0) return [];
	const args = [inClone('node_modules', 'jest', 'bin', 'jest.js'), '--listTests', '--json'];
	const said = execFileSync(
		process.execPath,
		[
			...['--disable-warning=ExperimentalWarning', ...args],
			...['--selectProjects', 'unit', 'sandbox', 'contract', '--findRelatedTests', ...files],
		],
		{ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const found = JSON.parse(said.slice(said.indexOf('['))) as string[];
	return found.map((file) => path.relative(root, file).split(path.sep).join('/'));
}

interface Candidate {
	file: string;
	seconds: number;
	/** Words that its name shares with the requested file. */
	likeness: number;
}

/** Always those with the most similar names, and of the others the quickest. */
function worthTheirTime(candidates: readonly Candidate[], kind: Kind): string[] {
	const own = candidates.filter(({ file }) => kindOf(file) === kind).sort((one, other) => one.seconds - other.seconds);
	const likest = [...own].sort((one, other) => other.likeness - one.likeness).slice(0, LIKEST);
	let left = SECONDS[kind];
	return own.filter((test) => (left -= test.seconds) > 0 || likest.includes(test)).map(({ file }) => file);
}

export interface Nearness {
	tests: string[];
	/** Test files that also reach the requested files, but take too long. */
	left: number;
}

/** The test files of these files, which may be gone. */
export function testsNear(files: readonly string[], map: Omit<ReachMap, 'red'>): Nearness {
	const all = filesIn(root, 'test', '.test.mts').filter(isTest);
	const seconds = new Map(map.tests.map((test) => [test.file, test.seconds]));
	const chosen = new Set(all.filter((test) => files.some((file) => file === test || bearsNameOf(test, file))));
	const candidates = new Map<string, Candidate>();
	const consider = (test: string, sources: readonly string[]): void => {
		if (!all.includes(test) || chosen.has(test)) return;
		const likeness = Math.max(...sources.map((source) => likenessOf(source, test)));
		candidates.set(test, { file: test, seconds: seconds.get(test) ?? UNKNOWN_SECONDS, likeness });
	};
	const stretches = new Map<string, number[]>();
	for (const [source, before] of Object.entries(map.sources))
		if (files.includes(source)) stretches.set(source, changedStretches(before, stretchHashes(textOf(source))));
	for (const test of map.tests) {
		const sources = [...stretches].filter(([source, all]) => all.some((stretch) => reaches(test, source, stretch)));
		if (sources.length > 0)
			consider(
				test.file,
				sources.map(([source]) => source),
			);
	}
	// Files that no map knows: a new source, the sandbox, a test helper.
	const unknown = files.filter((file) => isCode(file) && !isTest(file) && !stretches.has(file) && textOf(file) !== '');
	for (const test of importing(unknown)) consider(test, unknown);
	const worth = (Object.keys(SECONDS) as Kind[]).flatMap((kind) => worthTheirTime([...candidates.values()], kind));
	return { tests: [...chosen, ...worth].sort(), left: candidates.size - worth.length };
}

/** Whether the changes may affect a page, a description, or the text of a form. */
export const touchesPages = (files: readonly string[]): boolean =>
	files.some((file) => isSource(file) || /\.(md|json|yaml)$/.test(file));

/** The tests of pages, descriptions and package-wide rules. */
export const pageTests = (): string[] => [
	...filesIn(root, 'test/repository/docs', '.test.mts'),
	...filesIn(root, 'test/unit/rules', '.test.mts'),
];
