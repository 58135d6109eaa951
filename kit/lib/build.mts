// dist/: what n8n loads. Compiled by tsc, completed by gulp with the files that tsc doesn't know.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
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
	for (const file of sources.flatMap((entry) => filesIn(inClone(entry))).sort()) {
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

const missingFiles = (): string[] => promisedFiles().filter((file) => !fs.existsSync(inClone(file)));

/** Builds from nothing, so that no file of an earlier build stays behind. */
export async function build(): Promise<void> {
	const hash = hashOfSources();
	fs.rmSync(stamp, { force: true });
	fs.rmSync(inClone('dist'), { recursive: true, force: true });
	await runOrThrow('Compiling', process.execPath, [script('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']);
	await runOrThrow('Copying icons, codex and previews', process.execPath, [
		script('gulp', 'bin', 'gulp.js'),
		'--silent',
	]);
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
