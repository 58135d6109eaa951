// `npm run build`: builds dist/ from the sources. With `--into <folder>` the packed package is also put into that
// folder, where an n8n with that N8N_USER_FOLDER finds it.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../kit/lib/build.mts';
import { packInto } from '../kit/lib/pack.mts';
import { inTemporaryFolder } from '../kit/lib/temporary.mts';
import { installedPackage, installPackage } from '../kit/n8n/userFolder.mts';

try {
	const { into } = parseArgs({ options: { into: { type: 'string' } } }).values;
	await build();
	console.log('Built dist/.');
	if (into !== undefined) {
		const folder = path.resolve(into);
		await inTemporaryFolder(async (place) => installPackage(folder, (await packInto(place)).file));
		console.log(`Put the package into ${path.relative(process.cwd(), installedPackage(folder))}.`);
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
