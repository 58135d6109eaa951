// The stages of `npm test`, in the order of the report. All tests except e2e are one Jest run, and e2e runs beside
// it.
import { elsewhereOf, PASSWORD_VARIABLE, type Elsewhere } from '../../kit/n8n/elsewhere.mts';
import { seedOfCommit, seedOfDate } from './seed.mts';
import { type Plan, ways } from './plan.mts';

export const checkNames = ['lint', 'scan', 'types'] as const;
const suiteNames = ['unit', 'sandbox', 'contract', 'e2e'] as const;

export type CheckName = (typeof checkNames)[number];
export type SuiteName = (typeof suiteNames)[number];
export type StageName = CheckName | SuiteName;

/** The stages that run in Jest's own processes. */
export const inProcess = ['unit', 'sandbox', 'contract'] as const;

const stageNames: readonly StageName[] = [...checkNames, ...suiteNames];

/** These check the build, so they are pointless if it fails. */
export const needBuild: ReadonlySet<StageName> = new Set<StageName>(['scan', 'contract', 'e2e']);

export const usage = `npm test                          for a change: all stages, contract tests against one variant of the service, n8n's newest version
npm test -- all                   everything, as in the nightly run: both variants, all versions of n8n, and slow tests
npm test -- quick                 between edits: lint, types, and the tests that reach what has changed since the branch left main
npm test -- near <file> …         the tests that reach these files
npm test -- unit contract         some stages: ${stageNames.join(', ')}; with all in front, as in the nightly run
npm test -- e2e -t forged         arguments after the stages are passed to Jest: here, tests with “forged” in their names

  --variant <name>                ${ways.join(', ')}: the service’s variant for the contract tests
  --n8n <version>                 runs the end-to-end tests only in this version of n8n, pinned or not; latest is npm's newest
  --url <address> --user <e-mail> runs the end-to-end tests that don't need their own n8n process in an n8n that is already running
                                  on this machine, with the packed package in it; its password is in ${PASSWORD_VARIABLE}
  --seed <number>                 seed for fast-check, instead of the commit, or the date with all; each run prints its seed`;

export interface Selection {
	stages: readonly StageName[];
	plan: Plan;
	/** Only the tests of these stages that reach the changed or named files. */
	near?: 'changed' | readonly string[];
	/** Handed on to Jest, such as `-t forged`. */
	jestArguments: string[];
	/** The one version of n8n for the end-to-end tests, or `latest`. */
	n8n?: string;
	/** The one n8n for the end-to-end tests, which somebody else has started. */
	elsewhere?: Elsewhere;
	/** All of the end-to-end tests run, in all versions. */
	isWhole: boolean;
	/** Every version of n8n takes part. */
	isAll: boolean;
}

const isStage = (name: string): name is StageName => (stageNames as readonly string[]).includes(name);

/** Takes `--name value` or `--name=value` out of the arguments. */
function take(args: string[], name: string): string | undefined {
	const at = args.findIndex((argument) => argument === name || argument.startsWith(`${name}=`));
	if (at < 0) return undefined;
	const isOne = args[at] !== name;
	const [option = '', value] = args.splice(at, isOne ? 1 : 2);
	const given = isOne ? option.slice(name.length + 1) : value;
	if (given === undefined || given === '') throw new Error(`${name} needs a value.`);
	return given;
}

function wayOf(name: string): Plan['way'] {
	const way = ways.find((known) => known === name);
	if (way === undefined) throw new Error(`--variant takes ${ways.join(', ')}, not "${name}".`);
	return way;
}

function seedOf(text: string): number {
	if (!/^\d{1,9}$/.test(text)) throw new Error(`--seed takes a number of up to nine digits, not "${text}".`);
	return Number(text);
}

function versionOf(name: string | undefined): string | undefined {
	if (name === undefined || name === 'latest' || /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(name)) return name;
	throw new Error(`--n8n takes a version such as 2.42.0, or latest, not "${name}".`);
}

function stagesOf(names: readonly string[]): readonly StageName[] {
	const unknown = names.filter((name) => !isStage(name));
	if (unknown.length > 0)
		throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${stageNames.join(', ')}; or all, quick, near.`);
	return names.length === 0 ? stageNames : stageNames.filter((name) => names.includes(name));
}

function near([first, ...rest]: readonly string[]): Pick<Selection, 'stages' | 'near'> | undefined {
	if (first === 'quick' && rest.length === 0) return { stages: ['lint', 'types', ...inProcess], near: 'changed' };
	if (first !== 'near') return undefined;
	if (rest.length === 0) throw new Error('near needs the files whose tests should run.');
	return { stages: inProcess, near: rest };
}

export function select(args: string[]): Selection {
	const firstOption = args.findIndex((argument) => argument.startsWith('-'));
	const names = firstOption < 0 ? args : args.slice(0, firstOption);
	const jestArguments = firstOption < 0 ? [] : args.slice(firstOption);
	const isAll = names[0] === 'all';
	const { stages, near: asked } = near(names) ?? { stages: stagesOf(isAll ? names.slice(1) : names), near: undefined };
	const way = wayOf(take(jestArguments, '--variant') ?? (isAll ? 'both' : 'one'));
	const seed = take(jestArguments, '--seed');
	const n8n = versionOf(take(jestArguments, '--n8n'));
	const elsewhere = elsewhereOf(
		take(jestArguments, '--url'),
		take(jestArguments, '--user'),
		process.env[PASSWORD_VARIABLE],
	);
	if (elsewhere && n8n !== undefined)
		throw new Error('Use either --n8n, which starts its own n8n, or --url, which uses a running one.');
	const plan: Plan = {
		way,
		// Named stages run in full.
		whole: isAll || jestArguments.length > 0 || n8n !== undefined || elsewhere !== undefined,
		seed: seed === undefined ? (isAll ? seedOfDate() : seedOfCommit()) : seedOf(seed),
	};
	const isWhole = isAll && jestArguments.length === 0 && n8n === undefined && elsewhere === undefined;
	return { stages, plan, jestArguments, n8n, elsewhere, isWhole, isAll, ...(asked !== undefined && { near: asked }) };
}
