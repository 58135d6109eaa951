// Which tests a run takes: on a change contract test files run against one variant of the sandbox, and those that ask one of its choices
// against both; what takes long waits for the night, which takes everything.
import fs from 'node:fs';
import path from 'node:path';
import type { Choices, VariantName } from '../../sandbox/core/choices.mts';

const folder = path.resolve(import.meta.dirname, '..', '..', 'test', 'engine');

/** By which contract test files each choice of the sandbox is asked about: they always run against both. A new choice needs its row. */
export const askedBy: Readonly<Record<keyof Choices, readonly string[]>> = {
	inactive: ['operations/lists/activeOnly', 'operations/staff/previewHolds'],
	nulls: ['operations/lists/flatten'],
	cursor: ['operations/lists/growing', 'operations/lists/walks'],
	errorCode: ['transport/errors'],
	largestPage: ['operations/pickers/pickerLimits'],
	writes: ['operations/confirmed', 'operations/staff/upsertWrites'],
	notification: ['trigger/delivery'],
	isApproved: ['operations/incidentReport/approval'],
	end: ['transport/ends'],
	total: ['transport/ends'],
	rates: ['operations/timesheet/lines'],
	batch: ['trigger/lists'],
	names: ['names/otherNames'],
	unstated: ['operations/timesheet/hours'],
};

/** Plays each value of its choices itself, so that a change needs it once. */
const playsAll: readonly string[] = ['transport/ends'];

/**
 * One compares two tables, another the sandbox with itself in the words of the default variant: neither runs the package. The last
 * writes what the package stores in one variant.
 */
const onlyDefault: ReadonlySet<string> = new Set(['operations/table', 'compare/compare', 'stored/today']);

/** Contract test files that search for what nobody thought of, or play whole days: each holds a promise that quicker files hold as well. */
const contractAtNight: readonly string[] = [
	'agent/randomCalls',
	'faults/faults',
	'operations/timesheet/byApproval',
	'operations/files/largeFiles',
	'operations/timesheet/payRuns',
	'operations/lists/stepCountsMany',
	'stored/frozenTrigger',
	'stored/frozenWatch',
	'trigger/faultsLoop',
	'trigger/faultsService',
	'watch/day',
	'watch/recordsDay',
];

/** End-to-end test files that need many starts of n8n, an earlier version of it, or hours of its clock. */
const e2eAtNight: readonly string[] = [
	'agent/questions',
	'keys/replaced',
	'recipes/anyDay',
	'recipes/recipes.earlier',
	'secrets/secrets',
	'trigger/pollers',
	'watch/day',
	'watch/durable',
	'watch/workers',
];

export const atNight: readonly string[] = [
	...contractAtNight.map((file) => `engine/${file}`),
	...e2eAtNight.map((file) => `e2e/${file}`),
];

export const ways = ['one', 'both', 'default', 'contrary'] as const;

export interface Plan {
	/** Against which variants contract test files run. `one`: the default one, and those that ask a choice both. */
	way: (typeof ways)[number];
	/** With the files that otherwise wait for the night. */
	whole: boolean;
	/** Where fast-check begins; without one it draws its own. */
	seed?: number;
}

/** Jest's projects, by the variant that they run against. */
const projects: Readonly<Record<VariantName, string>> = { default: 'contract', contrary: 'contrary' };

/** Where Jest's configuration reads the plan. A Jest that was started without one takes everything. */
const VARIABLE = 'WORKFORCE_PLAN';

/** Where test/fastCheck.mts reads the seed. */
const SEED_VARIABLE = 'WORKFORCE_SEED';

export const environmentOf = (plan: Plan): NodeJS.ProcessEnv => ({
	[VARIABLE]: JSON.stringify(plan),
	...(plan.seed !== undefined && { [SEED_VARIABLE]: String(plan.seed) }),
});

export const planOf = (environment: NodeJS.ProcessEnv): Plan =>
	environment[VARIABLE] === undefined ? { way: 'both', whole: true } : (JSON.parse(environment[VARIABLE]) as Plan);

/** All contract test files, such as `operations/live`. */
export const contractFiles = (): string[] =>
	fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.mts'))
		.map((name) => name.split(path.sep).join('/').replace('.test.mts', ''))
		.sort();

const asked: ReadonlySet<string> = new Set(
	Object.values(askedBy)
		.flat()
		.filter((file) => !playsAll.includes(file)),
);

/** Whether a contract test file runs against a variant. */
export function runsAgainst(file: string, variant: VariantName, { way, whole }: Plan): boolean {
	if (!whole && contractAtNight.includes(file)) return false;
	if (onlyDefault.has(file)) return variant === 'default';
	return way === 'both' || way === variant || (way === 'one' && (variant === 'default' || asked.has(file)));
}

const patternOf = (file: string): string => `/test/${file}\\.test\\.mts$`;

/** Patterns of Jest for the contract test files that a variant leaves out. */
export const leftOut = (variant: VariantName, plan: Plan): string[] =>
	contractFiles()
		.filter((file) => !runsAgainst(file, variant, plan))
		.map((file) => patternOf(`engine/${file}`));

/** … and for those of the end-to-end tests that a plan leaves out. */
export const leftOutOfE2e = ({ whole }: Plan): string[] =>
	whole ? [] : e2eAtNight.map((file) => patternOf(`e2e/${file}`));

/** Jest's projects of the contract stage. */
export const projectsOf = ({ way }: Plan): string[] =>
	way === 'default' || way === 'contrary' ? [projects[way]] : Object.values(projects);
