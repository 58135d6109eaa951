// Which tests exercise an endpoint: those that run its operation, name its path with its method, or its operation of
// openapi.yaml, by themselves or through a helper.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { rootName, Sources } from './syntax.mts';

export interface TestCase {
	/** Below the clone, with forward slashes. */
	file: string;
	title: string;
	/** What the test uses, and whether its own code says so. Keys as `Wanted` lists them. */
	uses: Map<string, boolean>;
}

/** What can be looked for; each key is one thing that tests may use. */
export interface Wanted {
	/** Endpoints as `GET /api/external/sites`, path parameters as `{}`. */
	paths: readonly string[];
	operationIds: readonly string[];
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The text of a string, with `{}` for what is filled in. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

const fits = (segments: readonly string[], pattern: readonly string[]): boolean =>
	segments.length === pattern.length && pattern.every((part, index) => part === '{}' || part === segments[index]);

/** The method beside a path: written before it, given in the same call, or GET. */
function methodOf(node: ts.Node, written: string | undefined): string {
	if (written !== undefined) return written;
	const list = ts.isCallExpression(node.parent) ? node.parent.arguments : [];
	return list.map((argument) => textOf(argument) ?? '').find((text) => methods.has(text)) ?? 'GET';
}

function pathUsed(node: ts.Node, wanted: Wanted): string | undefined {
	const match = /^(?:([A-Z]+) )?(?:\{\})?((?:\/api\/token|(?:\/api)?\/(?:external|webhook))\/[^?\s]*)/.exec(
		textOf(node) ?? '',
	);
	if (match?.[2] === undefined) return undefined;
	const full = match[2].startsWith('/api/') ? match[2] : `/api${match[2]}`;
	// A path that ends with something filled in may go on with a query: `/external/sites{}`.
	const candidates = [full, full.replace(/(?<!\/)\{\}$/, '')].map((text) => text.replace(/\/$/, '').split('/'));
	const same = wanted.paths.filter((key) =>
		candidates.some((segments) => fits(segments, (key.split(' ')[1] ?? '').split('/'))),
	);
	const method = methodOf(node, match[1]);
	// A fixed path such as staffs/search before one with a parameter.
	const chosen = same
		.filter((key) => key.startsWith(`${method} `))
		.sort((a, b) => a.split('{}').length - b.split('{}').length);
	return chosen[0] ?? (match[1] === undefined && same.length === 1 ? same[0] : undefined);
}

/** A property of an object as it is written, also through `...another`. */
function propertyOf(object: ts.Expression, name: string, sources: Sources, depth = 0): string | undefined {
	if (!ts.isObjectLiteralExpression(object) || depth > 5) return undefined;
	for (const property of [...object.properties].reverse()) {
		if (ts.isPropertyAssignment(property) && property.name.getText() === name) return textOf(property.initializer);
		if (!ts.isSpreadAssignment(property) || !ts.isIdentifier(property.expression)) continue;
		const target = sources.resolve(property.expression);
		const found = target ? propertyOf(target as ts.Expression, name, sources, depth + 1) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

function usesOf(test: ts.Node, sources: Sources, wanted: Wanted): Map<string, boolean> {
	const uses = new Map<string, boolean>();
	const add = (key: string | undefined, direct: boolean): void => {
		if (key !== undefined) uses.set(key, direct || uses.get(key) === true);
	};
	sources.reach(test, (node, direct) => {
		if (ts.isObjectLiteralExpression(node)) {
			const resource = propertyOf(node, 'resource', sources);
			const operation = propertyOf(node, 'operation', sources);
			if (resource !== undefined && operation !== undefined) add(`${resource}.${operation}`, direct);
		}
		add(pathUsed(node, wanted), direct);
		if (ts.isPropertyAssignment(node))
			add(
				wanted.operationIds.find((id) => id === node.name.getText()),
				direct,
			);
	});
	return uses;
}

const isFunction = (node: ts.Node | undefined): boolean =>
	node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

function titleOf(call: ts.CallExpression): string {
	const names: string[] = [];
	for (let at: ts.Node = call; at; at = at.parent) {
		if (!ts.isCallExpression(at) || !['test', 'it', 'describe'].includes(rootName(at.expression))) continue;
		if (isFunction(at.arguments[1])) names.unshift(textOf(at.arguments[0] as ts.Node) ?? '…');
	}
	return names.join(' › ');
}

function testsIn(file: string, name: string, sources: Sources, wanted: Wanted): TestCase[] {
	const found: TestCase[] = [];
	const walk = (node: ts.Node): void => {
		if (
			ts.isCallExpression(node) &&
			['test', 'it'].includes(rootName(node.expression)) &&
			isFunction(node.arguments[1])
		) {
			const skipped = /\.(skip|todo)\b/.test(node.expression.getText());
			if (!skipped) found.push({ file: name, title: titleOf(node), uses: usesOf(node, sources, wanted) });
		}
		ts.forEachChild(node, walk);
	};
	walk(sources.parse(file).source);
	return found;
}

/** Every test below `folder`, in the order of file and line. `name` is what the folder is called on the page. */
export function findTests(folder: string, name: string, wanted: Wanted): TestCase[] {
	const sources = new Sources(folder);
	return fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(path.sep).join('/'))
		.filter((file) => file.endsWith('.mts'))
		.sort()
		.flatMap((file) => testsIn(path.join(folder, file), `${name}/${file}`, sources, wanted));
}
