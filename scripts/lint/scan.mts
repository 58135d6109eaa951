// n8n's package scanner, which decides on verification after publishing: here over the sources and over the packed tarball,
// with the rules of both versions that n8n has in use.
import fs from 'node:fs';
import path from 'node:path';
import { packInto } from '../../kit/lib/pack.mts';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { toolFolder } from '../../kit/lib/tools.mts';
import { installedPackage, installPackage } from '../../kit/n8n/userFolder.mts';
import type { Finding } from './finding.mts';
import { loadScanners, type Scanner } from './scanners.mts';
import { stageSources } from './stage.mts';

const tarballPatterns = ['**/*.js', 'package.json'];

async function scanFolder(scanner: Scanner, what: string, folder: string, patterns: string[]): Promise<Finding> {
	const { passed, message, details } = await scanner.analyze(folder, patterns);
	// A scanner that passes has nothing to say, unless it found nothing to look at.
	const clean = passed && message === undefined;
	return {
		passed: clean,
		details: clean ? '' : `${what}, rules ${scanner.rules}: ${message ?? 'refused'}\n${details ?? ''}`,
	};
}

/** Needs a built dist/. */
export async function scanPackage(): Promise<Finding> {
	const linter = await toolFolder('lint');
	return inTemporaryFolder(async (folder) => {
		const sources = path.join(folder, 'sources');
		await stageSources(sources, linter);
		const { file } = await packInto(folder);
		await installPackage(folder, file);
		// Out of node_modules, which a linter leaves alone.
		const unpacked = path.join(folder, 'unpacked');
		fs.renameSync(installedPackage(folder), unpacked);
		if (!fs.existsSync(path.join(unpacked, 'dist')))
			return { passed: false, details: 'The packed tarball holds no dist/.' };
		const findings: Finding[] = [];
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
	});
}
