// Where pictures and logs of a test run are left.
import fs from 'node:fs';
import path from 'node:path';

export function resultsFolder(): string {
	const folder = path.resolve('test-results');
	fs.mkdirSync(folder, { recursive: true });
	return folder;
}

/** The copy of an n8n's log; `name` distinguishes those that run side by side. */
export const logFile = (name: string): string => path.join(resultsFolder(), `n8n-${name}.txt`);
