// The sources with the linter's packages beside them. The strict eslint.config.mjs imports the linter from there, and the linter can't be
// a devDependency: it needs `overrides`, which its own rules forbid.
import fs from 'node:fs';
import path from 'node:path';
import { filesIn } from '../../kit/lib/build.mts';
import { inClone } from '../../kit/lib/paths.mts';
import { runOrThrow } from '../../kit/lib/processes.mts';
import { copySourcesTo } from '../../kit/lib/sourceFiles.mts';

export type Stage = (folder: string, linter: string) => Promise<void>;

function besideLinter(folder: string, linter: string): void {
	fs.rmSync(path.join(folder, 'node_modules'), { force: true });
	fs.symlinkSync(path.join(linter, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
}

/** As in the working tree, with nothing left from earlier runs. */
export const stageSources: Stage = async (folder, linter) => {
	const files = new Set(await copySourcesTo(folder));
	besideLinter(folder, linter);
	for (const entry of fs.readdirSync(folder)) {
		if (entry === 'node_modules' || entry.startsWith('.')) continue;
		for (const file of filesIn(path.join(folder, entry)))
			if (!files.has(path.relative(folder, file).split(path.sep).join('/'))) fs.rmSync(file);
	}
};

/** As last committed, which is what n8n's reviewers use. Without git, as they are. */
export const checkOutHead: Stage = async (folder, linter) => {
	if (!fs.existsSync(inClone('.git'))) return stageSources(folder, linter);
	fs.mkdirSync(folder, { recursive: true });
	const archive = path.join(folder, 'head.tar');
	await runOrThrow('Checking out HEAD', 'git', ['archive', '--format=tar', `--output=${archive}`, 'HEAD']);
	await runOrThrow('Unpacking it', 'tar', ['-xf', archive, '-C', folder]);
	fs.rmSync(archive);
	besideLinter(folder, linter);
};
