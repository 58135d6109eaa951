import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { elsewhereIn, environmentFor } from '../../../../kit/n8n/elsewhere.mts';
import { select } from '../../../../scripts/test/stages.mts';

const everything = ['lint', 'scan', 'types', 'unit', 'sandbox', 'contract', 'e2e'];

test('without a name everything runs, each contract test file against the variant that is drawn', () => {
	expect(select([])).toMatchObject({ stages: everything, draw: { way: 'drawn', sample: false }, isWhole: true });
	expect(select([]).draw.seed).not.toBe('');
});

test('“all” is everything against both variants', () => {
	expect(select(['all'])).toMatchObject({ stages: everything, draw: { way: 'both' }, isWhole: true });
});

test('“quick” is what is run between edits, of the contract tests a sample', () => {
	expect(select(['quick'])).toMatchObject({
		stages: ['lint', 'types', 'unit', 'contract'],
		draw: { way: 'drawn', sample: true },
	});
});

test('stages come in their order, and what follows them goes to Jest but for the variant and the seed', () => {
	expect(select(['contract', 'unit', '--variant', 'both', '-t', 'forged', '--seed=7'])).toEqual({
		stages: ['unit', 'contract'],
		draw: { way: 'both', seed: '7', sample: false },
		jestArguments: ['-t', 'forged'],
		isWhole: false,
	});
});

test('a seed alone leaves the end-to-end tests whole', () => {
	expect(select(['--seed', 'x'])).toMatchObject({ draw: { way: 'drawn', seed: 'x' }, isWhole: true });
});

test('one version of n8n is not all of the end-to-end tests, and Jest is not told of it', () => {
	expect(select(['e2e', '--n8n', '2.42.0'])).toMatchObject({ n8n: '2.42.0', jestArguments: [], isWhole: false });
	expect(select(['--n8n=latest'])).toMatchObject({ stages: everything, n8n: 'latest', isWhole: false });
	expect(select([]).n8n).toBeUndefined();
});

test.each([
	[['e2e', '--n8n', 'newest'], '--n8n takes a version such as 2.42.0, or latest, not "newest".'],
	[['contrary'], 'There is no stage contrary.'],
	[['all', 'unit'], 'There is no stage all.'],
	[['contract', '--variant', 'other'], '--variant takes drawn, both, default, contrary, not "other".'],
	[['contract', '--seed'], '--seed needs a value.'],
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
		['its user is missing', ['--url', 'http://127.0.0.1:5678'], '--url and --user belong together'],
		['its address is missing', user, '--url and --user belong together'],
		['it is on another machine', ['--url', 'http://n8n.example.com', ...user], 'an address on this machine'],
		['it has a path', ['--url', 'http://127.0.0.1:5678/n8n', ...user], 'an address on this machine'],
		[
			'a version is named as well',
			['--url', 'http://[::1]:5678', ...user, '--n8n', '2.42.0'],
			'starts an n8n of its own',
		],
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
