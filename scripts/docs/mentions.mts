// Which test files name an endpoint: its operation of the node, its id in openapi.yaml, or its method and path. Plain text is searched,
// so a test that reaches an endpoint through a table or a helper of another file isn't listed.
import fs from 'node:fs';
import path from 'node:path';

export interface TestFile {
	/** Below the clone, with forward slashes. */
	file: string;
	text: string;
}

/** An endpoint by all the names that it goes by. */
export interface Names {
	method: string;
	/** With parameters as `{id}`. */
	path: string;
	operationId: string;
	/** Operations of the node, as `staff.getAll`. */
	operations: readonly string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One part of a path: as it is written, or, for a parameter, a number, a name or what a template fills in. */
const partPattern = (part: string): string =>
	part.startsWith('{') ? '(?:\\$?\\{[^}/]*\\}|:\\w+|\\d+)' : escaped(part);

/** `POST /api/external/staffs`, or `'POST', '/external/staffs'`; GET may be left out where no other method stands before the path. */
function pathPattern(method: string, whole: string): RegExp {
	const parts = whole
		.split('/')
		.filter((part) => part !== '' && part !== 'api')
		.map(partPattern);
	const before = `(?<![\\w/])(?:/api)?/${parts.join('/')}(?![\\w-]|/[^'"\`?\\s])`;
	const separator = `(?: |['"],\\s*['"\`])(?:\\$\\{\\w+(?:\\.\\w+)?\\})?`;
	return new RegExp(
		method === 'GET' ? `(?<!(?:POST|PUT|PATCH|DELETE)${separator})${before}` : `${method}${separator}${before}`,
	);
}

function operationPattern(operation: string): RegExp {
	const [resource = '', name = ''] = operation.split('.').map(escaped);
	return new RegExp(`resource: '${resource}',\\s*operation: '${name}'|'${resource}\\.${name}'`);
}

/** The files that name an endpoint, in the order of the list. */
export function filesNaming(names: Names, files: readonly TestFile[]): string[] {
	const patterns = [
		pathPattern(names.method, names.path),
		new RegExp(`\\b${escaped(names.operationId)}\\b`),
		...names.operations.map(operationPattern),
	];
	return files.filter(({ text }) => patterns.some((pattern) => pattern.test(text))).map(({ file }) => file);
}

/** Every test file below `folder`, in alphabetical order. `name` is what the folder is called on the page. */
export const testFiles = (folder: string, name: string): TestFile[] =>
	fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(path.sep).join('/'))
		.filter((file) => file.endsWith('.test.mts'))
		.sort()
		.map((file) => ({ file: `${name}/${file}`, text: fs.readFileSync(path.join(folder, file), 'utf8') }));
