import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { forgetAll } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';
import { admin } from '../support/admin.mts';
import { credentialFor } from '../../../kit/core/rig.mts';
import { arrive, copyOf, happens, overwrite, secretOf } from '../support/triggerArrival.mts';
import { readdress } from '../support/triggerForeign.mts';
import { Host, quickTime, triggerNode } from '../support/triggerHost.mts';
import { startReceiver, type Received, type Receiver } from '../support/triggerReceiver.mts';
import { active, subscriptions } from '../support/triggerService.mts';

// Waits take no time here, but a busy machine does.
jest.setTimeout(60_000);

let sandbox: Sandbox;
let receiver: Receiver;
let realTime: () => void;

const node = triggerNode({ events: ['timesheet.approve'] });
const both = triggerNode({ events: ['timesheet.approve', 'timesheet.reject'] });
const plenty = { requestsPerMinute: 100_000 };

beforeAll(async () => {
	realTime = quickTime();
	sandbox = await startSandbox({ ratePerMinute: 1_000_000, data: { timesheets: 1 } });
});
afterAll(async () => {
	await sandbox.close();
	realTime();
});
beforeEach(async () => {
	await admin(sandbox, 'POST', '/reset');
	forgetAll();
	receiver = await startReceiver();
});
afterEach(async () => await receiver.close());

const newHost = (key: 'webhook' | 'developer' = 'webhook'): Host =>
	Object.assign(new Host('service', { '*': credentialFor(sandbox, key, plenty) }), { baseUrl: `${receiver.url}/` });

const one = async (decision: 'approve' | 'reject' = 'approve'): Promise<Received> => {
	const [received] = await happens(sandbox, receiver, decision);
	if (received === undefined) throw new Error('nothing came');
	return received;
};

describe('a seal that opens nothing', () => {
	const alteredSeal = (received: Received, alter: (seal: string) => string): Received => {
		const url = new URL(received.url, receiver.url);
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
		const host = newHost();
		await host.publish([node]);
		const secret = secretOf(host);
		overwrite(host, {});
		const refused = await arrive(host, node, alteredSeal(await one(), alter));
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([
			expect.stringMatching(
				/^warn .*refused with 403: no secret is stored, and the seal of its address was altered or cut\. .*unpublish/,
			),
		]);
		expect(refused.log.join()).not.toContain(secret);
	});

	test('of another workflow: a copy opens nothing', async () => {
		const host = newHost();
		await host.publish([node]);
		const received = await one();
		const copy = Object.assign(newHost(), { workflowId: 'workflow-2' });
		const refused = await arrive(copy, node, received);
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([expect.stringMatching(/seal of its address is of another workflow/)]);
	});

	test('of another API key: accepted by static data, refused without it, mended by unpublishing and publishing', async () => {
		const host = newHost();
		await host.publish([node]);
		const changed = Object.assign(newHost('developer'), { database: host.database });
		forgetAll();
		expect(await arrive(changed, node, await one())).toMatchObject({ status: 200, log: [] });
		const known = copyOf(changed.database);
		overwrite(changed, {});
		const refused = await arrive(changed, node, await one());
		expect(refused).toMatchObject({ status: 403, items: [] });
		expect(refused.log).toEqual([
			expect.stringMatching(/made with another API key.*unpublish the workflow and then publish it/),
		]);

		overwrite(changed, known);
		await changed.unpublish([node]);
		await changed.publish([node]);
		overwrite(changed, {});
		expect(await arrive(changed, node, await one())).toMatchObject({ status: 200, items: [{}] });
	});

	test('of an event that was given up, while static data is current', async () => {
		const host = newHost();
		await host.publish([both]);
		const received = await one('reject');
		await clock.sleep(1000);
		await host.republish([both], [node]);
		forgetAll();
		expect(await arrive(host, node, received)).toMatchObject({ status: 403, items: [] });
	});
});

test('addresses from before the seal: accepted by static data, and sealed at the next publishing', async () => {
	const host = newHost();
	await host.publish([node]);
	const [row] = await subscriptions(sandbox);
	const [bare = ''] = (row?.uri ?? '').split('&seal=');
	await readdress(sandbox, row?.id ?? 0, bare);
	const { registration } = host.database['node:Trigger'] as { registration: Record<string, unknown> };
	delete registration.secretSince;
	delete registration.strays;
	forgetAll();
	expect(await arrive(host, node, await one())).toMatchObject({ status: 200, log: [] });
	await host.publish([node], 'update');
	expect((await subscriptions(sandbox)).map(({ id, uri }) => [id, uri.startsWith(`${bare}&seal=`)])).toEqual([
		[row?.id, true],
	]);
	overwrite(host, {});
	expect(await arrive(host, node, await one())).toMatchObject({ status: 200, items: [{}] });
});

test('a service that refuses the whole address gets it without the seal, and the log says what that means', async () => {
	await admin(sandbox, 'POST', '/faults', {
		path: '/api/webhook/subscriptions',
		method: 'POST',
		status: 400,
		times: 1,
	});
	const host = Object.assign(newHost(), { generation: 'loop' as const });
	await host.publish([both]);
	expect((await active(sandbox)).map(({ uri }) => new URL(uri).searchParams.has('seal'))).toEqual([false, false]);
	expect(host.log.filter((line) => /does not take the whole address/.test(line))).toHaveLength(1);
	expect(await arrive(host, both, await one())).toMatchObject({ status: 200, log: [] });
	await admin(sandbox, 'DELETE', '/faults');
});
