// The requests for webhooks, each compared as a whole, and what is read from their answers.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	isUncertain,
	type ListedSubscription,
	WebhookApi,
} from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { nodeError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { type Answer, fakeConnection, type Sent } from '../../transport/support.mts';
import { HOOK, n8n, SERVICE, useStillTime } from '../support.mts';

useStillTime();

const ADDRESS = `${HOOK}?token=t`;
const EVENT = 'timesheet.approve';

/** What is sent, as `PUT /api/… {…}`. */
const lineOf = ({ method, path, query, options }: Sent): string =>
	[method, path, ...(Object.keys(query).length > 0 ? [JSON.stringify(query)] : []), JSON.stringify(options.body)]
		.filter((part) => part !== undefined)
		.join(' ');

/** A service that gives these answers, one after another, and the last one from then on. */
async function serviceOf(answers: Answer[], stateField = 'isActive', patienceMs = 1000) {
	const serviceDetails = { stateField };
	const { context, sent } = n8n({
		credential: { serviceDetails },
		answer: (_, count) => answers[Math.min(count, answers.length) - 1] ?? {},
	});
	const service = await WebhookApi.open(context, patienceMs);
	return { service, lines: () => sent.map(lineOf) };
}

const data = (value: unknown): Answer => ({ body: { data: value } });

async function errorOf(work: Promise<unknown>): Promise<unknown> {
	return await work.then(
		() => undefined,
		(error: unknown) => error,
	);
}

test('what it is connected with', async () => {
	const { service } = await serviceOf([]);
	expect([service.baseUrl, service.apiKey]).toEqual([SERVICE, expect.stringMatching(/^unit-key-\d+$/)]);
	const again = service.withPatience(5);
	expect([again.baseUrl, again.apiKey]).toEqual([service.baseUrl, service.apiKey]);
});

test.each<[string, (service: WebhookApi) => Promise<unknown>, unknown, string, unknown]>([
	[
		'a subscriber is made',
		(service) => service.createSubscriber(),
		{ id: 7, secretToken: 'told' },
		'POST /api/webhook/subscribers',
		{ id: '7', secret: 'told', came: '{"id":7,"secretToken":"(text of 4 characters)"}' },
	],
	[
		'a subscriber is made, and nothing is said of it',
		(service) => service.createSubscriber(),
		{ subscriptionId: 7 },
		'POST /api/webhook/subscribers',
		{ came: '{"subscriptionId":7}' },
	],
	[
		'a secret is rotated',
		(service) => service.rotateSecret('7'),
		{ secretToken: 'told' },
		'PUT /api/webhook/subscribers/7 {"rotateSecretToken":true}',
		'told',
	],
	[
		'a subscriber is switched on',
		(service) => service.switchSubscriber('7', true),
		null,
		'PUT /api/webhook/subscribers/7 {"enabled":true}',
		undefined,
	],
	[
		'a subscriber is switched off',
		(service) => service.switchSubscriber('7', false),
		null,
		'PUT /api/webhook/subscribers/7 {"enabled":false}',
		undefined,
	],
	[
		'a subscription is switched on, with its address',
		(service) => service.switchSubscription('8', true, ADDRESS),
		null,
		`PUT /api/webhook/subscriptions/8 {"enabled":true,"uri":"${ADDRESS}"}`,
		undefined,
	],
	[
		'a subscription is switched off',
		(service) => service.switchSubscription('8', false),
		null,
		'PUT /api/webhook/subscriptions/8 {"enabled":false}',
		undefined,
	],
	[
		'a subscription is made',
		(service) => service.makeSubscription('7', EVENT, ADDRESS),
		{ id: 8, subscriberId: 7 },
		`POST /api/webhook/subscriptions {"subscriberId":7,"event":"approve","eventType":"timesheet","uri":"${ADDRESS}"}`,
		'8',
	],
	[
		'a subscription of a subscriber whose id is no number',
		(service) => service.makeSubscription('s-7', EVENT, ADDRESS),
		{ id: 8 },
		`POST /api/webhook/subscriptions {"subscriberId":"s-7","event":"approve","eventType":"timesheet","uri":"${ADDRESS}"}`,
		'8',
	],
	[
		'a subscription of a subscriber whose id is longer than a number can be',
		(service) => service.makeSubscription('1234567890123456', EVENT, ADDRESS),
		{ id: 8 },
		`POST /api/webhook/subscriptions {"subscriberId":"1234567890123456","event":"approve","eventType":"timesheet","uri":"${ADDRESS}"}`,
		'8',
	],
])('%s', async (_, call, answer, line, result) => {
	const { service, lines } = await serviceOf([data(answer)], 'enabled');
	expect(await call(service)).toEqual(result);
	expect(lines()).toEqual([line]);
});

test('a secret that is not told is an error', async () => {
	const { service } = await serviceOf([data({ secretToken: '' })]);
	expect(await errorOf(service.rotateSecret('7'))).toMatchObject({
		kind: 'unreadable',
		message: 'The service did not return the new secret of webhook subscriber 7',
		description: 'Without the secret, no delivery can be verified. Publish the workflow again.',
	});
});

describe('the list', () => {
	test.each<[string, IDataObject[], ListedSubscription[]]>([
		[
			'whole',
			[{ id: 8, uri: ADDRESS, isActive: true, eventType: 'timesheet', event: 'approve' }],
			[{ id: '8', uri: ADDRESS, active: true, event: EVENT }],
		],
		[
			'the name that the user gave comes first',
			[{ id: 8, enabled: false, isActive: true }],
			[{ id: '8', active: false }],
		],
		['the usual name', [{ id: 8, isActive: false }], [{ id: '8', active: false }]],
		['a state as text', [{ id: 8, enabled: 'True' }], [{ id: '8', active: true }]],
		['a state as a number', [{ id: 8, isActive: 0 }], [{ id: '8', active: false }]],
		['a state that is no state', [{ id: 8, enabled: 'perhaps' }], [{ id: '8' }]],
		['an address that is no text', [{ id: 8, uri: 5 }], [{ id: '8' }]],
		[
			'half of an event',
			[
				{ id: 8, eventType: 'timesheet' },
				{ id: 9, event: 'approve' },
			],
			[{ id: '8' }, { id: '9' }],
		],
		['no id', [{ subscriberId: 7, uri: ADDRESS }, { subscriptionId: 9 }], [{ id: '9' }]],
		['nothing', [], []],
	])('%s', async (_, rows, expected) => {
		const { service, lines } = await serviceOf([data(rows)], 'enabled');
		expect(await service.list('7')).toEqual(expected);
		expect(lines()).toEqual(['GET /api/webhook/subscribers/7/subscriptions']);
	});
});

describe('a subscription whose id did not come', () => {
	const post = `POST /api/webhook/subscriptions {"subscriberId":7,"event":"approve","eventType":"timesheet","uri":"${ADDRESS}"}`;
	const get = 'GET /api/webhook/subscribers/7/subscriptions';
	const rows = [
		{ id: 1 },
		{ id: 2, uri: `${HOOK}?token=other` },
		{ id: 3, uri: ADDRESS.replace('n8n.example', 'N8N.example') },
		{ id: 4, uri: ADDRESS },
	];

	test.each<[string, Answer, string[]]>([
		['because the answer holds none', data(null), [post, get]],
		['because the answer got lost', { network: 'ECONNRESET' }, [post, get]],
		['because the service fell ill', { status: 500 }, [post, get]],
	])('%s: its address finds it in the list', async (_, answer, expected) => {
		const { service, lines } = await serviceOf([answer, data(rows)]);
		expect(await service.makeSubscription('7', EVENT, ADDRESS)).toBe('3');
		expect(lines()).toEqual(expected);
	});

	test.each<[string, Answer[], object, string[]]>([
		[
			'after an answer without an id',
			[data(null), data(rows.slice(0, 2))],
			{
				kind: 'unreadable',
				message: 'The service did not return the ID of the subscription to timesheet.approve',
				description: 'Publish the workflow again. If it happens again, ask the service’s support.',
			},
			[post, get],
		],
		['after an illness', [{ status: 500 }, data([])], { kind: 'unavailable' }, [post, get]],
		['where the list is refused', [{ status: 500 }, { status: 403 }], { kind: 'unavailable' }, [post, get]],
		[
			'after an answer without an id, where the list is refused',
			[data(null), { status: 403 }],
			{ kind: 'forbidden' },
			[post, get],
		],
		['after a refusal nobody looks', [{ status: 403 }, data(rows)], { kind: 'forbidden' }, [post]],
		[
			'after a refused event nobody looks',
			[{ status: 400, body: { status: { code: 1, errorMessage: 'no such event' } } }, data(rows)],
			{
				kind: 'invalid',
				httpCode: '400',
				message: expect.stringMatching(/^The service refused the event “timesheet\.approve”: .*no such event/),
				description:
					'Choose the event from the list, or correct “events” in Service Details of the credential: eventType.event, as the service writes them.',
			},
			[post],
		],
	])('%s: it is an error', async (_, answers, error, expected) => {
		const { service, lines } = await serviceOf(answers);
		expect(await errorOf(service.makeSubscription('7', EVENT, ADDRESS))).toMatchObject(error);
		expect(lines()).toEqual(expected);
	});

	test('what is no event is not asked for', async () => {
		const { service, lines } = await serviceOf([data({ id: 8 })]);
		expect(await errorOf(service.makeSubscription('7', 'approve', ADDRESS))).toMatchObject({
			kind: 'settings',
			message: '“approve” is not an event',
		});
		expect(lines()).toEqual([]);
	});
});

test.each<[number, boolean]>([
	[400, false],
	[401, false],
	[403, false],
	[404, false],
	[409, false],
	[422, false],
	[429, false],
	[408, true],
	[500, true],
	[503, true],
	[504, true],
	[302, true],
])('after a %i nobody knows whether it was done: %s', async (status, uncertain) => {
	const { service } = await serviceOf([{ status }]);
	expect(isUncertain(await errorOf(service.switchSubscriber('7', true)))).toBe(uncertain);
});

test.each<[ErrorKind, boolean]>([
	['budget', false],
	['settings', false],
	['tooMany', false],
	['conflict', false],
	['refused', true],
	['redirected', true],
	['timeout', true],
	['network', true],
	['unavailable', true],
	['unreadable', true],
	['incomplete', true],
	['stopped', true],
	['unknown', true],
])('after an error of the kind %s: %s', (kind, uncertain) => {
	const { connection } = fakeConnection(() => ({}));
	expect(isUncertain(nodeError(connection, { kind, message: 'It failed' }))).toBe(uncertain);
});

test('neither after an error of this process', () => expect(isUncertain(new Error('x'))).toBe(true));
