// The files by whose names n8n finds the credential and the nodes. People and n8n's portal read them as text before they trust a package,
// so each holds its class, as the source has it; what the classes share is one file beside them, loaded once.
import fs from 'node:fs';
import path from 'node:path';
import type { ImportDeclaration } from 'typescript';
import { inClone } from './paths.mts';

/** Below dist/. */
export const SHARED = 'package.js';

/** `dist/nodes/…/X.node.js` ← `nodes/…/X.node.ts` */
const sourceOf = (file: string): string => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');

const read = (source: string): string => fs.readFileSync(inClone(source), 'utf8');

/** What a source takes from another source of the package: the file, and the names that aren't types. */
async function takenFrom(source: string): Promise<Array<{ from: string; names: string[] }>> {
	const { default: ts } = await import('typescript');
	const { statements } = ts.createSourceFile(source, read(source), ts.ScriptTarget.ES2022);
	const imports = statements.filter((one): one is ImportDeclaration => ts.isImportDeclaration(one));
	return imports.flatMap(({ moduleSpecifier, importClause }) => {
		const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
		if (!from.startsWith('.') || importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
		const bindings = importClause?.namedBindings;
		if (bindings === undefined || !ts.isNamedImports(bindings))
			throw new Error(`${source} imports ${from} as a whole: name what it needs, so that the build can share it.`);
		const values = bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
		const names = values.map(({ propertyName, name }) => (propertyName ?? name).text);
		return [{ from: path.posix.join(path.posix.dirname(source), from), names }];
	});
}

/** The shared file's source: it exports what these files take, and nothing else. */
export async function sharedSource(files: readonly string[]): Promise<string> {
	const taken = new Map<string, Set<string>>();
	for (const { from, names } of (await Promise.all(files.map((file) => takenFrom(sourceOf(file))))).flat())
		taken.set(from, new Set([...(taken.get(from) ?? []), ...names]));
	return [...taken].map(([from, names]) => `export { ${[...names].sort().join(', ')} } from './${from}';`).join('\n');
}

/** What tsc makes of the source, with the shared file in place of its neighbours. */
export async function entryCode(file: string): Promise<string> {
	const { default: ts } = await import('typescript');
	const source = sourceOf(file);
	const { outputText } = ts.transpileModule(read(source), {
		fileName: source,
		compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, removeComments: true },
	});
	const shared = path.posix.relative(path.posix.dirname(file), `dist/${SHARED}`);
	return outputText.replaceAll(/require\("\.[^"]*"\)/g, () => `require("${shared}")`);
}
