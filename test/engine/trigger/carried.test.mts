// What an earlier time left in static data: a process that died half-way, an answer that never came, an older copy. The next start or
// publishing ends with exactly what is wanted, asks for no more than that takes, and keeps secret and ids where it can.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Registration } from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { clearJournal } from '../support/admin.mts';
import { generations, type Host, triggerNode } from '../support/triggerHost.mts';
import { foreignSubscription, off } from '../support/triggerForeign.mts';
import { eventsOf, held, subscriptions } from '../support/triggerService.mts';
import { useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const node = triggerNode({ events: ['timesheet.approve', 'incidentreport.submit', 'timesheet.reject'] });
const events = ['incidentreport.submit', 'timesheet.approve', 'timesheet.reject'];

type Stored = { -readonly [Name in keyof Registration]: Registration[Name] };

const dataOf = (host: Host): IDataObject => host.database['node:Trigger'] as IDataObject;
const registrationOf = (host: Host): Stored => {
	const found = host.registration();
	if (found === undefined) throw new Error('nothing is stored');
	return { ...found };
};

/** Lets n8n die and come back with other static data than it had: up to 2.39 it asks the trigger then, later when it is published again. */
async function comeBack(host: Host, change: (registration: Stored) => void): Promise<string[]> {
	const registration = registrationOf(host);
	change(registration);
	dataOf(host).registration = JSON.parse(JSON.stringify(registration)) as IDataObject;
	await clearJournal(service.sandbox);
	if (host.generation === 'loop') await host.restart([node]);
	else {
		forgetRegistrations();
		await host.publish([node], 'update');
	}
	return (await service.requests()).map(({ method, path }) => `${method} ${path}`);
}

async function expectWhole(host: Host): Promise<Stored> {
	const { active, delivering } = await held(service.sandbox);
	expect({ eventsOf: eventsOf(delivering), active: active.length }).toEqual({
		eventsOf: events,
		active: events.length,
	});
	const registration = registrationOf(host);
	expect(registration).toMatchObject({ subscriberState: 'on', strays: [] });
	expect(registration.subscriptions.map(({ event, state }) => [event, state]).sort()).toEqual(
		events.map((event) => [event, 'on']),
	);
	// Each address is that of the subscription that the service knows.
	for (const { id, token } of registration.subscriptions)
		expect(delivering.find((row) => String(row.id) === id)?.uri).toContain(token);
	return registration;
}

const unsure = (registration: Stored, index: number): void => {
	registration.subscriptions = registration.subscriptions.map((subscription, at) =>
		at === index ? { ...subscription, state: 'unsure' } : subscription,
	);
};

describe.each(generations)('n8n that works with a %s', (generation) => {
	const published = async (): Promise<Host> => {
		const host = await service.published(generation, node);
		return host;
	};

	test('a stored registration that is as it was left costs one look at the list, and nothing is written', async () => {
		const host = await published();
		const before = await subscriptions(service.sandbox);
		const sent = await comeBack(host, () => undefined);
		expect(sent).toEqual([expect.stringMatching(/^GET .*\/subscriptions$/)]);
		expect(await subscriptions(service.sandbox)).toEqual(before);
		await expectWhole(host);
	});

	test.each<[string, (registration: Stored) => void]>([
		['fewer events than are wanted', (stored) => void (stored.subscriptions = stored.subscriptions.slice(0, 2))],
		['one event alone', (stored) => void (stored.subscriptions = stored.subscriptions.slice(1, 2))],
		['no event at all', (stored) => void (stored.subscriptions = [])],
		['a subscription of which nobody knows whether it is on', (stored) => unsure(stored, 1)],
		[
			'a subscription that was made without saying its id',
			(stored) =>
				void (stored.subscriptions = stored.subscriptions.map((subscription, at) =>
					at === 0 ? { ...subscription, id: undefined, state: 'unsure' } : subscription,
				)),
		],
		['a subscriber of which nobody knows whether it is on', (stored) => void (stored.subscriberState = 'unsure')],
		['a subscriber that is believed to be off', (stored) => void (stored.subscriberState = 'off')],
		['a state in a word that no state has', (stored) => Object.assign(stored, { subscriberState: 'perhaps' })],
	])('stored with %s: the same subscriptions are on, once each', async (_, change) => {
		const host = await published();
		const before = (await held(service.sandbox)).delivering.map(({ id }) => id);
		const sent = await comeBack(host, change);
		await expectWhole(host);
		expect((await held(service.sandbox)).delivering.map(({ id }) => id)).toEqual(before);
		expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
		await host.unpublish([node]);
		expect((await held(service.sandbox)).active).toEqual([]);
	});

	test('a subscription that is stored as on, and off at the service, is switched on again', async () => {
		const host = await published();
		const [first] = (await held(service.sandbox)).delivering;
		await off(service.sandbox, Number(first?.id));
		await comeBack(host, () => undefined);
		await expectWhole(host);
	});

	test('a subscription that is stored as unsure, and off at the service, is switched on again', async () => {
		const host = await published();
		const stored = registrationOf(host).subscriptions[2];
		await off(service.sandbox, Number(stored?.id));
		await comeBack(host, (registration) => unsure(registration, 2));
		await expectWhole(host);
	});

	test('a subscription of an event that is not wanted any more is switched off', async () => {
		const host = await published();
		const { subscriberId } = registrationOf(host);
		const uri = (await held(service.sandbox)).delivering[0]?.uri ?? '';
		const id = await foreignSubscription(service.sandbox, Number(subscriberId), uri.replace(/token=\w/, 'token=x'));
		await comeBack(host, (registration) => {
			registration.subscriptions = [
				...registration.subscriptions,
				{ id: String(id), event: 'timesheet.submit', token: 'of-an-earlier-time', since: 1, state: 'on' },
			];
		});
		await expectWhole(host);
		expect((await subscriptions(service.sandbox)).find((row) => row.id === id)?.isActive).toBe(false);
	});

	test('a secret that is there is kept, one that got lost is found in the addresses again', async () => {
		const host = await published();
		const { secret } = registrationOf(host);
		await comeBack(host, (registration) => unsure(registration, 0));
		expect((await expectWhole(host)).secret).toBe(secret);
		// Also if nobody knows since when.
		await comeBack(host, (registration) => {
			unsure(registration, 0);
			registration.secretSince = 0;
		});
		expect((await expectWhole(host)).secret).toBe(secret);
		const sent = await comeBack(host, (registration) => void (registration.secret = undefined));
		expect((await expectWhole(host)).secret).toBe(secret);
		expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
	});
});
