// What the service refuses or has lost, and what is elsewhere: how a publishing and an unpublishing deal with it, and what they tell.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { register, unregister } from '../../../../nodes/WorkforceOperations/trigger/registration/lifecycle.ts';
import { SERVICE, useStillTime } from '../support.mts';
import { answered } from './service.mts';
import { ANEW, LIST, published, world } from './world.mts';

useStillTime();

const [refused, missing] = [answered(null, 403), answered(null, 404)];
const ids = 'webhook subscriber 1 with subscriptions 1, 2';

describe('a subscriber that is lost', () => {
	test('is replaced at once if all of it was off', async () => {
		const { call, disturb } = await published();
		await call(unregister);
		disturb({ 'PUT subscribers/1 on': missing });
		expect(await call(register, 'activate')).toEqual({
			result: undefined,
			error: undefined,
			sent: ['PUT subscribers/1 on', ...ANEW],
			log: [`warn Workforce Operations: the service no longer has ${ids}; creating a new one`],
		});
	});

	test('is replaced after one attempt to switch it off', async () => {
		const { call, disturb, stored } = await published();
		disturb({ 'PUT subscribers/1 on': refused, 'PUT subscribers/1 off': refused });
		const { error, sent, log } = await call(register, 'activate');
		const off = ['PUT subscriptions/1 off', 'PUT subscriptions/2 off', 'PUT subscribers/1 off', LIST];
		expect([error, sent, stored().subscriberId]).toEqual([undefined, ['PUT subscribers/1 on', ...off, ...ANEW], '2']);
		expect(log).toEqual([
			`warn Workforce Operations: Not everything could be switched off in the service: subscriber 1 (${ids}); creating a new one`,
		]);
	});

	test('is none that can be switched on, even if its list is missing', async () => {
		const { call, disturb } = await published();
		disturb({ [LIST]: missing });
		const { error, sent } = await call(register);
		expect(error).toMatch(/./);
		expect(sent.filter((request) => request.startsWith('POST'))).toEqual([]);
	});

	test('is not replaced for ever by itself', async () => {
		const { call, disturb } = await published();
		disturb({ 'PUT subscribers/1 on': missing, 'POST subscribers': answered({ id: 1, secretToken: 's' }) });
		const { error, sent } = await call(register);
		expect(error).toMatch(/^The service’s responses contradict each other\. Publish the workflow again/);
		expect(sent.filter((request) => request === 'POST subscribers')).toHaveLength(199);
	});
});

test('a publishing that fails, and can’t be undone either, tells both', async () => {
	const { call, disturb } = world();
	disturb({ 'POST subscriptions': refused, 'PUT subscribers/1 off': refused });
	const { error, log } = await call(register, 'activate');
	expect(error).toMatch(/^The API key has no access/);
	expect(log).toEqual([
		expect.stringMatching(/^error .*Not everything could be switched off in the service: subscriber 1 /),
	]);
});

test('an earlier subscriber that stays on is tried once, and keeps nothing from being published', async () => {
	const { call, change, disturb, stored } = await published();
	change({ strays: ['9'] });
	disturb({ 'PUT subscribers/9 off': refused });
	const { error, sent, log } = await call(register);
	const off = ['PUT subscribers/9 off', 'GET subscribers/9/subscriptions'];
	expect([error, sent, stored().strays]).toEqual([undefined, ['PUT subscribers/1 on', LIST, ...off], ['9']]);
	expect(log).toEqual([expect.stringMatching(/^warn .*could be switched off in the service: subscriber 9 /)]);
});

describe('subscriptions at another service', () => {
	const from = 'https://elsewhere.test';

	test.each<[string, IDataObject, string[]]>([
		[
			'by their address',
			{ service: from },
			[`leaving behind ${ids} at ${from}, because the credential now points to ${SERVICE}`],
		],
		['without it', { service: 7 }, [`leaving behind ${ids} at an address that can’t be read, because`]],
		['not if all of them are off', { service: from, subscriptions: [], subscriberState: 'off' }, []],
	])('are told by a publishing: %s', async (_, changes, lines) => {
		const { call, change } = await published();
		change(changes);
		const { error, log } = await call(register);
		expect([error, log]).toEqual([undefined, lines.map((line) => expect.stringContaining(line))]);
	});

	test.each<[string, IDataObject, string]>([
		['by their address', { service: from }, from],
		['without it', { service: 7 }, 'an address that can’t be read'],
	])('are told by an unpublishing: %s', async (_, changes, at) => {
		const { call, change } = await published();
		change(changes);
		const { error, sent } = await call(unregister);
		expect(error).toContain(
			`${ids}. They are at ${at}, but the credential now points to ${SERVICE}. Publish the workflow and unpublish it again`,
		);
		expect(sent).toEqual([]);
	});
});

describe('an unpublishing', () => {
	test('whose credential can’t be read tells what is on', async () => {
		const { call } = await published();
		const { error, sent } = await call(unregister, 'update', { unreadable: 'it is gone' });
		expect(error).toMatch(
			/^Not everything could be switched off in the service: webhook subscriber 1 with .*it is gone/,
		);
		expect(sent).toEqual([]);
	});

	test('of what can be read in part tells what can’t', async () => {
		const { call, change } = await published();
		change({ secret: 7 });
		const { error, sent, log } = await call(unregister);
		expect([error, sent.length, log]).toEqual([undefined, 4, [expect.stringContaining('can’t be read (secret)')]]);
	});

	test('that fails names an earlier key only if this one may do nothing', async () => {
		const { call, disturb } = await published();
		disturb({ 'PUT subscribers/1 off': refused });
		expect((await call(unregister)).error).not.toMatch(/earlier key/);
		disturb({ all: refused });
		expect((await call(unregister)).error).toMatch(/enter the earlier key again/);
	});

	test('is not repeated with the same key', async () => {
		const { call, disturb } = await published({ separateKeys: true, webhookKey: 'key-for-webhooks' });
		disturb({ all: refused });
		const { error, sent } = await call(unregister);
		expect(error).not.toMatch(/earlier/);
		expect(sent.filter((request) => request === LIST)).toHaveLength(1);
	});
});
