// Who owns what changes while a trigger is switched on or off: what is known, what of it is stored, and when a list is asked for.
import { expect, test } from '@jest/globals';
import { plan } from '../../../../nodes/WorkforceOperations/trigger/registration/plan.ts';
import { Registrar } from '../../../../nodes/WorkforceOperations/trigger/registration/registrar.ts';
import { WebhookApi } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { listed, n8n, NOW, registration, useStillTime } from '../support.mts';

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
	expect([registrar.registration, stored()]).toEqual([changed, undefined]);
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
	expect([registrar.registration, stored()]).toEqual([known, undefined]);
});

test('a list that was forgotten is asked for again', async () => {
	const { registrar } = await opened();
	const wanted = { events: [], secretSince: 0, addressOf: () => '' };
	registrar.setListed([listed('timesheet.approve', { active: false })]);
	expect(plan(registrar.registration, registrar.listed, wanted)).toEqual([]);
	registrar.forgetList();
	expect(plan(registrar.registration, registrar.listed, wanted)).toEqual([{ do: 'list' }]);
});
