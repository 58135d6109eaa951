// Every pattern of the package takes time in proportion to the text: whoever writes a note can’t hold n8n for seconds.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

const files = globSync(['nodes/**/*.ts', 'credentials/**/*.ts']);

/** The regular expressions of a source, with the line where each stands. */
function patternsIn(file: string): Array<[place: string, literal: string]> {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
	const found: Array<[string, string]> = [];
	const look = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push([`${file}:${line + 1}`, node.text]);
		}
		ts.forEachChild(node, look);
	};
	look(source);
	return found;
}

const LETTERS = '\\ "\'{[(<1aA-.,/@=\n“';
const WORST = [...LETTERS, ...['a ', '1 ', '1,', '.1', 'a.', '1:', ' -', '\\"', '" ']];
const LENGTH = 16_000;

/** Twice the text takes twice the time, and not four times: of a quadratic pattern these take a third of a second. */
const MOST_MS = 120;

function timeOf(pattern: RegExp, text: string): number {
	const started = performance.now();
	if (pattern.global) text.replace(pattern, '');
	else pattern.test(text);
	return performance.now() - started;
}

test('patterns are linear in the letters that are worst for them', () => {
	const slow: string[] = [];
	for (const [place, literal] of files.flatMap(patternsIn)) {
		const end = literal.lastIndexOf('/');
		const pattern = new RegExp(literal.slice(1, end), literal.slice(end + 1));
		for (const letters of WORST)
			for (const text of [
				`${letters.repeat(LENGTH / letters.length)}\u0001`,
				`\u0001${letters.repeat(LENGTH / letters.length)}\u0001`,
			])
				// Whatever else runs on the machine is no fault of the pattern.
				if (timeOf(pattern, text) > MOST_MS && timeOf(pattern, text) > MOST_MS)
					slow.push(`${place} ${literal} of ${JSON.stringify(letters)}`);
	}
	expect([...new Set(slow)]).toEqual([]);
});
