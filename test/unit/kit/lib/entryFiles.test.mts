// What a node's file in dist takes: data as it is at build time, functions when they are first called, and nothing that is neither.
import { expect, test } from '@jest/globals';
import { type Entry, entryCode, formText, isFunction, sharedSource } from '../../../../kit/lib/entryFiles.mts';

const entry: Entry = {
	file: 'dist/nodes/A/A.node.js',
	before: "import { type INode } from 'n8n-workflow';",
	after: 'export class A {\n\tdescription = { properties };\n\n\trun(this: INode) {\n\t\treturn poll(this);\n\t}\n}\n',
	taken: [
		{ from: 'nodes/A/form', names: ['properties'] },
		{ from: 'nodes/A/poll', names: ['poll'] },
	],
};
const shared = { properties: [{ name: 'event' }], poll: () => true };

test('data stands beside the class, and a function is loaded by its call', async () => {
	expect(JSON.parse(formText(entry, shared))).toEqual({ properties: [{ name: 'event' }] });
	const code = await entryCode(entry, shared);
	expect(code).toContain('const { properties } = require("./A.form.json");');
	expect(code).toContain('function poll(...given) { return require("../../package.js").poll.apply(this, given); }');
	expect(code).not.toContain('INode');
});

test('the shared file exports functions alone', () =>
	expect(sharedSource([entry], (name) => isFunction(name, shared[name as 'poll']))).toBe(
		"export { poll } from './nodes/A/poll';",
	));

test.each<[string, unknown]>([
	['a function', { event: () => true }],
	['a class', [class Inside {}]],
	['a pattern', { matches: /x/ }],
	['a map', new Map()],
])('data that holds %s is refused, by the name of the file', (_, properties) =>
	expect(() => formText(entry, { ...shared, properties })).toThrow('A.node.js'),
);

test('a class is refused: what is loaded by its call has no “new”', () =>
	expect(() => isFunction('Problem', class Problem {})).toThrow('Problem is a class'));
