import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '../../sandbox/contract/load.mts';
import { startClient, type Client, type Json } from './support.mts';

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.close());

const { schemas } = loadContract().components;
const namesIn = (schema: string): string[] => Object.keys(schemas[schema]?.properties ?? {}).sort();
const period = 'startDate=2026-01-01T00:00:00Z&endDate=2027-01-01T00:00:00Z';

// Clients must keep unknown fields and miss none; the sandbox itself shows exactly what its description names.
test.each([
	['timesheet', `/external/timesheets?${period}&limit=500`, 'Timesheet'],
	['timesheet', '/external/customers', 'Customer'],
	['timesheet', '/external/sites', 'Site'],
	['incidentreport', '/external/incidentreports/getall', 'IncidentReport'],
	['liveops', '/external/liveops', 'LiveRecord'],
	['developer', '/external/staffs', 'Staff'],
	['developer', '/external/staffs/3001/licenses', 'Licence'],
	['loginaudit', '/external/loginaudit', 'LoginEvent'],
] as const)('%s %s: every record has exactly the fields of %s', async (key, path, schema) => {
	const { rows } = await client.get(key, path);
	expect(rows.length).toBeGreaterThan(0);
	for (const row of rows) expect(Object.keys(row).sort()).toEqual(namesIn(schema));
});

test('a full report and the rates have exactly the fields of their description', async () => {
	const path = '/external/incidentreports/reportdata?incidentReportId=80002';
	const report = (await client.get('incidentreport', path)).body.data as Json;
	expect(Object.keys(report).sort()).toEqual(namesIn('IncidentDetail'));
	const rates = (await client.get('timesheet', '/external/timesheets/50001/rates')).body.data as Json;
	expect(Object.keys(rates).sort()).toEqual(namesIn('Rates'));
});
