// What n8n's reviewers check for verification: a strict lint of a clean checkout of the commit, and their package
// scanner over checkout and packed tarball, with the rules of both versions that n8n uses.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { filesIn } from '../../kit/lib/build.mts';
import { packInto } from '../../kit/lib/pack.mts';
import { keptFolder } from '../../kit/lib/kept.mts';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { run } from '../../kit/lib/processes.mts';
import { toolFolder } from '../../kit/lib/tools.mts';
import { installedPackage, installPackage } from '../../kit/n8n/userFolder.mts';
import type { Finding } from './finding.mts';
import { loadScanners, type Scanner } from './scanners.mts';
import { checkOutHead } from './stage.mts';
import { lintStrictly } from './strict.mts';

const tarballPatterns = ['**/*.js', 'package.json'];

async function scanFolder(scanner: Scanner, what: string, folder: string, patterns: string[]): Promise<Finding> {
	const { passed, message, details } = await scanner.analyze(folder, patterns);
	// A passing scanner prints nothing, unless it found nothing to scan.
	const clean = passed && message === undefined;
	return {
		passed: clean,
		details: clean ? '' : `${what}, rules ${scanner.rules}: ${message ?? 'refused'}\n${details ?? ''}`,
	};
}

/** The plugins whose rules the strict configuration must apply to every checked file. */
const PLUGINS = ['@n8n/community-nodes', 'n8n-nodes-base'];
const REVIEWED = [
	'package.json',
	'nodes/WorkforceOperations/WorkforceOperations.node.ts',
	'credentials/WorkforceOperationsApi.credentials.ts',
];

/** Whether the rules of both plugins are active in the checkout: without them a configuration finds nothing. */
async function worksWith(linter: string, sources: string): Promise<Finding> {
	const details: string[] = [];
	for (const file of REVIEWED) {
		const { stdout } = await run(
			process.execPath,
			[path.join(linter, 'node_modules', 'eslint', 'bin', 'eslint.js'), '--print-config', file],
			{ cwd: sources },
		);
		const { rules = {} } = JSON.parse(stdout) as { rules?: Record<string, [number]> };
		const works = (plugin: string): boolean =>
			Object.entries(rules).some(([name, [level]]) => name.startsWith(`${plugin}/`) && level === 2);
		const missing = PLUGINS.filter((plugin) => !works(plugin));
		if (missing.length > 0) details.push(`${file} is checked without the rules of ${missing.join(', ')}`);
	}
	return { passed: details.length === 0, details: details.join('\n') };
}

/** What n8n's rules read in a checkout, and how it is checked. */
const read = ['package.json', 'index.ts', 'credentials', 'nodes', 'eslint.config.mjs', 'tsconfig.json', 'scripts/lint'];

/** What the verdict depends on: the linter, the packed package, and the sources. */
function keyOf(linter: string, tarball: string, sources: string): string {
	const hash = createHash('sha256').update(`${linter}\n${tarball}`);
	for (const file of read.flatMap((name) => filesIn(path.join(sources, name))).sort())
		hash.update(`\n${path.relative(sources, file)}\n`).update(fs.readFileSync(file));
	return hash.digest('hex').slice(0, 16);
}

async function scan(linter: string, sources: string, unpacked: string, folder: string): Promise<Finding> {
	const findings: Finding[] = [await lintStrictly(), await worksWith(linter, sources)];
	for (const scanner of await loadScanners(linter, path.join(folder, 'newer'))) {
		findings.push(
			await scanFolder(scanner, 'sources', sources, scanner.sourcePatterns),
			await scanFolder(scanner, 'tarball', unpacked, tarballPatterns),
		);
	}
	return {
		passed: findings.every((finding) => finding.passed),
		details: findings
			.map((finding) => finding.details)
			.join('\n')
			.trim(),
	};
}

/** Needs a built dist/. A package that has passed isn't scanned again. Throws with what was found. */
export async function scanPackage(): Promise<void> {
	const linter = await toolFolder('lint');
	await inTemporaryFolder(async (folder) => {
		const sources = path.join(folder, 'sources');
		await checkOutHead(sources, linter);
		const { file, hash } = await packInto(folder);
		await keptFolder('scanned', keyOf(linter, hash, sources), async () => {
			await installPackage(folder, file);
			// Outside node_modules, which linters ignore.
			const unpacked = path.join(folder, 'unpacked');
			fs.renameSync(installedPackage(folder), unpacked);
			if (!fs.existsSync(path.join(unpacked, 'dist'))) throw new Error('The packed tarball contains no dist/.');
			const { passed, details } = await scan(linter, sources, unpacked, folder);
			if (!passed) throw new Error(details);
		});
	});
}
