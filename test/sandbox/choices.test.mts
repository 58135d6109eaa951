import { describe, expect, test } from '@jest/globals';
import { choiceNames, choiceTable, readChoice } from '../../sandbox/core/choices.mts';
import { startSandbox } from '../shared.mts';
import { startClient } from './support.mts';

describe('which variant runs', () => {
	test('stands in the state and in a sentence', async () => {
		const contrary = await startClient({ variant: 'contrary', data: { timesheets: 0 } });
		const state = await contrary.admin('GET', '/state');
		expect(state).toMatchObject({ variant: 'contrary', choices: { inactive: 'only', nulls: 'anywhere' } });
		expect(contrary.sandbox.variant).toMatch(/^Simulates the contrary variant, .+\.$/);
		await contrary.close();
		const mixed = await startSandbox({ data: { timesheets: 0 }, variant: 'contrary', choices: { inactive: 'all' } });
		expect(mixed.variant).toMatch(/, except inactive=all\.$/);
		await mixed.close();
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
