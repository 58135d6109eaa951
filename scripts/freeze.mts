// `npm run freeze`: writes what this version of the package stores into test/stored/<version>, by running the packed package against the
// sandbox. A folder that is there already stays as it is: every later version is held to it.
import fs from 'node:fs';
import { inClone } from '../kit/lib/paths.mts';
import { runOrThrow } from '../kit/lib/processes.mts';

const { version } = JSON.parse(fs.readFileSync(inClone('package.json'), 'utf8')) as { version: string };
const folder = `test/stored/${version}`;

try {
	if (fs.existsSync(inClone(folder)))
		throw new Error(`${folder} is there already, and frozen. Enter the next version in package.json first.`);
	const jest = inClone('node_modules', 'jest', 'bin', 'jest.js');
	const args = ['--disable-warning=ExperimentalWarning', jest, '--selectProjects', 'freeze', '--maxWorkers=1'];
	await runOrThrow(`Writing ${folder}`, process.execPath, args, {
		cwd: inClone(),
		env: { ...process.env, WORKFORCE_FREEZE: version },
	});
	console.log(`Wrote ${folder}. Commit it with the version.`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
