import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { forgetAll } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';
import { admin, isToken, journal } from '../support/admin.mts';
import { credentialFor } from '../../../kit/core/rig.mts';
import { Host, quickTime, triggerNode } from '../support/triggerHost.mts';
import { active, eventsOf } from '../support/triggerService.mts';

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

describe('what activation says', () => {
	const host = (): Host => new Host('loop', { '*': credentialFor(sandbox, 'webhook', plenty) });

	test('an address without HTTPS is refused before anything is asked for, except on this machine', async () => {
		const n8n = Object.assign(host(), { baseUrl: 'http://n8n.example.com/' });
		await expect(n8n.publish([node])).rejects.toThrow(/HTTPS only.*WEBHOOK_URL/);
		expect(await journal(sandbox)).toEqual([]);
		await Object.assign(n8n, { baseUrl: 'http://localhost:5678/' }).publish([node]);
		expect(await active(sandbox)).toHaveLength(2);
	});

	test.each([
		['no event', {}, /No event is chosen.*Choose at least one/],
		['no pair', { customEvents: 'approve' }, /“approve” is not an event.*eventType\.event/],
	])('%s', async (_, chosen, words) => {
		await expect(host().publish([triggerNode(chosen)])).rejects.toThrow(words);
		expect(await journal(sandbox)).toEqual([]);
	});

	test('a key of another type: which one is needed and which one it is', async () => {
		const n8n = new Host('loop', { '*': credentialFor(sandbox, 'timesheet', plenty) });
		await expect(n8n.publish([node])).rejects.toThrow(/may not do this.*“developer” or “webhook”.*type “timesheet”/);
	});

	test('custom events may repeat the chosen ones and be written in lines', async () => {
		await host().publish([triggerNode({ ...parameters, customEvents: 'timesheet.approve\ntimesheet.reject ; ' })]);
		expect(eventsOf(await active(sandbox))).toEqual([...events, 'timesheet.reject'].sort());
	});

	test('when the service asks to wait for more than one window, activation says so after the first, and nothing stays on', async () => {
		await admin(sandbox, 'POST', '/faults', {
			path: '/api/webhook/subscriptions',
			status: 429,
			times: 3,
			headers: { 'Retry-After': '55' },
		});
		const started = clock.now();
		await expect(host().publish([node])).rejects.toThrow(/used up its requests for this minute/);
		// One window until it gives up, and one for switching off what was on.
		expect(clock.now() - started).toBeLessThan(135_000);
		expect(await active(sandbox)).toEqual([]);
		expect((await journal(sandbox)).filter((row) => !isToken(row)).length).toBeLessThan(10);
	});
});
