import { describe, expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';

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

test('creating a subscriber sends no body', async () => {
	expect(await bench.one('webhook', subscriber)).toEqual({ request: 'POST /api/webhook/subscribers', query: {} });
});

test.each([
	['subscriber', change],
	['subscription', updateIt],
])('the name of the state field of a %s can be corrected', async (what, parameters) => {
	bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: null } }));
	const items = [{ json: { id: 5 } }];
	expect(
		(
			await bench.one(
				'webhook',
				{ ...parameters, state: 'active' },
				{
					items,
					serviceDetails: {
						stateField: { [what]: 'enabled', [what === 'subscriber' ? 'subscription' : 'subscriber']: 'on' },
					},
				},
			)
		).body,
	).toEqual({ enabled: true });
	expect(await bench.ok('webhook', { ...parameters, state: 'active' }, { items })).toEqual([
		{ id: '5', updated: true },
	]);
});

test.each([
	['subscriber', change],
	['subscription', updateIt],
])('a change of a %s with nothing in it is refused before it is sent', async (_, parameters) => {
	const nothing = { state: 'unchanged', uri: '', rotateSecret: false, advanced: { additionalBody: '{}' } };
	for (const extra of [{}, nothing, { uri: ' ' }, { uri: '={{ null }}' }]) {
		const { error } = await bench.run('webhook', { ...parameters, ...extra }, { items: [{ json: { id: 5 } }] });
		expect({ message: error?.message, itemIndex: error?.context.itemIndex }).toEqual({
			message: 'There is nothing to update',
			itemIndex: 0,
		});
	}
	expect(bench.recorder.seen).toEqual([]);
	const { body } = await (async () => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: null } }));
		return await bench.one(
			'webhook',
			{ ...parameters, advanced: { additionalBody: '{"other":0}' } },
			{ items: [{ json: { id: 5 } }] },
		);
	})();
	expect(body).toEqual({ other: 0 });
});

test('the secret is marked as sensitive output', async () => {
	const { description } = new (
		await import('../../../../nodes/WorkforceOperations/WorkforceOperations.node.ts')
	).WorkforceOperations();
	expect(description.sensitiveOutputFields).toEqual(['secretToken']);
});
