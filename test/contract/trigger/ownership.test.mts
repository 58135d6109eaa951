import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { forgetAll } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { readRegistration } from '../../../nodes/WorkforceOperations/trigger/registration/state.ts';
import { admin, clearJournal, isToken, journal } from '../support/admin.mts';
import { credentialFor } from '../../../kit/core/rig.mts';
import { generations, Host, quickTime, triggerNode } from '../support/triggerHost.mts';
import { foreignSubscriber, foreignSubscription } from '../support/triggerForeign.mts';
import {
	active,
	delivering,
	eventsOf,
	subscribers,
	subscriptions,
	type SubscriptionRow,
} from '../support/triggerService.mts';

// Waits take no time here, but a busy machine does.
jest.setTimeout(60_000);

let sandbox: Sandbox;
let realTime: () => void;

const parameters = { events: ['timesheet.approve', 'incidentreport.submit'] };
const events = [...parameters.events].sort();
const node = triggerNode(parameters);
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
});

const registrationOf = (host: Host, name = 'Trigger') =>
	readRegistration({ getWorkflowStaticData: () => (host.database[`node:${name}`] ?? {}) as IDataObject });
const at = (rows: SubscriptionRow[], base: string): SubscriptionRow[] => rows.filter(({ uri }) => uri.startsWith(base));

describe.each(generations)('n8n that works with a %s', (generation) => {
	const newHost = (changes: Partial<Host> = {}): Host =>
		Object.assign(new Host(generation, { '*': credentialFor(sandbox, 'webhook', plenty) }), changes);

	test('a workflow that was copied with its static data starts its own subscriptions and leaves the original alone', async () => {
		const original = newHost();
		await original.publish([node]);
		const before = await subscriptions(sandbox);
		const copy = newHost({
			workflowId: 'workflow-2',
			database: original.database,
			baseUrl: 'https://copy.example.com/',
		});
		await copy.publish([node]);
		expect(await subscriptions(sandbox)).toEqual([...before, ...at(await subscriptions(sandbox), copy.baseUrl)]);
		expect(eventsOf(at(await delivering(sandbox), copy.baseUrl))).toEqual(events);
		expect(await subscribers(sandbox)).toHaveLength(2);
		await copy.unpublish([node]);
		expect(await delivering(sandbox)).toEqual(before);
	});

	test.each([
		['another instance', { instanceId: 'instance-2' }, node],
		['another workflow', { workflowId: 'workflow-9' }, node],
		['another node', {}, triggerNode(parameters, { id: 'node-9' })],
	] as const)('what a copy switches off is not the original: %s', async (_, changes, copied) => {
		const original = newHost();
		await original.publish([node]);
		forgetAll();
		await newHost({ ...changes, database: original.database }).unpublish([copied]);
		expect(eventsOf(await delivering(sandbox))).toEqual(events);
	});

	test('a renamed node: the old name is switched off, the new one on', async () => {
		const host = newHost();
		const renamed = triggerNode(parameters, { name: 'Reports' });
		await host.publish([node]);
		await host.republish([node], [renamed]);
		expect(eventsOf(await delivering(sandbox))).toEqual(events);
		await host.republish([renamed], [node]);
		await host.unpublish([node]);
		expect(await active(sandbox)).toEqual([]);
	});

	test('a changed public address moves the subscriptions there, with the same ids and a word in the log', async () => {
		const host = newHost();
		await host.publish([node]);
		const before = await delivering(sandbox);
		host.baseUrl = 'https://moved.example.com/';
		await host.restart([node]);
		if (generation === 'service') await host.publish([node], 'update');
		const after = await delivering(sandbox);
		expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
		expect(at(after, 'https://moved.example.com/')).toHaveLength(2);
		expect(
			host.log.filter((line) =>
				/^warn .*from https:\/\/n8n\.example\.com\/.* to https:\/\/moved\.example\.com\/.*copy/.test(line),
			),
		).toHaveLength(1);
		expect(after.map(({ uri }) => new URL(uri).search)).toEqual(before.map(({ uri }) => new URL(uri).search));
		await host.unpublish([node]);
		expect(await active(sandbox)).toEqual([]);
	});

	test('another key of the same company goes on with the same subscriber', async () => {
		const host = newHost();
		await host.publish([node]);
		const [before] = await subscribers(sandbox);
		const changed = Object.assign(new Host(generation, { '*': credentialFor(sandbox, 'developer', plenty) }), {
			database: host.database,
		});
		await changed.republish([node], [node]);
		expect((await subscribers(sandbox)).map(({ id, isActive }) => [id, isActive])).toEqual([[before?.id, true]]);
		expect(eventsOf(await delivering(sandbox))).toEqual(events);
	});

	test('a credential for another address: nothing there is touched that has the same ids, and the user is told what stays', async () => {
		const elsewhere = await startSandbox({ ratePerMinute: 1_000_000, data: { timesheets: 1 } });
		try {
			const theirs = await foreignSubscription(elsewhere, await foreignSubscriber(elsewhere));
			const host = newHost();
			await host.publish([node]);
			const moved = Object.assign(new Host(generation, { '*': credentialFor(elsewhere, 'webhook', plenty) }), {
				database: host.database,
			});
			const { told } = await moved.unpublish([node]);
			expect(told.join()).toMatch(/webhook subscriber 1 with subscriptions 1, 2/);
			await moved.publish([node]);
			expect(eventsOf(await delivering(elsewhere))).toEqual([...events, 'timesheet.approve'].sort());
			expect((await delivering(elsewhere)).find(({ id }) => id === theirs)?.uri).toBe(
				'https://elsewhere.example.com/hook',
			);
			expect(eventsOf(await delivering(sandbox))).toEqual(events);
		} finally {
			await elsewhere.close();
		}
	});

	test('a subscription that somebody else added to the own subscriber stays as it is', async () => {
		const host = newHost();
		await host.publish([node]);
		const added = await foreignSubscription(sandbox, Number(registrationOf(host)?.subscriberId));
		await host.republish([node], [triggerNode({ events: ['timesheet.reject'] })]);
		await host.unpublish([triggerNode({ events: ['timesheet.reject'] })]);
		expect((await active(sandbox)).map(({ id }) => id)).toEqual([added]);
	});

	test('two triggers in one workflow have a subscriber each', async () => {
		const host = newHost();
		const pair = [
			node,
			triggerNode({ events: ['timesheet.approve'] }, { id: 'node-2', name: 'Second', webhookId: 'hook-2' }),
		];
		await host.publish(pair);
		expect(eventsOf(await delivering(sandbox))).toEqual([...events, 'timesheet.approve'].sort());
		expect(await subscribers(sandbox)).toHaveLength(2);
		await host.unpublish(pair);
		expect(await active(sandbox)).toEqual([]);
	});

	test('of two triggers the one whose credential is refused does not keep the other from cleaning up, and its ids are told', async () => {
		const stores = {
			'*': credentialFor(sandbox, 'webhook', plenty),
			Trigger: credentialFor(sandbox, 'developer', plenty),
		};
		const host = new Host(generation, stores);
		const pair = [
			node,
			triggerNode({ events: ['timesheet.approve'] }, { id: 'node-2', name: 'Second', webhookId: 'hook-2' }),
		];
		await host.publish(pair);
		stores.Trigger.data.apiKey = 'no longer valid';
		const { told } = await host.unpublish(pair);
		expect(eventsOf(await active(sandbox))).toEqual(events);
		expect(told.join()).toMatch(/webhook subscriber \d with subscriptions \d, \d/);
		stores.Trigger.data.apiKey = sandbox.keys.developer;
		await host.unpublish(pair);
		expect(await active(sandbox)).toEqual([]);
	});

	test('when one of two triggers can not be activated, nothing of either stays on', async () => {
		const host = newHost();
		const pair = [
			node,
			triggerNode({ customEvents: 'timesheet.deleted' }, { id: 'node-2', name: 'Second', webhookId: 'hook-2' }),
		];
		await expect(host.publish(pair)).rejects.toThrow(/timesheet\.deleted.*no event "deleted".*Custom Events/);
		const expected = generation === 'loop' ? [] : events;
		expect(eventsOf(await active(sandbox))).toEqual(expected);
	});

	test('an event that the service refuses costs few requests, so that the reason is not hidden by the limit', async () => {
		const all = [
			'incidentreport.approve',
			'incidentreport.reject',
			'incidentreport.submit',
			'timesheet.approve',
			'timesheet.reject',
			'timesheet.submit',
		];
		await expect(newHost().publish([triggerNode({ events: all, customEvents: 'timesheet.deleted' })])).rejects.toThrow(
			/timesheet\.deleted/,
		);
		expect((await journal(sandbox)).filter((row) => !isToken(row)).length).toBeLessThan(30);
		expect(await active(sandbox)).toEqual([]);
	});

	test('a key that may not do this any more costs few requests as well', async () => {
		const host = newHost();
		await host.publish([node]);
		const refused = Object.assign(new Host(generation, { '*': credentialFor(sandbox, 'timesheet', plenty) }), {
			database: host.database,
		});
		await clearJournal(sandbox);
		await expect(refused.republish([node], [node])).rejects.toThrow(/may not do this/);
		expect((await journal(sandbox)).filter((row) => !isToken(row)).length).toBeLessThan(70);
	});

	test('test listening has a subscriber of its own, beside production, and leaves nothing active', async () => {
		const host = newHost();
		await host.publish([node]);
		const before = await subscriptions(sandbox);
		const database = JSON.stringify(host.database);
		const listening = await host.listen(node);
		const during = await delivering(sandbox);
		expect(during.filter(({ uri }) => uri.includes('/webhook-test/'))).toHaveLength(2);
		expect(during).toHaveLength(4);
		await listening.end();
		expect(await delivering(sandbox)).toEqual(before);
		expect(JSON.stringify(host.database)).toBe(database);
		await (await host.listen(node)).end();
		expect(await subscribers(sandbox)).toHaveLength(2);
		expect(host.log.filter((line) => /made webhook (subscriber|subscription)/.test(line))).toHaveLength(6);
	});

	test('test listening that can not be ended at the service does not throw, and the ids are in the log', async () => {
		const host = newHost();
		const listening = await host.listen(node);
		await admin(sandbox, 'POST', '/faults', { path: '/api/webhook', status: 500, times: 100 });
		await listening.end();
		expect(host.log.join('\n')).toMatch(/error .*webhook subscriber 1 with subscriptions 1, 2/);
		await admin(sandbox, 'DELETE', '/faults');
	});
});
