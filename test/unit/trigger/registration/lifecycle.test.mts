// Whether everything is as it is wanted, and unpublishing: what is asked of the service, and what is told.
import { describe, expect, test } from '@jest/globals';
import { isRegistered, unregister } from '../../../../nodes/WorkforceOperations/trigger/registration/lifecycle.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { approve, call, gone, ill, known, LIST, off, reject, rows, subscriberOff, type Changes } from '../hooks.mts';
import { data, type Rules } from '../stepBench.mts';
import { HOOK, subscription, useStillTime } from '../support.mts';

useStillTime();

describe('whether everything is as it is wanted', () => {
	const whole = { [LIST]: data(rows()) };

	test.each<[string, Partial<Registration>, Rules, Changes, boolean]>([
		['as it was left', {}, whole, {}, true],
		['the service tells neither state nor address', {}, { [LIST]: data([{ id: 11 }, { id: 12 }]) }, {}, true],
		['an old secret', { secretSince: 0 }, { [LIST]: data(rows(known({ secretSince: 0 }))) }, {}, true],
		['one is off at the service', {}, { [LIST]: data(rows(known(), false)) }, {}, false],
		['one has another address', {}, { [LIST]: data(rows(known({ secret: 'other' }))) }, {}, false],
		['one is not listed', {}, { [LIST]: data(rows().slice(1)) }, {}, false],
		['the subscriber is gone', {}, { [LIST]: gone }, {}, false],
		['the service is ill when n8n starts', {}, { [LIST]: ill }, { activation: 'init' }, true],
	])('%s: after a look', async (_, changes, rules, surroundings, expected) => {
		const { result, lines } = await call(isRegistered, known(changes), rules, surroundings);
		expect([result, lines]).toEqual([expected, [LIST]]);
	});

	const rotating = { parameters: { options: { rotateSecretOnActivation: true } } };

	test.each<[string, Partial<Registration>, Changes]>([
		['no subscriber', { subscriberId: undefined }, {}],
		['no secret', { secret: undefined }, {}],
		['another address of n8n', { url: `${HOOK}/other` }, {}],
		['another service', { service: 'https://elsewhere.test' }, {}],
		['another owner', { owner: 'instance/workflow/other/live' }, {}],
		['a subscriber that may be on', { subscriberState: 'unsure' }, {}],
		['a subscriber of before', { strays: ['7'] }, {}],
		['an event too few', { subscriptions: known().subscriptions.slice(1) }, {}],
		['an event too many', {}, { parameters: { events: [approve] } }],
		['another event', {}, { parameters: { events: [approve, 'timesheet.submit'] } }],
		['one that may be on', { subscriptions: [subscription(approve), subscription(reject, { state: 'unsure' })] }, {}],
		['one that is off', { subscriptions: [subscription(approve, { state: 'off' }), subscription(reject)] }, {}],
		['a secret for each publishing', {}, rotating],
	])('%s: not, and nobody needs to look', async (_, changes, surroundings) => {
		const { result, lines } = await call(isRegistered, known(changes), whole, surroundings);
		expect([result, lines]).toEqual([false, []]);
	});

	test.each([['init'], ['leadershipChange']])(
		'a secret for each publishing, when n8n starts: %s',
		async (activation) => {
			expect(await call(isRegistered, known(), whole, { ...rotating, activation })).toMatchObject({ result: true });
		},
	);

	test('a service that is ill is told when somebody publishes, and noted in the log when n8n starts', async () => {
		const published = await call(isRegistered, known(), { [LIST]: ill });
		expect([published.result, published.told, published.log]).toEqual([undefined, expect.any(String), []]);
		const { log } = await call(isRegistered, known(), { [LIST]: ill }, { activation: 'init' });
		expect(log).toEqual([
			expect.stringMatching(/^warn .*: whether “Trigger” is still subscribed could not be checked: \S/),
		]);
	});
});

describe('unpublishing', () => {
	const rules = { [LIST]: data(rows(known(), false)) };
	const lines = [off(11), off(12), subscriberOff, LIST];

	test('switches off what is on, and what is of an earlier time', async () => {
		const ended = await call(unregister, known({ strays: ['7'] }), {
			...rules,
			'GET /subscribers/7/subscriptions': data([]),
		});
		expect([ended.told, ended.lines]).toEqual([
			undefined,
			[...lines, 'PUT /subscribers/7 {"isActive":false}', 'GET /subscribers/7/subscriptions'],
		]);
		expect(ended.kept).toMatchObject({ subscriberState: 'off', strays: [], changedAt: clock.date() });
	});

	test.each<[string, Registration | undefined]>([
		['nothing is stored', undefined],
		['all is off', known({ subscriberState: 'off', subscriptions: [] })],
		['it is somebody else’s', known({ owner: 'instance/workflow/other/live' })],
	])('asks for nothing where %s', async (_, stored) => {
		expect(await call(unregister, stored, rules)).toMatchObject({ lines: [], log: [] });
	});

	const IDS = 'Not everything could be switched off at the service: webhook subscriber 1 with subscriptions 11, 12. ';
	const elsewhere = known({ service: 'https://elsewhere.test' });

	test.each<[string, Registration, Changes, string]>([
		[
			'leads elsewhere',
			elsewhere,
			{},
			`${IDS}They are at https://elsewhere.test, but the credential now points to https://service.test. Publish`,
		],
		['can’t be read', known(), { unreadable: 'n8n lost its own key' }, `${IDS}n8n lost its own key. Publish`],
	])('with a credential that %s tells the ids', async (_, stored, changes, words) => {
		const ended = await call(unregister, stored, rules, changes);
		expect([ended.told?.slice(0, words.length), ended.lines, ended.log]).toEqual([words, [], []]);
	});

	test('of test listening, and in a loop that ends at the first error: the ids are in the log alone', async () => {
		const listening = await call(unregister, { ...elsewhere, owner: 'instance/workflow/node/test' }, rules);
		const clearWebhooks = async (context: never): Promise<void> => await unregister(context);
		const loop = await call(clearWebhooks, elsewhere, rules);
		for (const ended of [listening, loop]) {
			expect([ended.told, ended.lines]).toEqual([undefined, []]);
			expect(ended.log).toEqual([expect.stringContaining(`error Workforce Operations: ${IDS}They are at`)]);
		}
	});
});
