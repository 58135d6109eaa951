// The table in README.md of what was tried in which n8n, made from the report of an end-to-end run.
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';

const columns = [
	'Install, credential',
	'Recipes',
	'Files',
	'Trigger',
	'Watch',
	'AI agent',
	'Secrets',
	'Editor',
	'Queue mode',
] as const;
type Column = (typeof columns)[number];

/** The part of the package that a test file is about, by the first part of its name, or a group of tests within the file that is about several. */
const ofFile: Record<string, Column> = {
	recipes: 'Recipes',
	trigger: 'Trigger',
	watch: 'Watch',
	durable: 'Watch',
	day: 'Watch',
	pollers: 'Trigger',
	secrets: 'Secrets',
	queue: 'Queue mode',
	workers: 'Queue mode',
};
const ofGroup: Record<string, Column> = {
	installation: 'Install, credential',
	credential: 'Install, credential',
	'one credential': 'Install, credential',
	'lists as files': 'Files',
	recipe: 'Recipes',
	deliveries: 'Trigger',
	agent: 'AI agent',
	secrets: 'Secrets',
	browser: 'Editor',
};

/** The part of Jest's own report that tells which tests passed. */
export interface E2eReport {
	testResults: Array<{
		name: string;
		assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }>;
	}>;
}

const markers = { begin: '<!-- written by npm test: begin -->', end: '<!-- written by npm test: end -->' };

/** Tests passed, by version of n8n and part of the package. A test of neither is an error: it would go untold. */
function count({ testResults }: E2eReport): Map<string, Map<Column, number>> {
	const counts = new Map<string, Map<Column, number>>();
	for (const { name, assertionResults } of testResults) {
		for (const { ancestorTitles, title, status } of assertionResults) {
			if (status !== 'passed') continue;
			const version = /^n8n ([\d.]+)/.exec(ancestorTitles[0] ?? '')?.[1];
			const column = ofFile[path.basename(name).split('.')[0] ?? ''] ?? ofGroup[ancestorTitles[1] ?? ''];
			if (!version || !column) throw new Error(`“${title}” is of no version or part that README.md has a place for.`);
			const row = counts.get(version) ?? new Map<Column, number>();
			counts.set(version, row.set(column, (row.get(column) ?? 0) + 1));
		}
	}
	return counts;
}

/** The table, one row for each version. */
export function table(report: E2eReport, versions: readonly string[]): string {
	const counts = count(report);
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const rows = versions.map((version) => {
		const row = counts.get(version);
		return line([version, ...columns.map((column) => String(row?.get(column) ?? '–'))]);
	});
	return [line(['n8n', ...columns]), line(['---', ...columns.map(() => '---:')]), ...rows].join('\n');
}

/** The text with this table in the place that is marked for it. */
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
