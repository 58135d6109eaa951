// n8n's user folder: where it keeps its database and where community packages are installed.
import fs from 'node:fs';
import path from 'node:path';
import { npm } from '../lib/tools.mts';
import { packageName } from '../lib/paths.mts';

/** n8n puts this folder inside the one that N8N_USER_FOLDER names. */
export const dataFolder = (userFolder: string): string => path.join(userFolder, '.n8n');

const nodesFolder = (userFolder: string): string => path.join(dataFolder(userFolder), 'nodes');

/** The folder of the installed package, whether or not it is there. */
export const installedPackage = (userFolder: string): string =>
	path.join(nodesFolder(userFolder), 'node_modules', packageName);

/**
 * Installs the packed package in the way in which n8n itself installs community packages: with npm, into a folder of its
 * own, without the peer `n8n-workflow`, which n8n provides. n8n must not be running, or be started again.
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = nodesFolder(userFolder);
	const manifest = path.join(folder, 'package.json');
	fs.mkdirSync(folder, { recursive: true });
	if (!fs.existsSync(manifest))
		fs.writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }, null, 2));
	await npm(
		[
			'install',
			tarball,
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-package-lock',
			'--no-audit',
			'--no-fund',
			'--loglevel=error',
		],
		folder,
	);
}
