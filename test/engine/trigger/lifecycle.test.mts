import { describe, expect, test } from '@jest/globals';
import { clearJournal, journal } from '../support/admin.mts';
import { generations, triggerNode } from '../support/triggerHost.mts';
import {
	active,
	delivering,
	EVERY_EVENT,
	eventsOf,
	subscribers,
	subscriptions,
	withoutIds,
} from '../support/triggerService.mts';
import { useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const two = { events: ['timesheet.approve', 'incidentreport.submit'] };
const three = { events: ['timesheet.approve', 'timesheet.submit', 'incidentreport.reject'] };

const requests = async (): Promise<string[]> => (await service.requests()).map(withoutIds);

describe.each(generations)('n8n that works with a %s', (generation) => {
	test('publishing makes one active subscription for each event, each with an address and token of its own', async () => {
		await service.published(generation, triggerNode({ events: EVERY_EVENT }));
		const rows = await delivering(service.sandbox);
		expect(eventsOf(rows)).toEqual(EVERY_EVENT);
		expect(new Set(rows.map(({ subscriberId }) => subscriberId)).size).toBe(1);
		const tokens = rows.map(({ uri }) => new URL(uri).searchParams.get('token'));
		expect(new Set(tokens).size).toBe(6);
		expect(tokens).toEqual(EVERY_EVENT.map(() => expect.stringMatching(/^[\w-]{24}$/)));
		expect(new Set(rows.map(({ uri }) => uri.split('?')[0]))).toEqual(
			new Set(['https://n8n.example.com/webhook/hook-1/webhook']),
		);
		expect(await requests()).toEqual(['POST /subscribers', ...EVERY_EVENT.map(() => 'POST /subscriptions')]);
	});

	test('publishing again, without anything between, changes nothing', async () => {
		const n8n = await service.published(generation, triggerNode(two));
		const before = await subscriptions(service.sandbox);
		await clearJournal(service.sandbox);
		await n8n.publish([triggerNode(two)]);
		expect(await subscriptions(service.sandbox)).toEqual(before);
		expect(await requests()).toEqual(['GET /subscribers/#/subscriptions']);
	});

	test('unpublishing leaves nothing active, and a second time asks for nothing', async () => {
		const n8n = await service.published(generation, triggerNode(two));
		await clearJournal(service.sandbox);
		expect(await n8n.unpublish([triggerNode(two)])).toEqual({ told: [] });
		expect(await active(service.sandbox)).toEqual([]);
		expect((await subscribers(service.sandbox)).map(({ isActive }) => isActive)).toEqual([false]);
		expect(n8n.registration()?.subscriptions).toEqual(two.events.map(() => expect.objectContaining({ state: 'off' })));
		expect(await requests()).toEqual([
			'PUT /subscriptions/#',
			'PUT /subscriptions/#',
			'PUT /subscribers/#',
			'GET /subscribers/#/subscriptions',
		]);
		await clearJournal(service.sandbox);
		expect(await n8n.unpublish([triggerNode(two)])).toEqual({ told: [] });
		expect(await requests()).toEqual([]);
	});

	test('unpublishing what was never published asks for nothing', async () => {
		await service.host(generation).unpublish([triggerNode(two)]);
		expect(await journal(service.sandbox)).toEqual([]);
	});

	test('other events: the common one keeps its subscription, address and secret; the others change', async () => {
		const n8n = await service.published(generation, triggerNode(two));
		const [before] = (await delivering(service.sandbox)).filter(({ event }) => event === 'approve');
		await clearJournal(service.sandbox);
		await n8n.republish([triggerNode(two)], [triggerNode(three)]);
		const rows = await delivering(service.sandbox);
		expect(eventsOf(rows)).toEqual([...three.events].sort());
		expect(rows.find(({ id }) => id === before?.id)?.uri).toBe(before?.uri);
		expect(await subscribers(service.sandbox)).toHaveLength(1);
		expect((await requests()).length).toBeLessThanOrEqual(4 + 5);
	});

	test('an event that comes back gets its old subscription again', async () => {
		const n8n = await service.published(generation, triggerNode(two));
		await n8n.republish([triggerNode(two)], [triggerNode(three)]);
		await n8n.republish([triggerNode(three)], [triggerNode(two)]);
		expect(eventsOf(await delivering(service.sandbox))).toEqual([...two.events].sort());
		expect(await subscriptions(service.sandbox)).toHaveLength(4);
	});

	test('switching on and off twenty times adds nothing to the service', async () => {
		const n8n = service.host(generation);
		for (let round = 0; round < 20; round++) {
			await n8n.publish([triggerNode(two)]);
			if (round % 3 === 0) await n8n.restart([triggerNode(two)]);
			expect(eventsOf(await delivering(service.sandbox))).toEqual([...two.events].sort());
			await n8n.unpublish([triggerNode(two)]);
			expect(await active(service.sandbox)).toEqual([]);
		}
		expect(
			[await subscribers(service.sandbox), await subscriptions(service.sandbox)].map(({ length }) => length),
		).toEqual([1, 2]);
	});

	test('the largest change, all six events off and on, stays far below the requests of a minute', async () => {
		const n8n = await service.published(generation, triggerNode({ events: EVERY_EVENT }));
		await clearJournal(service.sandbox);
		await n8n.republish(
			[triggerNode({ events: EVERY_EVENT })],
			[triggerNode({ events: EVERY_EVENT, options: { rotateSecretOnActivation: true } })],
		);
		expect(await requests()).toHaveLength(6 + 1 + 1 + (1 + 1 + 6 + 1));
	});

	test('a restart asks at most once and changes nothing', async () => {
		const n8n = await service.published(generation, triggerNode(two));
		const before = await subscriptions(service.sandbox);
		await clearJournal(service.sandbox);
		await n8n.restart([triggerNode(two)]);
		expect(await subscriptions(service.sandbox)).toEqual(before);
		expect(await requests()).toEqual(generation === 'loop' ? ['GET /subscribers/#/subscriptions'] : []);
	});

	test('a restart while the service is away tears nothing down', async () => {
		const n8n = await service.published(generation, triggerNode(two));
		await service.fault({ path: '/api/webhook', kind: 'reset', times: 1000 });
		await n8n.restart([triggerNode(two)]);
		await service.mend();
		expect(eventsOf(await delivering(service.sandbox))).toEqual([...two.events].sort());
		await n8n.unpublish([triggerNode(two)]);
		expect(await active(service.sandbox)).toEqual([]);
	});
});
