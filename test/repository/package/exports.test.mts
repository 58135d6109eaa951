// What a file exports is there for another file.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { inClone } from '../../../kit/lib/paths.mts';

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'kit', 'scripts', 'bench', 'test', 'recipes'];

/** The names that a file exports where it declares them; n8n finds its classes by themselves. */
function exportsOf(source: ts.SourceFile): string[] {
	return source.statements.flatMap((statement) => {
		const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
		if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
		if (ts.isVariableStatement(statement))
			return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
		const { name } = statement as ts.DeclarationStatement;
		return name && ts.isIdentifier(name) ? [name.text] : [];
	});
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/[$\w]+/g));

function unused(sources: ReadonlyArray<[file: string, text: string]>): string[] {
	const users = new Map<string, number>();
	for (const [, text] of sources) for (const word of wordsOf(text)) users.set(word, (users.get(word) ?? 0) + 1);
	return sources.flatMap(([file, text]) =>
		exportsOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
			.filter((name) => users.get(name) === 1)
			.map((name) => `${file}: ${name}`),
	);
}

test('no file exports what only it uses', () => {
	const files = FOLDERS.flatMap((folder) =>
		fs
			.readdirSync(inClone(folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.m?ts$/.test(name))
			.map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
	);
	const all = ['index.ts', ...files];
	expect(all.length).toBeGreaterThan(400);
	expect(unused(all.map((file) => [file, fs.readFileSync(inClone(file), 'utf8')]))).toEqual([]);
});

test('the check sees a function, a constant and a type that nobody else uses', () => {
	expect(
		unused([
			['a.ts', 'export function one() {}\nexport const two = 2;\nexport interface Three {}\nexport const four = two;'],
			['b.ts', "import { one, four } from './a';"],
		]),
	).toEqual(['a.ts: two', 'a.ts: Three']);
});
