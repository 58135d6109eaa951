// n8n's package scanner, which decides on verification after publishing: here over the sources and over the packed tarball.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packInto } from '../lib/pack.mts';
import { inTemporaryFolder } from '../lib/temporary.mts';
import { toolFolder } from '../lib/tools.mts';
import { installedPackage, installPackage } from '../n8n/userFolder.mts';
import type { Finding } from './finding.mts';
import { stageSources } from './stage.mts';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (
		folder: string,
		patterns: string[],
	) => Promise<{ passed: boolean; message?: string; details?: string }>;
}

async function loadScanner(linter: string): Promise<Scanner> {
	const file = path.join(linter, 'node_modules', '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
	return (await import(pathToFileURL(file).href)) as Scanner;
}

async function scanFolder(scanner: Scanner, what: string, folder: string, patterns: string[]): Promise<Finding> {
	const { passed, message, details } = await scanner.analyzePackage(folder, patterns);
	return { passed, details: passed ? '' : `${what}: ${message ?? 'refused'}\n${details ?? ''}` };
}

/** Needs a built dist/. */
export async function scanPackage(): Promise<Finding> {
	const linter = await toolFolder('lint');
	const scanner = await loadScanner(linter);
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
		const findings = [
			await scanFolder(scanner, 'sources', sources, scanner.SOURCE_FILE_PATTERNS),
			await scanFolder(scanner, 'tarball', unpacked, ['**/*.js', 'package.json']),
		];
		return {
			passed: findings.every((finding) => finding.passed),
			details: findings
				.map((finding) => finding.details)
				.join('\n')
				.trim(),
		};
	});
}
