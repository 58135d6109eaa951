// A form is read wherever it stands; switches, locators and choices come as they come.
import { expect, test } from '@jest/globals';
import type { IExecuteFunctions, IHookFunctions, INode, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	collection,
	flag,
	type Item,
	itemOfExecution,
	itemOfHook,
	itemOfPoll,
	itemOfWebhook,
	oneOf,
	parameter,
	plain,
} from '../../../nodes/WorkforceOperations/form/item.ts';
import { limitOf, readLimit } from '../../../nodes/WorkforceOperations/form/fields.ts';
import { formOf, wordsOf } from './support.mts';

const NODE: INode = { id: '1', name: 'A node', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };

const VALUES: Record<string, unknown> = {
	site: { __rl: true, mode: 'list', value: '12' },
	filters: { status: 'Approved' },
	limit: 7,
};

const context = {
	getNode: () => NODE,
	getTimezone: () => 'Australia/Brisbane',
	getNodeParameter: (name: string, fallback?: unknown) => VALUES[name] ?? fallback,
};

const execution = {
	...context,
	getNodeParameter: (name: string, index: number, fallback?: unknown) =>
		index === 3 ? (VALUES[name] ?? fallback) : 'the value of another item',
};

const ITEMS: Array<[string, Item]> = [
	['an item of an execution', itemOfExecution(execution as unknown as IExecuteFunctions, 3)],
	['an activation', itemOfHook(context as unknown as IHookFunctions)],
	['a delivery', itemOfWebhook(context as unknown as IWebhookFunctions)],
	['a poll', itemOfPoll(context as unknown as IPollFunctions)],
];

test.each(ITEMS)('a form is read for %s', (_, item) => {
	expect(parameter(item, 'site')).toBe('12');
	expect(parameter(item, 'absent', 'fallback')).toBe('fallback');
	expect(collection(item, 'filters')).toEqual({ status: 'Approved' });
	expect(collection(item, 'limit')).toEqual({});
	expect(readLimit(item)).toBe(7);
	expect(() => limitOf(item, 5)).toThrow('“Limit” must be a whole number from 1 to 5');
	expect({ name: item.node.name, timeZone: item.timeZone }).toEqual({ name: 'A node', timeZone: 'Australia/Brisbane' });
});

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
