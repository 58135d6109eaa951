// What one attempt at unpublishing does: what it tells of what may still be on, and how many requests it takes.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clearJournal } from '../support/admin.mts';
import { foreignSubscriber } from '../support/triggerForeign.mts';
import { type Generation, generations, type Host, triggerNode } from '../support/triggerHost.mts';
import { active, subscribers, withoutIds } from '../support/triggerService.mts';
import { useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const node = triggerNode({ events: ['timesheet.approve', 'incidentreport.submit'] });

/** n8n up to 2.39 tries once only, so that nothing is hidden by a repetition. */
const published = async (generation: Generation = 'loop'): Promise<Host> => await service.published(generation, node);

const requests = async (): Promise<string[]> =>
	(await service.requests()).map((row) => `${withoutIds(row)} ${row.status}`);

test.each(generations)(
	'a list that stays out of reach does not make a successful unpublishing look failed (%s)',
	async (generation) => {
		const host = await published(generation);
		await service.fault({
			path: '/api/webhook/subscribers/\\d+/subscriptions',
			status: 500,
			times: 1000,
		});
		await clearJournal(service.sandbox);
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect(await requests()).toEqual([
			'PUT /subscriptions/# 200',
			'PUT /subscriptions/# 200',
			'PUT /subscribers/# 200',
			'GET /subscribers/#/subscriptions 500',
		]);
		expect(await active(service.sandbox)).toEqual([]);
	},
);

describe('what may still be on after unpublishing is told with its reason, after as many looks at the list as may help', () => {
	const [first, subscriber, list, all] = ['subscriptions/1$', 'subscribers/1$', 'subscribers/1/subscriptions', ''];
	type Fault = [path: string, status: number, method?: string];

	test.each<[string, Fault[], left: string, why: RegExp, looks: number]>([
		['a subscription', [[first, 500]], 'subscription 1', /could not answer/, 6],
		['the subscriber', [[subscriber, 500]], 'subscriber 1', /could not answer/, 3],
		[
			'several things for one reason',
			[[all, 500]],
			'subscription 1, subscription 2, subscriber 1, the list of subscriber 1',
			/^[^;]*could not answer[^;]*\. Publish/,
			3,
		],
		[
			'everything, for a key that may do nothing any more',
			[[all, 403]],
			'subscription 1, subscription 2, subscriber 1, the list of subscriber 1',
			/has no access to this/,
			1,
		],
		[
			'most of it, for a key that may still read the list',
			[[all, 403, 'PUT']],
			'subscription 1, subscription 2, subscriber 1',
			/has no access to this/,
			6,
		],
		[
			'a lost subscription, where the list can’t be read',
			[
				[first, 404],
				[list, 500],
			],
			'the list of subscriber 1',
			/could not answer/,
			3,
		],
		[
			'a lost subscription, where a subscriber without a list was switched off',
			[
				[first, 404],
				[list, 404],
			],
			'the list of subscriber 1',
			/the service’s responses contradict each other/,
			3,
		],
		[
			'a lost subscriber that has a list',
			[[subscriber, 404]],
			'subscriber 1',
			/the service’s responses contradict each other/,
			3,
		],
	])('%s', async (_, faults, left, why, looks) => {
		const host = await published();
		for (const [path, status, method] of faults)
			await service.fault({ path: `/api/webhook/${path}`, status, times: 1000, ...(method && { method }) });
		await clearJournal(service.sandbox);
		const ids = '(webhook subscriber 1 with subscriptions 1, 2)';
		const { told } = await host.unpublish([node]);
		const [before, reason] = (told[0] ?? '').split(`${ids}. `);
		expect({ told: told.length, before }).toEqual({
			told: 1,
			before: `error Workforce Operations: Not everything could be switched off in the service: ${left} `,
		});
		expect(reason).toMatch(why);
		expect((await requests()).filter((line) => line.startsWith('GET'))).toHaveLength(looks);
	});

	test('a subscription without an ID, where the list can’t be read', async () => {
		const host = await published();
		const { registration } = host.database['node:Trigger'] as { registration: { subscriptions: IDataObject[] } };
		Object.assign(registration.subscriptions[1] ?? {}, { id: undefined, state: 'unsure' });
		forgetRegistrations();
		await service.fault({ path: `/api/webhook/${list}`, status: 500, times: 1000 });
		const { told } = await host.unpublish([node]);
		expect(told).toEqual([
			expect.stringMatching(
				/: the list of subscriber 1 \(webhook subscriber 1 with subscriptions? 1\)\. .*could not answer/,
			),
		]);
	});

	test('nothing where the service has lost all of it', async () => {
		const host = await published();
		await service.fault({ path: '/api/webhook/', status: 404, times: 1000 });
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect(host.registration()).toMatchObject({
			subscriberState: 'off',
			subscriptions: [{ state: 'off' }, { state: 'off' }],
		});
	});
});

test('earlier subscribers are switched off one after another, and stay noted from the first that stays on', async () => {
	const host = await published();
	const strays: string[] = [];
	while (strays.length < 3) strays.push(String(await foreignSubscriber(service.sandbox)));
	const { registration } = host.database['node:Trigger'] as { registration: IDataObject };
	Object.assign(registration, { strays });
	forgetRegistrations();
	await service.fault({ path: `/api/webhook/subscribers/${strays[1]}`, status: 500, times: 1000 });
	await host.publish([node], 'update');
	const states = async (): Promise<boolean[]> => (await subscribers(service.sandbox)).map(({ isActive }) => isActive);
	expect({ states: await states(), strays: host.registration()?.strays }).toEqual({
		states: [true, false, true, true],
		strays: strays.slice(1),
	});
	await service.mend();
	expect(await host.unpublish([node])).toEqual({ told: [] });
	expect({ states: await states(), strays: host.registration()?.strays }).toEqual({
		states: [false, false, false, false],
		strays: [],
	});
	expect(host.log.filter((line) => line.includes('switched off the earlier'))).toEqual(
		strays.map((id) => `info Workforce Operations: switched off the earlier webhook subscriber ${id}`),
	);
});
