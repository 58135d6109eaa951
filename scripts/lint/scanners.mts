// n8n's published package scanner, and the same scanner with the newer rules of n8n's linter: a finding of either one
// may be refused tomorrow by the other.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Scanner {
	/** The version of the rules that it checks. */
	rules: string;
	sourcePatterns: string[];
	analyze: (folder: string, patterns: string[]) => Promise<{ passed: boolean; message?: string; details?: string }>;
}

const published = path.join('@n8n', 'scan-community-package', 'scanner');
const plugin = path.join('@n8n', 'eslint-plugin-community-nodes', 'package.json');

/** The version of the rules that a file in this folder would import, from the nearest node_modules that has them. */
function rulesSeenFrom(folder: string): string {
	const manifest = path.join(folder, 'node_modules', plugin);
	if (fs.existsSync(manifest)) return (JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string }).version;
	const parent = path.dirname(folder);
	if (parent === folder) throw new Error('The linter was installed without its rules.');
	return rulesSeenFrom(parent);
}

async function load(folder: string): Promise<Scanner> {
	const { SOURCE_FILE_PATTERNS, analyzePackage } = (await import(
		pathToFileURL(path.join(folder, 'scanner.mjs')).href
	)) as { SOURCE_FILE_PATTERNS: string[]; analyzePackage: Scanner['analyze'] };
	return { rules: rulesSeenFrom(folder), sourcePatterns: SOURCE_FILE_PATTERNS, analyze: analyzePackage };
}

/** The scanner in a folder where it resolves the linter's packages instead of those it was published with. */
function besideLinter(linter: string, folder: string): string {
	const copy = path.join(folder, 'scanner');
	fs.cpSync(path.join(linter, 'node_modules', published), copy, { recursive: true });
	fs.symlinkSync(path.join(linter, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
	return copy;
}

/** Both scanners; `folder` is an empty one that stays until they have done their work. */
export async function loadScanners(linter: string, folder: string): Promise<Scanner[]> {
	fs.mkdirSync(folder, { recursive: true });
	const scanners = [await load(path.join(linter, 'node_modules', published)), await load(besideLinter(linter, folder))];
	if (new Set(scanners.map(({ rules }) => rules)).size < scanners.length)
		throw new Error(`Both scanners have the rules ${scanners[0]?.rules}: one of them is no longer needed.`);
	return scanners;
}
