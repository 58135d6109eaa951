// `npm test`: build, checks and all tests, ending with one line that counts them. `npm test -- unit e2e` takes some of the stages.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { provideBrowser } from '../kit/browser/find.mts';
import { build } from '../kit/lib/build.mts';
import { inClone } from '../kit/lib/paths.mts';
import { spawnOwned } from '../kit/lib/processes.mts';
import { inTemporaryFolder } from '../kit/lib/temporary.mts';
import { lint } from './lint/lint.mts';
import { scanPackage } from './lint/scan.mts';
import type { Finding } from './lint/finding.mts';
import { n8nInstall, n8nVersions } from '../kit/n8n/versions.mts';
import {
	checkNames,
	needBuild,
	select,
	usage,
	type CheckName,
	type StageName,
	type SuiteName,
} from './test/stages.mts';
import { add, line, nothing, ofCheck, ofJest, type Tally } from './test/tally.mts';
import { writeTried } from './test/tried.mts';
import { checkTypes } from './test/types.mts';

const checks: Record<CheckName, () => Promise<Finding>> = { lint, scan: scanPackage, types: checkTypes };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Brings a browser and every n8n, one after another, while the quick stages run. The result is asked for later. */
function installInBackground(): Promise<Finding> {
	const work = async (): Promise<Finding> => {
		await provideBrowser(console.log);
		for (const version of n8nVersions) await n8nInstall(version);
		return { passed: true, details: '' };
	};
	return work().catch((error: unknown) => ({ passed: false, details: messageOf(error) }));
}

async function asFinding(work: () => Promise<Finding | void>): Promise<Finding> {
	try {
		return (await work()) ?? { passed: true, details: '' };
	} catch (error) {
		return { passed: false, details: messageOf(error) };
	}
}

async function runCheck(name: string, work: () => Promise<Finding | void>): Promise<Tally> {
	const started = Date.now();
	const { passed, details } = await asFinding(work);
	console.log(`\n── ${name}`);
	if (!passed) console.log(details);
	console.log(`${passed ? 'passed' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`);
	return ofCheck(passed);
}

async function runSuite(name: SuiteName, jestArguments: string[], folder: string): Promise<Tally> {
	console.log(`\n── ${name}`);
	const report = path.join(folder, `${name}.json`);
	const jest = inClone('node_modules', 'jest', 'bin', 'jest.js');
	const args = [
		jest,
		'--selectProjects',
		name,
		'--json',
		`--outputFile=${report}`,
		// By default Jest leaves one processor idle: of two that is half the speed. Each file of e2e brings an n8n of its own.
		`--maxWorkers=${Math.min(os.availableParallelism(), name === 'e2e' ? 2 : Infinity)}`,
		...(name === 'e2e' ? ['--verbose'] : []),
		...jestArguments,
	];
	const child = spawnOwned(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
		cwd: inClone(),
		stdio: 'inherit',
	});
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (result) => resolve(result ?? 1));
	});
	const tally = ofJest(report, code);
	// A run of some tests, or one that had to leave some out, says nothing about a version as a whole.
	const whole = name === 'e2e' && jestArguments.length === 0 && tally.failed === 0 && tally.skipped === 0;
	if (whole && writeTried(report, n8nVersions)) console.log('README.md: the table of versions was written anew.');
	return tally;
}

/** Checks that look at the same files and don't mind each other, side by side. */
async function runChecks(names: readonly CheckName[]): Promise<Tally> {
	const tallies = await Promise.all(names.map((name) => runCheck(name, checks[name])));
	return tallies.reduce(add, nothing);
}

async function runAll(args: string[]): Promise<Tally> {
	const { stages, jestArguments } = select(args);
	const installs = stages.includes('e2e') ? installInBackground() : undefined;
	const built = await runCheck('build', build);
	let tally = built;
	return inTemporaryFolder(async (folder) => {
		const possible = stages.filter((stage) => built.failed === 0 || !needBuild.has(stage));
		for (const stage of stages)
			if (!possible.includes(stage)) console.log(`\n── ${stage}\nnot run: there is nothing built to look at`);
		tally = add(tally, await runChecks(possible.filter(isCheck)));
		for (const stage of possible.filter((each) => !isCheck(each))) {
			const ready = stage === 'e2e' && installs ? await installs : undefined;
			if (ready?.passed === false) console.log(`\n── n8n could not be installed\n${ready.details}`);
			tally = add(tally, ready?.passed === false ? ofCheck(false) : await runSuite(stage, jestArguments, folder));
		}
		return tally;
	});
}

const isCheck = (name: StageName): name is CheckName => (checkNames as readonly string[]).includes(name);

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
	console.log(usage);
	process.exit();
}
// The default action would end this process without ending what it has started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
fs.rmSync(inClone('test-results'), { recursive: true, force: true });
try {
	const tally = await runAll(process.argv.slice(2));
	console.log(`\n${line(tally)}`);
	process.exitCode = tally.failed > 0 ? 1 : 0;
} catch (error) {
	console.error(messageOf(error));
	process.exitCode = 1;
}
