import { describe, expect, test } from '@jest/globals';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { journal } from '../support/admin.mts';
import { type Host, triggerNode } from '../support/triggerHost.mts';
import { active, eventsOf } from '../support/triggerService.mts';
import { useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const parameters = { events: ['timesheet.approve', 'incidentreport.submit'] };
const events = [...parameters.events].sort();
const node = triggerNode(parameters);

describe('what activation says', () => {
	const host = (): Host => service.host('loop');

	test('an address without HTTPS is refused before anything is asked for, except on this machine', async () => {
		const n8n = Object.assign(host(), { baseUrl: 'http://n8n.example.com/' });
		await expect(n8n.publish([node])).rejects.toThrow(/HTTPS only.*WEBHOOK_URL/);
		expect(await journal(service.sandbox)).toEqual([]);
		await Object.assign(n8n, { baseUrl: 'http://localhost:5678/' }).publish([node]);
		expect(await active(service.sandbox)).toHaveLength(2);
	});

	test.each([
		['no event', {}, /No event is chosen.*Choose at least one/],
		['no pair', { events: ['approve'] }, /“approve” is not an event\. Choose the events from the Trigger On list/],
		['other events that nothing names', { events: ['serviceDetails'] }, /credential’s Service Details have no events/],
	])('%s', async (_, chosen, words) => {
		await expect(host().publish([triggerNode(chosen)])).rejects.toThrow(words);
		expect(await journal(service.sandbox)).toEqual([]);
	});

	test('a key of another type: which one is needed and which one it is', async () => {
		const n8n = service.host('loop', 'timesheet');
		await expect(n8n.publish([node])).rejects.toThrow(
			/has no access to this.*“developer” or “webhook”.*type “timesheet”/,
		);
	});

	test('wrong Service Details are told with the place and what may stand there', async () => {
		const wrong = service.host('loop', 'webhook', {}, { serviceDetails: '{"stateField": 7}' });
		await expect(wrong.publish([node])).rejects.toThrow(/Service Details.*at “stateField”: expected a name/);
		expect(await journal(service.sandbox)).toEqual([]);
	});

	test('events of Service Details may repeat the chosen ones and be written in lines', async () => {
		const serviceDetails = JSON.stringify({ events: 'timesheet.approve\ntimesheet.reject ; ' });
		const n8n = service.host('loop', 'webhook', {}, { serviceDetails });
		await n8n.publish([triggerNode({ events: [...parameters.events, 'serviceDetails'] })]);
		expect(eventsOf(await active(service.sandbox))).toEqual([...events, 'timesheet.reject'].sort());
	});

	test('when the service says to wait for more than one window, activation says so after the first, and nothing stays on', async () => {
		await service.fault({
			path: '/api/webhook/subscriptions',
			status: 429,
			times: 3,
			headers: { 'Retry-After': '55' },
		});
		const started = clock.now();
		await expect(host().publish([node])).rejects.toThrow(/used up its requests for this minute/);
		// One window until it gives up, and one for switching off what was on.
		expect(clock.now() - started).toBeLessThan(135_000);
		expect(await active(service.sandbox)).toEqual([]);
		expect((await service.requests()).length).toBeLessThan(10);
	});
});
