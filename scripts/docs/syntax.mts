// What a test can be seen to use: its own code, and the code of every helper, constant and table that it names, across the
// files of test/. Read from the syntax tree, so that neither formatting nor a helper in between hides anything.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

type Scope = Map<string, ts.Node | null>;

interface Parsed {
	source: ts.SourceFile;
	scopes: Map<ts.Node, Scope>;
	/** Local name → file and name of what is imported from the tests' own helpers. */
	imports: Map<string, { file: string; name: string }>;
}

const isScope = (node: ts.Node): boolean =>
	ts.isSourceFile(node) ||
	ts.isBlock(node) ||
	ts.isFunctionLike(node) ||
	ts.isForStatement(node) ||
	ts.isForOfStatement(node);

function scopeAround(node: ts.Node): ts.Node {
	let at = node.parent;
	while (!isScope(at)) at = at.parent;
	return at;
}

function namesIn(binding: ts.BindingName): string[] {
	if (ts.isIdentifier(binding)) return [binding.text];
	return binding.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** The name at the bottom of `test.each(table)`, `describe.skip` and the like. */
export function rootName(node: ts.Node): string {
	if (ts.isIdentifier(node)) return node.text;
	if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return rootName(node.expression);
	return ts.isTaggedTemplateExpression(node) ? rootName(node.tag) : '';
}

/** What feeds a parameter: the table of `test.each(table)('…', (parameter) => …)`. */
function tableOf(callback: ts.Node): ts.Node | null {
	const call = callback.parent;
	if (!ts.isCallExpression(call) || !ts.isCallExpression(call.expression)) return null;
	const each = call.expression.expression;
	return ts.isPropertyAccessExpression(each) && each.name.text === 'each'
		? (call.expression.arguments[0] ?? null)
		: null;
}

export class Sources {
	private readonly files = new Map<string, Parsed>();
	private readonly root: string;

	/** Imports are followed inside `root`. */
	constructor(root: string) {
		this.root = root;
	}

	parse(file: string): Parsed {
		const known = this.files.get(file);
		if (known) return known;
		const source = ts.createSourceFile(
			file,
			fs.readFileSync(file, 'utf8'),
			ts.ScriptTarget.Latest,
			true,
			ts.ScriptKind.TS,
		);
		const parsed: Parsed = { source, scopes: new Map(), imports: new Map() };
		this.files.set(file, parsed);
		const declare = (scope: ts.Node, name: string, what: ts.Node | null): void => {
			if (!parsed.scopes.has(scope)) parsed.scopes.set(scope, new Map());
			parsed.scopes.get(scope)?.set(name, what);
		};
		const walk = (node: ts.Node): void => {
			if (ts.isVariableDeclaration(node)) {
				for (const name of namesIn(node.name)) declare(scopeAround(node), name, node.initializer ?? null);
			} else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
				if (node.name) declare(scopeAround(node), node.name.text, node);
			} else if (ts.isParameter(node)) {
				for (const name of namesIn(node.name)) declare(node.parent, name, tableOf(node.parent));
			} else if (ts.isImportDeclaration(node)) {
				this.addImports(parsed, node);
			}
			ts.forEachChild(node, walk);
		};
		walk(source);
		return parsed;
	}

	private addImports({ source, imports }: Parsed, node: ts.ImportDeclaration): void {
		const bindings = node.importClause?.namedBindings;
		if (!ts.isStringLiteral(node.moduleSpecifier) || bindings === undefined || !ts.isNamedImports(bindings)) return;
		const file = path.resolve(path.dirname(source.fileName), node.moduleSpecifier.text);
		if (!file.startsWith(this.root + path.sep) || !fs.existsSync(file)) return;
		for (const { name, propertyName } of bindings.elements)
			imports.set(name.text, { file, name: (propertyName ?? name).text });
	}

	/** The code that an identifier stands for, where that is known. */
	resolve(identifier: ts.Identifier): ts.Node | null {
		const parsed = this.parse(identifier.getSourceFile().fileName);
		for (let at: ts.Node = identifier; at; at = at.parent) {
			const scope = parsed.scopes.get(at);
			if (scope?.has(identifier.text)) return scope.get(identifier.text) ?? null;
		}
		const imported = parsed.imports.get(identifier.text);
		if (imported === undefined) return null;
		const other = this.parse(imported.file);
		return other.scopes.get(other.source)?.get(imported.name) ?? null;
	}

	/** Calls `visit` for a node and everything that it reaches; `direct` is false for what only a helper holds. */
	reach(start: ts.Node, visit: (node: ts.Node, direct: boolean) => void): void {
		const done = new Set<ts.Node>();
		const queue: Array<{ node: ts.Node; direct: boolean }> = [{ node: start, direct: true }];
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			const { direct } = next;
			if (done.has(next.node)) continue;
			done.add(next.node);
			const walk = (node: ts.Node): void => {
				visit(node, direct);
				if (ts.isIdentifier(node) && !isMereName(node)) {
					const target = this.resolve(node);
					if (target) queue.push({ node: target, direct: false });
				}
				ts.forEachChild(node, walk);
			};
			walk(next.node);
		}
	}
}

/** A name after a dot or before a colon stands for nothing in scope. */
function isMereName(node: ts.Identifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
	return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}
