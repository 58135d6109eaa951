// The package as the registry would serve it: built, packed, and read without unpacking it onto the disk.
import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildIfChanged } from '../../../kit/lib/build.mts';
import { packInto } from '../../../kit/lib/pack.mts';
import { inTemporaryFolder } from '../../../kit/lib/temporary.mts';

export interface Tarball {
	/** In bytes, as it is downloaded. */
	size: number;
	/** Path below the package's folder → contents. */
	files: Map<string, string>;
}

const block = 512;

/** The regular files of a tar archive; npm writes nothing else. */
function entries(archive: Buffer): Map<string, string> {
	const files = new Map<string, string>();
	const text = (from: number, length: number): string =>
		archive
			.subarray(from, from + length)
			.toString('utf8')
			.replace(/\0.*$/s, '');
	for (let at = 0; at < archive.length && archive[at] !== 0;) {
		const name = [text(at + 345, 155), text(at, 100)].filter((part) => part !== '').join('/');
		const size = Number.parseInt(text(at + 124, 12), 8);
		const type = text(at + 156, 1);
		if (type !== '0' && type !== '') throw new Error(`The tarball holds an entry of type “${type}”: ${name}`);
		files.set(name.replace(/^package\//, ''), archive.toString('utf8', at + block, at + block + size));
		at += block + Math.ceil(size / block) * block;
	}
	return files;
}

export async function packedTarball(): Promise<Tarball> {
	await buildIfChanged();
	return inTemporaryFolder(async (folder) => {
		const { file } = await packInto(folder);
		const packed = fs.readFileSync(file);
		return { size: packed.length, files: entries(gunzipSync(packed)) };
	});
}
