import { describe, expect, test } from '@jest/globals';
import { choiceNames, choiceTable, readChoice } from '../../sandbox/core/choices.mts';
import { withClient } from './support.mts';

describe('which variant runs', () => {
	test('stands in the state and in a sentence', async () => {
		const options = { variant: 'contrary', data: { timesheets: 0 } } as const;
		await withClient(options, async ({ admin, sandbox }) => {
			const state = await admin('GET', '/state');
			expect(state).toMatchObject({ variant: 'contrary', choices: { inactive: 'only', nulls: 'anywhere' } });
			expect(sandbox.variant).toMatch(/^Simulates the contrary variant, .+\.$/);
		});
		await withClient({ ...options, choices: { inactive: 'all' } }, async ({ sandbox }) =>
			expect(sandbox.variant).toMatch(/, except inactive=all\.$/),
		);
	});

	test('every choice answers in both variants, differently, with values of its own', () => {
		for (const name of choiceNames) {
			const { default: one, contrary: other, values } = choiceTable[name];
			// Nothing of other names can be read without Service Details, so no variant plays them.
			expect({ name, isAlone: one === other }).toEqual({ name, isAlone: name === 'names' });
			expect(Object.keys(values)).toEqual(expect.arrayContaining([one, other]));
		}
	});

	test('a choice or value that does not exist is named with those that do', () => {
		expect(() => readChoice('colour=red')).toThrow(/no choice "colour"\. Choices: inactive, /);
		expect(() => readChoice('inactive=some')).toThrow('inactive must be one of all, only, not "some".');
		expect(readChoice('inactive = only')).toEqual({ inactive: 'only' });
	});
});
