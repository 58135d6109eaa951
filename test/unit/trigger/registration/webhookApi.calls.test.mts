// What is sent to the service for a registration, and what is made of its answers.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { WebhookApi } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { settle } from '../../../../nodes/WorkforceOperations/transport/settle.ts';
import type { Answer } from '../../transport/support.mts';
import { HOOK, n8n, useStillTime } from '../support.mts';
import { answered, unreadable } from './service.mts';

useStillTime();

const URI = `${HOOK}?token=t`;
const details = { stateField: { subscriber: 'enabled', subscription: 'live' } };

/** Asks a service with these answers, the last one again and again. */
async function ask<Result>(
	work: (service: WebhookApi) => Promise<Result>,
	answers: Answer[] = [answered({})],
	credential: IDataObject = {},
) {
	const sent: unknown[] = [];
	const { context } = n8n({
		credential,
		answer({ method, path, options }, count) {
			sent.push([`${method} ${path}`, ...(options.body === undefined ? [] : [options.body])]);
			return answers[count - 1] ?? answers.at(-1) ?? {};
		},
	});
	const service = await WebhookApi.open(context, 65_000);
	const ended: { result?: Result; error?: unknown } = await settle(work(service));
	return { ...ended, sent };
}

test.each<[string, (service: WebhookApi) => Promise<unknown>, string, object]>([
	[
		'a subscriber on',
		async (service) => await service.switchSubscriber('7', true),
		'subscribers/7',
		{ isActive: true },
	],
	[
		'a subscription off',
		async (service) => await service.switchSubscription('8', false),
		'subscriptions/8',
		{ isActive: false },
	],
	[
		'a subscription on, with its address',
		async (service) => await service.switchSubscription('8', true, URI),
		'subscriptions/8',
		{ isActive: true, uri: URI },
	],
])('%s', async (_, work, path, body) => expect((await ask(work)).sent).toEqual([[`PUT /api/webhook/${path}`, body]]));

test('fields for on and off that the credential names', async () => {
	const serviceDetails = JSON.stringify(details);
	const { sent } = await ask(
		async (service) => {
			await service.switchSubscriber('7', true);
			await service.switchSubscription('8', false);
		},
		undefined,
		{ serviceDetails },
	);
	expect(sent).toEqual([
		['PUT /api/webhook/subscribers/7', { enabled: true }],
		['PUT /api/webhook/subscriptions/8', { live: false }],
	]);
});

describe('a list', () => {
	const row = { id: 8, uri: URI, eventType: 'timesheet', event: 'approve' };
	const known = { id: '8', uri: URI, event: 'timesheet.approve' };

	test.each<[string, object, object[], object?]>([
		['all that is known', { ...row, isActive: true }, [{ ...known, active: true }]],
		['nothing but the id', { id: 8 }, [{ id: '8' }]],
		['no id', { ...row, id: undefined }, []],
		['half an event', { ...row, eventType: undefined }, [{ ...known, event: undefined }]],
		['the other half', { ...row, event: undefined }, [{ ...known, event: undefined }]],
		['what is no text', { ...row, uri: 7, event: 5 }, [{ id: '8' }]],
		[
			'the field that the credential names',
			{ ...row, live: false, isActive: true },
			[{ ...known, active: false }],
			details,
		],
		['the usual field in its place', { ...row, isActive: false }, [{ ...known, active: false }], details],
	])('tells %s', async (_, answer, expected, named = {}) => {
		const { result, sent } = await ask(async (service) => await service.list('7'), [answered([answer])], {
			serviceDetails: JSON.stringify(named),
		});
		expect([result, sent]).toEqual([expected, [['GET /api/webhook/subscribers/7/subscriptions']]]);
	});
});

describe('a subscription', () => {
	const make = async (answers: Answer[], subscriberId = '7') =>
		await ask(async (service) => await service.makeSubscription(subscriberId, 'timesheet.approve', URI), answers);
	const listed = answered([{ id: 4, uri: `${URI}-other` }, { id: 5 }, { id: 6, uri: URI.replace('n8n.', 'N8N.') }]);

	test.each<[string, unknown]>([
		['7', 7],
		['123456789012345', 123_456_789_012_345],
		['1234567890123456', '1234567890123456'],
		['sub-7', 'sub-7'],
	])('of the subscriber %j is asked for with %j', async (subscriberId, written) => {
		const { result, sent } = await make([answered({ id: 9 })], subscriberId);
		const body = { subscriberId: written, eventType: 'timesheet', event: 'approve', uri: URI };
		expect([result, sent]).toEqual(['9', [['POST /api/webhook/subscriptions', body]]]);
	});

	test.each<[string, Answer]>([
		['without an id', answered({})],
		['that nobody can read', unreadable],
	])('is found in the list by its address after an answer %s', async (_, answer) => {
		expect((await make([answer, listed])).result).toBe('6');
	});

	test.each<[string, Answer[], object, number]>([
		[
			'neither its answer nor the list tells its id',
			[answered({}), answered([])],
			{
				kind: 'unreadable',
				message: 'The service did not return the ID of the subscription to timesheet.approve',
				description: 'Publish the workflow again. If it happens again, ask the service’s support team.',
			},
			2,
		],
		['its answer was lost, and it isn’t listed', [unreadable, answered([])], { kind: 'unreadable' }, 2],
		['its answer was lost, and there is no list', [unreadable, answered(null, 403)], { kind: 'unreadable' }, 2],
		['the service refuses it', [answered(null, 403)], { kind: 'forbidden' }, 1],
		[
			'the service refuses the event',
			[answered(null, 400)],
			{
				kind: 'invalid',
				message: expect.stringMatching(/^The service refused the event “timesheet\.approve”: ./),
				description: expect.stringMatching(/^Choose the event from the list, or correct “events”/),
				httpCode: '400',
			},
			1,
		],
	])('is none where %s', async (_, answers, error, count) => {
		const made = await make(answers);
		expect(made.error).toMatchObject(error);
		expect(made.sent).toHaveLength(count);
	});
});

test('another secret is asked for, and its answer must tell it', async () => {
	const rotate = async (service: WebhookApi): Promise<string> => await service.rotateSecret('7');
	const { result, sent } = await ask(rotate, [answered({ secretToken: 'new' })]);
	expect([result, sent]).toEqual(['new', [['PUT /api/webhook/subscribers/7', { rotateSecretToken: true }]]]);
	expect((await ask(rotate)).error).toMatchObject({
		kind: 'unreadable',
		message: 'The service did not return the new secret for webhook subscriber 7',
		description: 'Without the secret, no delivery can be verified. Publish the workflow again.',
	});
});

test('all requests together wait no longer than they may', async () => {
	const tooMany: Answer = { status: 429, headers: { 'retry-after': '40' } };
	const { error, sent } = await ask(
		async (service) => {
			await service.switchSubscriber('7', true);
			await service.switchSubscriber('7', false);
		},
		[tooMany, answered({}), tooMany],
	);
	expect(error).toMatchObject({ kind: 'tooMany' });
	expect(sent).toHaveLength(3);
	const anew = await ask(
		async (service) => {
			await service.switchSubscriber('7', true);
			await service.withPatience(65_000).switchSubscriber('7', false);
		},
		[tooMany, answered({}), tooMany, answered({})],
	);
	expect([anew.error, anew.sent.length]).toEqual([undefined, 4]);
});
