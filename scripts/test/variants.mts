// Which tests a run includes: on a change, contract test files run against one variant of the sandbox, and those that
// test one of its choices against both; slow ones run at night, with everything else.
import fs from 'node:fs';
import path from 'node:path';
import type { Choices, VariantName } from '../../sandbox/core/choices.mts';

const folder = path.resolve(import.meta.dirname, '..', '..', 'test', 'engine');

/**
 * The contract test files that test each choice of the sandbox: they always run against both variants. A new choice
 * needs a row.
 */
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
 * One compares two tables, another compares the sandbox with itself in the default variant: neither runs the package.
 * The last writes what the package stores in one variant.
 */
const onlyDefault: ReadonlySet<string> = new Set(['operations/table', 'compare/compare', 'stored/today']);

/** Contract test files that search at random or play whole days: quicker files cover the same promises. */
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
	/** Includes the files that otherwise run only at night. */
	whole: boolean;
	/** The seed for fast-check; drawn at random if absent. */
	seed?: number;
}

/** Jest's projects, by the variant that they run against. */
const projects: Readonly<Record<VariantName, string>> = { default: 'contract', contrary: 'contrary' };

/** Where Jest's configuration reads the plan. Without it, Jest runs everything. */
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

/** Jest patterns for the contract test files that a variant skips. */
export const leftOut = (variant: VariantName, plan: Plan): string[] =>
	contractFiles()
		.filter((file) => !runsAgainst(file, variant, plan))
		.map((file) => patternOf(`engine/${file}`));

/** … and for the end-to-end tests that a plan skips. */
export const leftOutOfE2e = ({ whole }: Plan): string[] =>
	whole ? [] : e2eAtNight.map((file) => patternOf(`e2e/${file}`));

/** Jest's projects of the contract stage. */
export const projectsOf = ({ way }: Plan): string[] =>
	way === 'default' || way === 'contrary' ? [projects[way]] : Object.values(projects);
