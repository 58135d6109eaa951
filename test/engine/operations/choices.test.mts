import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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

/** A sandbox with these choices for the tests of a `describe`, and a way to run the node there. */
function useSandbox(choices: Partial<Choices>) {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ data: { timesheets: 20 }, ratePerMinute: 100_000, choices });
	});
	afterAll(async () => await sandbox.close());
	return {
		get sandbox() {
			return sandbox;
		},
		/** What a run without an error gives for these items. */
		async ok(name: string, form: IDataObject, items: IDataObject[] = [{}]): Promise<IDataObject[]> {
			const [resource, operation] = name.split('.');
			const store = credentialFor(sandbox, 'developer', { requestsPerMinute: 6000 });
			const given = { items: items.map((json) => ({ json })) };
			const { error, json } = await runNode(store, { resource, operation, ...form }, given);
			expect(error).toBeUndefined();
			return json;
		},
	};
}

describe.each(valuesOf('writes'))('a write that is answered with %s', (writes) => {
	const service = useSandbox({ writes });

	test('gives one item for each row of an update, which is written', async () => {
		const rows = [3001, 3002, 3003].map((id) => ({ id, mobile: `+61 4 ${id}` }));
		const form = { employeeId: '={{ $json.id }}', updateFields: { mobile: '={{ $json.mobile }}' } };
		const json = await service.ok('staff.update', form, rows);
		expect(json.map(({ id }) => Number(id))).toEqual([3001, 3002, 3003]);
		// The record itself says it, or nothing says which of them were counted.
		const says = { records: undefined, counts: null, ids: true, none: true }[writes];
		expect(json.map(({ updated }) => updated)).toEqual([says, says, says]);
		const staff = await service.ok('staff.getAll', { returnAll: true });
		expect(staff.find(({ id }) => id === 3002)?.mobile).toBe('+61 4 3002');
	});

	test('says of each row of a sheet what was done, and does nothing the second time', async () => {
		const [known] = await service.ok('staff.getAll', { limit: 1 });
		const rows = [
			{ Email: known?.email, Mobile: '+61 4 1' },
			{ Email: 'nell.new@example.org', 'First name': 'Nell', Surname: 'New', Mobile: '+61 4 2' },
		];
		const upsert = async (): Promise<unknown[]> => {
			const columns = { mappingMode: 'autoMapInputData', value: null };
			return (await service.ok('staff.upsert', { columns }, rows)).map(({ action }) => action);
		};
		expect(await upsert()).toEqual(['updated', 'created']);
		expect(await upsert()).toEqual(['unchanged', 'unchanged']);
	});

	test('gives one item for each employee that is created, and for a licence', async () => {
		const person = { firstName: 'New', lastName: 'Guard', email: 'new.guard@example.org' };
		expect(await service.ok('staff.create', person)).toHaveLength(1);
		const licences = { employeeId: '3001', licenses: { licence: [{ licenseNumber: 'NEW-1' }] } };
		expect(await service.ok('securityLicence.upsert', licences)).toHaveLength(1);
	});

	test('switches webhooks and shows a new secret', async () => {
		const [made] = await service.ok('webhookSubscriber.create', {});
		const form = { subscriberId: String(made?.id), state: 'unchanged', rotateSecret: true };
		const [changed] = await service.ok('webhookSubscriber.update', form);
		expect(changed?.secretToken).toMatch(/^whsec_/);
	});
});

describe.each(valuesOf('notification'))('a notification that is %s', (notification) => {
	const service = useSandbox({ notification });

	test('names its record and its event', async () => {
		const [made] = await service.ok('webhookSubscriber.create', {});
		const subscription = { subscriberId: String(made?.id), uri: 'http://127.0.0.1:9/', event: 'approve' };
		await service.ok('webhookSubscription.create', { eventType: 'timesheet', ...subscription });
		await admin(service.sandbox, 'POST', '/timesheets/50001/approve');
		const [delivery] = (await admin(service.sandbox, 'GET', '/deliveries')) as Array<{ payload: unknown }>;
		const body = JSON.stringify(delivery?.payload);
		const { items, status } = await deliver({ body, query: { token: 'token-of-approve' } });
		expect(status).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ eventType: 'timesheet', event: 'approve', timesheetId: 50_001 });
	});
});
