import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { clearJournal, isToken, journal, lines } from '../support/admin.mts';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	// How few pages are the fewest depends on the largest that the service gives.
	sandbox = await startSandbox({ ratePerMinute: 100_000, choices: { largestPage: 'clamped' } });
});
afterAll(async () => await sandbox.close());
beforeEach(async () => await clearJournal(sandbox));

const period = { period: 'custom', startDate: '2020-01-01T00:00:00Z', endDate: '2035-01-01T00:00:00Z' };
const many = { resource: 'timesheet', operation: 'getAll', ...period };
const wide = { requestsPerMinute: 6000 };

describe('Timesheet, Get Many', () => {
	test('returns all records with one token request and the fewest pages', async () => {
		const store = credentialFor(sandbox, 'timesheet', wide);
		const { json, error } = await runNode(store, { ...many, returnAll: true, simplify: false });
		expect(error).toBeUndefined();
		const requests = await journal(sandbox);
		expect(requests.filter(isToken)).toHaveLength(1);
		expect(new Set(json.map(({ timesheetId }) => timesheetId)).size).toBe(json.length);
		expect(requests).toHaveLength(1 + Math.ceil(json.length / 500));
	});
});

describe('Timesheet, Get and Get Rates', () => {
	test('reads one entry and its rates', async () => {
		const store = credentialFor(sandbox, 'timesheet', wide);
		const first = (await runNode(store, { ...many, limit: 1 })).json[0];
		await clearJournal(sandbox);
		const id = String(first?.timesheetId);
		const entry = await runNode(store, { resource: 'timesheet', operation: 'get', timesheetId: id });
		const rates = await runNode(store, { resource: 'timesheet', operation: 'getRates', timesheetId: id });
		expect(entry.json).toEqual([first]);
		expect(rates.json[0]).toHaveProperty('payRate');
		expect(Object.entries(rates.json[0] ?? {})[0]).toEqual(['timesheetId', first?.timesheetId]);
		expect(lines(await journal(sandbox))).toEqual([
			`GET /api/external/timesheets/${id}`,
			`GET /api/external/timesheets/${id}/rates`,
		]);
	});
});
