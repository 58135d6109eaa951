// `npm test`: build, checks and all tests, ending with one line that counts them. `npm test -- unit e2e` takes some of the stages.
import fs from 'node:fs';
import path from 'node:path';
import { provideBrowser } from '../kit/browser/find.mts';
import { buildIfChanged } from '../kit/lib/build.mts';
import { inClone, root } from '../kit/lib/paths.mts';
import { npmOutput } from '../kit/lib/tools.mts';
import { inTemporaryFolder } from '../kit/lib/temporary.mts';
import { lint } from './lint/lint.mts';
import { scanPackage } from './lint/scan.mts';
import type { Finding } from './lint/finding.mts';
import { keptTables } from '../kit/n8n/tables.mts';
import { n8nInstall, n8nVersions, newestVersion } from '../kit/n8n/versions.mts';
import { keepMap, keptMap, measuredSources, readNotes } from './reach/map.mts';
import { changedFiles, pageTests, testsNear, touchesPages } from './test/near.mts';
import {
	checkNames,
	inProcess,
	needBuild,
	select,
	type Selection,
	usage,
	type CheckName,
	type StageName,
	type SuiteName,
} from './test/stages.mts';
import { startSuite, type RunningSuite, type SuiteOptions } from './test/suite.mts';
import { add, type JestResults, line, nothing, ofCheck, type Tally } from './test/tally.mts';
import { writeTried } from './test/tried.mts';
import { checkTypes } from './test/types.mts';

const checks = (near: Selection['near']): Record<CheckName, () => Promise<Finding | void>> => ({
	lint: () => lint(near === 'changed' ? changedFiles() : undefined),
	scan: scanPackage,
	types: checkTypes,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Installs a browser and every n8n, one after another, while the quick stages run. The result is awaited later. */
function installInBackground(versions: readonly string[]): Promise<Finding> {
	const work = async (): Promise<Finding> => {
		await provideBrowser(console.log);
		for (const version of versions) await keptTables(await n8nInstall(version));
		return { passed: true, details: '' };
	};
	return work().catch((error: unknown) => ({ passed: false, details: messageOf(error) }));
}

/** npm's latest release of n8n. */
async function newestRelease(): Promise<string> {
	const version = /^\d[\w.-]+$/m.exec(await npmOutput(['view', 'n8n@latest', 'version'], inClone()))?.[0];
	if (version === undefined) throw new Error('npm does not say which release of n8n is the newest.');
	return version;
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

/** Checks that look at the same files and don't mind each other, side by side. */
async function runChecks(names: readonly CheckName[], near: Selection['near']): Promise<Tally> {
	const tallies = await Promise.all(names.map((name) => runCheck(name, checks(near)[name])));
	return tallies.reduce(add, nothing);
}

/** Starts as soon as every n8n is installed. If one could not be, returns the reason. */
async function startEndToEnd(installs: Promise<Finding>, options: SuiteOptions): Promise<RunningSuite | string> {
	const { passed, details } = await installs;
	return passed ? startSuite(['e2e'], options) : details;
}

async function endOfEndToEnd(suite: RunningSuite | string, isWhole: boolean): Promise<Tally> {
	if (typeof suite === 'string') {
		console.log(`\n── n8n could not be installed\n${suite}`);
		return ofCheck(false);
	}
	const tally = await endOf(suite);
	// A partial run, or one that had to skip tests, says nothing about a version as a whole.
	const tellsAll = isWhole && tally.failed === 0 && tally.skipped === 0;
	if (tellsAll && writeTried(suite.report, n8nVersions)) console.log('README.md: the table of versions was rewritten.');
	return tally;
}

async function endOf(suite: RunningSuite): Promise<Tally> {
	suite.show();
	return await suite.tally;
}

/** The tests of partial stages, as arguments for Jest. */
function jestArgumentsFor(near: 'changed' | readonly string[]): string[] {
	const files = near === 'changed' ? changedFiles() : near;
	const map = keptMap();
	const { tests, left } = testsNear(files, map);
	const pages = near === 'changed' && touchesPages(files) ? pageTests() : [];
	const chosen = [...new Set([...tests, ...pages])];
	if (map.tests.length === 0)
		console.log('No map of what tests reach yet (a full npm test writes it): chosen by names and imports.');
	console.log(
		`${files.length} files, ${chosen.length} test files near them${left > 0 ? `; ${left} slower ones are left out` : ''}.`,
	);
	return chosen.length === 0 ? [] : ['--runTestsByPath', ...chosen];
}

/** A whole in-process run notes which tests reach what, for the next quick run. */
function keepNotes(notes: string, report: string): void {
	const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as JestResults;
	const results = testResults.map(({ name, startTime, endTime, status }) => ({
		file: path.relative(root, name).split(path.sep).join('/'),
		seconds: (endTime - startTime) / 1000,
		isRed: status === 'failed',
	}));
	keepMap({
		sources: measuredSources(root),
		tests: readNotes(root, notes, results),
		red: results.filter(({ isRed }) => isRed).map(({ file }) => file),
	});
}

async function runQuick(names: readonly SuiteName[], options: SuiteOptions, near: Selection['near']): Promise<Tally> {
	if (near !== undefined) {
		const jestArguments = jestArgumentsFor(near);
		if (jestArguments.length === 0) return nothing;
		return await endOf(startSuite(names, { ...options, jestArguments: [...jestArguments, ...options.jestArguments] }));
	}
	if (names.length < inProcess.length || options.jestArguments.length > 0)
		return await endOf(startSuite(names, options));
	const notes = path.join(options.folder, 'reached');
	fs.mkdirSync(notes);
	const suite = startSuite(names, { ...options, notes });
	const tally = await endOf(suite);
	if (fs.existsSync(suite.report)) keepNotes(notes, suite.report);
	return tally;
}

async function runAll(args: string[]): Promise<Tally> {
	const selection = select(args);
	const { stages, plan, jestArguments, isWhole, isAll, elsewhere, near } = selection;
	const n8n =
		selection.n8n === 'latest' ? await newestRelease() : (selection.n8n ?? (isAll ? undefined : newestVersion()));
	if (elsewhere) console.log(`End-to-end tests: the n8n at ${elsewhere.url}, as ${elsewhere.email}.`);
	else if (stages.includes('e2e') && n8n !== undefined) console.log(`End-to-end tests: only n8n ${n8n}.`);
	console.log(`fast-check: --seed ${plan.seed}`);
	const versions = elsewhere ? [] : n8n === undefined ? n8nVersions : [n8n];
	const installs = stages.includes('e2e') ? installInBackground(versions) : undefined;
	const wantsBuild = near === undefined && stages.some((stage) => needBuild.has(stage));
	const built = wantsBuild ? await runCheck('build', async () => void (await buildIfChanged())) : nothing;
	return inTemporaryFolder(async (folder) => {
		const possible = stages.filter((stage) => built.failed === 0 || !needBuild.has(stage));
		for (const stage of stages) if (!possible.includes(stage)) console.log(`\n── ${stage}\nnot run: the build failed`);
		const options = { plan, jestArguments, folder, n8n, elsewhere };
		// The end-to-end tests mostly wait, so they run beside everything else, and are reported last.
		const endToEnd = installs && possible.includes('e2e') ? startEndToEnd(installs, options) : undefined;
		const quick = possible.filter(isQuick);
		const checked = runChecks(possible.filter(isCheck), near);
		// A run between edits does both at once; otherwise, the checks aren't to slow down tests that wait for deadlines.
		if (near === undefined) await checked;
		const tallies = [
			built,
			quick.length > 0 ? await runQuick(quick, options, near) : nothing,
			await checked,
			endToEnd ? await endOfEndToEnd(await endToEnd, isWhole) : nothing,
		];
		return tallies.reduce(add, nothing);
	});
}

const isCheck = (name: StageName): name is CheckName => (checkNames as readonly string[]).includes(name);
const isQuick = (name: StageName): name is SuiteName => !isCheck(name) && name !== 'e2e';

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
	console.log(usage);
	process.exit();
}
// The default action would end this process without stopping its children.
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
