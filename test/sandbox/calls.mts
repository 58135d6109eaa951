// One good call of every operation of the sandbox, for the tests that walk over them.
import { type Access, endpoints } from '../../nodes/WorkforceOperations/contract/index.ts';
import { apiKeys } from '../../sandbox/core/keys.mts';
import { endpointsOf, loadDescription } from '../../sandbox/description/load.mts';
import { keyOf } from '../../scripts/docs/description.mts';
import type { Client, Json, KeyName } from './support.mts';

interface Request {
	path: string;
	body?: Json;
}

interface GoodCall extends Request {
	keys: KeyName[];
	envelope: string;
}

export const everyKey: KeyName[] = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'];
export const period = 'startDate=2026-01-01T00:00:00Z&endDate=2027-01-01T00:00:00Z';

/** Those that need an ID, a period or a body. Of the others, the path is enough. */
const needed: Readonly<Record<string, Request>> = {
	listTimesheets: { path: `/external/timesheets?${period}` },
	getTimesheet: { path: '/external/timesheets/50010' },
	getTimesheetRates: { path: '/external/timesheets/50010/rates' },
	getIncidentReport: { path: '/external/incidentreports/reportdata?incidentReportId=80010' },
	listIncidentReportsByFormTemplate: { path: '/external/incidentreport/formtemplate?formTemplateId=501' },
	searchStaff: { path: '/external/staffs/search?email=aroha.ngata@southerncross-guarding.example' },
	createStaff: { path: '/external/staffs', body: {} },
	updateStaff: { path: '/external/staffs', body: { employees: [{ id: 3001, mobile: '0400' }] } },
	listLicences: { path: '/external/staffs/3001/licenses' },
	upsertLicences: { path: '/external/staffs/3001/licenses', body: { licenses: [{ licenseId: 1, stateCode: 'NSW' }] } },
	listRecentLoginAudit: { path: '/external/loginaudit/users/7001/recent' },
	updateSubscriber: { path: '/webhook/subscribers/1', body: {} },
	listSubscriptions: { path: '/webhook/subscribers/1/subscriptions' },
	createSubscription: {
		path: '/webhook/subscriptions',
		body: { subscriberId: 1, event: 'submit', eventType: 'timesheet', uri: 'https://example.com/' },
	},
	updateSubscription: { path: '/webhook/subscriptions/1', body: {} },
};

function isOpenTo(key: KeyName, { keyTypes, scope }: Access): boolean {
	const held = apiKeys.find(({ name }) => name === key);
	return scope === undefined
		? keyTypes.length === 0 || keyTypes.some((type) => type === held?.keyType)
		: scope === held?.scope;
}

/** Which keys open it and its envelope are the endpoint table's, which is written apart from the description. */
function callOf(operationId: string, method: string, path: string): GoodCall {
	const row = Object.values(endpoints).find((each) => keyOf(each.method, each.path) === keyOf(method, path));
	if (row === undefined) throw new Error(`The endpoint table has no ${method} ${path}`);
	return {
		...(needed[operationId] ?? { path: path.replace('/api', '') }),
		keys: everyKey.filter((key) => isOpenTo(key, row.access)),
		envelope: row.envelope,
	};
}

export const calls: Readonly<Record<string, GoodCall>> = Object.fromEntries(
	endpointsOf(loadDescription())
		.filter(({ open }) => !open)
		.map(({ operationId, method, path }) => [operationId, callOf(operationId, method, path)]),
);

/** The subscriber and the subscription that calls of others need. */
export async function makeSubscription({ call }: Client): Promise<void> {
	await call('developer', 'POST', '/webhook/subscribers');
	await call('developer', 'POST', '/webhook/subscriptions', calls.createSubscription?.body);
}
