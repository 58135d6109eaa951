// bench/RESULTS.md: one section per bench. A run of some benches leaves the others' sections, and marks those that are older than the code.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';
import { newestVersion } from '../../kit/n8n/versions.mts';

export interface Bench {
	letter: string;
	title: string;
	/** What it measures: folders or files below nodes/WorkforceOperations; all of it if absent. */
	rooms?: readonly string[];
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

/** Eight digits that change with the code which a bench measures. */
function codeOf(rooms: readonly string[] = ['.']): string {
	const hash = createHash('sha256');
	const root = inClone('nodes', 'WorkforceOperations');
	const below = (place: string): string[] =>
		fs.statSync(place).isDirectory()
			? fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => path.join(place, name))
			: [place];
	const files = rooms.flatMap((room) => below(path.join(root, room))).filter((name) => name.endsWith('.ts'));
	for (const name of files.sort()) hash.update(path.relative(root, name)).update(fs.readFileSync(name));
	return hash.digest('hex').slice(0, 8);
}

const circumstances = (code: string): string =>
	`*n8n ${newestVersion()}, Node ${process.versions.node}, ${os.availableParallelism()} processors, ${new Date().toISOString().slice(0, 10)}, code ${code}.*`;

const STALE = '*The code that this measures has changed since.*';

/** A section with the mark, or without it, by the code that its last line names. */
function marked(section: string, code: string): string {
	const plain = section.replace(`\n\n${STALE}`, '');
	return plain.endsWith(`code ${code}.*`) ? plain : `${plain}\n\n${STALE}`;
}

export function writeSection({ letter, title, rooms }: Bench, text: string, benches: readonly Bench[]): string {
	const sections = earlier();
	const section = `## ${letter.toUpperCase()}. ${title}\n\n${text.trim()}\n\n${circumstances(codeOf(rooms))}`;
	sections.set(letter, section);
	const sorted = [...sections.entries()]
		.sort(([left], [right]) => left.localeCompare(right))
		.map(([each, words]) => marked(words, codeOf(benches.find((bench) => bench.letter === each)?.rooms)));
	fs.writeFileSync(file, `${[intro, ...sorted].join('\n\n')}\n`);
	return section;
}
