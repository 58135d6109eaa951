// A trigger with a credential that holds a key for each area: its own is the one for webhooks, and no other touches it.
import { expect, test } from '@jest/globals';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { admin, clearJournal, journal } from '../support/admin.mts';
import { arrive, overwrite } from '../support/triggerArrival.mts';
import { type Host, triggerNode } from '../support/triggerHost.mts';
import { active } from '../support/triggerService.mts';
import { useDeliveries, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();
const deliveries = useDeliveries(service);

const node = triggerNode({ events: ['timesheet.approve'] });

const storeOf = (host: Host): CredentialStore => host.additionalData(node).credentialsHelper as CredentialStore;

/** An n8n whose credential holds every key. */
function hostOfAll(): Host {
	const host = deliveries.host('timesheet');
	Object.assign(storeOf(host).data, separateKeysOf(service.sandbox));
	return host;
}

/** What is stored is lost, so that nothing but the seal tells of a delivery. */
const forget = (host: Host): void => overwrite(host, {});

test('it is managed with the key for webhooks, which its addresses are sealed with', async () => {
	const host = hostOfAll();
	await host.publish([node]);
	const keys = (await service.requests()).map(({ key }) => key);
	expect(new Set(keys)).toEqual(new Set(['webhook']));
	forget(host);
	expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, items: [{}] });
});

test('another key that changes, or is rejected, disturbs it not', async () => {
	const host = hostOfAll();
	await host.publish([node]);
	Object.assign(storeOf(host).data, { apiKey: 'x-other', timesheetKey: 'x-withdrawn', developerKey: '' });
	forget(host);
	expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, items: [{}] });
	await host.unpublish([node]);
	expect(await active(service.sandbox)).toEqual([]);
});

test('the key that moves from API Key into its own field opens what was sealed before', async () => {
	const host = await deliveries.published(node, 'webhook');
	Object.assign(storeOf(host).data, separateKeysOf(service.sandbox), { apiKey: service.sandbox.keys.timesheet });
	forget(host);
	expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, items: [{}] });
});

test('another key for webhooks opens it no more', async () => {
	const host = hostOfAll();
	await host.publish([node]);
	const received = await deliveries.one();
	storeOf(host).data.webhookKey = service.sandbox.keys.developer;
	forget(host);
	expect(await arrive(host, node, received)).toMatchObject({ status: 403 });
});

test('a key for webhooks that is missing is told at the publishing, with its field', async () => {
	const host = hostOfAll();
	Object.assign(storeOf(host).data, { apiKey: '', webhookKey: '', developerKey: '' });
	await expect(host.publish([node])).rejects.toThrow(/no key for this \(Webhook Key or Developer Key\)/);
	expect(await journal(service.sandbox)).toEqual([]);
	await admin(service.sandbox, 'POST', '/reset');
});

/** A trigger that was published with the Developer Key, because there was no Webhook Key. */
async function madeWithDeveloperKey(): Promise<Host> {
	const host = hostOfAll();
	storeOf(host).data.webhookKey = '';
	await host.publish([node]);
	expect(await active(service.sandbox)).toHaveLength(1);
	return host;
}

const keysUsed = async (): Promise<Array<string | null>> => [
	...new Set((await service.requests()).map(({ key }) => key)),
];

test('unpublishing goes by the key that made it, in whichever field that stands by then', async () => {
	const { timesheet, developer, webhook } = service.sandbox.keys;
	for (const changes of [{ webhookKey: timesheet }, { webhookKey: webhook, developerKey: '', apiKey: developer }]) {
		const host = await madeWithDeveloperKey();
		await clearJournal(service.sandbox);
		Object.assign(storeOf(host).data, changes);
		await host.unpublish([node]);
		expect(await active(service.sandbox)).toEqual([]);
		expect(await keysUsed()).toEqual(['developer']);
	}
});

test('where that key isn’t there any more the one of now does, and if that may not, the message names it', async () => {
	const { timesheet, webhook } = service.sandbox.keys;
	const host = await madeWithDeveloperKey();
	Object.assign(storeOf(host).data, { webhookKey: timesheet, developerKey: '', apiKey: '' });
	expect((await host.unpublish([node])).told.join()).toMatch(
		/These were created with an earlier Developer Key, which the credential no longer has\. Enter that key again/,
	);
	expect(await active(service.sandbox)).toHaveLength(1);
	Object.assign(storeOf(host).data, { webhookKey: webhook });
	await host.unpublish([node]);
	expect(await active(service.sandbox)).toEqual([]);
});

test('where the key that made it is refused by now, the one of now does', async () => {
	const host = await madeWithDeveloperKey();
	Object.assign(storeOf(host).data, { webhookKey: service.sandbox.keys.webhook });
	// As if it had been withdrawn: all that it asks for is refused.
	await service.fault({ path: '/api/webhook/', status: 403, times: 3 });
	await clearJournal(service.sandbox);
	await host.unpublish([node]);
	expect(await active(service.sandbox)).toEqual([]);
	// Of a request that is disturbed the journal knows no key.
	expect(await keysUsed()).toEqual([null, 'webhook']);
});

test('of a single key that may not do it nobody knows whether it was another one', async () => {
	const host = await deliveries.published(node, 'webhook');
	Object.assign(storeOf(host).data, { apiKey: service.sandbox.keys.timesheet });
	expect((await host.unpublish([node])).told.join()).toMatch(
		/If the API Key has changed since you published, enter the earlier key again, then publish the workflow and unpublish it/,
	);
	Object.assign(storeOf(host).data, { apiKey: service.sandbox.keys.developer });
	await host.unpublish([node]);
	expect(await active(service.sandbox)).toEqual([]);
});
