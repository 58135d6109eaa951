// From a publishing to the unpublishing: what is asked of the service, what is stored, and what the log tells.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	isRegistered,
	register,
	unregister,
} from '../../../../nodes/WorkforceOperations/trigger/registration/lifecycle.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { HOOK, MINUTE, NOW, SERVICE, useStillTime } from '../support.mts';
import { answered } from './service.mts';
import { ANEW, events, LIST, published, world } from './world.mts';

useStillTime();

const [refused, missing] = [answered(null, 403), answered(null, 404)];

const rotations = (sent: string[]): number => sent.filter((request) => request.endsWith('rotate')).length;
const subscriptionsOf = ({ subscriptions }: IDataObject): IDataObject[] => subscriptions as IDataObject[];

test('a first publishing makes everything, and asks for nothing else', async () => {
	const { call, stored } = world();
	expect(await call(register, 'activate')).toMatchObject({ error: undefined, sent: ANEW, log: [] });
	expect(stored()).toMatchObject({
		subscriberId: '1',
		subscriberState: 'on',
		secret: 'secret-1',
		subscriptions: events.map((event, index) => ({ event, id: String(index + 1), state: 'on' })),
		rotationSince: undefined,
	});
});

describe('whether nothing is to be done', () => {
	const asked = async (
		changes: (stored: IDataObject) => IDataObject,
		activation?: string,
		parameters?: IDataObject,
	) => {
		const { call, change, stored } = await published();
		change(changes(stored()));
		const { result, sent } = await call(isRegistered, activation, parameters && { parameters });
		return [result, sent];
	};
	const [yes, no, unasked] = [
		[true, [LIST]],
		[false, [LIST]],
		[false, []],
	];
	const others = (changes: IDataObject) => (stored: IDataObject) => {
		const [one = {}, other = {}] = subscriptionsOf(stored);
		return { subscriptions: [one, { ...other, ...changes }] };
	};
	const rotating = { events, options: { rotateSecretOnActivation: true } };

	test.each<[string, (stored: IDataObject) => IDataObject, unknown, string?, IDataObject?]>([
		['all is as it was left', () => ({}), yes],
		['the age of the secret isn’t known', () => ({ secretSince: 0 }), yes],
		['another token is stored than the list has', others({ token: 'x' }), no],
		['no subscriber is stored', () => ({ subscriberId: undefined }), unasked],
		['no secret is stored', () => ({ secret: undefined }), unasked],
		['another address is stored', () => ({ url: `${HOOK}/other` }), unasked],
		['another service is stored', () => ({ service: 'https://elsewhere.test' }), unasked],
		['the subscriber may be off', () => ({ subscriberState: 'unsure' }), unasked],
		['an earlier subscriber is on', () => ({ strays: ['7'] }), unasked],
		['a subscription is off', others({ state: 'off' }), unasked],
		['a subscription is another event’s', others({ event: 'timesheet.submit' }), unasked],
		['a subscription is missing', (stored) => ({ subscriptions: subscriptionsOf(stored).slice(1) }), unasked],
		['another secret is wanted', () => ({}), unasked, 'update', rotating],
		['another secret is wanted, and n8n starts', () => ({}), yes, 'init', rotating],
	])('%s', async (_, changes, expected, ...circumstances) =>
		expect(await asked(changes, ...circumstances)).toEqual(expected),
	);

	test('a list that leaves out addresses and states says nothing against it; one that tells another state does', async () => {
		const { call, rows } = await published();
		for (const row of rows) Object.assign(row, { uri: undefined, isActive: undefined });
		expect((await call(isRegistered)).result).toBe(true);
		Object.assign(rows[0] ?? {}, { isActive: false });
		expect((await call(isRegistered)).result).toBe(false);
	});

	test('a subscriber that the service doesn’t have is to be made anew', async () => {
		const { call, disturb } = await published();
		disturb({ [LIST]: missing });
		expect(await call(isRegistered)).toMatchObject({ result: false, log: [] });
	});

	test('a service that can’t be asked is trusted when n8n starts, and an error when somebody publishes', async () => {
		const { call, disturb } = await published();
		disturb({ [LIST]: refused });
		expect(await call(isRegistered, 'init')).toMatchObject({
			result: true,
			log: [expect.stringMatching(/^warn .*could not check whether “Trigger” is still subscribed: .*no access/)],
		});
		expect((await call(isRegistered)).error).toMatch(/no access/);
	});
});

describe('a subscriber without an ID', () => {
	test('is stored with its time, and for ten minutes no other one is made', async () => {
		const { call, disturb, stored } = world();
		disturb({ 'POST subscribers': answered({}) });
		const error = expect.stringMatching(/^The service created a webhook subscriber but did not return its ID\. The/);
		expect(await call(register, 'activate')).toMatchObject({ error, sent: ['POST subscribers'] });
		const { changedAt, namelessSince, ...others } = stored();
		expect(others).toEqual({
			owner: 'instance/workflow/node/live',
			service: SERVICE,
			url: HOOK,
			subscriberState: 'off',
			secretSince: 0,
			subscriptions: [],
			strays: [],
		});
		expect([changedAt, namelessSince]).toEqual([NOW, NOW]);
		disturb({});
		await clock.sleep(10 * MINUTE - 1 - (clock.date() - NOW));
		expect(await call(register, 'activate')).toMatchObject({ error, sent: [] });
		await clock.sleep(1);
		expect(await call(register, 'activate')).toMatchObject({ error: undefined });
		expect(stored().namelessSince).toBeUndefined();
	});
});

describe('another secret', () => {
	test('isn’t asked for again when the first publishing is retried', async () => {
		const { call, disturb, stored } = world();
		disturb({ 'POST subscriptions': (count) => (count === 2 ? refused : undefined) });
		const failed = await call(register, 'activate');
		expect(failed.error).toMatch(/no access/);
		expect(failed.sent.slice(3)).toEqual(['PUT subscriptions/1 off', 'PUT subscribers/1 off', LIST]);
		disturb({});
		expect(await call(register, 'activate')).toMatchObject({
			error: undefined,
			sent: ['PUT subscribers/1 on', LIST, 'PUT subscriptions/1 on', 'POST subscriptions'],
		});
		expect(stored()).toMatchObject({ secret: 'secret-1', rotationSince: undefined });
	});

	test.each([
		['less than five minutes later: not again', 5 * MINUTE - 1, 0],
		['five minutes later: again', 5 * MINUTE, 1],
	])('was made by a publishing that failed, which is retried %s', async (_, later, count) => {
		const { call, disturb, stored } = await published();
		await call(unregister);
		disturb({ 'PUT subscriptions/1 on': refused });
		expect(rotations((await call(register, 'activate')).sent)).toBe(1);
		disturb({});
		await clock.sleep(Number(stored().rotationSince) + later - clock.date());
		const retried = await call(register, 'activate');
		expect([retried.error, rotations(retried.sent)]).toEqual([undefined, count]);
	});

	test('takes the place of one that is dated slightly ahead', async () => {
		const { call, change, stored } = await published();
		await call(unregister);
		change({ secretSince: NOW + 4 * MINUTE });
		expect(rotations((await call(register, 'activate')).sent)).toBe(1);
		expect(stored()).toMatchObject({ secret: 'secret-2', previousSecret: 'secret-1' });
		expect(Number(stored().secretSince)).toBeGreaterThan(NOW + 4 * MINUTE);
	});

	test.each([
		['when somebody publishes a change', 'update', 1],
		['not when n8n starts', 'init', 0],
	])('takes the place of one that no address confirms: %s', async (_, activation, count) => {
		const { call, change, rows } = await published();
		for (const row of rows) row.uri = String(row.uri).split('&seal=')[0];
		change({ secretSince: 0 });
		expect(rotations((await call(register, activation)).sent)).toBe(count);
	});
});
