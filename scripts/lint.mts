// `npm run lint`: formatting and n8n's strict linter over the sources, n8n's scanner over sources and packed tarball.
import { buildIfChanged } from '../kit/lib/build.mts';
import { lint } from './lint/lint.mts';
import { scanPackage } from './lint/scan.mts';

try {
	await buildIfChanged();
	const checks = [
		{ name: 'n8n-node lint (strict) and formatting', finding: await lint() },
		{ name: 'package scan', finding: await scanPackage() },
	];
	for (const { name, finding } of checks) {
		console.log(`${finding.passed ? 'passed' : 'FAILED'}  ${name}`);
		if (!finding.passed) {
			console.log(finding.details);
			process.exitCode = 1;
		}
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
