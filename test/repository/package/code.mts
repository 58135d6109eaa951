// What a file of JavaScript or TypeScript reaches for outside of itself, read from its syntax.
import ts from 'typescript';

export interface Reach {
	/** What it imports or requires; `(computed)` where the name is made while it runs. */
	imports: string[];
	/** Names that it uses without being a property of something. */
	names: Set<string>;
}

const isRequire = (node: ts.Node): node is ts.CallExpression =>
	ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require';

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
	ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

const moduleName = (node: ts.Node | undefined): string =>
	node && ts.isStringLiteralLike(node) ? node.text : '(computed)';

/** Whether an identifier is only the name of a member: `x.process`, `{ process: 1 }`, `process() {}` in a class. */
function isMemberName(node: ts.Identifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
	return (
		(ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) &&
		parent.name === node
	);
}

export function reachOf(name: string, text: string): Reach {
	const reach: Reach = { imports: [], names: new Set() };
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier))
			reach.imports.push(moduleName(node.moduleSpecifier));
		if (isRequire(node) || isDynamicImport(node)) {
			reach.imports.push(moduleName(node.arguments[0]));
			node.arguments.forEach(visit);
			return;
		}
		if (ts.isIdentifier(node) && !isMemberName(node)) reach.names.add(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
	return reach;
}
