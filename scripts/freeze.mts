// `npm run freeze`, on the day of a release: keeps what this version of the package stores in test/stored/<version>.json. A file that is
// there already stays as it is: every later version is held to it.
import fs from 'node:fs';
import { inClone } from '../kit/lib/paths.mts';
import { runOrThrow } from '../kit/lib/processes.mts';

const { version } = JSON.parse(fs.readFileSync(inClone('package.json'), 'utf8')) as { version: string };
const file = `test/stored/${version}.json`;

try {
	if (fs.existsSync(inClone(file)))
		throw new Error(`${file} already exists, and is frozen. Enter the next version in package.json first.`);
	fs.mkdirSync(inClone('test', 'stored'), { recursive: true });
	const jest = inClone('node_modules', 'jest', 'bin', 'jest.js');
	const args = ['--disable-warning=ExperimentalWarning', jest, '--selectProjects', 'contract', '--maxWorkers=1'];
	await runOrThrow(`Writing ${file}`, process.execPath, [...args, '--testPathPatterns', 'stored/today'], {
		cwd: inClone(),
		env: { ...process.env, WORKFORCE_FREEZE: version },
	});
	console.log(`Wrote ${file}. Commit it with the version.`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
