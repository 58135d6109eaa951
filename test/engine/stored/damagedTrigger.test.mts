// Webhook triggers whose stored registration was damaged: what is on at the service is found again, or a person is told of it.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { arrive, forged } from '../support/triggerArrival.mts';
import { delivering, held, subscribers } from '../support/triggerService.mts';
import { useWatchWorld } from '../support/watchWorld.mts';
import { deliveryTo } from './freezeTrigger.mts';
import { storedToday } from './frozenForms.mts';
import { restored } from './restored.mts';

const world = useWatchWorld();
beforeEach(() => forgetRegistrations());

const { fresh } = storedToday().registrations;

/** A published trigger of which this is stored now, and n8n has started since. */
async function damaged(damage: (registration: IDataObject) => unknown) {
	if (fresh === undefined) throw new Error('no registration is frozen');
	const { host, node, secret, own } = await restored(world, fresh);
	const { registration } = structuredClone(fresh.stored) as { registration: IDataObject };
	host.database = { 'node:Trigger': { registration: damage(registration) } as IDataObject };
	const deliveries = own.map(({ uri }) => deliveryTo(uri, secret, { timesheetId: 1 }));
	const warnings = (): string[] => host.log.filter((line) => !line.startsWith('info'));
	return { host, node, deliveries, warnings };
}

type Damage = [string, (registration: IDataObject) => unknown];

/** The subscriber is known all the same. */
const partly: Damage[] = [
	['its secret is gone', ({ secret: _, ...rest }) => rest],
	['its secret is no text', (whole) => ({ ...whole, secret: { cut: 1 } })],
	['its subscriptions are no list', (whole) => ({ ...whole, subscriptions: 'cut' })],
	[
		'one of its subscriptions is cut',
		(whole) => ({ ...whole, subscriptions: [(whole.subscriptions as IDataObject[])[0], null] }),
	],
	['its address is no text', (whole) => ({ ...whole, url: null })],
	['its times are texts', (whole) => ({ ...whole, changedAt: '1', secretSince: [] })],
	['a newer version wrote more', (whole) => ({ ...whole, format: 2, sealed: { by: 'another' } })],
];

/** Nobody knows the subscriber. */
const wholly: Damage[] = [
	['it is null', () => null],
	['it is a cut text', (whole) => JSON.stringify(whole).slice(0, 99)],
	['it lacks its owner', ({ owner: _, ...rest }) => rest],
	['its subscriber is no id', (whole) => ({ ...whole, subscriberId: { cut: 1 } })],
	['it lacks its subscriber', ({ subscriberId: _, ...rest }) => rest],
];

const idAsNumber: Damage = ['its id is a number', (whole) => ({ ...whole, subscriberId: 1 })];

describe.each([...partly, ...wholly])('a registration of which %s', (_name, damage) => {
	test('still takes what is genuine, by the seals of the addresses where it must', async () => {
		const { host, node, deliveries } = await damaged(damage);
		for (const delivery of deliveries) {
			expect(await arrive(host, node, delivery)).toMatchObject({ status: 200, items: [{ json: {} }] });
			expect(await arrive(host, node, forged(delivery))).toMatchObject({ status: 403, items: [] });
		}
	});

	test('is published anew and unpublished: nothing is left on, and the log tells what was missing', async () => {
		const { host, node, deliveries, warnings } = await damaged(damage);
		await host.publish([node], 'update');
		expect(warnings()).toEqual([
			expect.stringMatching(
				/^warn .*the data that n8n stored for “Trigger” (can’t be read \(|was written by a newer version)/,
			),
		]);
		expect((await delivering(world.sandbox)).length).toBeGreaterThanOrEqual(2);
		// A subscriber of which nothing was known tells of itself.
		for (const delivery of deliveries) await arrive(host, node, delivery);
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect(await held(world.sandbox)).toEqual({ active: [], delivering: [] });
		expect((await subscribers(world.sandbox)).filter(({ isActive }) => isActive)).toEqual([]);
	});
});

test.each([idAsNumber, ...partly])(
	'a registration of which %s is unpublished at once: nothing is left on',
	async (_name, damage) => {
		const { host, node } = await damaged(damage);
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect((await held(world.sandbox)).delivering).toEqual([]);
		expect((await subscribers(world.sandbox)).filter(({ isActive }) => isActive)).toEqual([]);
	},
);

test.each(wholly)(
	'a registration of which %s is unpublished at once: a person is told what to do',
	async (_name, damage) => {
		const { host, node } = await damaged(damage);
		expect(await host.unpublish([node])).toEqual({
			told: [
				expect.stringMatching(
					/^The data that n8n stored for “Trigger” can’t be read, so nothing was switched off in the service.*look for “created webhook subscriber”.*State Inactive\.$/,
				),
			],
		});
	},
);

test('a registration that can’t be read is no reason to tell anything once a delivery has shown the subscriber', async () => {
	const { host, node, deliveries } = await damaged(() => null);
	for (const delivery of deliveries) await arrive(host, node, delivery);
	expect(await host.unpublish([node])).toEqual({ told: [] });
	expect((await held(world.sandbox)).delivering).toEqual([]);
});
