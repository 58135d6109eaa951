// One Jest run, possibly beside another: its output can be held back until its turn.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';
import { spawnOwned } from '../../kit/lib/processes.mts';
import { environmentFor, type Elsewhere } from '../../kit/n8n/elsewhere.mts';
import { VERSION_VARIABLE } from '../../kit/n8n/versions.mts';
import { REACHED_VARIABLE } from '../reach/map.mts';
import type { SuiteName } from './stages.mts';
import { ofJest, type Tally } from './tally.mts';
import { environmentOf, type Plan } from './plan.mts';
import { projectsOf } from './variants.mts';

/**
 * Each e2e file starts its own n8n, or several, and mostly waits: this many run at once, however few the processors.
 */
const MOST_E2E_WORKERS = 4;
const MEMORY_OF_E2E_WORKER = 3 * 2 ** 30;

/** Node's compile cache for n8n, which is started some forty times in a run: kept for the next run. */
const compiledFolder = inClone('node_modules', '.cache', 'compiled');

/** Two and a half times the normal size: each run adds the package under new folder names. */
const MOST_COMPILED = 75_000;

function thinOutCompiled(): void {
	const files = fs.existsSync(compiledFolder) ? fs.readdirSync(compiledFolder, { recursive: true }) : [];
	if (files.length > MOST_COMPILED) fs.rmSync(compiledFolder, { recursive: true, force: true, maxRetries: 5 });
}

/** For all other tests, which compute rather than wait. */
const PRIORITY_OF_OTHERS = 5;

/** By default Jest leaves one processor idle: of two that is half the speed. */
const workersFor = (names: readonly SuiteName[]): number =>
	names.includes('e2e')
		? Math.max(1, Math.min(MOST_E2E_WORKERS, Math.floor(os.totalmem() / MEMORY_OF_E2E_WORKER)))
		: os.availableParallelism();

export interface RunningSuite {
	/** Prints the output so far, and from now on directly. */
	show: () => void;
	tally: Promise<Tally>;
	/** Jest's own report, once it has ended. */
	report: string;
}

/** Options of a Jest run. */
export interface SuiteOptions {
	plan: Plan;
	jestArguments: string[];
	/** Takes the report. */
	folder: string;
	/** The one version of n8n for the end-to-end tests; without it those of kit/tools/. */
	n8n?: string;
	/** Or the one that somebody else has started. */
	elsewhere?: Elsewhere;
	/** Takes the notes of which tests reach what. */
	notes?: string;
}

/** Runs these suites as one; nothing is printed before `show`. */
export function startSuite(
	names: readonly SuiteName[],
	{ plan, jestArguments, folder, n8n, elsewhere, notes }: SuiteOptions,
): RunningSuite {
	const report = path.join(folder, `${names.join('-')}.json`);
	const args = [
		inClone('node_modules', 'jest', 'bin', 'jest.js'),
		'--selectProjects',
		...names.flatMap((name) => (name === 'contract' ? projectsOf(plan) : [name])),
		'--json',
		`--outputFile=${report}`,
		`--maxWorkers=${workersFor(names)}`,
		`--reporters=${inClone('scripts', 'test', 'reporter.mts')}`,
		...(process.stdout.isTTY ? ['--colors'] : []),
		...jestArguments,
	];
	if (names.includes('e2e')) thinOutCompiled();
	const child = spawnOwned(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
		cwd: inClone(),
		env: {
			...process.env,
			...environmentOf(plan),
			...(notes !== undefined && { [REACHED_VARIABLE]: notes }),
			...(names.includes('e2e') && n8n !== undefined ? { [VERSION_VARIABLE]: n8n } : {}),
			...(names.includes('e2e') && elsewhere ? environmentFor(elsewhere) : {}),
			NODE_COMPILE_CACHE: compiledFolder,
		},
		stdio: ['inherit', 'pipe', 'pipe'],
	});
	// Tests that wait for deadlines have priority, so that none passes while everything else computes.
	if (child.pid !== undefined && !names.includes('e2e')) os.setPriority(child.pid, PRIORITY_OF_OTHERS);
	let held: Buffer[] | undefined = [];
	const say = (chunk: Buffer): void => {
		if (held) held.push(chunk);
		else process.stdout.write(chunk);
	};
	child.stdout?.on('data', say);
	child.stderr?.on('data', say);
	const ended = new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
	return {
		show: () => {
			console.log(`\n── ${names.join(', ')}`);
			const said = Buffer.concat(held ?? []);
			held = undefined;
			process.stdout.write(said);
		},
		tally: ended.then((code) => ofJest(report, code)),
		report,
	};
}
