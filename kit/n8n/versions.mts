// The n8n versions used for tests. They are data: to add one, add a file to kit/tools/.
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../lib/paths.mts';
import { toolFolder, toolNames } from '../lib/tools.mts';

const prefix = 'n8n-';

function newerFirst(left: string, right: string): number {
	return right.localeCompare(left, 'en', { numeric: true });
}

/** Those of kit/tools/, the newest first. */
const pinnedVersions: readonly string[] = toolNames()
	.filter((name) => name.startsWith(prefix))
	.map((name) => name.slice(prefix.length))
	.sort(newerFirst);

/** Names one version that the end-to-end tests run in, in place of those of kit/tools/. */
export const VERSION_VARIABLE = 'WORKFORCE_N8N';

const chosen = process.env[VERSION_VARIABLE];

/** The newest first. */
export const n8nVersions: readonly string[] = chosen ? [chosen] : pinnedVersions;

/** The version for `npm start`. */
export function newestVersion(): string {
	const [newest] = n8nVersions;
	if (!newest) throw new Error('kit/tools/ has no n8n.');
	return newest;
}

export interface N8nInstall {
	version: string;
	/** The script that starts this n8n. */
	program: string;
	/** Settings that only this version knows: some refuse to start with names of modules that came later. */
	env: Record<string, string>;
}

/** The n8n of this version, installed first if needed. */
export async function n8nInstall(version: string): Promise<N8nInstall> {
	const name = `${prefix}${version}`;
	// A version that isn't pinned is installed and started like the newest pinned one.
	const like = pinnedVersions.includes(version) ? version : (pinnedVersions[0] ?? version);
	const { env } = JSON.parse(fs.readFileSync(inClone('kit', 'tools', `${prefix}${like}.json`), 'utf8')) as {
		env?: Record<string, string>;
	};
	return { version, program: path.join(await toolFolder(name), 'node_modules', 'n8n', 'bin', 'n8n'), env: env ?? {} };
}
