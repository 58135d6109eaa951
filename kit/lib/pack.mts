// The package as the registry would serve it: `npm pack` of the build, or the published tarball that
// WORKFORCE_TARBALL names.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { packageName, root } from './paths.mts';
import { npm } from './tools.mts';

interface PackedPackage {
	file: string;
	hash: string;
}

/**
 * Packs into `folder`. The file name includes a hash of the content, because npm would take an equal name for an
 * equal package.
 */
export async function packInto(folder: string): Promise<PackedPackage> {
	fs.mkdirSync(folder, { recursive: true });
	const draft = fs.mkdtempSync(path.join(folder, '.packing-'));
	try {
		const given = process.env.WORKFORCE_TARBALL;
		if (given !== undefined) fs.copyFileSync(given, path.join(draft, path.basename(given)));
		else await npm(['pack', '--pack-destination', draft, '--ignore-scripts', '--loglevel=error'], root);
		const [tarball] = fs.readdirSync(draft).filter((file) => file.endsWith('.tgz'));
		if (!tarball) throw new Error('npm pack created no tarball.');
		const hash = createHash('sha256')
			.update(fs.readFileSync(path.join(draft, tarball)))
			.digest('hex')
			.slice(0, 12);
		const file = path.join(folder, `${packageName}-${hash}.tgz`);
		fs.renameSync(path.join(draft, tarball), file);
		return { file, hash };
	} finally {
		fs.rmSync(draft, { recursive: true, force: true });
	}
}
