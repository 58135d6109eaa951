// Which parts of the package send which endpoint, read from its sources: starting at the declaration of an operation
// or a node, follows all names and imports down to endpoint ids (or paths).
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inClone } from '../../kit/lib/paths.mts';
import type { PackageContract } from './sources.mts';

interface Module {
	/** Top-level declarations of the file, by name. */
	declared: Map<string, ts.Node>;
	/** Imports from other files: the name here, the file, the name there. */
	imported: Map<string, { file: string; name: string }>;
	/** Re-exports under the same name, and files that are re-exported whole. */
	passedOn: Map<string, { file: string; name: string }>;
	passedOnWhole: string[];
}

interface Place {
	file: string;
	name: string;
}

const HOME = 'nodes/WorkforceOperations';

/** The file of a relative import; undefined for a package. */
function fileBehind(from: string, specifier: string): string | undefined {
	if (!specifier.startsWith('.')) return undefined;
	const base = path.posix.join(path.posix.dirname(from), specifier);
	const found = [`${base}.ts`, `${base}/index.ts`].find((file) => fs.existsSync(inClone(file)));
	if (found === undefined) throw new Error(`${from} imports ${specifier}, which isn't there`);
	return found;
}

function namesOf(statement: ts.Statement): Array<[string, ts.Node]> {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.flatMap((declaration): Array<[string, ts.Node]> => {
			const { name } = declaration;
			if (ts.isIdentifier(name)) return [[name.text, declaration]];
			return name.elements.flatMap((element) =>
				ts.isBindingElement(element) && ts.isIdentifier(element.name) ? [[element.name.text, declaration]] : [],
			);
		});
	}
	const isNamed =
		ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement);
	return isNamed && statement.name ? [[statement.name.text, statement]] : [];
}

function read(file: string): Module {
	const module: Module = { declared: new Map(), imported: new Map(), passedOn: new Map(), passedOnWhole: [] };
	const source = ts.createSourceFile(file, fs.readFileSync(inClone(file), 'utf8'), ts.ScriptTarget.Latest, true);
	for (const statement of source.statements) {
		for (const [name, node] of namesOf(statement)) module.declared.set(name, node);
		const isImport = ts.isImportDeclaration(statement);
		if (!(isImport || ts.isExportDeclaration(statement)) || !statement.moduleSpecifier) continue;
		const target = fileBehind(file, (statement.moduleSpecifier as ts.StringLiteral).text);
		if (target === undefined) continue;
		const bindings = isImport ? statement.importClause?.namedBindings : statement.exportClause;
		const known = isImport ? module.imported : module.passedOn;
		if (!isImport && bindings === undefined) module.passedOnWhole.push(target);
		if (bindings === undefined) continue;
		if (ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings))
			throw new Error(`${file}: an import of a whole file can't be followed`);
		for (const { name, propertyName } of bindings.elements)
			known.set(name.text, { file: target, name: (propertyName ?? name).text });
	}
	return module;
}

/** Whether a text only mentions an endpoint: for access, a comparison, or a cache key. */
function isMention(node: ts.StringLiteralLike): boolean {
	const { parent } = node;
	if (ts.isElementAccessExpression(parent)) {
		const { parent: outer } = parent;
		return ts.isPropertyAccessExpression(outer) && outer.name.text === 'access';
	}
	if (ts.isBinaryExpression(parent)) return /^[!=]==?$/.test(parent.operatorToken.getText());
	return ts.isCaseClause(parent) || (ts.isPropertyAssignment(parent) && parent.name === node);
}

/** Whether an identifier is only a member name. */
function isMember(node: ts.Identifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
	return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}

/** Follows the sources of the package. */
class Sources {
	private readonly modules = new Map<string, Module>();
	private readonly ids: ReadonlySet<string>;
	private readonly idByPath: ReadonlyMap<string, string>;

	constructor({ endpoints }: PackageContract) {
		const all = Object.values(endpoints);
		this.ids = new Set(all.map(({ id }) => id));
		this.idByPath = new Map(all.filter(({ method }) => method === 'GET').map(({ path: at, id }) => [at, id]));
	}

	/**
	 * The endpoint named by a text. A credential can't import the table and writes the path; elsewhere a path is an
	 * example.
	 */
	private idIn(file: string, text: string): string | undefined {
		return this.ids.has(text) ? text : file.startsWith('credentials/') ? this.idByPath.get(text) : undefined;
	}

	private module(file: string): Module {
		const known = this.modules.get(file) ?? read(file);
		this.modules.set(file, known);
		return known;
	}

	/** Where a name in a file is declared; undefined if not in the package. */
	private declaration({ file, name }: Place): (Place & { node: ts.Node }) | undefined {
		const { declared, imported, passedOn, passedOnWhole } = this.module(file);
		const node = declared.get(name);
		if (node !== undefined) return { file, name, node };
		const from = imported.get(name) ?? passedOn.get(name);
		if (from !== undefined) return this.declaration(from);
		for (const whole of passedOnWhole) {
			const found = this.declaration({ file: whole, name });
			if (found !== undefined) return found;
		}
		return undefined;
	}

	/**
	 * The endpoints that something sends, itself or through the names it uses. `leave`: folders that aren't entered.
	 */
	endpointsBehind(start: Place, leave: readonly string[] = []): Set<string> {
		const found = new Set<string>();
		const seen = new Set<ts.Node>();
		const enter = (place: Place): void => {
			const declaration = this.declaration(place);
			if (declaration === undefined || seen.has(declaration.node)) return;
			const { file, node } = declaration;
			// The endpoint table names all of them.
			if ([`${HOME}/contract/`, ...leave].some((folder) => file.startsWith(folder))) return;
			seen.add(node);
			visit(file, node);
		};
		const visit = (file: string, node: ts.Node): void => {
			if (ts.isTypeNode(node)) return;
			if (ts.isStringLiteralLike(node)) {
				const id = this.idIn(file, node.text);
				if (id !== undefined && !isMention(node)) found.add(id);
			}
			if (ts.isIdentifier(node) && !isMember(node)) enter({ file, name: node.text });
			ts.forEachChild(node, (child) => visit(file, child));
		};
		if (this.declaration(start) === undefined) throw new Error(`${start.file} declares no ${start.name}`);
		enter(start);
		return found;
	}

	/** The named exports of a file. */
	exportsOf(file: string): Place[] {
		const { passedOn } = this.module(file);
		return [...passedOn.keys()].map((name) => ({ file, name }));
	}

	/** The declarations of a resource's operations, in the order in which it lists them. */
	operationsOf(resource: string): Place[] {
		const file = `${HOME}/resources/index.ts`;
		const { node } = this.declaration({ file, name: 'resources' }) ?? {};
		const table = node && ts.isVariableDeclaration(node) ? node.initializer : undefined;
		const rows = table && ts.isArrayLiteralExpression(table) ? table.elements : [];
		const propertyOf = (row: ts.Node, name: string): ts.Expression | undefined => {
			const properties = ts.isObjectLiteralExpression(row) ? row.properties : [];
			const found = properties.find((property) => property.name?.getText() === name);
			return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
		};
		const row = rows.find((each) => propertyOf(each, 'value')?.getText() === `'${resource}'`);
		const operations = row && propertyOf(row, 'operations');
		if (!operations || !ts.isArrayLiteralExpression(operations))
			throw new Error(`${file} has no list of operations of ${resource} that can be read`);
		return operations.elements.map((element) => ({ file, name: element.getText() }));
	}
}

/** Other senders besides the operations, with their starting points and the parts that are listed separately. */
const others: ReadonlyArray<{ name: string; places: (sources: Sources) => Place[]; leave?: readonly string[] }> = [
	{
		name: 'trigger',
		places: () => [{ file: `${HOME}/WorkforceOperationsTrigger.node.ts`, name: 'WorkforceOperationsTrigger' }],
	},
	{
		name: 'watch trigger',
		places: () => [
			{ file: `${HOME}/WorkforceOperationsWatchTrigger.node.ts`, name: 'WorkforceOperationsWatchTrigger' },
		],
		leave: [`${HOME}/pickers/`],
	},
	{ name: 'pickers', places: (sources) => sources.exportsOf(`${HOME}/pickers/index.ts`) },
	{
		name: 'credential test',
		places: () => [{ file: 'credentials/WorkforceOperationsApi.credentials.ts', name: 'WorkforceOperationsApi' }],
	},
];

/** `staff.upsert` or `watch trigger` → the ids of the endpoints that it can send. */
export function reachedBy(
	contract: PackageContract,
	resources: ReadonlyArray<{ value: string; operations: ReadonlyArray<{ value: string }> }>,
): Map<string, Set<string>> {
	const sources = new Sources(contract);
	const reached = new Map<string, Set<string>>();
	for (const { value: resource, operations } of resources) {
		const places = sources.operationsOf(resource);
		if (places.length !== operations.length) throw new Error(`The operations of ${resource} can't be told apart`);
		for (const [index, place] of places.entries())
			reached.set(`${resource}.${operations[index]?.value}`, sources.endpointsBehind(place));
	}
	for (const { name, places, leave } of others)
		reached.set(name, new Set(places(sources).flatMap((place) => [...sources.endpointsBehind(place, leave)])));
	return reached;
}
