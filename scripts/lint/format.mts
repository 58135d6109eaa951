// The repository's own formatting, held against every file that was written by hand.
import { inClone } from '../../kit/lib/paths.mts';
import { run } from '../../kit/lib/processes.mts';
import type { Finding } from './finding.mts';

export async function checkFormat(): Promise<Finding> {
	const prettier = inClone('node_modules', 'prettier', 'bin', 'prettier.cjs');
	// By content: a checkout gives files other times.
	const remembering = ['--cache', '--cache-strategy', 'content'];
	const { code, output } = await run(process.execPath, [prettier, '--list-different', ...remembering, '.'], {
		cwd: inClone(),
	});
	const details = code === 0 ? '' : `Not formatted (npx prettier --write <file>):\n${output.trim()}`;
	return { passed: code === 0, details };
}
