// n8n's own linter in strict mode, the one that decides on verification.
import path from 'node:path';
import { run } from '../../kit/lib/processes.mts';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { toolFolder } from '../../kit/lib/tools.mts';
import { stageSources, type Stage } from './stage.mts';
import type { Finding } from './finding.mts';

// The linter switches colours on by itself.
const colours = /\u001b\[[0-9;]*m/g;
const problems = /\d+ problems? \(\d+ errors?, \d+ warnings?\)/;

/** Over the working tree, or what `stage` lays out. */
export async function lintStrictly(stage: Stage = stageSources): Promise<Finding> {
	const linter = await toolFolder('lint');
	return inTemporaryFolder(async (folder) => {
		await stage(folder, linter);
		// The linter calls `npm exec eslint`, which has to find this Node and not the one of the system.
		const env = {
			...process.env,
			PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
		};
		const { code, output } = await run(
			process.execPath,
			[path.join(linter, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs'), 'lint'],
			{ cwd: folder, env },
		);
		const text = output.replace(colours, '').replaceAll(`${folder}${path.sep}`, '');
		// ESLint ends with 0 when there are only warnings; here a warning is a failure as well.
		return { passed: code === 0 && !problems.test(text), details: text.trim() };
	});
}
