// Notifications of several records: one run, an item each, and only what is new.
import { describe, expect, test } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { choiceTable, type Choices } from '../../../sandbox/core/choices.mts';
import { startSandbox } from '../../shared.mts';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { admin } from '../support/admin.mts';
import { useFreshStore } from '../support/freshStore.mts';
import { deliver, execute } from '../support/triggerDelivery.mts';

useFreshStore();

const arriving = async (body: string): Promise<INodeExecutionData[]> => {
	const { items, status } = await deliver({ body, query: { token: 'token-of-approve' } });
	expect(status).toBeUndefined();
	return items;
};

/** The ids that come out of one run. */
async function run(body: string, by = 'content'): Promise<unknown[]> {
	const { items } = await execute(await arriving(body), { parameters: { options: { deduplicateBy: by } } });
	return items.map(({ json }) => json.timesheetId);
}

test('each record is an item with its own id and what it holds, and all of them share what is of the delivery', async () => {
	const [first, second] = await arriving('[{"timesheetId":5,"hours":8},{"data":{"TimesheetID":"6"}}]');
	const { receivedAt } = first?.json ?? {};
	expect([first?.json, second?.json]).toEqual([
		{ eventType: 'timesheet', event: 'approve', timesheetId: 5, receivedAt, payload: { timesheetId: 5, hours: 8 } },
		{ eventType: 'timesheet', event: 'approve', timesheetId: '6', receivedAt, payload: { data: { TimesheetID: '6' } } },
	]);
});

test('of a list of old and new records only the new ones come out, wherever they stand in it', async () => {
	const [five, six, seven] = [5, 6, 7].map((timesheetId) => JSON.stringify({ timesheetId, hours: 8 }));
	expect(await run(`[${five},${six}]`)).toEqual([5, 6]);
	expect(await run(`[ ${seven} ,${six}, ${five}]`)).toEqual([7]);
	expect(await run(`[${five}]`)).toEqual([]);
	// On its own it is the same, too.
	expect(await run(`${six}`)).toEqual([]);
	expect(await run('[{"timesheetId":5,"hours":9},{"timesheetId":6,"hours":8}]')).toEqual([5]);
});

test('told apart by record and event, of a list the records that are known are dropped whatever they hold', async () => {
	expect(await run('[{"timesheetId":5,"sentAt":1},{"timesheetId":6,"sentAt":1},{"sentAt":1}]', 'record')).toEqual([
		5,
		6,
		undefined,
	]);
	expect(await run('[{"timesheetId":6,"sentAt":2},{"timesheetId":7,"sentAt":2},{"sentAt":2}]', 'record')).toEqual([
		7,
		undefined,
	]);
});

describe.each(Object.keys(choiceTable.batch.values) as Array<Choices['batch']>)(
	'a service that sends “%s”',
	(batch) => {
		test.each(['content', 'record'])('has each approval come out once, told apart by %s', async (by) => {
			const sandbox = await startSandbox({ data: { timesheets: 3 }, choices: { batch } });
			try {
				const credential = credentialFor(sandbox, 'developer', { requestsPerMinute: 6000 });
				const made = await runNode(credential, { resource: 'webhookSubscriber', operation: 'create' });
				await runNode(credential, {
					resource: 'webhookSubscription',
					operation: 'create',
					eventType: 'timesheet',
					event: 'approve',
					subscriberId: String(made.json[0]?.id),
					uri: 'http://127.0.0.1:9/',
				});
				const ids = [50_001, 50_002, 50_003];
				for (const id of ids) await admin(sandbox, 'POST', `/timesheets/${id}/approve`);
				const deliveries = (await admin(sandbox, 'GET', '/deliveries')) as Array<{ payload: unknown }>;
				const came: unknown[] = [];
				for (const { payload } of deliveries) came.push(...(await run(JSON.stringify(payload), by)));
				expect(came).toEqual(ids);
			} finally {
				await sandbox.close();
			}
		});
	},
);
