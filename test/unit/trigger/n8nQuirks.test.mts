import { describe, expect, test } from '@jest/globals';
import { NodeOperationError } from 'n8n-workflow';
import {
	endsAtFirstError,
	inOneMessage,
	isFirstPublishing,
	isStart,
	isTest,
} from '../../../nodes/WorkforceOperations/transport/n8nQuirks.ts';
import { deliveryUrl } from '../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { serialize } from '../../../nodes/WorkforceOperations/transport/mutex.ts';
import { HOOK, n8n } from './support.mts';

test.each([
	['init', true, false],
	['leadershipChange', true, false],
	['activate', false, true],
	['create', false, false],
	['update', false, false],
	['manual', false, false],
])('the activation %s: a start %s, a first publishing %s', (activation, start, first) => {
	const { context } = n8n({ activation });
	expect([isStart(context), isFirstPublishing(context)]).toEqual([start, first]);
});

test.each([
	['manual', true],
	['trigger', false],
	['internal', false],
	['webhook', false],
])('the mode %s: test listening %s', (mode, expected) => expect(isTest(n8n({ mode }).context)).toBe(expected));

test('a loop that ends at its first error is known by the name of the function that runs it', () => {
	const clearWebhooks = (): boolean => endsAtFirstError();
	const clearWebhooksLater = (): boolean => endsAtFirstError();
	expect([clearWebhooks(), clearWebhooksLater(), endsAtFirstError()]).toEqual([true, false, false]);
});

describe('an error in one message', () => {
	const { context } = n8n();

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
		const error = inOneMessage(context, new NodeOperationError(context.getNode(), message, { description }));
		expect([error.message, error.description ?? undefined]).toEqual([told, left]);
	});

	test('of any other kind becomes one of n8n’s', () => {
		const error = inOneMessage(context, new Error('It failed'));
		expect([error instanceof NodeOperationError, error.message]).toEqual([true, 'It failed']);
	});
});

describe('the address of deliveries', () => {
	test.each([
		[HOOK, HOOK],
		[' https://N8N.example.com/webhook ', 'https://n8n.example.com/webhook'],
		['http://localhost:5678/webhook', 'http://localhost:5678/webhook'],
	])('%s', (url, expected) => expect(deliveryUrl(n8n({ url }).context)).toBe(expected));

	test.each<[string | undefined, string, string]>([
		[
			undefined,
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in an older n8n: WEBHOOK_URL) to the public https:// address of this n8n.',
		],
		[
			'',
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in an older n8n: WEBHOOK_URL) to the public https:// address of this n8n.',
		],
		[
			'n8n.example.com',
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in an older n8n: WEBHOOK_URL) to the public https:// address of this n8n.',
		],
		[
			'http://n8n.example.com:5678/webhook',
			'The service delivers over HTTPS only, but the address of this n8n is http://n8n.example.com:5678',
			'Make n8n reachable under an https:// address and set N8N_WEBHOOK_URL to it (in an older n8n: WEBHOOK_URL). For trying out on one machine, http://localhost works with the sandbox.',
		],
	])('not %j', (url, message, description) => {
		const refused = (): unknown => {
			try {
				return deliveryUrl(n8n({ url }).context);
			} catch (error) {
				return error;
			}
		};
		expect(refused()).toMatchObject({ message, description });
	});
});

test('work of one name is done one after another, also after a failure; work of another name waits for none of it', async () => {
	const order: string[] = [];
	const gates: Array<() => void> = [];
	const work =
		(name: string, fails = false) =>
		async (): Promise<string> => {
			order.push(`${name} begins`);
			await new Promise<void>((resolve) => gates.push(resolve));
			order.push(`${name} ends`);
			if (fails) throw new Error(name);
			return name;
		};
	const open = async (): Promise<void> => {
		gates.shift()?.();
		await new Promise((resolve) => setImmediate(resolve));
	};
	const ended = Promise.allSettled([
		serialize('a', work('first', true)),
		serialize('a', work('second')),
		serialize('b', work('other')),
	]);
	await new Promise((resolve) => setImmediate(resolve));
	expect(order).toEqual(['first begins', 'other begins']);
	await open();
	expect(order.slice(2)).toEqual(['first ends', 'second begins']);
	// Who comes while the second one is at it waits for that.
	const third = serialize('a', work('third'));
	await open();
	expect(order.slice(4)).toEqual(['other ends']);
	await open();
	expect(order.slice(5)).toEqual(['second ends', 'third begins']);
	await open();
	expect(await third).toBe('third');
	expect((await ended).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
		'Error: first',
		'second',
		'other',
	]);
});
