// n8n's own linter in strict mode, the one that decides on verification.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { root } from '../../kit/lib/paths.mts';
import { run } from '../../kit/lib/processes.mts';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { toolFolder } from '../../kit/lib/tools.mts';
import { checkOutHead, stageSources } from './stage.mts';
import type { Finding } from './finding.mts';

// The linter switches colours on by itself.
const colours = /\u001b\[[0-9;]*m/g;
const problems = /\d+ problems? \(\d+ errors?, \d+ warnings?\)/;

async function findingOf(folder: string, args: readonly string[]): Promise<Finding> {
	// The linter calls `npm exec eslint`, which has to find this Node and not the one of the system.
	const env = {
		...process.env,
		PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
	};
	const { code, output } = await run(process.execPath, args, { cwd: folder, env });
	const text = output.replace(colours, '').replaceAll(`${folder}${path.sep}`, '');
	// ESLint ends with 0 when there are only warnings; here a warning is a failure as well.
	return { passed: code === 0 && !problems.test(text), details: text.trim() };
}

/** The commit, as n8n's reviewers lint it: with its own command, from a clean checkout. */
export async function lintStrictly(): Promise<Finding> {
	const linter = await toolFolder('lint');
	return inTemporaryFolder(async (folder) => {
		await checkOutHead(folder, linter);
		return await findingOf(folder, [
			path.join(linter, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs'),
			'lint',
		]);
	});
}

/** The working tree by the same rules, in a permanent folder, so that unchanged files aren't checked again. */
export async function lintPackage(): Promise<Finding> {
	const linter = await toolFolder('lint');
	// Beside the linter, not in the clone's node_modules: rules about imports leave out what lies in one.
	const clone = createHash('sha256').update(`${linter}\n${root}`).digest('hex').slice(0, 12);
	const folder = path.join(path.dirname(linter), `staged-${clone}`);
	await stageSources(folder, linter);
	const eslint = path.join(linter, 'node_modules', 'eslint', 'bin', 'eslint.js');
	return await findingOf(folder, [eslint, '.', '--cache', '--cache-strategy', 'content']);
}
