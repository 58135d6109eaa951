import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endpointsOf, loadDescription } from '../../sandbox/description/load.mts';
import { request, startClient, type Client, type Json } from './support.mts';

type KeyName = keyof Client['sandbox']['keys'];

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(() => client.close());

const everyKey: KeyName[] = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'];
const period = 'startDate=2026-01-01T00:00:00Z&endDate=2027-01-01T00:00:00Z';

/** Per operation: a good call and the keys that open it, written down apart from the contract file. */
const calls: Record<string, { path: string; body?: Json; keys: KeyName[] }> = {
	listCustomers: { path: '/external/customers', keys: everyKey },
	listSites: { path: '/external/sites', keys: everyKey },
	listTimesheets: { path: `/external/timesheets?${period}`, keys: ['timesheet'] },
	getTimesheet: { path: '/external/timesheets/50010', keys: ['timesheet'] },
	getTimesheetRates: { path: '/external/timesheets/50010/rates', keys: ['timesheet'] },
	listIncidentReports: { path: '/external/incidentreports/getall', keys: ['incidentreport'] },
	getIncidentReport: { path: '/external/incidentreports/reportdata?incidentReportId=80010', keys: ['incidentreport'] },
	listIncidentReportsByFormTemplate: {
		path: '/external/incidentreport/formtemplate?formTemplateId=501',
		keys: ['incidentreport'],
	},
	listFormTemplates: { path: '/external/incidentreport/formtemplates', keys: ['incidentreport'] },
	listLiveOperations: { path: '/external/liveops', keys: ['liveops'] },
	listStaff: { path: '/external/staffs', keys: ['developer', 'loginaudit'] },
	searchStaff: {
		path: '/external/staffs/search?email=aroha.ngata@southerncross-guarding.example',
		keys: ['developer', 'loginaudit'],
	},
	createStaff: { path: '/external/staffs', body: {}, keys: ['developer', 'loginaudit'] },
	updateStaff: {
		path: '/external/staffs',
		body: { employees: [{ id: 3001, mobile: '0400' }] },
		keys: ['developer', 'loginaudit'],
	},
	listLicences: { path: '/external/staffs/3001/licenses', keys: ['developer', 'loginaudit'] },
	upsertLicences: {
		path: '/external/staffs/3001/licenses',
		body: { licenses: [{ licenseId: 1, stateCode: 'NSW' }] },
		keys: ['developer', 'loginaudit'],
	},
	listLoginAudit: { path: '/external/loginaudit', keys: ['loginaudit'] },
	listRecentLoginAudit: { path: '/external/loginaudit/users/7001/recent', keys: ['loginaudit'] },
	createSubscriber: { path: '/webhook/subscribers', keys: ['developer', 'loginaudit', 'webhook'] },
	updateSubscriber: { path: '/webhook/subscribers/1', body: {}, keys: ['developer', 'loginaudit', 'webhook'] },
	listSubscriptions: { path: '/webhook/subscribers/1/subscriptions', keys: ['developer', 'loginaudit', 'webhook'] },
	createSubscription: {
		path: '/webhook/subscriptions',
		body: { subscriberId: 1, event: 'submit', eventType: 'timesheet', uri: 'https://example.com/' },
		keys: ['developer', 'loginaudit', 'webhook'],
	},
	updateSubscription: { path: '/webhook/subscriptions/1', body: {}, keys: ['developer', 'loginaudit', 'webhook'] },
};

const endpoints = endpointsOf(loadDescription()).filter(({ open }) => !open);

test('this table knows every operation', () => {
	expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
});

/** Which envelope an answer has, told by its fields alone. */
function shapeOf(body: Json): string {
	if ('isSuccess' in body) return 'liveOperations';
	if ('meta' in body) return 'loginAudit';
	if ('recordCount' in body) return 'incidentReports';
	if ('nextPageParameter' in body) return 'slimCursor';
	return 'status' in body ? 'standard' : 'none';
}

const envelopes: Record<string, string> = {
	listCustomers: 'slimCursor',
	listSites: 'slimCursor',
	listTimesheets: 'slimCursor',
	listStaff: 'slimCursor',
	listLicences: 'slimCursor',
	listIncidentReports: 'incidentReports',
	listIncidentReportsByFormTemplate: 'incidentReports',
	listLiveOperations: 'liveOperations',
	listLoginAudit: 'loginAudit',
	listRecentLoginAudit: 'loginAudit',
};

test.each(endpoints)(
	'$method $path: the keys that open it, and its shape in every outcome',
	async ({ operationId, method }) => {
		const good = calls[operationId];
		if (good === undefined) throw new Error(`No call for ${operationId}`);
		await client.call('developer', 'POST', '/webhook/subscribers');
		await client.call('developer', 'POST', '/webhook/subscriptions', calls.createSubscription?.body);
		const own = envelopes[operationId] ?? 'standard';
		// The live operations endpoint speaks two foreign languages when it refuses.
		const live = operationId === 'listLiveOperations';
		for (const key of everyKey) {
			const answer = await client.call(key, method, good.path, good.body);
			const opened = good.keys.includes(key);
			// Creating staff is tried with an empty body, so that nothing is made: opened means that the body is complained about.
			const fine = operationId === 'createStaff' ? 400 : 200;
			expect([key, answer.status, shapeOf(answer.body)]).toEqual([
				key,
				opened ? fine : 403,
				opened || !live ? own : 'standard',
			]);
		}
		const nobody = await request(client.sandbox, method, `/api${good.path}`, good.body);
		expect([nobody.status, shapeOf(nobody.body)]).toEqual([401, live ? 'loginAudit' : own]);
		const strange = await client.call(
			good.keys[0] as KeyName,
			method,
			`${good.path}${good.path.includes('?') ? '&' : '?'}surprise=1`,
			good.body,
		);
		expect([strange.status, shapeOf(strange.body)]).toEqual([400, own]);
		expect(JSON.stringify(strange.body)).toContain('surprise');
	},
);

test('the 429 of each family has the shape of its endpoint', async () => {
	const small = await startClient({ ratePerMinute: 1 });
	for (const operationId of [
		'listCustomers',
		'listIncidentReports',
		'listLiveOperations',
		'listLoginAudit',
		'listFormTemplates',
	]) {
		const good = calls[operationId];
		const key = (operationId === 'listCustomers' ? 'timesheet' : good?.keys[0]) as KeyName;
		await small.get(key, '/external/customers');
		const answer = await small.get(key, good?.path ?? '');
		expect([operationId, answer.status, shapeOf(answer.body)]).toEqual([
			operationId,
			429,
			envelopes[operationId] ?? 'standard',
		]);
		expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
	}
	await small.close();
});
