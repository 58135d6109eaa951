// A copy of the repository in which sources are changed and tests run; the clone itself is never touched.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../kit/lib/paths.mts';
import { spawnOwned } from '../../kit/lib/processes.mts';
import { copySourcesTo } from '../../kit/lib/sourceFiles.mts';

/** The result of one Jest run: files with their seconds, and whether all passed. */
interface JestRun {
	green: boolean;
	/** It was stopped because it took too long. */
	hung: boolean;
	files: Array<{ file: string; seconds: number; green: boolean }>;
	/** The first test that failed. */
	failed: string | undefined;
}

interface Report {
	testResults: Array<{
		name: string;
		status: string;
		startTime: number;
		endTime: number;
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

/** Runs test files (every one of the unit and contract stages when none is named) in a copy, and stops behind the first that fails if asked to. */
export async function runTests(
	folder: string,
	tests: readonly string[],
	options: { seconds: number; stopEarly: boolean; workers: number; env?: NodeJS.ProcessEnv },
): Promise<JestRun> {
	const report = path.join(folder, 'mutate-report.json');
	fs.rmSync(report, { force: true });
	const child = spawnOwned(
		process.execPath,
		[
			'--disable-warning=ExperimentalWarning',
			path.join(folder, 'node_modules', 'jest', 'bin', 'jest.js'),
			'--config',
			path.join(folder, 'jest.config.mjs'),
			...[
				'--selectProjects',
				'unit',
				'contract',
				'--json',
				`--outputFile=${report}`,
				`--maxWorkers=${options.workers}`,
			],
			...(options.stopEarly ? ['--bail=1'] : []),
			...(tests.length === 0 ? [] : ['--runTestsByPath', ...tests]),
		],
		{ cwd: folder, stdio: 'ignore', env: { ...process.env, ...options.env }, detached: process.platform !== 'win32' },
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
	}, options.seconds * 1000);
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (result) => resolve(result ?? 1));
	});
	clearTimeout(timer);
	process.off('exit', end);
	const { testResults } = fs.existsSync(report)
		? (JSON.parse(fs.readFileSync(report, 'utf8')) as Report)
		: { testResults: [] };
	const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
	return {
		green: code === 0,
		hung,
		files: testResults.map(({ name, status, startTime, endTime }) => ({
			file: path.relative(fs.realpathSync(folder), name).split(path.sep).join('/'),
			seconds: (endTime - startTime) / 1000,
			green: status === 'passed',
		})),
		failed:
			assertions.find(({ status }) => status === 'failed')?.fullName ??
			testResults.find(({ status }) => status === 'failed')?.name,
	};
}
