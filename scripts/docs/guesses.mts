// The places of the package that stand ready for several answers, by the choice that the sandbox plays: read from marks in the
// sources. A mark is the comment "// Guess: pages.end" on a line of its own.
import fs from 'node:fs';
import path from 'node:path';
import { choiceTable, type Choices } from '../../sandbox/core/choices.mts';
import { inClone } from '../../kit/lib/paths.mts';

type ChoiceName = keyof Choices;

/** What each choice of the sandbox is called as a guess of the package. */
export const guessNames: Readonly<Record<ChoiceName, string>> = {
	end: 'pages.end',
	total: 'pages.total',
	cursor: 'pages.cursor',
	unknownReference: 'pages.unknownReference',
	largestPage: 'pages.largestPage',
	inactive: 'list.inactive',
	isApproved: 'list.isApproved',
	nulls: 'answers.nulls',
	errorCode: 'answers.errorCode',
	writes: 'answers.writes',
	audit401: 'answers.audit401',
	recentLogins: 'answers.recentLogins',
	rates: 'answers.rates',
	names: 'answers.names',
	unstated: 'answers.unstated',
	repeated: 'requests.repeated',
	letterCase: 'requests.letterCase',
	offset: 'requests.offset',
	unknownFields: 'requests.unknownFields',
	refusedRequests: 'limit.refusedRequests',
	notification: 'events.notification',
	batch: 'events.batch',
};

export interface Guess {
	name: string;
	choice: ChoiceName;
	/** Files of the package that are ready for more than one answer. */
	files: string[];
}

const MARK = /^[ \t]*\/\/ Guess: (\S+)$/gm;

/** Every choice with the files that are marked with it. Throws on a mark that names none. */
export function guessesOf(sources: ReadonlyArray<[file: string, text: string]>): Guess[] {
	const guesses = Object.entries(guessNames).map(([choice, name]): Guess => ({
		name,
		choice: choice as ChoiceName,
		files: [],
	}));
	for (const [file, text] of sources) {
		for (const [, named] of text.matchAll(MARK)) {
			const guess = guesses.find(({ name }) => name === named);
			if (guess === undefined)
				throw new Error(`${file}: "${named}" is no guess. Guesses: ${Object.values(guessNames).join(', ')}.`);
			guess.files.push(file);
		}
	}
	return guesses;
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

/** The rows of the coverage page's table. */
export const guessRows = (): string[][] =>
	guesses().map(({ name, choice, files }) => [
		`\`${name}\``,
		choiceTable[choice].about,
		Object.keys(choiceTable[choice].values)
			.map((value) => `\`${value}\``)
			.join(', '),
		files.map((file) => `[${file}](../../nodes/WorkforceOperations/${file})`).join(', ') || 'none is marked',
	]);

/** What an answer would make unnecessary, in words. */
export function unnecessaryBy(choice: string, value: string): string {
	const { name = choice, files = [] } = guesses().find((guess) => guess.choice === choice) ?? {};
	const ready = files.length === 0 ? 'nothing stands ready for others' : `no more than it in ${files.join(', ')}`;
	return `  ${name}=${value}: if both regions gave it, ${ready}`;
}
