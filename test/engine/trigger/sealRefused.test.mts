import { describe, expect, test } from '@jest/globals';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { arrive, copyOf, overwrite, secretOf } from '../support/triggerArrival.mts';
import { readdress } from '../support/triggerForeign.mts';
import { triggerNode } from '../support/triggerHost.mts';
import type { Delivered } from '../../../kit/servers/inbox.mts';
import { active, subscriptions } from '../support/triggerService.mts';
import { useDeliveries, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();
const deliveries = useDeliveries(service);

const node = triggerNode({ events: ['timesheet.approve'] });
const both = triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] });

describe('a seal that opens nothing', () => {
	const alteredSeal = (received: Delivered, alter: (seal: string) => string): Delivered => {
		const url = new URL(received.url, deliveries.receiver.url);
		url.searchParams.set('seal', alter(url.searchParams.get('seal') ?? ''));
		return { ...received, url: `${url.pathname}${url.search}` };
	};
	const flip = (seal: string): string => {
		const bytes = Buffer.from(seal, 'base64url');
		bytes[40] = (bytes[40] ?? 0) ^ 1;
		return bytes.toString('base64url');
	};

	test.each([
		['altered', flip],
		['cut', (seal: string) => seal.slice(0, -8)],
		['cut to one character', () => 'A'],
	])('%s: 403, one line that says so, nothing else', async (_, alter) => {
		const host = await deliveries.published(node);
		const secret = secretOf(host);
		overwrite(host, {});
		const refused = await arrive(host, node, alteredSeal(await deliveries.one(), alter));
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([
			expect.stringMatching(
				/^warn .*refused with 403: no secret is stored, and the encrypted part of its address was altered or cut off\. .*unpublish/,
			),
		]);
		expect(refused.log.join()).not.toContain(secret);
	});

	test('of another workflow: a copy opens nothing', async () => {
		await deliveries.published(node);
		const received = await deliveries.one();
		const copy = Object.assign(deliveries.host(), { workflowId: 'workflow-2' });
		const refused = await arrive(copy, node, received);
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([expect.stringMatching(/encrypted part of its address belongs to another workflow/)]);
	});

	test('of another API key: accepted by static data, refused without it, mended by unpublishing and publishing', async () => {
		const host = await deliveries.published(node);
		const changed = Object.assign(deliveries.host('developer'), { database: host.database });
		forgetRegistrations();
		expect(await arrive(changed, node, await deliveries.one())).toMatchObject({ status: 200, log: [] });
		const known = copyOf(changed.database);
		overwrite(changed, {});
		const refused = await arrive(changed, node, await deliveries.one());
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([
			expect.stringMatching(/created with another API key.*unpublish the workflow, then publish it/),
		]);

		overwrite(changed, known);
		await changed.unpublish([node]);
		await changed.publish([node]);
		overwrite(changed, {});
		expect(await arrive(changed, node, await deliveries.one())).toMatchObject({ status: 200, items: [{}] });
	});

	test('of an event that was given up, while static data is current', async () => {
		const host = await deliveries.published(both);
		const received = await deliveries.one('reject');
		await clock.sleep(1000);
		await host.republish([both], [node]);
		forgetRegistrations();
		expect(await arrive(host, node, received)).toMatchObject({ status: 403, items: [] });
	});
});

test('addresses from before the seal: accepted by static data, and sealed at the next publishing', async () => {
	const host = await deliveries.published(node);
	const [row] = await subscriptions(service.sandbox);
	const [bare = ''] = (row?.uri ?? '').split('&seal=');
	await readdress(service.sandbox, row?.id ?? 0, bare);
	const { registration } = host.database['node:Trigger'] as { registration: Record<string, unknown> };
	delete registration.secretSince;
	delete registration.strays;
	forgetRegistrations();
	expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, log: [] });
	await host.publish([node], 'update');
	expect((await subscriptions(service.sandbox)).map(({ id, uri }) => [id, uri.startsWith(`${bare}&seal=`)])).toEqual([
		[row?.id, true],
	]);
	overwrite(host, {});
	expect(await arrive(host, node, await deliveries.one())).toMatchObject({ status: 200, items: [{}] });
});

test('a service that refuses the whole address gets it without the seal, and the log says what that means', async () => {
	await service.fault({
		path: '/api/webhook/subscriptions',
		method: 'POST',
		status: 400,
		times: 1,
	});
	const host = Object.assign(deliveries.host(), { generation: 'loop' as const });
	await host.publish([both]);
	expect((await active(service.sandbox)).map(({ uri }) => new URL(uri).searchParams.has('seal'))).toEqual([
		false,
		false,
	]);
	expect(host.log.filter((line) => /accepts only a shortened address/.test(line))).toHaveLength(1);
	expect(await arrive(host, both, await deliveries.one())).toMatchObject({ status: 200, log: [] });
	await service.mend();
});
