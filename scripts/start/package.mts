// The package inside n8n's user folder: reinstalled only if the build has changed.
import fs from 'node:fs';
import path from 'node:path';
import { packInto } from '../../kit/lib/pack.mts';
import { installedPackage, installPackage } from '../../kit/n8n/userFolder.mts';
import { userFolder, type StartState } from './state.mts';

export async function installBuiltPackage(state: StartState, say: (line: string) => void): Promise<void> {
	const shelf = path.join(userFolder, 'package');
	const { file, hash } = await packInto(shelf);
	if (state.package !== hash || !fs.existsSync(installedPackage(userFolder))) {
		say('Installing the package into n8n …');
		await installPackage(userFolder, file);
		state.package = hash;
	}
	// n8n's package list refers to the newest one only.
	for (const name of fs.readdirSync(shelf))
		if (name !== path.basename(file)) fs.rmSync(path.join(shelf, name), { recursive: true });
}
