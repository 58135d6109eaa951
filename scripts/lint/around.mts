// ESLint's second run, on the files that n8n's linter leaves out. It uses types, so its findings depend on all
// imports of a file: a file is checked again if its own text or a reachable one has changed since the last clean run.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inClone, root } from '../../kit/lib/paths.mts';
import { run } from '../../kit/lib/processes.mts';
import { sourceFiles } from '../../kit/lib/sourceFiles.mts';
import { toolFolder } from '../../kit/lib/tools.mts';
import type { Finding } from './finding.mts';

const CONFIG = 'scripts/lint/around.config.mjs';
const memory = inClone('node_modules', '.cache', 'around.json');

const isLookedAt = (file: string): boolean => file.endsWith('.mts') || /^sandbox\/page\/[^/]+\.js$/.test(file);

/** Longer lists are passed as a folder, because a command line has a maximum length. */
const AT_ONCE = 200;

const digest = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex');
const textOf = (file: string): string => fs.readFileSync(inClone(file), 'utf8');

/** For each file, a hash of its text and of all files it reaches by relative imports. */
export function keysOf(texts: ReadonlyMap<string, string>, common: string): Map<string, string> {
	const resolve = (from: string, to: string): string[] => {
		const asked = path.posix.join(path.posix.dirname(from), to);
		return [asked, `${asked}.ts`, `${asked}/index.ts`].filter((name) => texts.has(name)).slice(0, 1);
	};
	const imports = new Map<string, string[]>();
	for (const [file, text] of texts) {
		const told = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
		imports.set(
			file,
			told.flatMap(([, to = '']) => resolve(file, to)),
		);
	}
	const reached = (file: string): string[] => {
		const all = new Set([file]);
		for (const each of all) for (const next of imports.get(each) ?? []) all.add(next);
		return [...all].sort();
	};
	const own = new Map([...texts].map(([file, text]) => [file, digest(text)]));
	return new Map(
		[...texts.keys()].map((file) => [file, digest(common, ...reached(file).map((each) => own.get(each) ?? ''))]),
	);
}

const remembered = (): Record<string, string> =>
	fs.existsSync(memory) ? (JSON.parse(fs.readFileSync(memory, 'utf8')) as Record<string, string>) : {};

/** `only`: no other files than these. What changed types mean for others is left to a run without it. */
export async function lintAround(only?: readonly string[]): Promise<Finding> {
	const linter = await toolFolder('lint');
	const code = (await sourceFiles()).filter((file) => isLookedAt(file) || file.endsWith('.ts'));
	const common = [linter, ...[CONFIG, 'tsconfig.json', 'tsconfig.tools.json', 'package-lock.json'].map(textOf)];
	const keys = keysOf(new Map(code.map((file) => [file, textOf(file)])), digest(...common));
	const before = remembered();
	const stale = code.filter(
		(file) => isLookedAt(file) && before[file] !== keys.get(file) && (only?.includes(file) ?? true),
	);
	if (stale.length === 0) return { passed: true, details: '' };
	const files = stale.length > AT_ONCE ? [...new Set(stale.map((file) => file.split('/')[0] ?? ''))] : stale;
	const eslint = path.join(linter, 'node_modules', 'eslint', 'bin', 'eslint.js');
	const { code: result, output } = await run(
		process.execPath,
		[eslint, '--config', CONFIG, '--no-color', '--max-warnings', '0', ...files],
		{ cwd: root, env: { ...process.env, LINTER_FOLDER: linter } },
	);
	if (result === 0 && only === undefined) {
		fs.mkdirSync(path.dirname(memory), { recursive: true });
		const kept = code.filter(isLookedAt).map((file) => [file, keys.get(file)]);
		fs.writeFileSync(memory, JSON.stringify(Object.fromEntries(kept)));
	}
	return { passed: result === 0, details: output.replaceAll(`${root}${path.sep}`, '').trim() };
}
