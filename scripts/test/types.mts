// The compiler's verdict on the package and on everything around it.
import { inClone } from '../../kit/lib/paths.mts';
import { run } from '../../kit/lib/processes.mts';
import type { Finding } from '../lint/finding.mts';

const projects = ['tsconfig.json', 'tsconfig.tools.json', 'tsconfig.page.json'];

export async function checkTypes(): Promise<Finding> {
	const details: string[] = [];
	for (const project of projects) {
		const { code, output } = await run(process.execPath, [
			inClone('node_modules', 'typescript', 'bin', 'tsc'),
			'-p',
			project,
			'--noEmit',
			// Unchanged files aren't checked again.
			'--incremental',
			'--tsBuildInfoFile',
			inClone('node_modules', '.cache', 'types', `${project}buildinfo`),
		]);
		if (code !== 0) details.push(`${project}:\n${output.trim()}`);
	}
	return { passed: details.length === 0, details: details.join('\n') };
}
