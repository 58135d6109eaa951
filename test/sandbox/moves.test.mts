// What can be made to happen to a record, by hand or by the admin API: what the catalogue holds for its kind, and nothing else.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';

describe('a move that timesheets alone have', () => {
	beforeEach(() => void jest.resetModules());

	test('is refused for a report, in words that name what there is', async () => {
		// As `CONTRIBUTING.md` adds one; it is gone with the modules that were loaded for this test.
		const { catalogue } = await import('../../sandbox/deliveries/catalogue.mts');
		(catalogue as unknown[]).push({ eventType: 'timesheet', event: 'reopen' });
		const { startClient } = await import('./support.mts');
		const client = await startClient();
		try {
			const [report] = await client.admin<Array<{ incidentReportId: number }>>('GET', '/incidentreports');
			expect(await client.adminFailure('POST', `/incidentreports/${report?.incidentReportId}/reopen`)).toEqual({
				status: 404,
				error: '"reopen" is not one of submit, approve, reject.',
			});
			// For a timesheet it is known; what it does, nobody has said yet.
			const [timesheet] = await client.admin<Array<{ timesheetId: number }>>('GET', '/timesheets');
			const { status } = await client.adminFailure('POST', `/timesheets/${timesheet?.timesheetId}/reopen`);
			expect(status).not.toBe(404);
		} finally {
			await client.close();
		}
	});
});
