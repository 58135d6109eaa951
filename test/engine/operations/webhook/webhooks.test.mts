import { describe, expect, test } from '@jest/globals';
import { short, useBench } from '../../support/bench.mts';
import type { Canned } from '../../support/recorder.mts';

const bench = useBench();
const subscriber = { resource: 'webhookSubscriber', operation: 'create' };
const change = { resource: 'webhookSubscriber', operation: 'update', subscriberId: '={{ $json.id }}' };
const subscribe = {
	resource: 'webhookSubscription',
	operation: 'create',
	subscriberId: '={{ $json.id }}',
	eventType: 'timesheet',
	event: 'approve',
	uri: 'https://example.com/hook?x=1',
};
const updateIt = { resource: 'webhookSubscription', operation: 'update', subscriptionId: '={{ $json.id }}' };

describe.each(['webhook', 'developer'] as const)('Webhooks with a key of type %s', (key) => {
	test('a subscriber is created, rotated and switched', async () => {
		const [made] = await bench.ok(key, subscriber);
		expect(bench.recorder.seen.map(short)).toEqual([{ request: 'POST /api/webhook/subscribers', query: {} }]);
		expect(made?.secretToken).toMatch(/^whsec_/);
		const items = [{ json: { id: made?.id as number } }];
		const path = `/api/webhook/subscribers/${String(made?.id)}`;
		expect(await bench.one(key, { ...change, rotateSecret: true }, { items })).toEqual({
			request: `PUT ${path}`,
			query: {},
			body: { rotateSecretToken: true },
		});
		expect((await bench.one(key, { ...change, state: 'inactive' }, { items })).body).toEqual({ isActive: false });
		expect((await bench.one(key, { ...change, state: 'active', rotateSecret: true }, { items })).body).toEqual({
			isActive: true,
			rotateSecretToken: true,
		});
		const [rotated] = await bench.ok(key, { ...change, rotateSecret: true }, { items });
		expect(rotated?.secretToken).not.toBe(made?.secretToken);
	});

	test('a subscription is created, listed and changed', async () => {
		const [made] = await bench.ok(key, subscriber);
		const items = [{ json: { id: made?.id as number } }];
		expect(await bench.one(key, subscribe, { items })).toEqual({
			request: 'POST /api/webhook/subscriptions',
			query: {},
			body: { subscriberId: made?.id, event: 'approve', eventType: 'timesheet', uri: 'https://example.com/hook?x=1' },
		});
		const getAll = { resource: 'webhookSubscription', operation: 'getAll', subscriberId: String(made?.id) };
		const [listed] = await bench.ok(key, getAll);
		expect(listed).toMatchObject({ uri: 'https://example.com/hook?x=1', isActive: true });
		const own = [{ json: { id: listed?.id as number } }];
		expect(
			await bench.one(key, { ...updateIt, state: 'inactive', uri: 'https://example.com/other' }, { items: own }),
		).toEqual({
			request: `PUT /api/webhook/subscriptions/${String(listed?.id)}`,
			query: {},
			body: { isActive: false, uri: 'https://example.com/other' },
		});
		expect((await bench.ok(key, getAll))[0]).toMatchObject({ uri: 'https://example.com/other', isActive: false });
	});
});

test('a new secret is asked for once only: a second one, and nobody knows which of them counts', async () => {
	bench.recorder.answer(() => ({ status: 504 }));
	const items = [{ json: { id: 5 } }];
	const { error } = await bench.run('webhook', { ...change, rotateSecret: true }, { items });
	expect(bench.recorder.seen).toHaveLength(1);
	expect(error?.description).toContain('The service may have made the change anyway');
	await bench.run('webhook', { ...change, state: 'active' }, { items });
	expect(bench.recorder.seen).toHaveLength(4);
});

describe.each([
	{ what: 'subscriber', other: 'subscription', parameters: change },
	{ what: 'subscription', other: 'subscriber', parameters: updateIt },
])('A change of a $what', ({ what, other, parameters }) => {
	const items = [{ json: { id: 5 } }];
	const taken: Canned = { body: { status: { code: 0 }, data: null } };

	test('has the name of its state field corrected', async () => {
		bench.recorder.answer(() => taken);
		const active = { ...parameters, state: 'active' };
		const serviceDetails = { stateField: { [what]: 'enabled', [other]: 'on' } };
		expect((await bench.one('webhook', active, { items, serviceDetails })).body).toEqual({ enabled: true });
		expect(await bench.ok('webhook', active, { items })).toEqual([{ id: '5', updated: true }]);
	});

	const nothing = { state: 'unchanged', uri: '', rotateSecret: false, advanced: { additionalBody: '{}' } };
	test.each([{}, nothing, { uri: ' ' }, { uri: '={{ null }}' }])(
		'is refused before it is sent with nothing in it: %j',
		async (extra) => {
			const { error } = await bench.run('webhook', { ...parameters, ...extra }, { items });
			expect(error).toMatchObject({ message: 'There is nothing to update', context: { itemIndex: 0 } });
			expect(bench.recorder.seen).toEqual([]);
		},
	);

	test('may have an additional field alone', async () => {
		bench.recorder.answer(() => taken);
		const more = { advanced: { additionalBody: '{"other":0}' } };
		expect((await bench.one('webhook', { ...parameters, ...more }, { items })).body).toEqual({ other: 0 });
	});
});
