// The sources as a reader meets them: floors that lean on what is below only, and no file too long to take in.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inClone, root } from '../../../kit/lib/paths.mts';
import { below, read, shippedSources } from '../files.mts';
import { circlesIn } from './circles.mts';
import { reachOf } from './code.mts';

describe('each floor imports from those below it only', () => {
	const home = 'nodes/WorkforceOperations';

	/** Floor → what it may import, besides itself. */
	const mayImport: Record<string, readonly string[]> = {
		contract: [],
		transport: ['contract', 'n8n-workflow', 'crypto'],
		form: ['transport', 'contract', 'n8n-workflow'],
		operations: ['form', 'transport', 'contract', 'n8n-workflow'],
		resources: ['operations', 'form', 'transport', 'contract', 'n8n-workflow'],
		pickers: ['form', 'transport', 'contract', 'n8n-workflow'],
		trigger: ['form', 'transport', 'contract', 'n8n-workflow', 'crypto'],
		watch: ['form', 'transport', 'contract', 'n8n-workflow', 'crypto'],
		credentials: ['transport', 'contract', 'n8n-workflow'],
		nodes: ['resources', 'operations', 'pickers', 'trigger', 'watch', 'transport', 'n8n-workflow'],
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

	const sources: Array<[string, string]> = [['index.ts', read('index.ts')], ...shippedSources()];

	test('in every shipped source', () => {
		expect(sources.map(([file]) => floorOf(file)).filter((floor) => !(floor in mayImport))).toEqual([]);
		expect(wrong(sources)).toEqual([]);
	});

	test('the check sees what it is there for', () => {
		expect(
			wrong([
				[`${home}/contract/a.ts`, "import type { Settings } from '../transport';"],
				[`${home}/pickers/b.ts`, "export * from '../resources/staff';"],
				[`${home}/form/d.ts`, "import { plainItems } from '../operations/types';"],
				[`${home}/watch/e.ts`, "import { runItems } from '../operations/runItems';"],
				[
					`${home}/resources/staff/c.ts`,
					"import { randomBytes } from 'crypto'; import { a } from '../../transport/b';",
				],
			]),
		).toEqual([
			`${home}/contract/a.ts: ../transport`,
			`${home}/pickers/b.ts: ../resources/staff`,
			`${home}/form/d.ts: ../operations/types`,
			`${home}/watch/e.ts: ../operations/runItems`,
			`${home}/resources/staff/c.ts: crypto`,
		]);
	});

	test('no files and no folders import each other in a circle', () => {
		expect(circlesIn(sources)).toEqual([]);
	});

	test('the check sees a circle of files, one through an index, one of folders without one of files, and a file that imports itself', () => {
		const circles = circlesIn([
			['nodes/a/one.ts', "import './two';"],
			['nodes/a/two.ts', "import type { Three } from './three';"],
			['nodes/a/three.ts', "export * from './one';"],
			['nodes/b/index.ts', "export * from './low';"],
			['nodes/b/low.ts', "import { high } from '.';"],
			['nodes/c/d/up.ts', "import { e } from '../e/end';"],
			['nodes/c/d/end.ts', ''],
			['nodes/c/e/up.ts', "import { d } from '../d/end';"],
			['nodes/c/e/end.ts', "import { plain } from 'n8n-workflow';"],
			['nodes/f/self.ts', "import { other } from './self';"],
			['nodes/g/index.ts', "export * from './below/leaf'; export * from './types';"],
			['nodes/g/below/leaf.ts', "import type { Type } from '../types';"],
			['nodes/g/types.ts', ''],
		]);
		expect(circles).toEqual([
			'nodes/a: one.ts → two.ts → three.ts → one.ts',
			'nodes/b: index.ts → low.ts → index.ts',
			'nodes/c: d → e → d',
			'nodes/f: self.ts → self.ts',
		]);
	});

	test('nothing that is shipped imports a test, a script or the sandbox', () => {
		const outside = sources.flatMap(([file, text]) =>
			reachOf(file, text)
				.imports.filter((name) => name.startsWith('.'))
				.map((name) => path.relative(root, inClone(path.posix.dirname(file), name)))
				.filter((target) => !/^(nodes|credentials)\b/.test(target)),
		);
		expect(outside).toEqual([]);
	});
});

describe('a family of watched events', () => {
	const watch = 'nodes/WorkforceOperations/watch';
	const common = new Set(['core', 'delivery']);
	const families = fs
		.readdirSync(inClone(watch), { withFileTypes: true })
		.flatMap((entry) => (entry.isDirectory() && !common.has(entry.name) ? [entry.name] : []));

	/** The families that a file imports from, apart from its own. */
	const familiesIn = (file: string): string[] =>
		reachOf(file, read(file))
			.imports.filter((name) => name.startsWith('.'))
			.map((name) => path.posix.relative(watch, path.posix.join(path.posix.dirname(file), name)).split('/')[0] ?? '')
			.filter((folder) => families.includes(folder));

	test('is known to the registry alone', () => {
		expect(familiesIn(`${watch}/events.ts`).sort()).toEqual(families);
		const others = below(watch, '.ts').filter((file) => !families.some((name) => file.startsWith(`${watch}/${name}/`)));
		const knowing = others.filter((file) => familiesIn(file).length > 0);
		expect(knowing).toEqual([`${watch}/events.ts`]);
	});
});

describe('no file that was written by hand is longer than 300 lines', () => {
	/** Put together by sandbox/description/bundle.mts. */
	const made = new Set(['sandbox/openapi.yaml']);

	test.each(['nodes', 'credentials', 'sandbox', 'kit', 'scripts', 'test', 'bench', 'recipes'])('in %s', (folder) => {
		const written = /\.(ts|mts|mjs|js|yaml|css|html)$/;
		if (!fs.existsSync(inClone(folder))) return;
		const long = below(folder, '')
			.filter((file) => written.test(file) && !made.has(file))
			.map((file) => ({ file, lines: read(file).trimEnd().split('\n').length }))
			.filter(({ lines }) => lines > 300);
		expect(long).toEqual([]);
	});
});
