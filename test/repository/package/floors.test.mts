// What surrounds the package as a reader meets it: houses and floors, each leaning on those below it only, and no files or folders
// that need each other in a circle. (What is shipped has a test of its own.)
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { below, read } from '../files.mts';
import { circlesIn } from './circles.mts';
import { reachOf } from './code.mts';

type Sources = ReadonlyArray<[file: string, text: string]>;

/** House → the houses that it may import, besides itself. */
const HOUSES: Readonly<Record<string, readonly string[]>> = {
	sandbox: [],
	kit: ['nodes', 'credentials', 'sandbox'],
	scripts: ['nodes', 'credentials', 'sandbox', 'kit'],
	bench: ['nodes', 'credentials', 'sandbox', 'kit'],
	test: ['nodes', 'credentials', 'sandbox', 'kit', 'scripts'],
};

/** House → its floors from the ground up. A file that lies in no folder belongs to the last. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
	sandbox: [
		'core',
		'description',
		'store',
		'seed',
		'deliveries',
		'server',
		'endpoints',
		'simulation',
		'admin',
		'page',
		'top',
	],
	kit: ['tools', 'lib', 'servers', 'sandbox', 'time', 'budget', 'core', 'n8n', 'browser', 'queue'],
};

const houseOf = (file: string): string => file.split('/')[0] ?? '';

function floorOf(file: string): number {
	const [house = '', folder = '', ...rest] = file.split('/');
	return FLOORS[house]?.indexOf(rest.length > 0 ? folder : 'top') ?? -1;
}

const targetsOf = (file: string, text: string): string[] =>
	reachOf(file, text)
		.imports.filter((name) => name.startsWith('.'))
		.map((name) => path.posix.join(path.posix.dirname(file), name));

/** Imports of a house that may not be imported, of a floor further up, or of a floor that isn't in the list. */
const arrowsUp = (sources: Sources): string[] =>
	sources.flatMap(([file, text]) =>
		targetsOf(file, text)
			.filter((target) => {
				const [own, other] = [houseOf(file), houseOf(target)];
				if (own !== other) return !HOUSES[own]?.includes(other);
				if (FLOORS[own] === undefined) return false;
				return floorOf(target) === -1 || floorOf(target) > floorOf(file);
			})
			.map((target) => `${file} → ${target}`),
	);

describe('houses and floors', () => {
	const sources = Object.keys(HOUSES)
		.flatMap((house) => below(house, 's'))
		.filter((file) => /\.m(ts|js)$/.test(file))
		.map((file): [string, string] => [file, read(file)]);

	test('every folder of a house with floors is one of them', () => {
		const unknown = sources
			.map(([file]) => file)
			.filter((file) => FLOORS[houseOf(file)] !== undefined && floorOf(file) === -1);
		expect(unknown).toEqual([]);
		const inUse = new Set(sources.map(([file]) => `${houseOf(file)} ${floorOf(file)}`));
		const empty = Object.entries(FLOORS).flatMap(([house, floors]) =>
			floors.filter((_, index) => !inUse.has(`${house} ${index}`)).map((floor) => `${house}/${floor}`),
		);
		expect(empty).toEqual([]);
	});

	test('nothing imports from a house or floor above it', () => {
		expect(arrowsUp(sources)).toEqual([]);
	});

	test('no files and no folders need each other in a circle', () => {
		expect(circlesIn(sources)).toEqual([]);
	});

	test('the check sees arrows up, a house that isn’t for it, and circles of files and of folders', () => {
		const odd: Sources = [
			['sandbox/store/a.mts', "import type { Row } from './b.mts'; import { seed } from '../seed/c.mts';"],
			['sandbox/store/b.mts', "export * from './d.mts';"],
			['sandbox/store/d.mts', "const { a } = await import('./a.mts'); import fs from 'node:fs';"],
			['sandbox/seed/c.mts', ''],
			['sandbox/main.mts', "import { regions } from '../nodes/e.ts';"],
			['kit/lib/f.mts', "import { test } from '../../test/g.mts';"],
			['bench/h.mts', "import { command } from '../scripts/i.mts';"],
			['test/unit/j/k.mts', "import { l } from '../m/l.mts';"],
			['test/unit/j/n.mts', ''],
			['test/unit/m/l.mts', ''],
			['test/unit/m/o.mts', "import { n } from '../j/n.mts';"],
		];
		expect(arrowsUp(odd)).toEqual([
			'sandbox/store/a.mts → sandbox/seed/c.mts',
			'sandbox/main.mts → nodes/e.ts',
			'kit/lib/f.mts → test/g.mts',
			'bench/h.mts → scripts/i.mts',
		]);
		expect(circlesIn(odd)).toEqual(['sandbox/store: a.mts → b.mts → d.mts → a.mts', 'test/unit: j → m → j']);
	});
});
