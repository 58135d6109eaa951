// Every small change to a source file that could be a mistake: a reversed condition, a missing call, a number off by
// one. Texts for people (strings with a blank) are left alone, and so are types and imports, which don't exist at
// runtime.
import ts from 'typescript';

export interface Mutant {
	/** Below the clone, with forward slashes. */
	file: string;
	start: number;
	end: number;
	/** The replacement for the text from `start` to `end`. */
	replacement: string;
	line: number;
	/** What was changed: `=== → !==`. */
	what: string;
}

/** Operators that are mistaken for each other. */
const OPERATORS: Readonly<Record<string, string>> = {
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'+': '-',
	'-': '+',
	'*': '/',
	'/': '*',
	'%': '*',
	'&&': '||',
	'||': '&&',
	'+=': '-=',
	'-=': '+=',
};

/** Methods that are easily confused or forgotten; without them the value stays as it was. */
const SWAPPED: Readonly<Record<string, string>> = {
	some: 'every',
	every: 'some',
	startsWith: 'endsWith',
	endsWith: 'startsWith',
	max: 'min',
	min: 'max',
	floor: 'ceil',
	ceil: 'floor',
};
const FORGOTTEN = ['filter', 'slice', 'trim', 'toLowerCase', 'sort', 'toSorted', 'reverse', 'toReversed'];

type Found = Omit<Mutant, 'file' | 'line'>;

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 70);

function ofCall(node: ts.CallExpression, source: ts.SourceFile): Found[] {
	if (!ts.isPropertyAccessExpression(node.expression)) return [];
	const { name, expression } = node.expression;
	const other = SWAPPED[name.text];
	if (other !== undefined)
		return [{ start: name.getStart(source), end: name.end, replacement: other, what: `${name.text} → ${other}` }];
	if (!FORGOTTEN.includes(name.text)) return [];
	return [{ start: expression.end, end: node.end, replacement: '', what: `without .${name.text}(…)` }];
}

function ofBinary({ operatorToken, left, right }: ts.BinaryExpression, source: ts.SourceFile): Found[] {
	const text = operatorToken.getText(source);
	if (text === '??') return [{ start: left.end, end: right.end, replacement: '', what: 'without ?? …' }];
	const other = OPERATORS[text];
	const start = operatorToken.getStart(source);
	return other === undefined ? [] : [{ start, end: operatorToken.end, replacement: other, what: `${text} → ${other}` }];
}

function negated(condition: ts.Expression, source: ts.SourceFile): Found[] {
	const start = condition.getStart(source);
	const text = condition.getText(source);
	return [{ start, end: condition.end, replacement: `!(${text})`, what: `condition negated: ${short(text)}` }];
}

function ofLiteral(node: ts.Node, source: ts.SourceFile): Found[] {
	const place = { start: node.getStart(source), end: node.end };
	const text = node.getText(source);
	if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ ...place, replacement: 'false', what: 'true → false' }];
	if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ ...place, replacement: 'true', what: 'false → true' }];
	if (ts.isNumericLiteral(node)) {
		const next = String(Number(node.text) + 1);
		return [{ ...place, replacement: next, what: `${text} → ${next}` }];
	}
	if (ts.isRegularExpressionLiteral(node) && /^\/\^/.test(text))
		return [{ ...place, replacement: `/${text.slice(2)}`, what: `${short(text)} without its ^` }];
	if (!ts.isStringLiteral(node) || node.text === '' || isProse(node)) return [];
	if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
	return [{ ...place, replacement: "''", what: `${short(text)} → ''` }];
}

/** Words for people. */
const isProse = (node: ts.Node): boolean =>
	(ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && /\s/.test(node.text);

/** A statement, an entry of a list or a property that was forgotten. */
function leftOut(node: ts.Node, source: ts.SourceFile): Found[] {
	const start = node.getStart(source);
	const what = `left out: ${short(node.getText(source))}`;
	if (ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node))
		return [{ start, end: node.end, replacement: ';', what }];
	const listed =
		ts.isPropertyAssignment(node) || ts.isSpreadAssignment(node) || ts.isArrayLiteralExpression(node.parent);
	if (!listed || node.parent.kind === ts.SyntaxKind.ArrayBindingPattern) return [];
	if (isProse(ts.isPropertyAssignment(node) ? node.initializer : node)) return [];
	// The comma behind it goes as well.
	const rest = /^\s*,/.exec(source.text.slice(node.end))?.[0].length ?? 0;
	return [{ start, end: node.end + rest, replacement: '', what }];
}

function mutantsOf(node: ts.Node, source: ts.SourceFile): Found[] {
	const found = [...ofLiteral(node, source), ...(node.parent === undefined ? [] : leftOut(node, source))];
	if (ts.isBinaryExpression(node)) found.push(...ofBinary(node, source));
	if (ts.isCallExpression(node)) found.push(...ofCall(node, source));
	if (ts.isIfStatement(node) || ts.isWhileStatement(node)) found.push(...negated(node.expression, source));
	if (ts.isConditionalExpression(node)) found.push(...negated(node.condition, source));
	if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
		found.push({
			start: node.getStart(source),
			end: node.operand.getStart(source),
			replacement: '',
			what: '! left out',
		});
	return found;
}

/** Every mutant of a file, in the order of the file. Whether they compile is another question. */
export function mutantsIn(file: string, text: string): Mutant[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
	const found: Mutant[] = [];
	const walk = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
		for (const mutant of mutantsOf(node, source))
			found.push({ ...mutant, file, line: source.getLineAndCharacterOfPosition(mutant.start).line + 1 });
		ts.forEachChild(node, walk);
	};
	walk(source);
	return found;
}

/** The file with the mutant in it. */
export const applied = (text: string, { start, end, replacement }: Mutant): string =>
	text.slice(0, start) + replacement + text.slice(end);
