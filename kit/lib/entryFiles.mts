// The files by which n8n finds the credential and the nodes. People and n8n's portal read them before they trust a
// package, so each contains its class as in the source. n8n loads them at every start, so they are small: the form is
// a data file beside the class, written by the build, and all code is in one file, which is loaded on first use.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import type { Statement } from 'typescript';
import { inClone } from './paths.mts';

/** Below dist/. */
export const SHARED = 'package.js';

/** `dist/nodes/…/X.node.js` ← `nodes/…/X.node.ts` */
const sourceOf = (file: string): string => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');

/** `X.node.js` → `X.form.json` */
export const formOf = (file: string): string => file.replace(/\.(node|credentials)\.js$/, '.form.json');

export interface Entry {
	file: string;
	/** The source before and after its imports of other sources. */
	before: string;
	after: string;
	/** Its imports from them: the file, and the names that aren't types. */
	taken: Array<{ from: string; names: string[] }>;
}

export async function readEntry(file: string): Promise<Entry> {
	const { default: ts } = await import('typescript');
	const source = sourceOf(file);
	const text = fs.readFileSync(inClone(source), 'utf8');
	const { statements } = ts.createSourceFile(source, text, ts.ScriptTarget.ES2022);
	const own = (statement: Statement): string | undefined =>
		ts.isImportDeclaration(statement) &&
		ts.isStringLiteral(statement.moduleSpecifier) &&
		statement.moduleSpecifier.text.startsWith('.')
			? statement.moduleSpecifier.text
			: undefined;
	const imports = statements.filter((statement) => own(statement) !== undefined);
	const [first, last] = [imports[0], imports.at(-1)];
	if (first === undefined || last === undefined) return { file, before: text, after: '', taken: [] };
	if (statements.indexOf(last) - statements.indexOf(first) !== imports.length - 1)
		throw new Error(`${source}: put imports of the package's own sources together, after all others.`);
	const taken = imports.filter(ts.isImportDeclaration).flatMap((statement) => {
		const from = own(statement) ?? '';
		const { importClause } = statement;
		if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
		const bindings = importClause?.namedBindings;
		if (bindings === undefined || !ts.isNamedImports(bindings))
			throw new Error(`${source} imports ${from} as a whole: name what it needs, so that the build can share it.`);
		const values = bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
		if (values.some(({ propertyName }) => propertyName !== undefined))
			throw new Error(`${source} renames what it imports from ${from}: in dist it has the name of the shared file.`);
		const names = values.map(({ name }) => name.text);
		return [{ from: path.posix.join(path.posix.dirname(source), from), names }];
	});
	return { file, before: text.slice(0, first.getFullStart()), after: text.slice(last.end), taken };
}

/** The shared file's source: it exports the names that the entries import, and nothing else. */
export function sharedSource(entries: readonly Entry[], isWanted: (name: string) => boolean = () => true): string {
	const taken = new Map<string, Set<string>>();
	for (const { from, names } of entries.flatMap((entry) => entry.taken))
		taken.set(from, new Set([...(taken.get(from) ?? []), ...names.filter(isWanted)]));
	return [...taken]
		.filter(([, names]) => names.size > 0)
		.map(([from, names]) => `export { ${[...names].sort().join(', ')} } from './${from}';`)
		.join('\n');
}

/** The exports of this CommonJS code. */
export function evaluate(code: string): Record<string, unknown> {
	const module = { exports: {} as Record<string, unknown> };
	const run = vm.runInThisContext(`(function (module, exports, require) {${code}\n})`) as (
		module: object,
		exports: object,
		require: NodeJS.Require,
	) => void;
	run(module, module.exports, createRequire(inClone('index.ts')));
	return module.exports;
}

const isClass = (value: unknown): boolean => /^class\b/.test(String(value));

/** Functions are loaded on their first call; everything else is data. */
export function isFunction(name: string, value: unknown): boolean {
	if (typeof value !== 'function') return false;
	if (isClass(value)) throw new Error(`${name} is a class, which can't be loaded when it is first used.`);
	return true;
}

/** The data that the class needs at load, as JSON. */
export function formText({ file, taken }: Entry, shared: Readonly<Record<string, unknown>>): string {
	const names = taken.flatMap((one) => one.names).filter((name) => !isFunction(name, shared[name]));
	const data = Object.fromEntries(names.sort().map((name) => [name, shared[name]]));
	const plain = (key: string, value: unknown): unknown => {
		const isPlain =
			value === null || typeof value !== 'object' || /Object|Array/.test(Object.prototype.toString.call(value));
		if (typeof value === 'function' || typeof value === 'symbol' || !isPlain)
			throw new Error(`${file} loads ${names.join(', ')}, and “${key}” in it is not data.`);
		return value;
	};
	return `${JSON.stringify(data, plain, '\t')}\n`;
}

/** The source as compiled by tsc, with the data and the shared file in place of its imports. */
export async function entryCode(entry: Entry, shared: Readonly<Record<string, unknown>>): Promise<string> {
	const { default: ts } = await import('typescript');
	const { file, before, after, taken } = entry;
	const names = taken.flatMap((one) => one.names).sort();
	const [functions, data] = [true, false].map((wanted) =>
		names.filter((name) => isFunction(name, shared[name]) === wanted),
	) as [string[], string[]];
	const toShared = path.posix.relative(path.posix.dirname(file), `dist/${SHARED}`);
	const head = [
		`const { ${data.join(', ')} } = require("./${path.posix.basename(formOf(file))}");`,
		...functions.map(
			(name) => `function ${name}(...given) { return require("${toShared}").${name}.apply(this, given); }`,
		),
	];
	const { outputText } = ts.transpileModule(`${before}\n${head.join('\n')}\n${after}`, {
		fileName: sourceOf(file),
		compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, removeComments: true },
	});
	return outputText;
}
