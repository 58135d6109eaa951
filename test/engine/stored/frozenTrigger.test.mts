// What the package stores today, and what each published version has, of webhook triggers, credentials and workflows, taken over.
import { describe, expect, test } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { problemsOfStored } from '../../repository/recipes/forms.mts';
import { lines } from '../support/admin.mts';
import { arrive, forged } from '../support/triggerArrival.mts';
import { execute } from '../support/triggerDelivery.mts';
import { delivering, eventsOf, held, subscribers } from '../support/triggerService.mts';
import { useFreshStore } from '../support/freshStore.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';
import { keysOf } from './freezeCredentials.mts';
import { deliveryTo } from './freezeTrigger.mts';
import { freezeForms } from './freezeWorkflows.mts';
import { type FrozenRegistration, type FrozenVersion, storedByVersions } from './frozenForms.mts';
import { relocated } from './relocated.mts';
import { restored } from './restored.mts';

const world = useWatchWorld();
const store = useFreshStore();

function allOf<Kind extends keyof FrozenVersion>(kind: Kind): Array<[string, string, FrozenVersion[Kind][string]]> {
	return storedByVersions().flatMap(([version, stored]) =>
		Object.entries((stored[kind] ?? {}) as Record<string, FrozenVersion[Kind][string]>).map(
			([name, content]): [string, string, FrozenVersion[Kind][string]] => [name, version, content],
		),
	);
}

const at = async (moment: number): Promise<void> => await world.pass(moment - (await world.now()));

describe('a registration', () => {
	const all = allOf('registrations');
	const published = all.filter(([name]) => !['nameless', 'unsure', 'stray', 'off'].includes(name));

	test.each(published)(
		'“%s”, stored by %s, takes deliveries, needs nothing when it is published, and leaves nothing behind',
		async (_name, _version, frozen) => {
			const { host, node, secret, own } = await restored(world, frozen);
			expect(own).toHaveLength(2);
			for (const { uri, event } of own) {
				const delivery = deliveryTo(uri, secret, { timesheetId: 1 });
				const [eventType, name] = event.split('.');
				expect(await arrive(host, node, delivery)).toMatchObject({
					status: 200,
					items: [{ json: { eventType, event: name } }],
					log: [],
				});
				expect(await arrive(host, node, forged(delivery))).toMatchObject({ status: 403, items: [] });
			}
			await host.publish([node]);
			expect(lines(await world.requests()).filter((line) => !line.startsWith('GET'))).toEqual([]);
			expect(await host.unpublish([node])).toEqual({ told: [] });
			expect(await held(world.sandbox)).toEqual({ active: [], delivering: [] });
			expect(host.log.filter((line) => !line.startsWith('info'))).toEqual([]);
		},
	);

	test.each(all.filter(([name]) => ['unsure', 'stray', 'off'].includes(name)))(
		'“%s”, stored by %s, is brought to what is wanted without a second subscriber, and leaves nothing behind',
		async (_name, _version, frozen) => {
			const { host, node } = await restored(world, frozen);
			await host.publish([node]);
			expect(await subscribers(world.sandbox)).toHaveLength(frozen.subscribers.length);
			const rows = await delivering(world.sandbox);
			expect(eventsOf(rows)).toEqual(['incidentreport.submit', 'timesheet.approve']);
			const secret = host.registration()?.secret ?? '';
			for (const { uri } of rows)
				expect(await arrive(host, node, deliveryTo(uri, secret, { note: 1 }))).toMatchObject({ status: 200, log: [] });
			expect(await host.unpublish([node])).toEqual({ told: [] });
			expect((await held(world.sandbox)).delivering).toEqual([]);
			expect((await subscribers(world.sandbox)).filter(({ isActive }) => isActive)).toEqual([]);
		},
	);

	test.each(all.filter(([name]) => name === 'nameless'))(
		'“%s”, stored by %s, makes no second subscriber within ten minutes, says so, and one after that',
		async (_name, _version, frozen) => {
			const { host, node } = await restored(world, frozen);
			await expect(host.publish([node])).rejects.toThrow(/created a webhook subscriber but did not return its ID/);
			expect(await subscribers(world.sandbox)).toHaveLength(1);
			await world.pass(11 * MINUTE);
			await host.publish([node]);
			expect(await subscribers(world.sandbox)).toHaveLength(2);
		},
	);

	test.each(all.filter(([, , { stored }]) => typeof previousSecret({ stored }) === 'string'))(
		'“%s”, stored by %s, still takes what was signed before the rotation, for five minutes',
		async (_name, _version, frozen) => {
			const { host, node, own } = await restored(world, frozen);
			const delivery = deliveryTo(own[0]?.uri ?? '', String(previousSecret(frozen)), { timesheetId: 1 });
			expect(await arrive(host, node, delivery)).toMatchObject({ status: 200, log: [] });
			await world.pass(6 * MINUTE);
			expect(await arrive(host, node, delivery)).toMatchObject({ status: 403 });
		},
	);
});

function previousSecret({ stored }: Pick<FrozenRegistration, 'stored'>): unknown {
	return (stored.registration as { previousSecret?: unknown }).previousSecret;
}

test.each(allOf('deduplication'))(
	'what was passed on is a repeat, by the keys “%s” that were stored by %s, and anything else isn’t',
	async (_name, _version, { savedAt, parameters, keys, passed }) => {
		await at(savedAt + MINUTE);
		store.rows.set('workflow-1/node-1', [...keys]);
		for (const item of passed as unknown as INodeExecutionData[])
			expect((await execute([item], { parameters })).items).toEqual([]);
		const [known] = passed as unknown as INodeExecutionData[];
		const other = { json: { ...known?.json, event: 'reject' }, deliveryHash: 'another' } as INodeExecutionData;
		expect((await execute([other], { parameters })).items).toHaveLength(1);
	},
);

test.each(allOf('credentials'))(
	'the credential “%s”, stored by %s, gives each area its key, and its tokens are used on',
	async (_name, _version, { savedAt, data, keys }) => {
		await at(savedAt + MINUTE);
		const stored = new CredentialStore(structuredClone(data) as never);
		expect(await keysOf(relocated(stored, world.sandbox.url))).toEqual({ keys, exchanged: 0 });
		const empty = new CredentialStore({ ...data, accessToken: '', refreshAt: 0, tokenFingerprint: '' } as never);
		const { keys: anew, exchanged } = await keysOf(relocated(empty, world.sandbox.url));
		expect(anew).toEqual(keys);
		expect(exchanged).toBeGreaterThan(0);
	},
);

test('recipes of published versions hold nothing that a form doesn’t know', () => {
	for (const [, , nodes] of allOf('recipes')) expect(nodes.flatMap(problemsOfStored)).toEqual([]);
});

test('every field and every choice of a published version is there', () => {
	const today = freezeForms();
	for (const [name, version, parts] of allOf('forms'))
		expect({ name, version, parts: parts.filter((part) => today[name]?.includes(part) !== true) }).toEqual({
			name,
			version,
			parts: [],
		});
});
