// The sources as a reader meets them: floors that lean on what is below only, and no file too long to take in.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inClone, root } from '../../../scripts/lib/paths.mts';
import { reachOf } from './code.mts';

const filesBelow = (folder: string): string[] =>
	fs
		.readdirSync(inClone(folder), { recursive: true, encoding: 'utf8' })
		.map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
		.filter((file) => fs.statSync(inClone(file)).isFile());

const read = (file: string): string => fs.readFileSync(inClone(file), 'utf8');

describe('each floor imports from those below it only', () => {
	const home = 'nodes/WorkforceOperations';

	/** Floor → what it may import, besides itself. */
	const mayImport: Record<string, readonly string[]> = {
		contract: [],
		transport: ['contract', 'n8n-workflow', 'crypto'],
		resources: ['transport', 'contract', 'n8n-workflow'],
		pickers: ['transport', 'contract', 'n8n-workflow'],
		trigger: ['transport', 'contract', 'n8n-workflow', 'crypto'],
		credentials: ['transport', 'contract', 'n8n-workflow'],
		nodes: ['resources', 'pickers', 'trigger', 'n8n-workflow'],
		index: ['nodes', 'credentials'],
	};

	function floorOf(target: string): string {
		// A folder stands for its index.
		const file = fs.existsSync(inClone(target, 'index.ts')) ? `${target}/index.ts` : target;
		if (file.startsWith(`${home}/`)) {
			const [floor = '', ...rest] = file.slice(home.length + 1).split('/');
			return rest.length > 0 ? floor : 'nodes';
		}
		return file.startsWith('credentials/') ? 'credentials' : 'index';
	}

	const wrong = (files: ReadonlyArray<[string, string]>): string[] =>
		files.flatMap(([file, text]) => {
			const floor = floorOf(file);
			return reachOf(file, text)
				.imports.map((name) => ({
					name,
					target: name.startsWith('.') ? floorOf(path.posix.join(path.posix.dirname(file), name)) : name,
				}))
				.filter(({ target }) => target !== floor && !mayImport[floor]?.includes(target))
				.map(({ name }) => `${file}: ${name}`);
		});

	const sources = ['index.ts', ...filesBelow('nodes'), ...filesBelow('credentials')].filter((file) =>
		file.endsWith('.ts'),
	);

	test('in every shipped source', () => {
		expect(new Set(sources.map(floorOf))).toEqual(new Set(Object.keys(mayImport)));
		expect(wrong(sources.map((file) => [file, read(file)]))).toEqual([]);
	});

	test('the check sees what it is there for', () => {
		expect(
			wrong([
				[`${home}/contract/a.ts`, "import type { Scope } from '../transport';"],
				[`${home}/pickers/b.ts`, "export * from '../resources/list';"],
				[
					`${home}/resources/staff/c.ts`,
					"import { randomBytes } from 'crypto'; import { a } from '../../transport/b';",
				],
			]),
		).toEqual([
			`${home}/contract/a.ts: ../transport`,
			`${home}/pickers/b.ts: ../resources/list`,
			`${home}/resources/staff/c.ts: crypto`,
		]);
	});

	test('nothing that is shipped imports a test, a script or the sandbox', () => {
		const outside = sources.flatMap((file) =>
			reachOf(file, read(file))
				.imports.filter((name) => name.startsWith('.'))
				.map((name) => path.relative(root, inClone(path.posix.dirname(file), name)))
				.filter((target) => !/^(nodes|credentials)\b/.test(target)),
		);
		expect(outside).toEqual([]);
	});
});

describe('no file that was written by hand is longer than 300 lines', () => {
	/** Put together by sandbox/description/bundle.mts. */
	const made = new Set(['sandbox/openapi.yaml']);

	test.each(['nodes', 'credentials', 'sandbox', 'scripts', 'test', 'bench', 'recipes'])('in %s', (folder) => {
		const written = /\.(ts|mts|mjs|js|yaml|css|html)$/;
		if (!fs.existsSync(inClone(folder))) return;
		const long = filesBelow(folder)
			.filter((file) => written.test(file) && !made.has(file))
			.map((file) => ({ file, lines: read(file).trimEnd().split('\n').length }))
			.filter(({ lines }) => lines > 300);
		expect(long).toEqual([]);
	});
});
