// What one attempt at publishing does: its outcome, and how many requests it takes.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clearJournal } from '../support/admin.mts';
import { type Alter, startAltered } from '../support/alteredPayload.mts';
import { credentialFor } from '../../../kit/core/engine.mts';
import { type Generation, generations, Host, triggerNode } from '../support/triggerHost.mts';
import { active, eventsOf, subscribers, subscriptions, withoutIds } from '../support/triggerService.mts';
import { PLENTY, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const node = triggerNode({ events: ['timesheet.approve', 'incidentreport.submit'] });

/** n8n up to 2.39 tries once only, so that nothing is hidden by a repetition. */
const published = async (generation: Generation = 'loop'): Promise<Host> => await service.published(generation, node);

const requests = async (): Promise<string[]> =>
	(await service.requests()).map((row) => `${withoutIds(row)} ${row.status}`);

interface Stored {
	subscriptions: Array<{ event: string; id?: string; state: string }>;
}

const storedIn = ({ database }: Host): Stored =>
	(database['node:Trigger'] as unknown as { registration: Stored }).registration;

describe('a stored registration that is not all that is wanted does not count as complete', () => {
	const look = ['PUT /subscribers/# 200', 'GET /subscribers/#/subscriptions 200'];

	test.each<[string, (stored: Stored) => void, string[]]>([
		// Its token is lost, so that it gets a new address.
		['an event is missing', (stored) => void stored.subscriptions.pop(), [...look, 'PUT /subscriptions/# 200']],
		['one may be on or not', (stored) => void ((stored.subscriptions[0] ?? { state: '' }).state = 'unsure'), look],
		['one is off', (stored) => void ((stored.subscriptions[1] ?? { state: '' }).state = 'off'), look],
	])('%s', async (_, change, expected) => {
		const host = await published();
		change(storedIn(host));
		forgetRegistrations();
		await clearJournal(service.sandbox);
		await host.publish([node], 'update');
		// It is looked at as a whole, found complete at the service, and stored so.
		expect(await requests()).toEqual(expected);
		expect(
			storedIn(host)
				.subscriptions.map(({ event, state }) => [event, state])
				.sort(),
		).toEqual([
			['incidentreport.submit', 'on'],
			['timesheet.approve', 'on'],
		]);
		expect(await subscriptions(service.sandbox)).toHaveLength(2);
	});
});

test('as many other events, without unpublishing: those are on, and no others', async () => {
	const host = await published();
	await host.publish([triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] })], 'update');
	expect(eventsOf(await active(service.sandbox))).toEqual(['timesheet.approve', 'timesheet.reject']);
});

test('a subscription that the service has lost for good is made anew, at the first attempt', async () => {
	const host = await published();
	await host.unpublish([node]);
	await service.fault({
		path: '/api/webhook/subscriptions/1$',
		method: 'PUT',
		status: 404,
		times: 1000,
	});
	await clearJournal(service.sandbox);
	await host.publish([node]);
	expect(await requests()).toEqual([
		'PUT /subscribers/# 200',
		'GET /subscribers/#/subscriptions 200',
		'PUT /subscribers/# 200',
		'PUT /subscriptions/# 404',
		'POST /subscriptions 200',
		'PUT /subscriptions/# 200',
	]);
	expect(eventsOf(await active(service.sandbox))).toEqual(['incidentreport.submit', 'timesheet.approve']);
});

test.each([1, 2, 3])(
	'one 429 without Retry-After is waited out within the first attempt, whichever request it meets: %i',
	async (at) => {
		if (at > 1) await service.fault({ path: '/api/webhook', delayMs: 0, times: at - 1 });
		await service.fault({ path: '/api/webhook', status: 429, times: 1, headers: {} });
		await published();
		expect(eventsOf(await active(service.sandbox))).toEqual(['incidentreport.submit', 'timesheet.approve']);
		expect((await requests()).filter((request) => request.endsWith(' 429'))).toHaveLength(1);
		expect(await requests()).toHaveLength(4);
		expect(await subscribers(service.sandbox)).toHaveLength(1);
	},
);

test.each(generations)(
	'two activations of one node at once make one subscriber, and unpublishing leaves nothing on (%s)',
	async (generation) => {
		const host = service.host(generation);
		await Promise.all([host.publish([node]), host.publish([node])]);
		expect(await subscribers(service.sandbox)).toHaveLength(1);
		expect(await active(service.sandbox)).toHaveLength(2);
		await host.unpublish([node]);
		expect(await active(service.sandbox)).toEqual([]);
		expect((await subscribers(service.sandbox)).map(({ isActive }) => isActive)).toEqual([false]);
	},
);

describe('what a service may answer when a subscriber is made', () => {
	const SECRET = 'whsec_that-nobody-may-read-in-a-log';

	async function publishAgainst(answer: unknown, generation: Generation = 'service') {
		const alter: Alter = (path, _status, body) =>
			path === '/api/webhook/subscribers' ? { body: { ...(body as object), data: answer } } : undefined;
		const altered = await startAltered(service.sandbox.url, alter);
		try {
			const store = credentialFor(service.sandbox, 'webhook', PLENTY);
			store.data.baseUrl = altered.url;
			const host = new Host(generation, { '*': store });
			const ended = await host.publish([node]).then(
				() => 'published',
				(error: Error) => error.message,
			);
			return { host, ended, made: (await subscribers(service.sandbox)).length };
		} finally {
			await altered.close();
		}
	}

	test.each<[string, unknown]>([
		['a bare number', 1],
		['a bare text', '1'],
		['an id under another name', { subscriberId: 1 }],
		['an id with a prefix, and the secret under another name', { webhookSubscriberId: 1, secret: undefined }],
		['an id one level down', { subscriber: { id: 1 } }],
		['an id as text', { id: '1' }],
	])('%s: it is taken, and a secret is asked for where none came', async (_, answer) => {
		const { ended, made, host } = await publishAgainst(answer);
		expect({ ended, made }).toEqual({ ended: 'published', made: 1 });
		expect((host.database['node:Trigger'] as { registration: IDataObject }).registration).toMatchObject({
			subscriberId: '1',
			secret: expect.stringMatching(/^whsec_/),
		});
		expect(await active(service.sandbox)).toHaveLength(2);
	});

	test.each<[string, unknown, RegExp]>([
		['nothing', null, /: null$/],
		['a word', 'created', /text of 7 characters/],
		['a secret alone', { secretToken: SECRET, at: 5 }, /"secretToken":"\(text of \d+ characters\)","at":5/],
	])('%s: the log tells what came, without a secret, and no second one is made', async (_, answer, words) => {
		const { ended, made, host } = await publishAgainst(answer);
		expect(made).toBe(1);
		expect(ended).toMatch(/created a webhook subscriber but did not return its ID.*ask the service’s support/i);
		expect(host.log.filter((line) => /contains no ID/.test(line))).toEqual([expect.stringMatching(words)]);
		expect(`${host.log.join('\n')}${ended}`).not.toContain(SECRET);
	});

	test.each([403, 404])('no second one either in place of a subscriber that is answered with %i', async (status) => {
		let isLost = false;
		const altered = await startAltered(service.sandbox.url, (path, _status, body) => {
			if (!isLost) return undefined;
			if (path === '/api/webhook/subscribers') return { body: { ...(body as object), data: null } };
			return path.startsWith('/api/webhook/') ? { status, body: { status: { code: status } } } : undefined;
		});
		try {
			const store = credentialFor(service.sandbox, 'webhook', PLENTY);
			store.data.baseUrl = altered.url;
			const host = new Host('service', { '*': store });
			await host.publish([node]);
			isLost = true;
			// Other events: the subscriptions that are stored aren't asked for first.
			const changed = triggerNode({ events: ['timesheet.approve'] });
			for (let attempt = 0; attempt < 3; attempt++)
				await expect(host.publish([changed], 'update')).rejects.toThrow(
					/created a webhook subscriber but did not return its ID/,
				);
			expect(await subscribers(service.sandbox)).toHaveLength(2);
		} finally {
			await altered.close();
		}
	});
});
