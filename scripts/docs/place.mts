// The place of something in hand-written files, so that an error points to the line to change.
import fs from 'node:fs';
import path from 'node:path';
import { inClone, root } from '../../kit/lib/paths.mts';

const folder = inClone('sandbox', 'description');

/** `sandbox/description/staff.yaml:12`: the part of the description and the line that name an operation. */
export function placeInParts(operationId: string): string {
	const names = fs.readdirSync(folder).filter((name) => name.endsWith('.yaml'));
	for (const name of names.sort()) {
		const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
		const at = lines.findIndex((line) => line.trim() === `operationId: ${operationId}`);
		if (at >= 0) return `sandbox/description/${name}:${at + 1}`;
	}
	return `sandbox/openapi.yaml: ${operationId}`;
}

/** The first line of our code in an error's stack, such as `nodes/…/staff.ts:31`; undefined if there is none. */
function placeInStack({ stack = '' }: Error): string | undefined {
	for (const line of stack.split('\n')) {
		const [, file, number] = /(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/.exec(line) ?? [];
		if (file === undefined || !file.startsWith(root) || file.includes('node_modules')) continue;
		return `${path.relative(root, file)}:${number}`;
	}
	return undefined;
}

/** The error, starting with the line to change: the line that threw if a source can't even be loaded. */
export function inWords(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const place = error instanceof TypeError || error instanceof ReferenceError ? placeInStack(error) : undefined;
	return place === undefined ? error.message : `${place}: ${error.message}`;
}
