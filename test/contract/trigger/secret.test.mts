import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { forgetAll } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { readRegistration } from '../../../nodes/WorkforceOperations/trigger/registration/state.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/time.ts';
import { isSignedBy } from '../../../nodes/WorkforceOperations/trigger/receive/signature.ts';
import { admin } from '../support/admin.mts';
import { credentialFor } from '../../../kit/core/rig.mts';
import { generations, Host, quickTime, triggerNode } from '../support/triggerHost.mts';
import { startReceiver } from '../support/triggerReceiver.mts';
import { delivering, type SubscriptionRow } from '../support/triggerService.mts';

// Waits take no time here, but a busy machine does.
jest.setTimeout(60_000);

let sandbox: Sandbox;
let realTime: () => void;

const parameters = { events: ['timesheet.approve', 'incidentreport.submit'] };
const node = triggerNode(parameters);
const rotating = triggerNode({ ...parameters, options: { rotateSecretOnActivation: true } });
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

const registrationOf = (host: Host, name = 'Trigger') =>
	readRegistration({ getWorkflowStaticData: () => (host.database[`node:${name}`] ?? {}) as IDataObject });

describe.each(generations)('n8n that works with a %s', (generation) => {
	const newHost = (changes: Partial<Host> = {}): Host =>
		Object.assign(new Host(generation, { '*': credentialFor(sandbox, 'webhook', plenty) }), changes);

	test('a lost secret is replaced on activation, with the same subscriber and subscriptions', async () => {
		const host = newHost();
		await host.publish([node]);
		const before = await delivering(sandbox);
		delete (host.database['node:Trigger'] as { registration: IDataObject }).registration.secret;
		forgetAll();
		await host.publish([node]);
		expect(registrationOf(host)?.secret).toMatch(/^whsec_/);
		const known = (rows: SubscriptionRow[]) =>
			rows.map(({ id, subscriberId, event, uri }) => [id, subscriberId, event, new URL(uri).searchParams.get('token')]);
		expect(known(await delivering(sandbox))).toEqual(known(before));
	});

	test('publishing with rotation keeps one secret and the one before, for five minutes, however often', async () => {
		const host = newHost();
		const seen: string[] = [];
		for (let round = 0; round < 5; round++) {
			await host.publish([rotating]);
			const { secret, previousSecret, previousUntil } = registrationOf(host) ?? {};
			expect(seen).not.toContain(secret);
			expect(previousSecret).toBe(seen.at(-1));
			if (previousSecret) expect(Math.round(((previousUntil ?? 0) - clock.date()) / 60_000)).toBe(5);
			expect((JSON.stringify(host.database).match(/whsec_/g) ?? []).length).toBeLessThanOrEqual(2);
			seen.push(secret ?? '');
		}
	});

	test('neither a restart nor test listening rotates', async () => {
		const host = newHost();
		await host.publish([rotating]);
		const before = registrationOf(host)?.secret;
		await host.restart([rotating]);
		await (await host.listen(rotating)).end();
		expect(registrationOf(host)?.secret).toBe(before);
	});

	test('a rotation whose answer got lost is asked for again, so that the next delivery fits', async () => {
		const receiver = await startReceiver();
		try {
			const host = newHost({ baseUrl: `${receiver.url}/` });
			await host.publish([rotating]);
			await admin(sandbox, 'POST', '/faults', {
				path: '/api/webhook/subscribers/\\d+$',
				method: 'PUT',
				delayMs: 0,
				times: 1,
			});
			await admin(sandbox, 'POST', '/faults', {
				path: '/api/webhook/subscribers/\\d+$',
				method: 'PUT',
				kind: 'truncated',
				times: 3,
			});
			await host.publish([rotating]).catch(() => undefined);
			await admin(sandbox, 'DELETE', '/faults');
			await host.publish([rotating]);
			const [timesheet] = await admin<Array<{ timesheetId: number }>>(sandbox, 'GET', '/timesheets');
			await admin(sandbox, 'POST', `/timesheets/${timesheet?.timesheetId}/approve`, {});
			const { body, signature } = await receiver.next();
			expect(isSignedBy([registrationOf(host)?.secret ?? ''], body, signature)).toBe(true);
		} finally {
			await receiver.close();
		}
	});
});
