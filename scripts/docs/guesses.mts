// The package's guesses, each in one place: read from marks in the sources. A mark is the comment "// Guess:
// pages.end" on its own line. It covers the code right below it; below a blank line, all code that follows.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { choiceTable, type Choices } from '../../sandbox/core/choices.mts';
import { inClone } from '../../kit/lib/paths.mts';
import { codeLines } from './rooms.mts';

type ChoiceName = keyof Choices;

/** The guess that each choice of the sandbox corresponds to. */
export const guessNames: Readonly<Record<ChoiceName, string>> = {
	end: 'pages.end',
	total: 'pages.total',
	cursor: 'pages.cursor',
	largestPage: 'pages.largestPage',
	inactive: 'list.inactive',
	isApproved: 'list.isApproved',
	nulls: 'answers.nulls',
	errorCode: 'answers.errorCode',
	writes: 'answers.writes',
	rates: 'answers.rates',
	names: 'answers.names',
	unstated: 'answers.unstated',
	notification: 'events.notification',
	batch: 'events.batch',
};

/** Guesses that the sandbox doesn't play: it uses the likely names. */
const unplayed: Readonly<Record<string, string>> = {
	'gateway.quota': 'how the gateway in front of the service reports that a quota is used up',
	'list.ids': 'which fields contain the ID of an undocumented record',
};

export interface Guess {
	name: string;
	about: string;
	/** The sandbox's choice with its answers. */
	choice?: ChoiceName;
	/** The places in the package, with the code lines below each mark. */
	places: Array<{ file: string; lines: number }>;
}

const MARK = /^[ \t]*\/\/ Guess: (\S+)$/;

/** The code lines that a mark on this line covers. */
function linesBehind(text: string, mark: number): number {
	const lines = text.split('\n');
	if (lines[mark + 1]?.trim() === '') return codeLines(lines.slice(mark + 1).join('\n'));
	const source = ts.createSourceFile('marked.ts', text, ts.ScriptTarget.Latest, true);
	const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
	const below = (node: ts.Node): ts.Node | undefined =>
		node !== source && lineOf(node.getStart(source)) > mark
			? node
			: ts.forEachChild(node, (child) => (lineOf(child.getEnd()) > mark ? below(child) : undefined));
	const node = below(source);
	if (node === undefined) return 0;
	return codeLines(lines.slice(lineOf(node.getStart(source)), lineOf(node.getEnd()) + 1).join('\n'));
}

/** Every guess with its places. Throws on a mark that names none. */
export function guessesOf(sources: ReadonlyArray<[file: string, text: string]>): Guess[] {
	const played = Object.entries(guessNames).map(([choice, name]): Guess => {
		const known = choice as ChoiceName;
		return { name, choice: known, about: choiceTable[known].about, places: [] };
	});
	const others = Object.entries(unplayed).map(([name, about]): Guess => ({ name, about, places: [] }));
	const all = [...played, ...others];
	for (const [file, text] of sources) {
		text.split('\n').forEach((line, index) => {
			const named = MARK.exec(line)?.[1];
			if (named === undefined) return;
			const guess = all.find(({ name }) => name === named);
			if (guess === undefined)
				throw new Error(`${file}: "${named}" is not a guess. Guesses: ${all.map(({ name }) => name).join(', ')}.`);
			guess.places.push({ file, lines: linesBehind(text, index) });
		});
	}
	return all;
}

export function guesses(): Guess[] {
	const home = inClone('nodes', 'WorkforceOperations');
	const names = fs.readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
	const sources = names.map((name): [string, string] => [
		name.replaceAll('\\', '/'),
		fs.readFileSync(path.join(home, name), 'utf8'),
	]);
	return guessesOf(sources.sort(([one], [other]) => one.localeCompare(other)));
}

const linesOf = ({ places }: Guess): number => places.reduce((sum, { lines }) => sum + lines, 0);

/** The rows of the coverage page's table. */
export const guessRows = (): string[][] =>
	guesses().map((guess) => [
		`\`${guess.name}\``,
		guess.about,
		guess.choice === undefined
			? 'none'
			: Object.keys(choiceTable[guess.choice].values)
					.map((value) => `\`${value}\``)
					.join(', '),
		guess.places.map(({ file, lines }) => `[${file}](../../nodes/WorkforceOperations/${file}) (${lines})`).join(', ') ||
			'none marked',
		String(linesOf(guess)),
	]);

/** The code that an answer would make unnecessary, in words. */
export function unnecessaryBy(choice: string, value: string): string {
	const { name = choice, places = [] } = guesses().find((guess) => guess.choice === choice) ?? {};
	const ready =
		places.length === 0
			? 'no code for other answers can be removed'
			: `code for other answers can be removed from ${places.map(({ file }) => file).join(', ')}`;
	return `  ${name}=${value}: if both regions answer this way, ${ready}`;
}
