import { describe, expect, test } from '@jest/globals';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { arrive, copyOf, forged, happens, overwrite, secretOf, signedWith } from '../support/triggerArrival.mts';
import { rotate } from '../support/triggerForeign.mts';
import { triggerNode } from '../support/triggerHost.mts';
import { active, subscribers } from '../support/triggerService.mts';
import { useDeliveries, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();
const deliveries = useDeliveries(service);

const node = triggerNode({ events: ['timesheet.approve'] });
const rotating = triggerNode({ events: ['timesheet.approve'], options: { rotateSecretOnActivation: true } });
const both = triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] });

describe('static data that another trigger has overwritten', () => {
	test('with nothing: genuine deliveries run, forged ones do not, the log tells it once, and unpublishing switches all off', async () => {
		const host = await deliveries.published(node);
		overwrite(host, {});
		const received = await deliveries.one();
		expect(await arrive(host, node, forged(received))).toMatchObject({ status: 403, items: [] });
		const first = await arrive(host, node, received);
		expect(first).toMatchObject({ status: 200, items: [{ json: { eventType: 'timesheet', event: 'approve' } }] });
		expect(first.log).toEqual([expect.stringMatching(/^warn .*older than its subscriptions.*webhook subscriber 1\b/)]);
		expect(await arrive(host, node, received)).toMatchObject({ status: 200, log: [] });
		expect(await arrive(host, node, forged(received))).toMatchObject({ status: 403, items: [] });
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect(await active(service.sandbox)).toEqual([]);
		expect((await subscribers(service.sandbox)).map(({ isActive }) => isActive)).toEqual([false]);
	});

	test('with nothing: events of every subscription run, whichever comes first', async () => {
		const host = await deliveries.published(node);
		await clock.sleep(1000);
		await host.republish([node], [both]);
		overwrite(host, {});
		for (const decision of ['reject', 'approve'] as const)
			expect(await arrive(host, both, await deliveries.one(decision))).toMatchObject({
				items: [{ json: { event: decision } }],
			});
	});

	test('with the registration before a rotation: the new secret counts beside the stored one, until the workflow is unpublished and published', async () => {
		const host = await deliveries.published(node);
		const [old, oldSecret, oldDelivery] = [copyOf(host.database), secretOf(host), await deliveries.one()];
		await clock.sleep(1000);
		await host.republish([node], [rotating]);
		expect(secretOf(host)).not.toBe(oldSecret);
		// Static data is current: an address of before, with a secret that leaked, opens nothing once the overlap is over.
		await clock.sleep(6 * 60_000);
		expect(await arrive(host, rotating, oldDelivery)).toMatchObject({ status: 403, items: [] });

		overwrite(host, old);
		const received = await deliveries.one();
		const first = await arrive(host, rotating, received);
		expect(first).toMatchObject({ status: 200, items: [{}] });
		expect(first.log).toEqual([expect.stringMatching(/older than its subscriptions.*unpublish the workflow/)]);
		// Nobody can tell a stored secret that was rotated away from one that a forged seal wants to be rid of.
		for (const sent of [signedWith(oldSecret, received), oldDelivery, received])
			expect(await arrive(host, rotating, sent)).toMatchObject({ status: 200, items: [{}], log: [] });
		// Where nothing is stored each seal stands alone.
		overwrite(host, {});
		for (const sent of [received, oldDelivery])
			expect(await arrive(host, rotating, sent)).toMatchObject({ status: 200, items: [{}] });

		await host.unpublish([rotating]);
		expect(await active(service.sandbox)).toEqual([]);
		await host.publish([rotating]);
		for (const sent of [signedWith(oldSecret, received), oldDelivery, received])
			expect(await arrive(host, rotating, sent)).toMatchObject({ status: sent === received ? 200 : 403 });
		await clock.sleep(6 * 60_000);
		expect(await arrive(host, rotating, received)).toMatchObject({ status: 403, items: [] });
	});

	test('with the registration before an event was added: both events run', async () => {
		const host = await deliveries.published(node);
		const old = copyOf(host.database);
		await clock.sleep(1000);
		await host.republish([node], [both]);
		overwrite(host, old);
		for (const decision of ['reject', 'approve'] as const)
			expect(await arrive(host, both, await deliveries.one(decision))).toMatchObject({
				status: 200,
				items: [{ json: { event: decision } }],
			});
		await host.unpublish([both]);
		expect(await active(service.sandbox)).toEqual([]);
	});

	test('and another version is published: the service’s own list tells the secret in use, and nothing is made twice', async () => {
		const host = await deliveries.published(node);
		const old = copyOf(host.database);
		await clock.sleep(1000);
		await host.republish([node], [rotating]);
		const secret = secretOf(host);
		overwrite(host, old);
		await host.republish([rotating], [both]);
		expect(secretOf(host)).toBe(secret);
		for (const decision of ['approve', 'reject'] as const)
			expect(await arrive(host, both, await deliveries.one(decision))).toMatchObject({ status: 200, log: [] });
		expect(await subscribers(service.sandbox)).toHaveLength(1);
	});

	test.each([
		['n8n running on', () => undefined],
		['n8n started again', () => forgetRegistrations()],
	])('unpublishing and publishing mends a secret that is no longer the service’s: %s', async (_, happened) => {
		const host = await deliveries.published(node);
		await rotate(service.sandbox, 1);
		happened();
		const refused = await arrive(host, node, await deliveries.one());
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([
			expect.stringMatching(/signature is invalid.*unpublish the workflow, then publish it/),
		]);
		await host.unpublish([node]);
		await host.publish([node]);
		expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, log: [] });
	});

	test('a subscriber that nobody knew of is switched off as soon as a delivery has told of it, with one line in the log', async () => {
		const host = await deliveries.published(node);
		await clock.sleep(1000);
		overwrite(host, {});
		await host.publish([node]);
		expect(await subscribers(service.sandbox)).toHaveLength(2);
		const [stray, own] = await happens(service.sandbox, deliveries.receiver, 'approve', 2);
		if (!stray || !own) throw new Error('two were to come');
		expect(await arrive(host, node, own)).toMatchObject({ status: 200, log: [] });
		const told = await arrive(host, node, stray);
		expect(told).toMatchObject({ status: 403, items: [] });
		expect(told.log.filter((line) => /earlier webhook subscriber 1 of “Trigger” is still on/.test(line))).toHaveLength(
			1,
		);
		expect((await arrive(host, node, stray)).log).toHaveLength(1);
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect(await active(service.sandbox)).toEqual([]);
		expect((await subscribers(service.sandbox)).map(({ isActive }) => isActive)).toEqual([false, false]);
	});
});

test('a subscriber of an earlier time that can’t be switched off does not keep a change from being published, and is not forgotten', async () => {
	const host = await deliveries.published(node);
	await clock.sleep(1000);
	overwrite(host, {});
	await host.publish([node]);
	const [stray] = await happens(service.sandbox, deliveries.receiver, 'approve', 2);
	if (!stray) throw new Error('two were to come');
	await arrive(host, node, stray);
	await service.fault({ path: '/api/webhook/subscribers/1', status: 500, times: 1000 });
	await host.publish([both], 'update');
	expect(
		host.log.filter((line) => /^warn .*could be switched off in the service: .*subscriber 1\b/.test(line)),
	).toHaveLength(1);
	expect((await active(service.sandbox)).filter(({ subscriberId }) => subscriberId === 2)).toHaveLength(2);
	await service.mend();
	await host.unpublish([both]);
	expect(await active(service.sandbox)).toEqual([]);
});
