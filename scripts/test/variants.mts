// Which tests a run includes: on a change, contract test files run against one variant of the sandbox, and those that
// test one of its choices against both; slow ones run at night, with everything else.
import fs from 'node:fs';
import path from 'node:path';
import type { Choices, VariantName } from '../../sandbox/core/choices.mts';
import type { Plan } from './plan.mts';

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
 * The third writes what the package stores in one variant; the last reads the service's lists itself, in pages of 500.
 */
const onlyDefault: ReadonlySet<string> = new Set([
	'operations/table',
	'compare/compare',
	'stored/today',
	'operations/recipeDays',
]);

/** Test files that a change leaves out. */
export const atNight: readonly string[] = [
	// They search at random or play whole days: quicker files cover the same promises.
	'engine/agent/randomCalls',
	'engine/faults/faults',
	'engine/operations/timesheet/byApproval',
	'engine/operations/files/largeFiles',
	'engine/operations/timesheet/payRuns',
	'engine/operations/lists/stepCountsMany',
	'engine/stored/frozenTrigger',
	'engine/stored/frozenWatch',
	'engine/trigger/faultsLoop',
	'engine/trigger/faultsService',
	'engine/watch/day',
	'engine/watch/recordsDay',
	// What the comparison tells of each deviation of a service.
	'engine/compare/details',
	'engine/compare/ends',
	'engine/compare/readings',
	// They need many starts of n8n, an earlier version of it, or hours of its clock.
	'e2e/agent/questions',
	'e2e/compose',
	'e2e/keys/replaced',
	'e2e/recipes/anyDay',
	'e2e/recipes/recipes.earlier',
	'e2e/secrets/secrets',
	'e2e/trigger/pollers',
	'e2e/watch/day',
	'e2e/watch/durable',
	'e2e/watch/workers',
	// The sandbox's page in a browser: `page` and `pageAxe` open every section.
	'sandbox/pageDay',
	'sandbox/pageHours',
	'sandbox/pageKeys',
	'sandbox/pagePeople',
	'sandbox/pageVariant',
];

/** Jest's projects, by the variant that they run against. */
const projects: Readonly<Record<VariantName, string>> = { default: 'contract', contrary: 'contrary' };

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
	if (!whole && atNight.includes(`engine/${file}`)) return false;
	if (onlyDefault.has(file)) return variant === 'default';
	return way === 'both' || way === variant || (way === 'one' && (variant === 'default' || asked.has(file)));
}

const patternOf = (file: string): string => `/test/${file}\\.test\\.mts$`;

/** Jest patterns for the contract test files that a variant skips. */
export const leftOut = (variant: VariantName, plan: Plan): string[] =>
	contractFiles()
		.filter((file) => !runsAgainst(file, variant, plan))
		.map((file) => patternOf(`engine/${file}`));

/** … and for the test files of any stage that wait for the night. */
export const waiting = ({ whole }: Plan): string[] => (whole ? [] : atNight.map(patternOf));

/** Jest's projects of the contract stage. */
export const projectsOf = ({ way }: Plan): string[] =>
	way === 'default' || way === 'contrary' ? [projects[way]] : Object.values(projects);
