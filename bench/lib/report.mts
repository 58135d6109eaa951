// bench/RESULTS.md: one section per bench. A run of some benches leaves the sections of the others as they are.
import fs from 'node:fs';
import os from 'node:os';
import { inClone } from '../../kit/lib/paths.mts';
import { newestVersion } from '../../kit/n8n/versions.mts';

export interface Bench {
	letter: string;
	title: string;
	/** The section's text below its heading, in Markdown. */
	run: () => Promise<string>;
}

const file = inClone('bench', 'RESULTS.md');

const intro = `# Benches

Written by \`npm run bench\`; \`npm run bench -- a c\` measures some of them anew. What counts is the ratio within one table: its
rows were measured in one run, in turns, and the figures are the middle of the rounds. The service is the sandbox on the same
computer, so that the network takes no time unless a bench says so.`;

/** The sections of an earlier run by their letter. */
function earlier(): Map<string, string> {
	if (!fs.existsSync(file)) return new Map();
	const [, ...sections] = fs.readFileSync(file, 'utf8').split(/^## /m);
	return new Map(sections.map((section) => [section.charAt(0).toLowerCase(), `## ${section.trim()}`]));
}

const circumstances = (): string =>
	`*n8n ${newestVersion()}, Node ${process.versions.node}, ${os.availableParallelism()} processors, ${new Date().toISOString().slice(0, 10)}.*`;

export function writeSection({ letter, title }: Bench, text: string): string {
	const sections = earlier();
	const section = `## ${letter.toUpperCase()}. ${title}\n\n${text.trim()}\n\n${circumstances()}`;
	sections.set(letter, section);
	const sorted = [...sections.entries()].sort(([left], [right]) => left.localeCompare(right)).map(([, words]) => words);
	fs.writeFileSync(file, `${[intro, ...sorted].join('\n\n')}\n`);
	return section;
}
