// Files of the clone, by their paths in it, and a folder for files that a test makes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { inClone, root } from '../../kit/lib/paths.mts';
import { filesIn, sourcesIn } from '../../scripts/reach/map.mts';

export const read = (file: string): string => fs.readFileSync(inClone(file), 'utf8');

/** Files below a folder whose paths end so. */
export const below = (folder: string, ending: string): string[] => filesIn(root, folder, ending);

/** The sources of what is shipped, with their texts. */
export const shippedSources = (): Array<[file: string, text: string]> =>
	sourcesIn(root).map((file) => [file, read(file)]);

/** A folder of its own for each test of a file: gives paths in it. */
export function useFolder(): (...names: string[]) => string {
	let folder: string;
	beforeEach(() => {
		folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-'));
	});
	afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
	return (...names) => path.join(folder, ...names);
}
