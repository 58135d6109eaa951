// The table of tested n8n versions in README.md, made from the report of an end-to-end run.
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';

const parts = [
	'install and credential',
	'recipes',
	'files',
	'trigger',
	'watch trigger',
	'AI agent',
	'secrets',
	'editor',
	'queue mode',
] as const;
type Part = (typeof parts)[number];

/**
 * The part of the package that a test file covers, by the first part of its name, or by group within a file that
 * covers several.
 */
export const ofFile: Readonly<Record<string, Part>> = {
	recipes: 'recipes',
	anyDay: 'recipes',
	trigger: 'trigger',
	watch: 'watch trigger',
	durable: 'watch trigger',
	day: 'watch trigger',
	pollers: 'trigger',
	secrets: 'secrets',
	compose: 'install and credential',
	replaced: 'install and credential',
	queue: 'queue mode',
	workers: 'queue mode',
	questions: 'AI agent',
};
export const ofGroup: Readonly<Record<string, Part>> = {
	installation: 'install and credential',
	credential: 'install and credential',
	'one credential': 'install and credential',
	'lists as files': 'files',
	'other names': 'install and credential',
	recipe: 'recipes',
	'npm start': 'recipes',
	deliveries: 'trigger',
	agent: 'AI agent',
	secrets: 'secrets',
	browser: 'editor',
};

/** The part of Jest's own report that tells which tests passed. */
export interface E2eReport {
	testResults: Array<{
		name: string;
		assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }>;
	}>;
}

const markers = { begin: '<!-- written by npm test: begin -->', end: '<!-- written by npm test: end -->' };

/**
 * Passed tests, by version of n8n and part of the package. A test without either is an error: it would not be
 * reported.
 */
function count({ testResults }: E2eReport): Map<string, Map<Part, number>> {
	const counts = new Map<string, Map<Part, number>>();
	for (const { name, assertionResults } of testResults) {
		for (const { ancestorTitles, title, status } of assertionResults) {
			if (status !== 'passed') continue;
			const version = /^n8n ([\d.]+)/.exec(ancestorTitles[0] ?? '')?.[1];
			const part = ofFile[path.basename(name).split('.')[0] ?? ''] ?? ofGroup[ancestorTitles[1] ?? ''];
			if (!version || !part) throw new Error(`README.md has no place for the version or part of “${title}”.`);
			const row = counts.get(version) ?? new Map<Part, number>();
			counts.set(version, row.set(part, (row.get(part) ?? 0) + 1));
		}
	}
	return counts;
}

/** The table, one row for each version: how many tests passed, and which parts of the package have none there. */
export function table(report: E2eReport, versions: readonly string[]): string {
	const counts = count(report);
	const rows = versions.map((version) => {
		const row = counts.get(version) ?? new Map<Part, number>();
		const passed = [...row.values()].reduce((sum, number) => sum + number, 0);
		const missing = parts.filter((part) => !row.has(part));
		return `| ${version} | ${passed} | ${missing.length === 0 ? '–' : missing.join(', ')} |`;
	});
	return ['| n8n | Tests passed | Not covered |', '| --- | ---: | --- |', ...rows].join('\n');
}

/** The text with this table in the marked place. */
export function withTable(text: string, made: string): string {
	const [before, rest, ...more] = text.split(markers.begin);
	const after = rest?.split(markers.end)[1];
	if (after === undefined || more.length > 0)
		throw new Error('README.md has no single place for the table of versions.');
	return `${before}${markers.begin}\n${made}\n${markers.end}${after}`;
}

/** The versions that the table in a text names. */
export function versionsIn(text: string): string[] {
	const part = text.split(markers.begin)[1]?.split(markers.end)[0] ?? '';
	return [...part.matchAll(/^\| (\d[\d.]*) \|/gm)].map(([, version]) => version ?? '');
}

/** Writes what an end-to-end run found into README.md; returns whether anything changed. */
export function writeTried(reportFile: string, versions: readonly string[]): boolean {
	const readme = inClone('README.md');
	const before = fs.readFileSync(readme, 'utf8');
	const after = withTable(before, table(JSON.parse(fs.readFileSync(reportFile, 'utf8')) as E2eReport, versions));
	if (after !== before) fs.writeFileSync(readme, after);
	return after !== before;
}
