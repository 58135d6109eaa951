// The sandbox's assumptions, as its README lists them: read from marks beside the code. A mark is a comment "//
// Assumed, Topic: …" on its own line; lines that continue with "//   " belong to it.
import fs from 'node:fs';
import path from 'node:path';
import { choiceMarkdown } from '../../sandbox/core/choices.mts';
import { inClone } from '../../kit/lib/paths.mts';
import { withBlock } from './block.mts';

/** The topics in the order in which they are listed. */
const TOPICS = [
	'Errors',
	'Answers',
	'Nulls',
	'Token',
	'Rate limit',
	'Requests',
	'Pages',
	'Filters',
	'Timesheets',
	'Incident reports',
	'Live operations',
	'Staff',
	'Licences',
	'Webhooks',
	'Notifications',
	'Login audit',
];

const MARK = /^[ \t]*\/\/ Assumed, ([^:]+): (.+(?:\n[ \t]*\/\/ {3}.+)*)/gm;

/** Topic → what is assumed, in the order of the sources. Throws on a topic that isn't in the list. */
export function assumptionsOf(sources: ReadonlyArray<[file: string, text: string]>): Map<string, string[]> {
	const found = new Map<string, string[]>(TOPICS.map((topic) => [topic, []]));
	for (const [file, text] of sources) {
		for (const [, topic = '', words = ''] of text.matchAll(MARK)) {
			const list = found.get(topic);
			if (list === undefined) throw new Error(`${file}: "${topic}" is not a topic. Topics: ${TOPICS.join(', ')}.`);
			list.push(words.replace(/\n[ \t]*\/\/ {3}/g, ' '));
		}
	}
	return found;
}

function sandboxSources(): Array<[string, string]> {
	const home = inClone('sandbox');
	return fs
		.readdirSync(home, { recursive: true, encoding: 'utf8' })
		.map((name) => name.replaceAll('\\', '/'))
		.filter((name) => name.endsWith('.mts'))
		.sort()
		.map((name) => [name, fs.readFileSync(path.join(home, name), 'utf8')]);
}

const listed = (assumptions: Map<string, string[]>): string =>
	[...assumptions]
		.filter(([, words]) => words.length > 0)
		.map(([topic, words]) => `- **${topic}**\n${words.map((each) => `  - ${each}`).join('\n')}`)
		.join('\n');

/** The sandbox's README with its two lists as the sources have them now. */
export function withLists(readme: string): string {
	const choices = withBlock(readme, 'choices', choiceMarkdown().join('\n'));
	return withBlock(choices, 'assumptions', listed(assumptionsOf(sandboxSources())));
}
