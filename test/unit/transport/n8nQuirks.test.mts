import { describe, expect, test } from '@jest/globals';
import { type IHookFunctions, type INode, NodeOperationError } from 'n8n-workflow';
import {
	endsAtFirstError,
	inOneMessage,
	isFirstPublishing,
	isStart,
	isTest,
	pollBudgetMs,
} from '../../../nodes/WorkforceOperations/transport/n8nQuirks.ts';

/** An n8n that is nothing but these answers. */
const contextOf = (answers: object): IHookFunctions => answers as unknown as IHookFunctions;

test.each([
	['init', true, false],
	['leadershipChange', true, false],
	['activate', false, true],
	['create', false, false],
	['update', false, false],
	['manual', false, false],
])('the activation %s: a start %s, a first publishing %s', (activation, start, first) => {
	const context = contextOf({ getActivationMode: () => activation });
	expect({ start: isStart(context), first: isFirstPublishing(context) }).toEqual({ start, first });
});

test.each([
	['manual', true],
	['trigger', false],
	['internal', false],
	['webhook', false],
])('the mode %s: test listening %s', (mode, expected) =>
	expect(isTest(contextOf({ getMode: () => mode }))).toBe(expected),
);

test.each([
	[undefined, false, 59_000],
	[undefined, true, 9_000],
	[30_000, false, 29_000],
	[30_000, true, 9_000],
	[5_000, true, 4_000],
	[300_000, false, 299_000],
])(
	'where n8n gives a poll %j ms, and it is the first of an activation: %j, it has %i ms',
	(given, isFirst, expected) => {
		const context = given === undefined ? {} : { getPollBudgetMs: () => given };
		expect(pollBudgetMs(context as never, isFirst)).toBe(expected);
	},
);

test('a loop that ends at its first error is known by the name of the function that runs it', () => {
	const clearWebhooks = (): boolean => endsAtFirstError();
	const clearWebhooksLater = (): boolean => endsAtFirstError();
	expect({ byName: clearWebhooks(), byAnother: clearWebhooksLater(), byNone: endsAtFirstError() }).toEqual({
		byName: true,
		byAnother: false,
		byNone: false,
	});
});

describe('an error in one message', () => {
	const node: INode = { id: '1', name: 'Trigger', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
	const context = contextOf({ getNode: () => node });

	test.each<[string, string | undefined, string, string | undefined]>([
		['It failed', 'Try again.', 'It failed. Try again.', undefined],
		['It failed.', 'Try again.', 'It failed. Try again.', undefined],
		['Did it fail?', ' Try again. ', 'Did it fail? Try again.', undefined],
		['It failed!', 'Try again.', 'It failed! Try again.', undefined],
		['It failed …', 'Try again.', 'It failed … Try again.', undefined],
		['It is “so”', 'Try again.', 'It is “so” Try again.', undefined],
		['It failed: Try again. Now', 'Try again.', 'It failed: Try again. Now', 'Try again.'],
		['It failed', ' ', 'It failed', ' '],
		['It failed', undefined, 'It failed', undefined],
	])('%s | %s', (message, description, told, left) => {
		const error = inOneMessage(context, new NodeOperationError(node, message, { description }));
		expect({ message: error.message, description: error.description ?? undefined }).toEqual({
			message: told,
			description: left,
		});
	});

	test('of any other kind becomes one of n8n’s', () => {
		const error = inOneMessage(context, new Error('It failed'));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('It failed');
	});
});
