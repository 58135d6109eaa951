// The toolbox, for scripts and tests. It is run as a program, because Jest can't load an ES module from CommonJS.
import fs from 'node:fs';
import { inClone } from './paths.mts';
import { runOrThrow, spawnOwned } from './processes.mts';

const toolbox = inClone('kit', 'tools', 'toolbox.mjs');

/** The names in kit/tools/, such as `node`, `lint` and one for each n8n. */
export function toolNames(): string[] {
	return fs
		.readdirSync(inClone('kit', 'tools'))
		.filter((file) => file.endsWith('.json') && !file.endsWith('.lock.json'))
		.map((file) => file.replace(/\.json$/, ''));
}

/** Installs the tool if needed, showing progress. Returns its folder. */
export function toolFolder(name: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawnOwned(process.execPath, [toolbox, 'install', name], { stdio: ['ignore', 'pipe', 'inherit'] });
		let folder = '';
		child.stdout?.on('data', (chunk: Buffer) => (folder += chunk));
		child.once('error', reject);
		child.once('close', (code) =>
			code === 0 ? resolve(folder.trim()) : reject(new Error(`${name} could not be installed; see the reason above.`)),
		);
	});
}

/** Runs npm in a folder. */
export async function npm(args: readonly string[], folder: string): Promise<void> {
	await npmOutput(args, folder);
}

/** … and returns its output. */
export async function npmOutput(args: readonly string[], folder: string): Promise<string> {
	const { output } = await runOrThrow(`npm ${args[0] ?? ''}`, process.execPath, [toolbox, 'npm', ...args], {
		cwd: folder,
	});
	return output;
}
