// Loaded by Jest before each test file of the measuring run: notes which stretches of the package the file reaches, and writes them
// down behind its last test.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';

const folder = process.env.WORKFORCE_REACHED;
const reached = new Set<string>();
Object.assign(globalThis, { reached: (id: string) => void reached.add(id) });

afterAll(() => {
	const file = expect.getState().testPath ?? '';
	if (folder === undefined) return;
	const name = file.replace(/[^\w.]/g, '_');
	fs.writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ file, reached: [...reached] }));
});
