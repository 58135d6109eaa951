// What the lint stage consists of.
import { lintAround } from './around.mts';
import { checkExports } from './exports.mts';
import { checkFormat } from './format.mts';
import { lintPackage } from './strict.mts';
import type { Finding } from './finding.mts';

export async function lint(): Promise<Finding> {
	const findings = await Promise.all([checkFormat(), checkExports(), lintPackage(), lintAround()]);
	return {
		passed: findings.every(({ passed }) => passed),
		details: findings.flatMap(({ details }) => (details === '' ? [] : [details])).join('\n'),
	};
}
