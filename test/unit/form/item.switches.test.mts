// Switches and locators as they come: on, off, or words about what else it is.
import { expect, test } from '@jest/globals';
import { flag, oneOf, parameter, plain } from '../../../nodes/WorkforceOperations/form/item.ts';
import { formOf, wordsOf } from './support.mts';

const item = formOf();
const LONG = 'x'.repeat(81);

test.each<[unknown, boolean, boolean]>([
	[true, false, true],
	[' TRUE ', false, true],
	['false', true, false],
	['', true, true],
	[null, false, false],
])('the switch %j, which otherwise is %j, is %j', (value, fallback, on) =>
	expect(flag(item, value, 'On', fallback)).toBe(on),
);

test('a switch that is neither on nor off is refused, and off where it says nothing', () => {
	expect(wordsOf(() => flag(item, `yes ${LONG}`, 'On'))).toEqual({
		message: '“On” must be true or false',
		description: `It is “yes ${'x'.repeat(76)}”.`,
	});
	expect(flag(item, undefined, 'On')).toBe(false);
});

test('a resource locator is its value, and a field that is not there an empty text', () => {
	expect(plain({ __rl: true, value: 5 })).toBe(5);
	expect(plain({ value: 5 })).toEqual({ value: 5 });
	expect(plain('a')).toBe('a');
	expect(parameter(item, 'absent')).toBe('');
});

test('a choice is one of those offered, blanks around it aside, or words about what else it is', () => {
	const choose = (given: unknown) => oneOf(item, given, 'Rows', ['all', 'none']);
	expect([choose(' all '), choose('none'), choose(''), choose(null)]).toEqual(['all', 'none', undefined, undefined]);
	expect(wordsOf(() => choose(LONG))).toEqual({
		message: `“Rows” can’t be “${LONG.slice(0, 40)}”`,
		description: 'Choose from the list, or use an expression that returns one of: all, none.',
	});
});
