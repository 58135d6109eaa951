// Who owns what changes while a trigger is switched on or off: what is known, and what of it is stored.
import { expect, test } from '@jest/globals';
import { Registrar } from '../../../../nodes/WorkforceOperations/trigger/registration/registrar.ts';
import { WebhookApi } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { MINUTE, n8n, NOW, registration, useStillTime } from '../support.mts';

useStillTime();

async function opened(known = registration()): Promise<{ registrar: Registrar; stored: () => unknown }> {
	const { context, staticData } = n8n();
	const service = await WebhookApi.open(context, 1000);
	return { registrar: Registrar.forTrigger(context, service, known), stored: () => staticData.registration };
}

test('an update is known at once and stored only when it is to be', async () => {
	const { registrar, stored } = await opened();
	const changed = registration({ subscriberState: 'unsure' });
	registrar.update(changed);
	expect({ registration: registrar.registration, stored: stored() }).toEqual({
		registration: changed,
		stored: undefined,
	});
	registrar.store(changed);
	expect(registrar.registration).toEqual({ ...changed, changedAt: NOW });
	expect(stored()).toEqual(registrar.registration);
});

test('an orphan is switched off without a trace of it in what is stored or known of the own subscriber', async () => {
	const known = registration({ strays: ['7'] });
	const { registrar, stored } = await opened(known);
	const orphan = registrar.forOrphan('7');
	expect(orphan.registration).toEqual({ ...known, subscriberId: '7', subscriptions: [], strays: [] });
	orphan.store({ ...orphan.registration, subscriberState: 'off' });
	expect(orphan.registration.subscriberState).toBe('off');
	expect({ registration: registrar.registration, stored: stored() }).toEqual({
		registration: known,
		stored: undefined,
	});
});

test.each([
	['a change of before', NOW - 1, NOW],
	['a change of this moment', NOW, NOW + 1],
	['a change that is dated slightly ahead', NOW + 5 * MINUTE, NOW + 5 * MINUTE + 1],
	['a change that is dated further ahead than clocks differ', NOW + 5 * MINUTE + 1, NOW],
])('what is stored after %s is dated later', async (_, changedAt, expected) => {
	const { registrar } = await opened(registration({ changedAt }));
	registrar.store(registration({ changedAt }));
	expect([registrar.now(), registrar.registration.changedAt]).toEqual([expected, expected]);
});

test.each<[string, number | undefined, number | undefined, number | undefined]>([
	['nobody knows', undefined, undefined, undefined],
	['what is stored stays where the service tells no date', undefined, 2 * MINUTE, 2 * MINUTE],
	['what the service tells takes its place', 3 * MINUTE, 2 * MINUTE, 3 * MINUTE],
	['one minute is no difference', MINUTE, 2 * MINUTE, undefined],
	['more than one minute is', MINUTE + 1000, undefined, MINUTE + 1000],
	['a clock that is ahead is right enough', -2 * MINUTE, 2 * MINUTE, undefined],
])('how far this clock is behind the service’s: %s', async (_, ahead, clockBehind, expected) => {
	const headers = ahead === undefined ? {} : { date: new Date(NOW + ahead).toUTCString() };
	const { context } = n8n({ answer: () => ({ headers, body: { status: { code: 0 }, data: [] } }) });
	const service = await WebhookApi.open(context, 1000);
	await service.list('1');
	const registrar = Registrar.forTrigger(context, service, registration());
	registrar.store(registration({ clockBehind }));
	expect(registrar.registration.clockBehind).toBe(expected);
	expect(registrar.now()).toBe(NOW + (ahead ?? 0));
});
