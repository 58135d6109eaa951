import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { isSignedBy } from '../../../nodes/WorkforceOperations/trigger/receive/authenticate.ts';
import { happens } from '../support/triggerArrival.mts';
import { generations, type Host, triggerNode } from '../support/triggerHost.mts';
import { startInbox } from '../../../kit/servers/inbox.mts';
import { delivering } from '../support/triggerService.mts';
import type { Subscription } from '../../../kit/sandbox/admin.mts';
import { useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();

const parameters = { events: ['timesheet.approve', 'incidentreport.submit'] };
const node = triggerNode(parameters);
const rotating = triggerNode({ ...parameters, options: { rotateSecretOnActivation: true } });

describe.each(generations)('n8n that works with a %s', (generation) => {
	const newHost = (changes: Partial<Host> = {}): Host => service.host(generation, 'webhook', changes);

	test('a lost secret is replaced on activation, with the same subscriber and subscriptions', async () => {
		const host = await service.published(generation, node);
		const before = await delivering(service.sandbox);
		delete (host.database['node:Trigger'] as { registration: IDataObject }).registration.secret;
		forgetRegistrations();
		await host.publish([node]);
		expect(host.registration()?.secret).toMatch(/^whsec_/);
		const known = (rows: Subscription[]) =>
			rows.map(({ id, subscriberId, event, uri }) => [id, subscriberId, event, new URL(uri).searchParams.get('token')]);
		expect(known(await delivering(service.sandbox))).toEqual(known(before));
	});

	test('publishing with rotation keeps one secret and the one before, for five minutes, however often', async () => {
		const host = newHost();
		const seen: string[] = [];
		for (let round = 0; round < 5; round++) {
			await host.publish([rotating]);
			const { secret, previousSecret, previousUntil = 0 } = host.registration() ?? {};
			const minutes = Math.round((previousUntil - clock.date()) / 60_000);
			expect(seen).not.toContain(secret);
			expect(previousSecret).toBe(seen.at(-1));
			expect(previousSecret === undefined || minutes === 5).toBe(true);
			expect((JSON.stringify(host.database).match(/whsec_/g) ?? []).length).toBeLessThanOrEqual(2);
			seen.push(secret ?? '');
		}
	});

	test('neither a restart nor test listening rotates', async () => {
		const host = await service.published(generation, rotating);
		const before = host.registration()?.secret;
		await host.restart([rotating]);
		await (await host.listen(rotating)).end();
		expect(host.registration()?.secret).toBe(before);
	});

	test('a rotation whose answer got lost is asked for again, so that the next delivery fits', async () => {
		const receiver = await startInbox();
		try {
			const host = newHost({ baseUrl: `${receiver.url}/` });
			await host.publish([rotating]);
			await service.fault({
				path: '/api/webhook/subscribers/\\d+$',
				method: 'PUT',
				delayMs: 0,
				times: 1,
			});
			await service.fault({
				path: '/api/webhook/subscribers/\\d+$',
				method: 'PUT',
				kind: 'truncated',
				times: 3,
			});
			await host.publish([rotating]).catch(() => undefined);
			await service.mend();
			await host.publish([rotating]);
			const [delivery] = await happens(service.sandbox, receiver, 'approve');
			if (delivery === undefined) throw new Error('nothing came');
			expect(isSignedBy([host.registration()?.secret ?? ''], delivery.body, delivery.signature)).toBe(true);
		} finally {
			await receiver.close();
		}
	});
});
