// What `npm test` consists of, in the order in which it is told. The tests but those of e2e are one run of Jest, and e2e runs beside it.
import { elsewhereOf, PASSWORD_VARIABLE, type Elsewhere } from '../../kit/n8n/elsewhere.mts';
import { commit, type Draw, ways } from './variants.mts';

export const checkNames = ['lint', 'scan', 'types'] as const;
const suiteNames = ['unit', 'sandbox', 'contract', 'e2e'] as const;

export type CheckName = (typeof checkNames)[number];
export type SuiteName = (typeof suiteNames)[number];
export type StageName = CheckName | SuiteName;

const stageNames: readonly StageName[] = [...checkNames, ...suiteNames];

/** These look at what is built, so they have no meaning when the build fails. */
export const needBuild: ReadonlySet<StageName> = new Set<StageName>(['scan', 'contract', 'e2e']);

/** Comes first, whatever is selected. */
const always = 'build';

/** What is run between edits; of the contract tests a sample. */
const quick: readonly StageName[] = ['lint', 'types', 'unit', 'contract'];

export const usage = `npm test                          everything, each contract test file against one variant of the service: the one that its name and the commit draw
npm test -- all                   everything, each contract test file against both variants
npm test -- quick                 ${quick.join(', ')}, of the contract tests a sample: between edits
npm test -- unit contract         some stages: ${stageNames.join(', ')}; the build always comes first
npm test -- e2e -t forged         what comes after the stages goes to Jest: here, tests with “forged” in their names

  --variant <name>                ${ways.join(', ')}: against which variant the contract tests run
  --n8n <version>                 runs the end-to-end tests in this version of n8n alone, pinned or not; latest is npm's newest
  --url <address> --user <e-mail> runs those end-to-end tests that need no process of n8n's own in an n8n that somebody else has started,
                                  on this machine, with the packed package in it; its password is in ${PASSWORD_VARIABLE}
  --seed <text>                   draws by this text and not by the commit; a red run says which it was`;

interface Selection {
	stages: readonly StageName[];
	draw: Draw;
	/** Handed on to Jest, such as `-t forged`. */
	jestArguments: string[];
	/** The one version of n8n for the end-to-end tests, or `latest`. */
	n8n?: string;
	/** The one n8n for the end-to-end tests, which somebody else has started. */
	elsewhere?: Elsewhere;
	/** All of the end-to-end tests run, in all versions. */
	isWhole: boolean;
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

function wayOf(name: string): Draw['way'] {
	const way = ways.find((known) => known === name);
	if (way === undefined) throw new Error(`--variant takes ${ways.join(', ')}, not "${name}".`);
	return way;
}

function versionOf(name: string | undefined): string | undefined {
	if (name === undefined || name === 'latest' || /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(name)) return name;
	throw new Error(`--n8n takes a version such as 2.42.0, or latest, not "${name}".`);
}

function stagesOf(names: string[]): readonly StageName[] {
	const [first] = names;
	if (names.length === 1 && first === 'quick') return quick;
	if (names.length === 0 || (names.length === 1 && first === 'all')) return stageNames;
	const unknown = names.filter((name) => !isStage(name) && name !== always);
	if (unknown.length > 0)
		throw new Error(
			`There is no stage ${unknown.join(', ')}. Stages: ${always}, ${stageNames.join(', ')}; or, alone, all or quick.`,
		);
	return stageNames.filter((name) => names.includes(name));
}

export function select(args: string[]): Selection {
	const firstOption = args.findIndex((argument) => argument.startsWith('-'));
	const names = firstOption < 0 ? args : args.slice(0, firstOption);
	const jestArguments = firstOption < 0 ? [] : args.slice(firstOption);
	const stages = stagesOf(names);
	const way = wayOf(take(jestArguments, '--variant') ?? (names[0] === 'all' ? 'both' : 'drawn'));
	const seed = take(jestArguments, '--seed') ?? commit();
	const n8n = versionOf(take(jestArguments, '--n8n'));
	const elsewhere = elsewhereOf(
		take(jestArguments, '--url'),
		take(jestArguments, '--user'),
		process.env[PASSWORD_VARIABLE],
	);
	if (elsewhere && n8n !== undefined) throw new Error('--n8n starts an n8n of its own, --url takes one that runs.');
	const draw = { way, seed, sample: names[0] === 'quick' };
	const isWhole = jestArguments.length === 0 && n8n === undefined && elsewhere === undefined;
	return { stages, draw, jestArguments, n8n, elsewhere, isWhole };
}
