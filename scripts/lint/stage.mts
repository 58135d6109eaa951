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

/** As they are in the working tree, and nothing of an earlier time. */
export const stageSources: Stage = async (folder, linter) => {
	const files = new Set(await copySourcesTo(folder));
	besideLinter(folder, linter);
	for (const entry of fs.readdirSync(folder)) {
		if (entry === 'node_modules' || entry.startsWith('.')) continue;
		for (const file of filesIn(path.join(folder, entry)))
			if (!files.has(path.relative(folder, file).split(path.sep).join('/'))) fs.rmSync(file);
	}
};

/** As they were committed last: what n8n's people take, who know nothing of what lies beside it. Without git, as they are. */
export const checkOutHead: Stage = async (folder, linter) => {
	if (!fs.existsSync(inClone('.git'))) return stageSources(folder, linter);
	fs.mkdirSync(folder, { recursive: true });
	const archive = path.join(folder, 'head.tar');
	await runOrThrow('Checking out HEAD', 'git', ['archive', '--format=tar', `--output=${archive}`, 'HEAD']);
	await runOrThrow('Unpacking it', 'tar', ['-xf', archive, '-C', folder]);
	fs.rmSync(archive);
	besideLinter(folder, linter);
};
