// Files of the clone, by their paths in it.
import fs from 'node:fs';
import { inClone, root } from '../../kit/lib/paths.mts';
import { filesIn, sourcesIn } from '../../scripts/reach/map.mts';

export const read = (file: string): string => fs.readFileSync(inClone(file), 'utf8');

/** Files below a folder whose paths end so. */
export const below = (folder: string, ending: string): string[] => filesIn(root, folder, ending);

/** The sources of what is shipped, with their texts. */
export const shippedSources = (): Array<[file: string, text: string]> =>
	sourcesIn(root).map((file) => [file, read(file)]);
