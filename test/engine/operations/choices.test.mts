import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { choiceTable, type Choices } from '../../../sandbox/core/choices.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { admin } from '../support/admin.mts';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { deliver } from '../support/triggerDelivery.mts';

// Questions with more than two answers: the whole run against either variant meets two of them, this file each by itself.

const valuesOf = <Name extends keyof Choices>(name: Name): Array<Choices[Name]> =>
	Object.keys(choiceTable[name].values) as Array<Choices[Name]>;

async function withSandbox<Result>(
	choices: Partial<Choices>,
	work: (sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
	const sandbox = await startSandbox({ data: { timesheets: 20 }, ratePerMinute: 100_000, choices });
	try {
		return await work(sandbox);
	} finally {
		await sandbox.close();
	}
}

describe.each(valuesOf('writes'))('a write that is answered with %s', (writes) => {
	const run = (sandbox: Sandbox, parameters: IDataObject, items: IDataObject[] = [{}]) =>
		runNode(credentialFor(sandbox, 'developer', { requestsPerMinute: 6000 }), parameters, {
			items: items.map((json) => ({ json })),
		});

	test('gives one item for each row of an update, which is written', async () => {
		await withSandbox({ writes }, async (sandbox) => {
			const rows = [3001, 3002, 3003].map((id) => ({ id, mobile: `+61 4 ${id}` }));
			const { json, error } = await run(
				sandbox,
				{
					resource: 'staff',
					operation: 'update',
					employeeId: '={{ $json.id }}',
					updateFields: { mobile: '={{ $json.mobile }}' },
				},
				rows,
			);
			expect({ error, id: json.map(({ id }) => Number(id)) }).toEqual({ error: undefined, id: [3001, 3002, 3003] });
			// The record itself says it, or nothing says which of them were counted.
			const says = { records: undefined, counts: null, ids: true, none: true }[writes];
			expect(json.map(({ updated }) => updated)).toEqual([says, says, says]);
			const { json: staff } = await run(sandbox, { resource: 'staff', operation: 'getAll', returnAll: true });
			expect(staff.find(({ id }) => id === 3002)?.mobile).toBe('+61 4 3002');
		});
	});

	test('says of each row of a sheet what was done, and does nothing the second time', async () => {
		await withSandbox({ writes }, async (sandbox) => {
			const upsert = {
				resource: 'staff',
				operation: 'upsert',
				columns: { mappingMode: 'autoMapInputData', value: null },
			};
			const { json: staff } = await run(sandbox, { resource: 'staff', operation: 'getAll', limit: 1 });
			const rows = [
				{ Email: staff[0]?.email, Mobile: '+61 4 1' },
				{ Email: 'nell.new@example.org', 'First name': 'Nell', Surname: 'New', Mobile: '+61 4 2' },
			] as IDataObject[];
			const first = await run(sandbox, upsert, rows);
			expect({ error: first.error, action: first.json.map(({ action }) => action) }).toEqual({
				error: undefined,
				action: ['updated', 'created'],
			});
			const second = await run(sandbox, upsert, rows);
			expect({ error: second.error, action: second.json.map(({ action }) => action) }).toEqual({
				error: undefined,
				action: ['unchanged', 'unchanged'],
			});
		});
	});

	test('gives one item for each employee that is created, and for a licence', async () => {
		await withSandbox({ writes }, async (sandbox) => {
			const created = await run(sandbox, {
				resource: 'staff',
				operation: 'create',
				firstName: 'New',
				lastName: 'Guard',
				email: 'new.guard@example.org',
			});
			expect({ error: created.error, json: created.json.length }).toEqual({ error: undefined, json: 1 });
			const saved = await run(sandbox, {
				resource: 'securityLicence',
				operation: 'upsert',
				employeeId: '3001',
				licenses: { licence: [{ licenseNumber: 'NEW-1' }] },
			});
			expect({ error: saved.error, json: saved.json.length }).toEqual({ error: undefined, json: 1 });
		});
	});

	test('switches webhooks and shows a new secret', async () => {
		await withSandbox({ writes }, async (sandbox) => {
			const made = await run(sandbox, { resource: 'webhookSubscriber', operation: 'create' });
			const subscriberId = String(made.json[0]?.id);
			const changed = await run(sandbox, {
				resource: 'webhookSubscriber',
				operation: 'update',
				subscriberId,
				state: 'unchanged',
				rotateSecret: true,
			});
			expect({ error: changed.error, secretToken: changed.json[0]?.secretToken }).toEqual({
				error: undefined,
				secretToken: expect.stringMatching(/^whsec_/),
			});
		});
	});
});

describe.each(valuesOf('notification'))('a notification that is %s', (notification) => {
	test('names its record and its event', async () => {
		await withSandbox({ notification }, async (sandbox) => {
			const store = credentialFor(sandbox, 'developer', { requestsPerMinute: 6000 });
			const made = await runNode(store, { resource: 'webhookSubscriber', operation: 'create' });
			const subscription = { subscriberId: String(made.json[0]?.id), uri: 'http://127.0.0.1:9/', event: 'approve' };
			await runNode(store, {
				resource: 'webhookSubscription',
				operation: 'create',
				eventType: 'timesheet',
				...subscription,
			});
			await admin(sandbox, 'POST', '/timesheets/50001/approve');
			const [delivery] = (await admin(sandbox, 'GET', '/deliveries')) as Array<{ payload: unknown }>;
			const body = JSON.stringify(delivery?.payload);
			const { items, status } = await deliver({ body, query: { token: 'token-of-approve' } });
			expect(status).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ eventType: 'timesheet', event: 'approve', timesheetId: 50_001 });
		});
	});
});
