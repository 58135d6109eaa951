// dist/: what n8n loads. All code is one file, made by esbuild, readable and with the name of each source above it: hundreds of small
// files would weigh a quarter more and take longer to load. Comments are for who reads the sources, and stay there. Beside it lie the
// files that n8n looks for, and what gulp copies.
// compiled/: the same as tsc sees it, file by file; not shipped.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Node } from 'typescript';
import { inClone, root } from './paths.mts';
import { runOrThrow } from './processes.mts';

/** What the build is made of: files and folders of the repository. */
export const sources = ['index.ts', 'credentials', 'nodes', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const stamp = inClone('node_modules', '.cache', 'workforce-build');

const script = (...parts: string[]): string => inClone('node_modules', ...parts);

function filesIn(entry: string): string[] {
	if (!fs.existsSync(entry)) return [];
	if (fs.statSync(entry).isFile()) return [entry];
	return fs
		.readdirSync(entry, { recursive: true, encoding: 'utf8' })
		.map((name) => path.join(entry, name))
		.filter((file) => fs.statSync(file).isFile());
}

function hashOfSources(): string {
	const hash = createHash('sha256');
	// With this file itself: what is built in another way is another build.
	for (const file of [...sources, 'kit/lib/build.mts'].flatMap((entry) => filesIn(inClone(entry))).sort()) {
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

/** The one file, below dist/. */
const BUNDLE = 'package.js';

/** The class that n8n expects of a file: `Name` of `Name.node.js` and `Name.credentials.js`. */
const classOf = (file: string): string => path.basename(file).split('.')[0] ?? '';

/** Leaves out each comment that has lines of its own, but for those that name a source. */
async function withoutComments(code: string): Promise<string> {
	const { default: ts } = await import('typescript');
	const source = ts.createSourceFile(BUNDLE, code, ts.ScriptTarget.ES2022, true);
	const cuts = new Map<number, number>();
	const visit = (node: Node): void => {
		for (const { pos, end } of ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []) {
			const begin = code.lastIndexOf('\n', pos) + 1;
			const isAlone = code.slice(begin, pos).trim() === '' && code[end] === '\n';
			if (isAlone && !/^\/\/ [\w/.]+\.ts$/.test(code.slice(pos, end))) cuts.set(begin, end + 1);
		}
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	let kept = '';
	let at = 0;
	for (const [begin, end] of [...cuts].sort(([one], [other]) => one - other)) {
		kept += code.slice(at, begin);
		at = end;
	}
	return kept + code.slice(at);
}

async function bundle(): Promise<void> {
	const esbuild = await import('esbuild');
	const { outputFiles } = await esbuild.build({
		entryPoints: [inClone('index.ts')],
		write: false,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'es2022',
		charset: 'utf8',
		external: ['n8n-workflow'],
		logLevel: 'warning',
	});
	fs.mkdirSync(inClone('dist'), { recursive: true });
	fs.writeFileSync(inClone('dist', BUNDLE), await withoutComments(outputFiles[0]?.text ?? ''));
	const [main = '', ...others] = promisedFiles();
	fs.writeFileSync(inClone(main), `"use strict";\nmodule.exports = require("./${BUNDLE}");\n`);
	for (const file of others) {
		const way = path.posix.relative(path.posix.dirname(file), `dist/${BUNDLE}`);
		fs.mkdirSync(path.dirname(inClone(file)), { recursive: true });
		fs.writeFileSync(inClone(file), `"use strict";\nexports.${classOf(file)} = require("${way}").${classOf(file)};\n`);
	}
}

const missingFiles = (): string[] => promisedFiles().filter((file) => !fs.existsSync(inClone(file)));

/** Builds from nothing, so that no file of an earlier build stays behind. */
export async function build(): Promise<void> {
	const hash = hashOfSources();
	fs.rmSync(stamp, { force: true });
	for (const folder of ['dist', 'compiled']) fs.rmSync(inClone(folder), { recursive: true, force: true });
	await runOrThrow('Compiling', process.execPath, [script('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']);
	await runOrThrow('Copying icons, codex and previews', process.execPath, [
		script('gulp', 'bin', 'gulp.js'),
		'--silent',
	]);
	await bundle();
	const missing = missingFiles();
	if (missing.length > 0) throw new Error(`The build lacks what package.json names: ${missing.join(', ')}`);
	fs.mkdirSync(path.dirname(stamp), { recursive: true });
	fs.writeFileSync(stamp, hash);
}

/** Builds unless dist/ comes from these very sources. Says whether it built. */
export async function buildIfChanged(): Promise<boolean> {
	const known = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : '';
	if (known === hashOfSources() && missingFiles().length === 0) return false;
	await build();
	return true;
}
