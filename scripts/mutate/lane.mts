// A copy of the repository in which sources are changed and tests run; the clone itself is never touched.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../kit/lib/paths.mts';
import { spawnOwned } from '../../kit/lib/processes.mts';
import { copySourcesTo } from '../../kit/lib/sourceFiles.mts';

interface JestRun {
	green: boolean;
	/** It was stopped because it took too long. */
	hung: boolean;
	/** The first test that failed. */
	failed: string | undefined;
}

interface Report {
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** Copies the sources as they are in the working tree; what is installed and built is linked. */
export async function copyOfClone(folder: string): Promise<string> {
	await copySourcesTo(folder);
	for (const name of ['node_modules', 'dist'])
		if (fs.existsSync(path.join(root, name)))
			fs.symlinkSync(path.join(root, name), path.join(folder, name), 'junction');
	return folder;
}

/** Copies a copy. */
export function anotherCopy(source: string, folder: string): string {
	fs.cpSync(source, folder, { recursive: true, verbatimSymlinks: true });
	return folder;
}

/** Runs test files of the unit and contract stages in a copy, one after another, and stops behind the first that fails. */
export async function runTests(folder: string, tests: readonly string[], seconds: number): Promise<JestRun> {
	const report = path.join(folder, 'mutate-report.json');
	fs.rmSync(report, { force: true });
	const child = spawnOwned(
		process.execPath,
		[
			'--disable-warning=ExperimentalWarning',
			path.join(folder, 'node_modules', 'jest', 'bin', 'jest.js'),
			'--config',
			path.join(folder, 'jest.config.mjs'),
			...['--selectProjects', 'unit', 'contract', '--json', `--outputFile=${report}`],
			...['--maxWorkers=1', '--bail=1', '--runTestsByPath', ...tests],
		],
		{ cwd: folder, stdio: 'ignore', detached: process.platform !== 'win32' },
	);
	// Also ends its workers; on systems without process groups they end when they notice that it is gone.
	const end = (): void => {
		if (child.pid === undefined || child.exitCode !== null) return;
		if (process.platform === 'win32') child.kill('SIGKILL');
		else process.kill(-child.pid, 'SIGKILL');
	};
	process.once('exit', end);
	let hung = false;
	const timer = setTimeout(() => {
		hung = true;
		end();
	}, seconds * 1000);
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (result) => resolve(result ?? 1));
	});
	clearTimeout(timer);
	process.off('exit', end);
	const { testResults } = fs.existsSync(report)
		? (JSON.parse(fs.readFileSync(report, 'utf8')) as Report)
		: { testResults: [] };
	if (code !== 0 && !hung && testResults.length === 0) throw new Error(`Jest did not run ${tests.join(', ')}`);
	const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
	return {
		green: code === 0,
		hung,
		failed:
			assertions.find(({ status }) => status === 'failed')?.fullName ??
			testResults.find(({ status }) => status === 'failed')?.name,
	};
}
