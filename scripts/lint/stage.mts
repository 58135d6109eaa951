// A copy of the sources as a reviewer gets them, with the linter's packages beside it. The strict eslint.config.mjs imports
// the linter from there, and the linter can't be a devDependency: it needs `overrides`, which its own rules forbid.
import fs from 'node:fs';
import path from 'node:path';
import { copySourcesTo } from '../../kit/lib/sourceFiles.mts';

export async function stageSources(folder: string, linter: string): Promise<void> {
	await copySourcesTo(folder);
	fs.symlinkSync(path.join(linter, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
}
