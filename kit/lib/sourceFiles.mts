// The files of the repository as they are in the working tree.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './paths.mts';
import { runOrThrow } from './processes.mts';

/** Tracked files and new ones that aren't ignored; without git (an unpacked archive) everything but what is generated. */
export async function sourceFiles(): Promise<string[]> {
	if (!fs.existsSync(path.join(root, '.git'))) {
		const generated = /^(node_modules|dist|compiled|\.sandbox|\.n8n|\.container|test-results|coverage)([\\/]|$)/;
		return fs
			.readdirSync(root, { recursive: true, encoding: 'utf8' })
			.filter((file) => !generated.test(file) && fs.statSync(path.join(root, file)).isFile());
	}
	const { stdout } = await runOrThrow('Listing the sources', 'git', [
		'ls-files',
		'-z',
		'--cached',
		'--others',
		'--exclude-standard',
	]);
	return stdout.split('\0').filter((file) => file !== '' && fs.existsSync(path.join(root, file)));
}

/** Copies them into `folder`, and returns their names. */
export async function copySourcesTo(folder: string): Promise<string[]> {
	const files = await sourceFiles();
	for (const file of files) {
		const target = path.join(folder, file);
		fs.mkdirSync(path.dirname(target), { recursive: true });
		fs.copyFileSync(path.join(root, file), target);
	}
	return files;
}
