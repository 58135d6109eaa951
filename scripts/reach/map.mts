// Which test files reach which stretch of the package, as the last whole run has noted.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';
import { ownTexts } from './markers.mts';

/** Where reached.mts writes its notes; jest.config.mjs uses it. */
export const REACHED_VARIABLE = 'WORKFORCE_REACHED';

export interface TestReach {
	file: string;
	seconds: number;
	/** By source, the numbers of the stretches. */
	reached: Readonly<Record<string, readonly number[]>>;
}

export interface ReachMap {
	/** By source, the hash of each stretch when it was measured. */
	sources: Readonly<Record<string, readonly string[]>>;
	tests: readonly TestReach[];
	/** Test files that failed in that run. */
	red: readonly string[];
}

const mapFile = inClone('node_modules', '.cache', 'reach.json');

export function keepMap(map: ReachMap): void {
	fs.mkdirSync(path.dirname(mapFile), { recursive: true });
	fs.writeFileSync(mapFile, JSON.stringify(map));
}

/** Without one, no test reaches anything. */
export const keptMap = (): ReachMap => ({
	...{ sources: {}, tests: [], red: [] },
	...(fs.existsSync(mapFile) ? (JSON.parse(fs.readFileSync(mapFile, 'utf8')) as Partial<ReachMap>) : {}),
});

/** TypeScript files below a folder, with forward slashes. */
export const filesIn = (root: string, folder: string, ending: string): string[] =>
	fs
		.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((name) => `${folder}/${name.split(path.sep).join('/')}`)
		.filter((name) => name.endsWith(ending))
		.sort();

/** The sources that are marked. */
export const sourcesIn = (root: string): string[] =>
	['nodes', 'credentials'].flatMap((folder) => filesIn(root, folder, '.ts'));

/** Hashes of the stretches of a text. */
export const stretchHashes = (text: string): string[] =>
	ownTexts(text).map((own) => createHash('sha256').update(own.replace(/\s+/g, ' ')).digest('hex').slice(0, 12));

export const reaches = (test: TestReach, source: string, stretch: number): boolean =>
	test.reached[source]?.includes(stretch) ?? false;

function union(one: TestReach['reached'], other: TestReach['reached']): TestReach['reached'] {
	const all: Record<string, number[]> = {};
	for (const [source, stretches] of [...Object.entries(one), ...Object.entries(other)])
		all[source] = [...new Set([...(all[source] ?? []), ...stretches])];
	return all;
}

/** Merges the notes in a folder with the duration of each file, as reported by Jest. */
export function readNotes(
	root: string,
	folder: string,
	results: readonly { file: string; seconds: number }[],
): TestReach[] {
	const reached = new Map<string, TestReach['reached']>();
	for (const name of fs.readdirSync(folder)) {
		const note = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Pick<TestReach, 'file' | 'reached'>;
		const file = path.relative(root, note.file).split(path.sep).join('/');
		reached.set(file, union(reached.get(file) ?? {}, note.reached));
	}
	return [...reached].map(([file, where]) => ({
		file,
		seconds: Math.max(0, ...results.filter((result) => result.file === file).map(({ seconds }) => seconds)),
		reached: where,
	}));
}

/** The sources as they are now. */
export const measuredSources = (root: string): ReachMap['sources'] =>
	Object.fromEntries(
		sourcesIn(root).map((file) => [file, stretchHashes(fs.readFileSync(path.join(root, file), 'utf8'))]),
	);
