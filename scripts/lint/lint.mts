// What the lint stage consists of.
import { lintAround } from './around.mts';
import { checkExports } from './exports.mts';
import { checkFormat } from './format.mts';
import { lintPackage } from './strict.mts';
import type { Finding } from './finding.mts';

/** `only`: files for the slowest part, which looks at all of them otherwise. */
export async function lint(only?: readonly string[]): Promise<Finding> {
	const findings = await Promise.all([checkFormat(), checkExports(), lintPackage(), lintAround(only)]);
	return {
		passed: findings.every(({ passed }) => passed),
		details: findings.flatMap(({ details }) => (details === '' ? [] : [details])).join('\n'),
	};
}
