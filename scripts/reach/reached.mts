// Loaded by Jest before each test file of a measuring run: gives the marked sources a place for their marks, and
// writes these down after the last test.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';

const folder = process.env.WORKFORCE_REACHED;
const marks = new Map<string, Uint8Array>();

/** A file that is loaded once more marks where it did before. */
function marksOf(file: string, count: number): Uint8Array {
	const known = marks.get(file) ?? new Uint8Array(count);
	marks.set(file, known);
	return known;
}

Object.assign(globalThis, { reached: marksOf });

afterAll(() => {
	const file = expect.getState().testPath ?? '';
	if (folder === undefined) return;
	const reached = Object.fromEntries(
		[...marks].map(([source, set]) => [source, [...set.keys()].filter((index) => set[index] === 1)]),
	);
	// A file may run against both variants.
	const name = `${file.replace(/[^\w.]/g, '_')}-${process.pid}-${Date.now()}.json`;
	fs.writeFileSync(path.join(folder, name), JSON.stringify({ file, reached }));
});
