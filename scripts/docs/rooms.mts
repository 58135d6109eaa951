// The size of the package by folder, so that growth is visible as a number in every diff.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inClone } from '../../kit/lib/paths.mts';
import { withBlock } from './block.mts';
import { table } from './table.mts';

type Source = readonly [file: string, text: string];

/** Lines with code: neither blank nor comments only. */
export function codeLines(text: string): number {
	const source = ts.createSourceFile('counted.ts', text, ts.ScriptTarget.Latest, true);
	const lines = new Set<number>();
	const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
	const visit = (node: ts.Node): void => {
		const parts = node.getChildren(source).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
		if (parts.length > 0) return parts.forEach(visit);
		const [from, to] = [node.getStart(source), node.getEnd()];
		for (let line = lineOf(from); from < to && line <= lineOf(to); line++) lines.add(line);
		return undefined;
	};
	visit(source);
	return lines.size;
}

/** Imports of one file of the package by another; external imports don't count. */
const importsOf = (text: string): number => text.match(/^(?:import|export)\b[^;]*? from '\./gm)?.length ?? 0;

const roomOf = (file: string): string => {
	const folder = path.posix.dirname(file).replace(/^nodes\/WorkforceOperations\/?/, '');
	return folder === '' ? 'the nodes themselves' : `\`${folder}/\``;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** One row for each folder, then the total. */
export function roomTable(sources: readonly Source[]): string {
	const rowOf = (room: string, isIn: (file: string) => boolean): string[] => {
		const texts = sources.filter(([file]) => isIn(file)).map(([, text]) => text);
		return [room, ...[texts.length, sum(texts.map(codeLines)), sum(texts.map(importsOf))].map(String)];
	};
	const rooms = [...new Set(sources.map(([file]) => roomOf(file)))].sort();
	const rows = rooms.map((room) => rowOf(room, (file) => roomOf(file) === room));
	return table(['Room', 'Files', 'Code lines', 'Imports'], [...rows, rowOf('all', () => true)]);
}

function packageSources(): Source[] {
	return ['nodes', 'credentials'].flatMap((folder) =>
		fs
			.readdirSync(inClone(folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
			.sort()
			.map((file): Source => [file, fs.readFileSync(inClone(file), 'utf8')]),
	);
}

/** The architecture page with current figures. */
export const withRooms = (architecture: string): string =>
	withBlock(architecture, 'rooms', roomTable(packageSources()));
