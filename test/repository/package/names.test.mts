// A name that a file of the package exports means one thing, so that a search for it finds that thing. Private names are free: a rule
// for them made names that say less than they could.
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { shippedSources } from '../files.mts';

/** Files of one kind that have the same parts by design: operations, rows of endpoints, families of watched events. */
const ALIKE: ReadonlyArray<[files: RegExp, names: readonly string[]]> = [
	[/\/resources\/\w+\/\w+\.ts$/, ['get', 'getAll', 'create', 'update', 'upsert']],
	[/\/contract\/endpoints\/\w+\.ts$/, ['access']],
	[/\/watch\/\w+\/event\.ts$/, ['fields', 'filters']],
];

const namesIn = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));

const isExported = (statement: ts.Statement): boolean =>
	ts.canHaveModifiers(statement) &&
	(ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function declared(statement: ts.Statement): string[] {
	if (!isExported(statement)) return [];
	if (ts.isVariableStatement(statement))
		return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
	const isNamed =
		ts.isFunctionDeclaration(statement) ||
		ts.isClassDeclaration(statement) ||
		ts.isInterfaceDeclaration(statement) ||
		ts.isTypeAliasDeclaration(statement);
	return isNamed && statement.name ? [statement.name.text] : [];
}

function doubles(sources: ReadonlyArray<[file: string, text: string]>): string[] {
	const homes = new Map<string, string[]>();
	for (const [file, text] of sources) {
		const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
		// A type and a value of one name in one file are one thing.
		for (const name of new Set(statements.flatMap(declared))) {
			if (ALIKE.some(([files, names]) => files.test(file) && names.includes(name))) continue;
			homes.set(name, [...(homes.get(name) ?? []), file]);
		}
	}
	return [...homes].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`);
}

test('a double is found; private names and files that are alike by design are none', () => {
	const one = 'export const a = 1; export const { b, c: [d] } = x; export type E = string; export const E = 1;';
	expect(doubles([['x.ts', one]])).toEqual([]);
	expect(
		doubles([
			['x.ts', one],
			['y.ts', 'export function d() {} export interface E {} function a() {} const b = 1;'],
		]),
	).toEqual(['d: x.ts, y.ts', 'E: x.ts, y.ts']);
	const operation = 'export const getAll = 1; export const other = 2;';
	expect(
		doubles([
			['n/resources/a/getAll.ts', operation],
			['n/resources/b/getAll.ts', operation],
		]),
	).toEqual(['other: n/resources/a/getAll.ts, n/resources/b/getAll.ts']);
});

test('no name is exported by two files', () => {
	const sources = shippedSources();
	expect(sources.length).toBeGreaterThan(200);
	expect(doubles(sources)).toEqual([]);
});
