import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { forgetAll } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { admin, clearJournal, isToken, journal } from '../support/admin.mts';
import { credentialFor } from '../../../kit/core/rig.mts';
import { generations, Host, quickTime, triggerNode } from '../support/triggerHost.mts';
import { off } from '../support/triggerForeign.mts';
import { active, delivering, eventsOf, subscribers, subscriptions } from '../support/triggerService.mts';

// Waits take no time here, but a busy machine does.
jest.setTimeout(60_000);

let sandbox: Sandbox;
let realTime: () => void;

const all = [
	'incidentreport.approve',
	'incidentreport.reject',
	'incidentreport.submit',
	'timesheet.approve',
	'timesheet.reject',
	'timesheet.submit',
];
const two = { events: ['timesheet.approve', 'incidentreport.submit'] };
const three = { events: ['timesheet.approve', 'timesheet.submit', 'incidentreport.reject'] };

beforeAll(async () => {
	realTime = quickTime();
	sandbox = await startSandbox({ ratePerMinute: 100_000, data: { timesheets: 1 } });
});
afterAll(async () => {
	await sandbox.close();
	realTime();
});
beforeEach(async () => {
	await admin(sandbox, 'POST', '/reset');
	forgetAll();
});

const host = (generation: (typeof generations)[number], key: 'webhook' | 'developer' = 'webhook'): Host =>
	new Host(generation, { '*': credentialFor(sandbox, key, { requestsPerMinute: 6000 }) });

const requests = async (): Promise<string[]> =>
	(await journal(sandbox))
		.filter((row) => !isToken(row))
		.map(({ method, path }) => `${method} ${path.replace(/^\/api\/webhook/, '').replace(/\d+/g, '#')}`);

describe.each(generations)('n8n that works with a %s', (generation) => {
	test('publishing makes one active subscription for each event, each with an address and token of its own', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode({ events: all })]);
		const rows = await delivering(sandbox);
		expect(eventsOf(rows)).toEqual([...all].sort());
		expect(new Set(rows.map(({ subscriberId }) => subscriberId)).size).toBe(1);
		const tokens = rows.map(({ uri }) => new URL(uri).searchParams.get('token'));
		expect(new Set(tokens).size).toBe(6);
		expect(tokens.every((token) => /^[\w-]{24}$/.test(token ?? ''))).toBe(true);
		expect(new Set(rows.map(({ uri }) => uri.split('?')[0]))).toEqual(
			new Set(['https://n8n.example.com/webhook/hook-1/webhook']),
		);
		expect(await requests()).toEqual(['POST /subscribers', ...all.map(() => 'POST /subscriptions')]);
	});

	test('publishing again, without anything between, changes nothing', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode(two)]);
		const before = await subscriptions(sandbox);
		await clearJournal(sandbox);
		await n8n.publish([triggerNode(two)]);
		expect(await subscriptions(sandbox)).toEqual(before);
		expect(await requests()).toEqual(['GET /subscribers/#/subscriptions']);
	});

	test('unpublishing leaves nothing active, and a second time asks for nothing', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode(two)]);
		await clearJournal(sandbox);
		expect(await n8n.unpublish([triggerNode(two)])).toEqual({ told: [] });
		expect(await active(sandbox)).toEqual([]);
		expect((await subscribers(sandbox)).map(({ isActive }) => isActive)).toEqual([false]);
		expect(await requests()).toEqual([
			'PUT /subscriptions/#',
			'PUT /subscriptions/#',
			'PUT /subscribers/#',
			'GET /subscribers/#/subscriptions',
		]);
		await clearJournal(sandbox);
		expect(await n8n.unpublish([triggerNode(two)])).toEqual({ told: [] });
		expect(await requests()).toEqual([]);
	});

	test('unpublishing what was never published asks for nothing', async () => {
		await host(generation).unpublish([triggerNode(two)]);
		expect(await journal(sandbox)).toEqual([]);
	});

	test('other events: the common one keeps its subscription, address and secret; the others change', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode(two)]);
		const [before] = (await delivering(sandbox)).filter(({ event }) => event === 'approve');
		await clearJournal(sandbox);
		await n8n.republish([triggerNode(two)], [triggerNode(three)]);
		const rows = await delivering(sandbox);
		expect(eventsOf(rows)).toEqual([...three.events].sort());
		expect(rows.find(({ id }) => id === before?.id)?.uri).toBe(before?.uri);
		expect(await subscribers(sandbox)).toHaveLength(1);
		expect((await requests()).length).toBeLessThanOrEqual(4 + 5);
	});

	test('an event that comes back gets its old subscription again', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode(two)]);
		await n8n.republish([triggerNode(two)], [triggerNode(three)]);
		await n8n.republish([triggerNode(three)], [triggerNode(two)]);
		expect(eventsOf(await delivering(sandbox))).toEqual([...two.events].sort());
		expect(await subscriptions(sandbox)).toHaveLength(4);
	});

	test('switching on and off twenty times adds nothing to the service', async () => {
		const n8n = host(generation);
		for (let round = 0; round < 20; round++) {
			await n8n.publish([triggerNode(two)]);
			if (round % 3 === 0) await n8n.restart([triggerNode(two)]);
			expect(eventsOf(await delivering(sandbox))).toEqual([...two.events].sort());
			await n8n.unpublish([triggerNode(two)]);
			expect(await active(sandbox)).toEqual([]);
		}
		expect([await subscribers(sandbox), await subscriptions(sandbox)].map(({ length }) => length)).toEqual([1, 2]);
	});

	test('the largest change, all six events off and on, stays far below the requests of a minute', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode({ events: all })]);
		await clearJournal(sandbox);
		await n8n.republish(
			[triggerNode({ events: all })],
			[triggerNode({ events: all, options: { rotateSecretOnActivation: true } })],
		);
		expect(await requests()).toHaveLength(6 + 1 + 1 + (1 + 1 + 6 + 1));
	});

	test('a restart asks at most once and changes nothing', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode(two)]);
		const before = await subscriptions(sandbox);
		await clearJournal(sandbox);
		await n8n.restart([triggerNode(two)]);
		expect(await subscriptions(sandbox)).toEqual(before);
		expect(await requests()).toEqual(generation === 'loop' ? ['GET /subscribers/#/subscriptions'] : []);
	});

	test('a restart while the service is away tears nothing down', async () => {
		const n8n = host(generation);
		await n8n.publish([triggerNode(two)]);
		await admin(sandbox, 'POST', '/faults', { path: '/api/webhook', kind: 'reset', times: 1000 });
		await n8n.restart([triggerNode(two)]);
		await admin(sandbox, 'DELETE', '/faults');
		expect(eventsOf(await delivering(sandbox))).toEqual([...two.events].sort());
		await n8n.unpublish([triggerNode(two)]);
		expect(await active(sandbox)).toEqual([]);
	});

	test('a subscription that somebody switched off is switched on by publishing again', async () => {
		const n8n = host(generation, 'developer');
		await n8n.publish([triggerNode(two)]);
		const [row] = await active(sandbox);
		await off(sandbox, row?.id ?? 0);
		await n8n.publish([triggerNode(two)]);
		expect(eventsOf(await delivering(sandbox))).toEqual([...two.events].sort());
	});
});
