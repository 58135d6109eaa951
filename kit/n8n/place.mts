// A place to start a fresh n8n: a user folder with nothing but the package, as published.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildIfChanged, filesIn } from '../lib/build.mts';
import { keptFolder } from '../lib/kept.mts';
import { packInto } from '../lib/pack.mts';
import { inClone, root } from '../lib/paths.mts';
import { installPackage } from './userFolder.mts';
import { n8nInstall, type N8nInstall } from './versions.mts';

export interface Place {
	folder: string;
	install: N8nInstall;
	/** The package as it would be published. */
	tarball: string;
	userFolder: string;
}

/** The files that npm packs; changes to others have no effect. */
const packed = ['dist', 'package.json', 'README.md', 'LICENSE'];

function hashOfPackage(): string {
	const hash = createHash('sha256');
	for (const file of packed.flatMap((entry) => filesIn(inClone(entry))).sort())
		hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
	return hash.digest('hex').slice(0, 12);
}

/**
 * Builds if the sources have changed, packs and installs if that version is new, and installs n8n if needed.
 * Everything goes into `folder`.
 */
export async function makePlace(folder: string, version: string): Promise<Place> {
	await buildIfChanged();
	const template = await keptFolder('places', hashOfPackage(), async (draft) => {
		const { file } = await packInto(path.join(draft, 'packed'));
		await installPackage(path.join(draft, 'user'), file);
	});
	fs.cpSync(template, folder, { recursive: true });
	const [tarball = ''] = fs.readdirSync(path.join(folder, 'packed'));
	const install = await n8nInstall(version);
	return { folder, install, tarball: path.join(folder, 'packed', tarball), userFolder: path.join(folder, 'user') };
}
