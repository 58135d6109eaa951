// Circles of imports: among the files of a folder, and among its folders, each of them taken as one.
import path from 'node:path';
import { reachOf } from './code.mts';

type Graph = Map<string, Set<string>>;

/** The file that a relative import means: the name with its ending, or the index of a folder. */
function fileOf(from: string, name: string, files: ReadonlyMap<string, string>): string | undefined {
	const target = path.posix.join(path.posix.dirname(from), name);
	return [`${target}.ts`, `${target}/index.ts`, target].find((candidate) => files.has(candidate));
}

/** The folders that both files lie in, the innermost last. */
function commonFolders(one: string, other: string): string[] {
	const [a, b] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
	const shared = a.findIndex((part, index) => part !== b[index]);
	const depth = shared === -1 ? a.length : shared;
	return Array.from({ length: depth + 1 }, (_, length) => a.slice(0, length).join('/'));
}

/** The file or folder directly below `folder` that holds `file`. */
const childOf = (folder: string, file: string): string =>
	file.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] ?? '';

function findCircle(graph: Graph): string[] | undefined {
	const done = new Set<string>();
	const visit = (node: string, way: string[]): string[] | undefined => {
		if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
		if (done.has(node)) return undefined;
		for (const next of graph.get(node) ?? []) {
			const circle = visit(next, [...way, node]);
			if (circle) return circle;
		}
		done.add(node);
		return undefined;
	};
	for (const node of graph.keys()) {
		const circle = visit(node, []);
		if (circle) return circle;
	}
	return undefined;
}

/** One circle for each folder that has any, as “folder: a → b → a”. Imports of types count as well. */
export function circlesIn(sources: ReadonlyArray<[file: string, text: string]>): string[] {
	const files = new Map(sources);
	const folders = new Map<string, Graph>();
	for (const [file, text] of files) {
		for (const name of reachOf(file, text).imports.filter((imported) => imported.startsWith('.'))) {
			const target = fileOf(file, name, files);
			if (target === undefined) continue;
			for (const folder of commonFolders(file, target)) {
				const [from, to] = [childOf(folder, file), childOf(folder, target)];
				if (from === to && folder !== path.posix.dirname(file)) continue;
				const graph = folders.get(folder) ?? new Map<string, Set<string>>();
				folders.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(to)));
			}
		}
	}
	return [...folders].flatMap(([folder, graph]) => {
		const circle = findCircle(graph);
		return circle ? [`${folder === '' ? '.' : folder}: ${circle.join(' → ')}`] : [];
	});
}
