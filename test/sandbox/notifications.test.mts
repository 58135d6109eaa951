import { describe, expect, test } from '@jest/globals';
import type { Choices } from '../../sandbox/core/choices.mts';
import { bodyOf, subscribe, until, useInbox, withClient, type Json } from './support.mts';

describe('a notification', () => {
	const receiver = useInbox();

	const payloadsOf = async (
		notification: Choices['notification'],
		status = 200,
		batch: Choices['batch'] = 'one',
	): Promise<Json[]> => {
		receiver.answerWith({ status });
		const options = { choices: { notification, batch }, deliveries: { retryDelaysMs: [1000] } };
		return await withClient(options, async (client) => {
			await subscribe(client, receiver.url);
			await client.admin('POST', '/timesheets/50010/approve');
			await until(() => receiver.received.length > 0);
			await client.sandbox.advance(5000);
			return receiver.received.map(bodyOf);
		});
	};

	test.each([
		['flat', { eventType: 'timesheet', event: 'approve', timesheetId: 50_010, status: 'Approved' }],
		['nested', { eventType: 'timesheet', event: 'approve', data: expect.objectContaining({ timesheetId: 50_010 }) }],
		['rich', { eventType: 'timesheet', timesheetId: 50_010, lock: true, paygroup: expect.any(String) }],
		['otherNames', { Type: 'timesheet', Action: 'approve', TimesheetID: 50_010 }],
		['bothIds', { timesheetId: 50_010, incidentReportId: 0 }],
	] as const)('can be %s', async (notification, payload) => {
		expect(await payloadsOf(notification)).toEqual([expect.objectContaining(payload)]);
	});

	test.each([
		// The ID alone.
		['one', { timesheetId: 50_010 }],
		['list', [{ timesheetId: 50_010 }]],
		['overlapping', [{ timesheetId: 50_010 }]],
	] as const)('can hold several records: %s', async (batch, payload) => {
		expect(await payloadsOf('id', 200, batch)).toEqual([payload]);
	});

	test('can hold the record that was told of before as well', async () => {
		await withClient({ choices: { notification: 'stamped', batch: 'overlapping' } }, async (client) => {
			await subscribe(client, receiver.url);
			for (const id of [50_010, 50_011, 50_012]) await client.admin('POST', `/timesheets/${id}/approve`);
			await until(() => receiver.received.length === 3);
			const records = receiver.received.map((hit) => bodyOf(hit) as unknown as Json[]);
			expect(records.map((list) => list.map(({ timesheetId }) => timesheetId)).sort()).toEqual([
				[50_010],
				[50_011, 50_010],
				[50_012, 50_011],
			]);
			expect(new Set(records.flat().map(({ sentAt }) => typeof sentAt))).toEqual(new Set(['string']));
		});
	});

	test('can say when each attempt was made', async () => {
		const [first, second] = await payloadsOf('stamped', 500);
		expect(Object.keys(first ?? {})).toEqual(['timesheetId', 'sentAt']);
		expect(second?.sentAt).not.toBe(first?.sentAt);
	});
});
