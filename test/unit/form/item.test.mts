import { expect, test } from '@jest/globals';
import type { IExecuteFunctions, IHookFunctions, INode, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	collection,
	type Item,
	itemOfExecution,
	itemOfHook,
	itemOfPoll,
	itemOfWebhook,
	parameter,
} from '../../../nodes/WorkforceOperations/form/item.ts';
import { limitOf, readLimit } from '../../../nodes/WorkforceOperations/form/fields.ts';

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
