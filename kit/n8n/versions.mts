// The n8n versions that everything here is tried on. They are data: one more is one more file in kit/tools/.
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../lib/paths.mts';
import { toolFolder, toolNames } from '../lib/tools.mts';

const prefix = 'n8n-';

function newerFirst(left: string, right: string): number {
	return right.localeCompare(left, 'en', { numeric: true });
}

/** The newest first. */
export const n8nVersions: readonly string[] = toolNames()
	.filter((name) => name.startsWith(prefix))
	.map((name) => name.slice(prefix.length))
	.sort(newerFirst);

/** What `npm start` brings up. */
export function newestVersion(): string {
	const [newest] = n8nVersions;
	if (!newest) throw new Error('kit/tools/ names no n8n.');
	return newest;
}

export interface N8nInstall {
	version: string;
	/** The script that starts this n8n. */
	program: string;
	/** Settings that only this version knows: some refuse to start with names of modules that came later. */
	env: Record<string, string>;
}

/** The n8n of this version; it is installed first where it isn't there. */
export async function n8nInstall(version: string): Promise<N8nInstall> {
	const name = `${prefix}${version}`;
	const { env } = JSON.parse(fs.readFileSync(inClone('kit', 'tools', `${name}.json`), 'utf8')) as {
		env?: Record<string, string>;
	};
	return { version, program: path.join(await toolFolder(name), 'node_modules', 'n8n', 'bin', 'n8n'), env: env ?? {} };
}
