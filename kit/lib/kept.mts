// Results that take long to make and are always the same: made once, and kept in node_modules/.cache under a key that
// identifies their inputs.
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from './paths.mts';

/** A result unused for this long is obsolete: its key has changed. */
const KEPT_MS = 3 * 24 * 60 * 60_000;

function removeOld(parent: string): void {
	for (const name of fs.readdirSync(parent)) {
		const folder = path.join(parent, name);
		const { mtimeMs } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
		if (Date.now() - mtimeMs > KEPT_MS) fs.rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * The folder for this key; `make` fills it if it is missing. Several processes may do so at once: the first to finish
 * wins.
 */
export async function keptFolder(
	kind: string,
	key: string,
	make: (draft: string) => Promise<void> | void,
): Promise<string> {
	const parent = inClone('node_modules', '.cache', kind);
	const folder = path.join(parent, key);
	if (fs.existsSync(folder)) {
		fs.utimesSync(folder, new Date(), new Date());
		return folder;
	}
	fs.mkdirSync(parent, { recursive: true });
	removeOld(parent);
	const draft = fs.mkdtempSync(`${folder}-`);
	try {
		await make(draft);
		fs.renameSync(draft, folder);
	} catch (error) {
		fs.rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
		if (!fs.existsSync(folder)) throw error;
	}
	return folder;
}
