// Finds exports that no other file uses, with knip.
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';
import { run } from '../../kit/lib/processes.mts';
import { toolFolder } from '../../kit/lib/tools.mts';
import type { Finding } from './finding.mts';

export async function checkExports(): Promise<Finding> {
	const knip = path.join(await toolFolder('knip'), 'node_modules', 'knip', 'bin', 'knip.js');
	const config = path.join('scripts', 'lint', 'knip.json');
	const { code, output } = await run(process.execPath, [knip, '--config', config, '--no-progress'], {
		cwd: inClone(),
	});
	return { passed: code === 0, details: output.trim() };
}
