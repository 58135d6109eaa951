// An empty n8n database with all migrations applied: some 250 of them run when n8n first starts in a folder.
import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { keptFolder } from '../lib/kept.mts';
import { startN8n } from './process.mts';
import { dataFolder } from './userFolder.mts';
import type { N8nInstall } from './versions.mts';

/** The database, and the key that it is encrypted with. */
const KEPT = ['config', 'database.sqlite'];

async function make(draft: string, install: N8nInstall): Promise<void> {
	const n8n = await startN8n({ install, userFolder: draft, withoutEditor: true });
	await n8n.stop();
	const data = dataFolder(draft);
	// n8n ends without closing it: pending writes beside it are merged.
	const database = new DatabaseSync(path.join(data, 'database.sqlite'));
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	database.close();
	const names = fs.readdirSync(data);
	const missing = KEPT.filter((name) => !names.includes(name));
	if (missing.length > 0) throw new Error(`n8n ${install.version} left no ${missing.join(' and no ')}.`);
	for (const name of names)
		if (!KEPT.includes(name)) fs.rmSync(path.join(data, name), { recursive: true, force: true });
}

/**
 * Starts this n8n once in an empty folder, unless done before. The name of an install's folder identifies all its
 * packages.
 */
export const keptTables = (install: N8nInstall): Promise<string> => {
	const key = createHash('sha256')
		.update(`${install.program}\n${JSON.stringify(install.env)}`)
		.digest('hex');
	return keptFolder('tables', `${install.version}-${key.slice(0, 12)}`, (draft) => make(draft, install));
};

/** Copies them into a user folder in which n8n hasn't been started yet. */
export async function copyTables(install: N8nInstall, userFolder: string): Promise<void> {
	fs.cpSync(dataFolder(await keptTables(install)), dataFolder(userFolder), { recursive: true });
}
