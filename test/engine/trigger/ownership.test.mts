import { describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../shared.mts';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clearJournal } from '../support/admin.mts';
import { credentialFor } from '../../../kit/core/engine.mts';
import { generations, Host, triggerNode } from '../support/triggerHost.mts';
import { foreignSubscriber, foreignSubscription } from '../support/triggerForeign.mts';
import { active, delivering, EVERY_EVENT, eventsOf, subscribers, subscriptions } from '../support/triggerService.mts';
import type { Subscription } from '../../../kit/sandbox/admin.mts';
import { PLENTY, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const parameters = { events: ['timesheet.approve', 'incidentreport.submit'] };
const events = [...parameters.events].sort();
const node = triggerNode(parameters);

const at = (rows: Subscription[], base: string): Subscription[] => rows.filter(({ uri }) => uri.startsWith(base));

describe.each(generations)('n8n that works with a %s', (generation) => {
	const newHost = (changes: Partial<Host> = {}): Host => service.host(generation, 'webhook', changes);

	test('a workflow that was copied with its static data starts its own subscriptions and leaves the original alone', async () => {
		const original = await service.published(generation, node);
		const before = await subscriptions(service.sandbox);
		const copy = newHost({
			workflowId: 'workflow-2',
			database: original.database,
			baseUrl: 'https://copy.example.com/',
		});
		await copy.publish([node]);
		expect(await subscriptions(service.sandbox)).toEqual([
			...before,
			...at(await subscriptions(service.sandbox), copy.baseUrl),
		]);
		expect(eventsOf(at(await delivering(service.sandbox), copy.baseUrl))).toEqual(events);
		expect(await subscribers(service.sandbox)).toHaveLength(2);
		await copy.unpublish([node]);
		expect(await delivering(service.sandbox)).toEqual(before);
	});

	test.each([
		['another instance', { instanceId: 'instance-2' }, node],
		['another workflow', { workflowId: 'workflow-9' }, node],
		['another node', {}, triggerNode(parameters, { id: 'node-9' })],
	] as const)('what a copy switches off is not the original: %s', async (_, changes, copied) => {
		const original = await service.published(generation, node);
		forgetRegistrations();
		await newHost({ ...changes, database: original.database }).unpublish([copied]);
		expect(eventsOf(await delivering(service.sandbox))).toEqual(events);
	});

	test('a renamed node: the old name is switched off, the new one on', async () => {
		const host = newHost();
		const renamed = triggerNode(parameters, { name: 'Reports' });
		await host.publish([node]);
		await host.republish([node], [renamed]);
		expect(eventsOf(await delivering(service.sandbox))).toEqual(events);
		await host.republish([renamed], [node]);
		await host.unpublish([node]);
		expect(await active(service.sandbox)).toEqual([]);
	});

	test('a changed public address moves the subscriptions there, with the same ids and a word in the log', async () => {
		const host = await service.published(generation, node);
		const before = await delivering(service.sandbox);
		host.baseUrl = 'https://moved.example.com/';
		await host.restart([node]);
		if (generation === 'service') await host.publish([node], 'update');
		const after = await delivering(service.sandbox);
		expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
		expect(at(after, 'https://moved.example.com/')).toHaveLength(2);
		expect(
			host.log.filter((line) =>
				/^warn .*is moving its subscriptions from https:\/\/n8n\.example\.com\/.* to https:\/\/moved\.example\.com\/\S+, because .*copy/.test(
					line,
				),
			),
		).toHaveLength(1);
		expect(after.map(({ uri }) => new URL(uri).search)).toEqual(before.map(({ uri }) => new URL(uri).search));
		await host.unpublish([node]);
		expect(await active(service.sandbox)).toEqual([]);
	});

	test('another key of the same company goes on with the same subscriber', async () => {
		const host = await service.published(generation, node);
		const [before] = await subscribers(service.sandbox);
		const changed = service.host(generation, 'developer', { database: host.database });
		await changed.republish([node], [node]);
		expect((await subscribers(service.sandbox)).map(({ id, isActive }) => [id, isActive])).toEqual([
			[before?.id, true],
		]);
		expect(eventsOf(await delivering(service.sandbox))).toEqual(events);
	});

	test('a credential for another address: nothing there is touched that has the same ids, and the user is told what stays', async () => {
		const elsewhere = await startSandbox({ ratePerMinute: 1_000_000, data: { timesheets: 1 } });
		try {
			const theirs = await foreignSubscription(elsewhere, await foreignSubscriber(elsewhere));
			const host = await service.published(generation, node);
			const moved = Object.assign(new Host(generation, { '*': credentialFor(elsewhere, 'webhook', PLENTY) }), {
				database: host.database,
			});
			const { told } = await moved.unpublish([node]);
			expect(told.join()).toMatch(/webhook subscriber 1 with subscriptions 1, 2/);
			await moved.publish([node]);
			expect(eventsOf(await delivering(elsewhere))).toEqual([...events, 'timesheet.approve'].sort());
			expect((await delivering(elsewhere)).find(({ id }) => id === theirs)?.uri).toBe(
				'https://elsewhere.example.com/hook',
			);
			expect(eventsOf(await delivering(service.sandbox))).toEqual(events);
		} finally {
			await elsewhere.close();
		}
	});

	test('a subscription that somebody else added to the own subscriber stays as it is', async () => {
		const host = await service.published(generation, node);
		const added = await foreignSubscription(service.sandbox, Number(host.registration()?.subscriberId));
		await host.republish([node], [triggerNode({ events: ['timesheet.reject'] })]);
		await host.unpublish([triggerNode({ events: ['timesheet.reject'] })]);
		expect((await active(service.sandbox)).map(({ id }) => id)).toEqual([added]);
	});

	test('two triggers in one workflow have a subscriber each', async () => {
		const host = newHost();
		const pair = [
			node,
			triggerNode({ events: ['timesheet.approve'] }, { id: 'node-2', name: 'Second', webhookId: 'hook-2' }),
		];
		await host.publish(pair);
		expect(eventsOf(await delivering(service.sandbox))).toEqual([...events, 'timesheet.approve'].sort());
		expect(await subscribers(service.sandbox)).toHaveLength(2);
		await host.unpublish(pair);
		expect(await active(service.sandbox)).toEqual([]);
	});

	test('of two triggers the one whose credential is refused does not keep the other from cleaning up, and its ids are told', async () => {
		const stores = {
			'*': credentialFor(service.sandbox, 'webhook', PLENTY),
			Trigger: credentialFor(service.sandbox, 'developer', PLENTY),
		};
		const host = new Host(generation, stores);
		const pair = [
			node,
			triggerNode({ events: ['timesheet.approve'] }, { id: 'node-2', name: 'Second', webhookId: 'hook-2' }),
		];
		await host.publish(pair);
		stores.Trigger.data.apiKey = 'no longer valid';
		const { told } = await host.unpublish(pair);
		expect(eventsOf(await active(service.sandbox))).toEqual(events);
		expect(told.join()).toMatch(/webhook subscriber \d with subscriptions \d, \d/);
		stores.Trigger.data.apiKey = service.sandbox.keys.developer;
		await host.unpublish(pair);
		expect(await active(service.sandbox)).toEqual([]);
	});

	test('when one of two triggers can not be activated, nothing of either stays on', async () => {
		const host = newHost();
		const pair = [
			node,
			triggerNode({ events: ['timesheet.deleted'] }, { id: 'node-2', name: 'Second', webhookId: 'hook-2' }),
		];
		await expect(host.publish(pair)).rejects.toThrow(/timesheet\.deleted.*no event "deleted".*Service Details/);
		const expected = generation === 'loop' ? [] : events;
		expect(eventsOf(await active(service.sandbox))).toEqual(expected);
	});

	test('an event that the service refuses costs few requests, so that the reason is not hidden by the limit', async () => {
		await expect(newHost().publish([triggerNode({ events: [...EVERY_EVENT, 'timesheet.deleted'] })])).rejects.toThrow(
			/timesheet\.deleted/,
		);
		expect((await service.requests()).length).toBeLessThan(30);
		expect(await active(service.sandbox)).toEqual([]);
	});

	test('a key that may not do this any more costs few requests as well', async () => {
		const host = await service.published(generation, node);
		const refused = service.host(generation, 'timesheet', { database: host.database });
		await clearJournal(service.sandbox);
		await expect(refused.republish([node], [node])).rejects.toThrow(/has no access to this/);
		expect((await service.requests()).length).toBeLessThan(70);
	});

	test('test listening has a subscriber of its own, beside production, and leaves nothing active', async () => {
		const host = await service.published(generation, node);
		const before = await subscriptions(service.sandbox);
		const database = JSON.stringify(host.database);
		const listening = await host.listen(node);
		const during = await delivering(service.sandbox);
		expect(during.filter(({ uri }) => uri.includes('/webhook-test/'))).toHaveLength(2);
		expect(during).toHaveLength(4);
		await listening.end();
		expect(await delivering(service.sandbox)).toEqual(before);
		expect(JSON.stringify(host.database)).toBe(database);
		await (await host.listen(node)).end();
		expect(await subscribers(service.sandbox)).toHaveLength(2);
		expect(host.log.filter((line) => /created webhook (subscriber|subscription)/.test(line))).toHaveLength(6);
	});

	test('test listening that can not be ended at the service does not throw, and the ids are in the log', async () => {
		const host = newHost();
		const listening = await host.listen(node);
		await service.fault({ path: '/api/webhook', status: 500, times: 100 });
		await listening.end();
		expect(host.log.join('\n')).toMatch(/error .*webhook subscriber 1 with subscriptions 1, 2/);
		await service.mend();
	});
});
