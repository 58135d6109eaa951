import { describe, expect, test } from '@jest/globals';
import type { Choices } from '../../sandbox/ground/choices.mts';
import { startClient, startReceiver, subscribe, until, type Json } from './support.mts';

describe('a notification', () => {
	const payloadsOf = async (notification: Choices['notification'], status = 200): Promise<Json[]> => {
		const receiver = await startReceiver();
		receiver.answerWith(status);
		const client = await startClient({ choices: { notification }, deliveries: { retryDelaysMs: [1000] } });
		try {
			await subscribe(client, receiver.url);
			await client.admin('POST', '/timesheets/50010/approve');
			await until(() => receiver.received.length > 0);
			await client.sandbox.advance(5000);
			return receiver.received.map(({ raw }) => JSON.parse(raw) as Json);
		} finally {
			await client.close();
			await receiver.close();
		}
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

	test('can be the id alone', async () => {
		expect(await payloadsOf('id')).toEqual([{ timesheetId: 50_010 }]);
	});

	test('can say when each attempt was made', async () => {
		const [first, second] = await payloadsOf('stamped', 500);
		expect(Object.keys(first ?? {})).toEqual(['timesheetId', 'sentAt']);
		expect(second?.sentAt).not.toBe(first?.sentAt);
	});
});
