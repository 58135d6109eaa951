import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { elsewhereIn, environmentFor } from '../../../../kit/n8n/elsewhere.mts';
import { seedOfCommit, seedOfDate } from '../../../../scripts/test/seed.mts';
import { select } from '../../../../scripts/test/stages.mts';

const everything = ['lint', 'scan', 'types', 'unit', 'sandbox', 'contract', 'e2e'];

test.each<[what: string, args: string[], selected: object]>([
	[
		'without a name all stages run as a change needs them: one variant, one version of n8n, by the commit’s seed',
		[],
		{
			stages: everything,
			plan: { way: 'one', whole: false, seed: seedOfCommit() },
			isWhole: false,
			isAll: false,
			n8n: undefined,
		},
	],
	[
		'“all” is everything: both variants, every version, what takes long, by the date’s seed',
		['all'],
		{ stages: everything, plan: { way: 'both', whole: true, seed: seedOfDate() }, isWhole: true, isAll: true },
	],
	[
		'“all” before stages is these stages as at night',
		['all', 'contract'],
		{ stages: ['contract'], plan: { way: 'both', whole: true } },
	],
	[
		'“quick” is what is run between edits: the tests near what was changed',
		['quick'],
		{ stages: ['lint', 'types', 'unit', 'sandbox', 'contract'], near: 'changed', plan: { way: 'one' } },
	],
	[
		'“near” takes files',
		['near', 'nodes/a.ts', 'nodes/b.ts'],
		{ stages: ['unit', 'sandbox', 'contract'], near: ['nodes/a.ts', 'nodes/b.ts'] },
	],
	[
		// What is asked for by name isn't left for the night.
		'stages come in their order, and what follows them goes to Jest but for the variant and the seed',
		['contract', 'unit', '--variant', 'both', '-t', 'forged', '--seed=7'],
		{
			stages: ['unit', 'contract'],
			plan: { way: 'both', seed: 7, whole: true },
			jestArguments: ['-t', 'forged'],
			isWhole: false,
		},
	],
	['a seed alone leaves the end-to-end tests whole', ['all', '--seed', '5'], { plan: { seed: 5 }, isWhole: true }],
	[
		'one version of n8n is not all of the end-to-end tests, and Jest is not told of it',
		['e2e', '--n8n', '2.42.0'],
		{ n8n: '2.42.0', jestArguments: [], plan: { whole: true }, isWhole: false },
	],
	['nor is the latest all of them', ['all', '--n8n=latest'], { stages: everything, n8n: 'latest', isWhole: false }],
])('%s', (_, args, selected) => expect(select(args)).toMatchObject(selected));

test('the date’s seed is its digits', () => expect(seedOfDate(new Date('2026-12-31T23:59:59Z'))).toBe(20261231));

test.each([
	[['near'], 'near needs the files whose tests should run.'],
	[['e2e', '--n8n', 'newest'], '--n8n takes a version such as 2.42.0, or latest, not "newest".'],
	[['contrary'], 'There is no stage contrary.'],
	[['unit', 'all'], 'There is no stage all.'],
	[['quick', 'unit'], 'There is no stage quick.'],
	[['contract', '--variant', 'other'], '--variant takes one, both, default, contrary, not "other".'],
	[['contract', '--seed'], '--seed needs a value.'],
	[['contract', '--seed', 'x'], '--seed takes a number of up to nine digits, not "x".'],
])('%j is refused in words', (args, words) => {
	expect(() => select(args)).toThrow(words);
});

describe('an n8n that somebody else has started', () => {
	const variable = 'WORKFORCE_N8N_PASSWORD';
	const before = process.env[variable];
	beforeEach(() => void (process.env[variable] = 'Secret-1'));
	afterEach(() => {
		if (before === undefined) delete process.env[variable];
		else process.env[variable] = before;
	});
	const user = ['--user', 'a@example.com'];

	test('is named with its user, and Jest is not told of it', () => {
		expect(select(['e2e', '--url', 'http://127.0.0.1:5678/', ...user])).toMatchObject({
			elsewhere: { url: 'http://127.0.0.1:5678', email: 'a@example.com', password: 'Secret-1' },
			jestArguments: [],
			isWhole: false,
		});
		expect(select(['e2e']).elsewhere).toBeUndefined();
	});

	test.each([
		['its user is missing', ['--url', 'http://127.0.0.1:5678'], '--url and --user must be used together'],
		['its address is missing', user, '--url and --user must be used together'],
		['it is on another machine', ['--url', 'http://n8n.example.com', ...user], 'an address on this machine'],
		['it has a path', ['--url', 'http://127.0.0.1:5678/n8n', ...user], 'an address on this machine'],
		['a version is named as well', ['--url', 'http://[::1]:5678', ...user, '--n8n', '2.42.0'], 'starts its own n8n'],
	])('is refused where %s', (_, args, message) => expect(() => select(['e2e', ...args])).toThrow(message));

	test('is refused without its password, which has no option', () => {
		process.env[variable] = '';
		expect(() => select(['e2e', '--url', 'http://localhost:5678', ...user])).toThrow(variable);
	});

	test('is known to the tests by the environment', () => {
		const elsewhere = { url: 'http://localhost:5678', email: 'a@example.com', password: 'Secret-1' };
		expect(elsewhereIn(environmentFor(elsewhere))).toEqual(elsewhere);
		expect(elsewhereIn({})).toBeUndefined();
	});
});
