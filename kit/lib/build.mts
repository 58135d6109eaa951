// dist/, which n8n loads. The credential and each node have a file of their own, where people and n8n's portal look
// for them, with the data of its form beside it. The code they run is one readable file, made by esbuild, with the
// name of each source above its code: hundreds of small files would be a quarter larger and load more slowly.
// Comments stay in the sources. The tasks are put together in gulpfile.mjs.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Node } from 'typescript';
import {
	type Entry,
	entryCode,
	evaluate,
	formOf,
	formText,
	isFunction,
	readEntry,
	SHARED,
	sharedSource,
} from './entryFiles.mts';
import { inClone, root } from './paths.mts';
import { runOrThrow } from './processes.mts';
import { waitFor } from './wait.mts';

export const sources = ['index.ts', 'credentials', 'nodes', 'package.json', 'tsconfig.json', 'gulpfile.mjs'];
const stamp = inClone('node_modules', '.cache', 'workforce-build');

/** An entry, or all files below it. */
export function filesIn(entry: string): string[] {
	if (!fs.existsSync(entry)) return [];
	if (fs.statSync(entry).isFile()) return [entry];
	return fs
		.readdirSync(entry, { recursive: true, encoding: 'utf8' })
		.map((name) => path.join(entry, name))
		.filter((file) => fs.statSync(file).isFile());
}

function hashOfSources(): string {
	const hash = createHash('sha256');
	// Includes the build scripts: a change of them changes the build.
	for (const file of [...sources, 'kit/lib/build.mts', 'kit/lib/entryFiles.mts']
		.flatMap((entry) => filesIn(inClone(entry)))
		.sort()) {
		hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
	}
	return hash.digest('hex');
}

/** The files that package.json promises to n8n. */
function promisedFiles(): string[] {
	const manifest = JSON.parse(fs.readFileSync(inClone('package.json'), 'utf8')) as {
		main: string;
		n8n: { credentials: string[]; nodes: string[] };
	};
	return [manifest.main, ...manifest.n8n.credentials, ...manifest.n8n.nodes];
}

/** Writes invisible characters as escapes, as in the sources: raw ones look like an attack. */
const visible = (code: string): string =>
	code.replace(/[\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu, (sign) =>
		sign
			.split('')
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);

/** Removes comments on lines of their own, except those that name a source; indents by tabs, like the sources. */
async function withoutComments(code: string): Promise<string> {
	const { default: ts } = await import('typescript');
	const source = ts.createSourceFile(SHARED, code, ts.ScriptTarget.ES2022, true);
	const edits = new Map<number, { end: number; text: string }>();
	const isBlank = (from: number, to: number): boolean => code.slice(from, to).trim() === '';
	const visit = (node: Node): void => {
		const start = node.getStart(source);
		for (const { pos, end } of ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []) {
			const begin = code.lastIndexOf('\n', pos) + 1;
			const isAlone = isBlank(begin, pos) && code[end] === '\n';
			if (isAlone && !/^\/\/ [\w/.]+\.ts$/.test(code.slice(pos, end))) edits.set(begin, { end: end + 1, text: '' });
		}
		// At the beginning of a line this is syntax, never part of a multi-line text.
		const line = code.lastIndexOf('\n', start - 1) + 1;
		if (start > line && isBlank(line, start)) edits.set(line, { end: start, text: '\t'.repeat((start - line) / 2) });
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	let made = '';
	let at = 0;
	for (const [begin, { end, text }] of [...edits].sort(([one], [other]) => one - other)) {
		made += code.slice(at, begin) + text;
		at = end;
	}
	return visible(made + code.slice(at));
}

async function bundled(source: string): Promise<string> {
	const esbuild = await import('esbuild');
	const { outputFiles } = await esbuild.build({
		// esbuild calls an index.ts after its folder: the published text would depend on where the clone is.
		stdin: { contents: source, resolveDir: root, sourcefile: 'kit/lib/entryFiles.mts', loader: 'ts' },
		write: false,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'es2022',
		charset: 'utf8',
		external: ['n8n-workflow'],
		logLevel: 'warning',
	});
	return outputFiles[0]?.text ?? '';
}

interface Sorted {
	entries: Entry[];
	/** Everything they import, by name. */
	taken: Record<string, unknown>;
}

async function sorted(): Promise<Sorted> {
	const [, ...files] = promisedFiles();
	const entries = await Promise.all(files.map(readEntry));
	return { entries, taken: evaluate(await bundled(sharedSource(entries))) };
}

const functionsOf = ({ entries, taken }: Sorted): Promise<string> =>
	bundled(sharedSource(entries, (name) => isFunction(name, taken[name])));

/** The shared code of credential and nodes, as one file with its comments. */
export const bundledSources = async (): Promise<string> => functionsOf(await sorted());

function write(file: string, text: string): void {
	fs.mkdirSync(path.dirname(inClone(file)), { recursive: true });
	fs.writeFileSync(inClone(file), text);
}

/** A task: compiles and bundles the code. */
export async function bundle(): Promise<void> {
	const found = await sorted();
	write(`dist/${SHARED}`, await withoutComments(await functionsOf(found)));
	for (const entry of found.entries) {
		write(entry.file, await entryCode(entry, found.taken));
		write(formOf(entry.file), visible(formText(entry, found.taken)));
	}
	const [main = '', ...files] = promisedFiles();
	const requires = files.map((file) => `...require("./${path.posix.relative('dist', file)}")`);
	write(main, `"use strict";\nmodule.exports = { ${requires.join(', ')} };\n`);
}

const missingFiles = (): string[] => promisedFiles().filter((file) => !fs.existsSync(inClone(file)));

/** A task: no file of an earlier build remains. */
export async function empty(): Promise<void> {
	await fs.promises.rm(inClone('dist'), { recursive: true, force: true });
}

/** A task: fails if a file that package.json names wasn't built. */
export async function check(): Promise<void> {
	const missing = missingFiles();
	if (missing.length > 0) throw new Error(`The build lacks files that package.json names: ${missing.join(', ')}`);
}

export async function build(): Promise<void> {
	const hash = hashOfSources();
	fs.rmSync(stamp, { force: true });
	await runOrThrow('The build', process.execPath, [inClone('node_modules', 'gulp', 'bin', 'gulp.js'), '-L']);
	fs.mkdirSync(path.dirname(stamp), { recursive: true });
	fs.writeFileSync(stamp, hash);
}

/** A build takes seconds, so a process that has held the lock for this long was killed. */
const STALE_MS = 120_000;

async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
	const lock = `${stamp}.lock`;
	fs.mkdirSync(path.dirname(lock), { recursive: true });
	await waitFor(
		'another build to end',
		() => {
			const { mtimeMs } = fs.statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
			if (Date.now() - mtimeMs > STALE_MS) fs.rmSync(lock, { recursive: true, force: true });
			return fs.mkdirSync(lock, { recursive: true }) !== undefined;
		},
		{ timeoutMs: 2 * STALE_MS },
	);
	try {
		return await work();
	} finally {
		fs.rmSync(lock, { recursive: true, force: true });
	}
}

/** Test files that need the build may request it concurrently. */
export const buildIfChanged = (): Promise<boolean> =>
	oneByOne(async () => {
		const known = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : '';
		if (known === hashOfSources() && missingFiles().length === 0) return false;
		await build();
		return true;
	});
