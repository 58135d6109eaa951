// The sandbox as a reader meets it: floors, each leaning on those below it only, and no files that need each other in a circle.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inClone } from '../../../scripts/lib/paths.mts';
import { reachOf } from './code.mts';

const HOME = 'sandbox';

/** From the ground up. A file that lies in no folder belongs to the last. */
const FLOORS = [
	'ground',
	'description',
	'store',
	'seed',
	'deliveries',
	'server',
	'endpoints',
	'happenings',
	'admin',
	'page',
	'top',
];

/** File → the files of the sandbox, and whatever else of the clone, that it imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

function importsOf(sources: ReadonlyArray<[file: string, text: string]>): Imports {
	return new Map(
		sources.map(([file, text]) => [
			file,
			reachOf(file, text)
				.imports.filter((name) => name.startsWith('.'))
				.map((name) => path.posix.join(path.posix.dirname(file), name)),
		]),
	);
}

function floorOf(file: string): number {
	const [home, folder = '', ...rest] = file.split('/');
	return home === HOME ? FLOORS.indexOf(rest.length > 0 ? folder : 'top') : -1;
}

/** Imports of a file on a higher floor, of a floor that isn't in the list, or of something outside of the sandbox. */
const arrowsUp = (imports: Imports): string[] =>
	[...imports].flatMap(([file, targets]) =>
		targets
			.filter((target) => floorOf(target) === -1 || floorOf(target) > floorOf(file))
			.map((target) => `${file} → ${target}`),
	);

/** Every way round that leads from a file back to itself, once each. */
function circles(imports: Imports): string[] {
	const found: string[] = [];
	const done = new Set<string>();
	const walk = (file: string, way: readonly string[]): void => {
		const start = way.indexOf(file);
		if (start !== -1) found.push([...way.slice(start), file].join(' → '));
		if (start !== -1 || done.has(file)) return;
		for (const target of imports.get(file) ?? []) walk(target, [...way, file]);
		done.add(file);
	};
	for (const file of imports.keys()) walk(file, []);
	return found;
}

describe('the sandbox stands on floors', () => {
	const sources = fs
		.readdirSync(inClone(HOME), { recursive: true, encoding: 'utf8' })
		.map((name) => path.posix.join(HOME, name.replaceAll('\\', '/')))
		.filter((file) => file.endsWith('.mts'))
		.map((file): [string, string] => [file, fs.readFileSync(inClone(file), 'utf8')]);
	const imports = importsOf(sources);

	test('every folder is a floor', () => {
		const unknown = sources.map(([file]) => file).filter((file) => floorOf(file) === -1);
		expect(sources.length).toBeGreaterThan(0);
		expect(unknown).toEqual([]);
	});

	test('nothing imports from a floor above it, or from outside of the sandbox', () => {
		expect(arrowsUp(imports)).toEqual([]);
	});

	test('no files need each other in a circle', () => {
		expect(circles(imports)).toEqual([]);
	});

	test('the check sees an arrow up, a way out and a circle', () => {
		const odd = importsOf([
			['sandbox/store/a.mts', "import type { Row } from './b.mts'; import { seed } from '../seed/c.mts';"],
			['sandbox/store/b.mts', "export * from './d.mts';"],
			['sandbox/store/d.mts', "const { a } = await import('./a.mts'); import fs from 'node:fs';"],
			['sandbox/main.mts', "import { regions } from '../nodes/e.ts';"],
		]);
		expect(arrowsUp(odd)).toEqual(['sandbox/store/a.mts → sandbox/seed/c.mts', 'sandbox/main.mts → nodes/e.ts']);
		expect(circles(odd)).toEqual([
			'sandbox/store/a.mts → sandbox/store/b.mts → sandbox/store/d.mts → sandbox/store/a.mts',
		]);
	});
});
