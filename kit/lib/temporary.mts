import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-'));
	try {
		return await work(folder);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
