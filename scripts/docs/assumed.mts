// docs/reference/assumptions.md: everything that no source states, on one page. Read from the description of the
// service, the marks of guesses, and the comments of the package that call something assumed or undocumented.
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';
import { choiceTable } from '../../sandbox/core/choices.mts';
import { loadDescription } from '../../sandbox/description/load.mts';
import type { Row } from './coverage.mts';
import { factsOf } from './general.mts';
import { guesses } from './guesses.mts';
import { anchorOf, table } from './table.mts';

/** The heading for a comment, by its file: the first that matches. */
const ROOMS: ReadonlyArray<[start: string, heading: string]> = [
	['watch/copies/', 'Copies'],
	['watch/', 'The watch trigger'],
	['trigger/', 'The trigger'],
	['transport/', 'Requests and limits'],
	['resources/staff/', 'Staff and licences'],
	['resources/securityLicence/', 'Staff and licences'],
	['resources/', 'Timesheets, reports and live operations'],
	['contract/', 'Records and their fields'],
	['', 'The node'],
];

const COMMENT = /\/\*\*?([^]*?)\*\/|((?:^[ \t]*\/\/.*\n?)+)/gm;

const isAssumption = (sentence: string): boolean =>
	/\b(assumed|assume|undocumented|(?:not|n’t|n't) documented)\b/i.test(sentence);

/** The name that the code below a comment begins with. */
const nameBelow = (code: string): string =>
	/^\s*(?:(?:export|async|const|let|function|interface|type|class|readonly) )*['"]?([\w$.-]+)/.exec(code)?.[1] ?? '';

/** The sentences of a source's comments that call something assumed or undocumented, each with the name below it. */
export function assumedIn(source: string): Array<[name: string, sentence: string]> {
	return [...source.matchAll(COMMENT)].flatMap((match) => {
		const [whole, block, lines] = match;
		const name = nameBelow(source.slice(match.index + whole.length));
		return (
			(block ?? lines ?? '')
				.replace(/^[ \t]*(?:\*|\/\/)[ \t]?/gm, '')
				// A list or table inside a comment is no prose.
				.replace(/^ {2,}\S.*$/gm, '')
				.replace(/\s+/g, ' ')
				.trim()
				.split(/(?<=[.!?)]) (?=[A-Z`])/)
				.filter(isAssumption)
				.map((sentence): [string, string] => [name, sentence])
		);
	});
}

function shippedSources(): Array<[file: string, text: string]> {
	const home = inClone('nodes', 'WorkforceOperations');
	return fs
		.readdirSync(home, { recursive: true, encoding: 'utf8' })
		.map((name) => name.replaceAll('\\', '/'))
		.filter((name) => name.endsWith('.ts'))
		.sort()
		.map((name) => [name, fs.readFileSync(path.join(home, name), 'utf8')]);
}

/** Heading → its rows: the name it is about, the sentence, and the file that holds it. */
export function readings(sources: ReadonlyArray<[file: string, text: string]>): Map<string, string[][]> {
	const found = new Map<string, string[][]>(ROOMS.map(([, heading]) => [heading, []]));
	for (const [file, text] of sources) {
		const [, heading = ''] = ROOMS.find(([start]) => file.startsWith(start)) ?? [];
		const link = `[${file}](../../nodes/WorkforceOperations/${file})`;
		found.get(heading)?.push(...assumedIn(text).map(([name, sentence]) => [`\`${name}\``, sentence, link]));
	}
	return new Map([...found].filter(([, rows]) => rows.length > 0));
}

const answersOf = (choice: keyof typeof choiceTable): string =>
	Object.values<string>(choiceTable[choice].values).join('; or ');

const openQuestions = (): string[][] =>
	guesses().map(({ name, about, choice }) => [
		`\`${name}\``,
		about,
		choice === undefined ? 'not simulated' : answersOf(choice),
	]);

function endpointRows(rows: readonly Row[]): string[][] {
	const assumed = (list: ReadonlyArray<{ name: string; source: string }>): string =>
		list
			.filter(({ source }) => source === 'assumed')
			.map(({ name }) => `\`${name}\``)
			.join(', ') || '–';
	return rows
		.map((row) => [
			`[\`${row.method} ${row.path}\`](service-coverage.md#${anchorOf(row)})`,
			row.source === 'assumed' ? 'assumed' : '–',
			assumed(row.parameters),
			assumed(row.body),
			assumed(row.answer),
		])
		.filter((cells) => cells.slice(1).some((cell) => cell !== '–'));
}

const head = `# What we assume

<!-- Made by \`npm run docs\`. Change the description of the service, the endpoint table or a comment in nodes/, not this page. -->

The service’s documents leave some questions open. This page lists what the package assumes about them.

- To check these assumptions against your service, follow [your first day](../first-day.md).
- To correct a name, use [*Service Details*](../credentials.md#service-details) in the credential.
- [Service coverage](service-coverage.md) has the source of every other fact. [The sandbox](../../sandbox/README.md#what-is-assumed) makes further assumptions of its own.`;

export function assumedPage(rows: readonly Row[]): string {
	const facts = ['Headers', 'Claims', 'Limits', 'Errors']
		.flatMap((topic) => factsOf(loadDescription(), topic))
		.filter(([, , source]) => source === 'assumed');
	const parts = [
		head,
		'## Open questions',
		'The sandbox can simulate each of these answers.',
		table(['Name', 'Question', 'Possible answers'], openQuestions()),
		'## Endpoints and names',
		table(['Endpoint', 'Path', 'Parameters', 'Body fields', 'Answer fields'], endpointRows(rows)),
		'## Headers, claims, limits and errors',
		table(
			['Name', 'Meaning'],
			facts.map((cells) => cells.slice(0, 2)),
		),
		...[...readings(shippedSources())].flatMap(([heading, lines]) => [
			`## ${heading}`,
			table(['Name in the code', 'Comment', 'File'], lines),
		]),
	];
	return `${parts.join('\n\n')}\n`;
}
