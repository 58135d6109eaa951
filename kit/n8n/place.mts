// Where a fresh n8n can be started: a user folder that holds nothing but the package, as it would be published.
import path from 'node:path';
import { buildIfChanged } from '../lib/build.mts';
import { packInto } from '../lib/pack.mts';
import { installPackage } from './userFolder.mts';
import { n8nInstall, type N8nInstall } from './versions.mts';

export interface Place {
	folder: string;
	install: N8nInstall;
	/** The package as it would be published. */
	tarball: string;
	userFolder: string;
}

/** Builds where the sources have changed, packs, and installs; n8n too where it isn't there. All else goes into `folder`. */
export async function makePlace(folder: string, version: string): Promise<Place> {
	await buildIfChanged();
	const { file: tarball } = await packInto(path.join(folder, 'packed'));
	const install = await n8nInstall(version);
	const userFolder = path.join(folder, 'user');
	await installPackage(userFolder, tarball);
	return { folder, install, tarball, userFolder };
}
