// What is published: nothing is missing, nothing is there by accident, and nothing in it looks at the machine that it runs on.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { INodeTypeDescription, Themed } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { bundledSources } from '../../../kit/lib/build.mts';
import { inClone } from '../../../kit/lib/paths.mts';
import { reachOf } from './code.mts';
import { packedTarball, type Tarball } from './tarball.mts';

interface Manifest {
	version: string;
	main: string;
	dependencies?: object;
	optionalDependencies?: object;
	bundledDependencies?: unknown;
	bundleDependencies?: unknown;
	peerDependencies: object;
	n8n: { nodes: string[]; credentials: string[] };
}

const nodeFolder = 'dist/nodes/WorkforceOperations';

let packed: Tarball;
let manifest: Manifest;
const paths = (): string[] => [...packed.files.keys()];

beforeAll(async () => {
	packed = await packedTarball();
	manifest = JSON.parse(packed.files.get('package.json') ?? '{}') as Manifest;
});

/** What the credential and the nodes share. */
const BUNDLE = 'dist/package.js';

test('its code names each source, and leaves the comments to the sources', () => {
	const code = packed.files.get(BUNDLE) ?? '';
	expect(packed.files.size).toBeGreaterThan(30);
	const named = [...code.matchAll(/^\/\/ ([\w/.]+\.ts)$/gm)].map(([, file]) => file ?? '');
	expect(named.length).toBeGreaterThan(100);
	expect(named.filter((file) => !fs.existsSync(inClone(file)))).toEqual([]);
	expect(code.split('\n').filter((line) => /^\s*(\/\*\*|\/\/ (?![\w/.]+\.ts$))/.test(line))).toEqual([]);
});

test('its code is the same in every clone, whatever the folder is called', () => {
	const code = packed.files.get(BUNDLE) ?? '';
	expect([...code.matchAll(/^var (\w+)_exports = /gm)].map(([, name]) => name)).toEqual(['entryFiles']);
});

test('its code does what the sources say: without spaces and comments both are the same', async () => {
	const { transformSync } = await import('esbuild');
	const small = (code: string): string => transformSync(code, { minifyWhitespace: true }).code;
	expect(small(packed.files.get(BUNDLE) ?? '') === small(await bundledSources())).toBe(true);
});

// n8n's portal reads these files as text, as people do before they trust a package: a line that leads elsewhere tells neither of them anything.
describe('the credential and the nodes stand as code in the files that package.json names', () => {
	const own = (name: string): string =>
		packed.files.get([...packed.files.keys()].find((file) => file.endsWith(name)) ?? '') ?? '';
	const head = ['displayName: ', 'name: ', 'icon: ', 'version: ', 'description:', 'defaults: ', ' properties'];

	test('the credential, with its test and how it signs requests', () => {
		const code = own('WorkforceOperationsApi.credentials.js');
		expect(code).toContain('class WorkforceOperationsApi {');
		const fields = ['name', 'displayName', 'icon', 'documentationUrl', 'properties', 'test', 'authenticate'];
		expect(fields.filter((field) => !new RegExp(`^ {4}${field} = `, 'm').test(code))).toEqual([]);
		expect(code).toMatch(/^ {4}(async )?preAuthentication\(/m);
	});

	test.each([
		['WorkforceOperations', [...head, 'usableAsTool: true'], 'async execute()'],
		['WorkforceOperationsTrigger', head, 'async webhook()'],
		['WorkforceOperationsWatchTrigger', head, 'async poll()'],
	])('%s, with the head of its description', (name, lines, method) => {
		const code = own(`/${name}.node.js`);
		expect(code).toContain(`class ${name} {`);
		const missing = [...lines, "credentials: [{ name: 'workforceOperationsApi', required: true }]", method].filter(
			(part) => !code.includes(part),
		);
		expect(missing).toEqual([]);
	});
});

test('there is no runtime dependency, and n8n-workflow is the only peer', () => {
	const { dependencies, optionalDependencies, bundledDependencies, bundleDependencies, peerDependencies } = manifest;
	expect(dependencies ?? {}).toEqual({});
	expect(optionalDependencies ?? {}).toEqual({});
	expect({ bundledDependencies, bundleDependencies }).toEqual({
		bundledDependencies: undefined,
		bundleDependencies: undefined,
	});
	expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

test('the version is the newest one of CHANGELOG.md', () => {
	const [, newest] = /^## \[?(\d+\.\d+\.\d+[^\s\]]*)/m.exec(fs.readFileSync(inClone('CHANGELOG.md'), 'utf8')) ?? [];
	expect(manifest.version).toBe(newest);
});

test('only what is built and what describes it is in it, all of it made from a source that is there', () => {
	const besides = paths().filter((file) => !file.startsWith('dist/'));
	expect(besides.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
	const strange = paths().filter(
		(file) =>
			file.startsWith('dist/') && !/^dist\/(index|package|(nodes|credentials)\/.+)(\.js|\.json|\.svg)$/.test(file),
	);
	expect(strange).toEqual([]);
	const sourceOf = (file: string): string =>
		file === BUNDLE
			? 'index.ts'
			: file
					.replace(/^dist\//, '')
					.replace(/\.js$/, '.ts')
					.replace(/Api\.form\.json$/, 'Api.credentials.ts')
					.replace(/\.form\.json$/, '.node.ts');
	expect(paths().filter((file) => file.startsWith('dist/') && !fs.existsSync(inClone(sourceOf(file))))).toEqual([]);
	const forUs = /\.(test|spec|mts|mjs|map|tsbuildinfo)\b|(^|\/)(test|sandbox|scripts|bench|recipes)\//;
	expect(paths().filter((file) => forUs.test(file))).toEqual([]);
});

describe('what package.json and the descriptions name is in it', () => {
	const iconsOf = (icon: Themed<string> | string | undefined, folder: string): string[] =>
		(typeof icon === 'object' ? [icon.light, icon.dark] : [icon ?? '']).map((name) =>
			path.posix.join(folder, name.replace(/^file:/, '')),
		);
	const descriptions: INodeTypeDescription[] = [
		new WorkforceOperations().description,
		new WorkforceOperationsTrigger().description,
		new WorkforceOperationsWatchTrigger().description,
	];

	test('main, nodes and credentials', () => {
		const named = [manifest.main, ...manifest.n8n.nodes, ...manifest.n8n.credentials];
		expect(named).toHaveLength(5);
		expect(named.filter((file) => !packed.files.has(file))).toEqual([]);
	});

	test('every node and credential that it holds is named in package.json', () => {
		const held = paths().filter((file) => /\.(node|credentials)\.js$/.test(file));
		expect(held.sort()).toEqual([...manifest.n8n.nodes, ...manifest.n8n.credentials].sort());
	});

	test('icons', () => {
		const icons = [
			...descriptions.flatMap(({ icon }) => iconsOf(icon, nodeFolder)),
			...iconsOf(new WorkforceOperationsApi().icon, 'dist/credentials'),
		];
		// One for the node and the credential, one for each trigger, each light and dark.
		expect(new Set(icons).size).toBe(6);
		for (const icon of icons) expect(packed.files.get(icon) ?? icon).toMatch(/^<svg\b/);
	});

	test('codex files, each of the node beside it', () => {
		for (const file of manifest.n8n.nodes) {
			const codex = JSON.parse(packed.files.get(file.replace(/\.js$/, '.json')) ?? '{}') as { node?: string };
			const ofFile = descriptions.find(({ name }) => file.toLowerCase().endsWith(`/${name.toLowerCase()}.node.js`));
			expect(codex.node).toBe(`n8n-nodes-workforce-operations.${ofFile?.name}`);
		}
	});

	test('an output preview of each version of the triggers and of every operation, and no other', () => {
		const folder = `${nodeFolder}/__schema__`;
		const wanted = resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${folder}/v1.0.0/${value}/${operation.value}.json`),
		);
		const held = paths().filter((file) => file.startsWith(`${folder}/`));
		const ofTriggers = [new WorkforceOperationsTrigger(), new WorkforceOperationsWatchTrigger()].flatMap(
			({ description: { version } }) => [version].flat().map((one) => `${folder}/v${one.toFixed(1)}.0.json`),
		);
		expect(held.sort()).toEqual([...new Set([...wanted, ...ofTriggers])].sort());
		for (const file of held) expect(JSON.parse(packed.files.get(file) ?? '')).toMatchObject({ type: 'object' });
	});
});

describe('the shipped code', () => {
	/** Everything by which a program looks at its surroundings, or runs what it was not shipped with. */
	const forbidden = [
		'process',
		'global',
		'globalThis',
		'__dirname',
		'__filename',
		'require',
		'module',
		'eval',
		'Function',
		'fetch',
		'WebSocket',
		'XMLHttpRequest',
		'navigator',
		'localStorage',
		'console',
	];
	const allowed = (name: string): boolean => name === 'n8n-workflow' || name === 'crypto' || /^\.\.?\//.test(name);
	/** What a file exports goes by `module.exports`, which is no look around. */
	const withoutExports = (text: string): string =>
		text.replaceAll(/^(0 && \()?module\.exports = /gm, '$1exports.all = ');
	const findings = (files: Iterable<[string, string]>): string[] =>
		[...files]
			.filter(([file]) => file.endsWith('.js'))
			.flatMap(([file, text]) => {
				const { imports, names } = reachOf(file, withoutExports(text));
				const reached = [...imports.filter((name) => !allowed(name)), ...forbidden.filter((name) => names.has(name))];
				return reached.map((name) => `${file}: ${name}`);
			});

	test('reads neither environment nor files and opens no connection: it needs n8n-workflow and crypto only', () => {
		expect(packed.files.get(BUNDLE)).toContain('httpRequestWithAuthentication');
		expect(findings(packed.files)).toEqual([]);
	});

	test('the check sees what it is there for', () => {
		const bad: Array<[string, string]> = [
			['a.js', 'const home = process.env.HOME;'],
			['b.js', 'const fs = require("fs"); const net = require("node:net");'],
			['c.js', 'const read = require; read("child_process");'],
			['d.js', 'import("os"); import(name);'],
			['e.js', 'const { env } = globalThis["process"];'],
			['f.js', 'require(`f` + "s")'],
			['g.js', 'thing.process(); ({ global: 1 }); require("crypto"); require("../near"); // process'],
		];
		expect(findings(bad)).toEqual([
			'a.js: process',
			'b.js: fs',
			'b.js: node:net',
			'c.js: require',
			'd.js: os',
			'd.js: (computed)',
			'e.js: globalThis',
			'f.js: (computed)',
		]);
	});

	test('every file that it requires is in the tarball', () => {
		const missing = [...packed.files]
			.filter(([file]) => file.endsWith('.js'))
			.flatMap(([file, text]) =>
				reachOf(file, text)
					.imports.filter((name) => name.startsWith('.'))
					.map((name) => path.posix.join(path.posix.dirname(file), name))
					.filter((target) => !packed.files.has(target)),
			);
		expect(missing).toEqual([]);
	});
});
