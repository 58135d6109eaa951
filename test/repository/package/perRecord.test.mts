// What runs once for each record makes no formatter and no collator: each costs as much as all the rest of a row.
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { below, read } from '../files.mts';

/** Where each is made once for a time zone. */
const ONCE_A_ZONE = ['nodes/WorkforceOperations/contract/zones.ts'];

const isFunction = (node: ts.Node): boolean => ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node);

/** `formatter ??= new Intl.…` of a variable of the file: made once, when it is needed first. */
function isKept({ parent }: ts.Node, source: ts.SourceFile): boolean {
	if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionEqualsToken)
		return false;
	const variables = source.statements.filter(ts.isVariableStatement);
	const names = variables.flatMap(({ declarationList }) => declarationList.declarations.map(({ name }) => name));
	return names.some((name) => name.getText(source) === parent.left.getText(source));
}

/** The calls of `localeCompare` with options, and each `new Intl.…` inside of a function, by their lines. */
function costly(file: string, text: string): string[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node, inside: boolean): void => {
		const isCompare =
			ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			node.expression.name.text === 'localeCompare' &&
			node.arguments.length > 1;
		const isIntl =
			(ts.isNewExpression(node) || ts.isCallExpression(node)) && /^Intl\.\w+$/.test(node.expression.getText(source));
		if (isCompare || (isIntl && inside && !isKept(node, source) && !ONCE_A_ZONE.includes(file)))
			found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
		ts.forEachChild(node, (child) => visit(child, inside || isFunction(node)));
	};
	visit(source, false);
	return found;
}

test('no source makes a formatter or a collator for each record', () => {
	const files = below('nodes', '.ts');
	expect(files).toEqual(expect.arrayContaining(ONCE_A_ZONE));
	expect(files.flatMap((file) => costly(file, read(file)))).toEqual([]);
});

test.each([
	['const words = new Intl.Collator("en");', 0],
	['const one = () => new Intl.Collator("en");', 1],
	['let one; const two = () => (one ??= new Intl.Collator("en"));', 0],
	['const two = () => { let one; return (one ??= new Intl.Collator("en")); };', 1],
	['class A { b() { return Intl.DateTimeFormat("en").format(0); } }', 1],
	['list.sort((a, b) => a.localeCompare(b));', 0],
	['list.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));', 1],
])('%s: %i', (text, count) => expect(costly('x.ts', text)).toHaveLength(count));
