// One good call of every operation of the sandbox, for the tests that walk over them.
import type { Client, Json } from './support.mts';

export type KeyName = keyof Client['sandbox']['keys'];

interface GoodCall {
	path: string;
	body?: Json;
	keys: KeyName[];
	/** `standard` where it isn't named. */
	envelope?: string;
}

export const everyKey: KeyName[] = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'];
export const period = 'startDate=2026-01-01T00:00:00Z&endDate=2027-01-01T00:00:00Z';

/** Per operation: a good call, the keys that open it, and its envelope, written down apart from the description. */
export const calls: Readonly<Record<string, GoodCall>> = {
	listCustomers: { path: '/external/customers', keys: everyKey, envelope: 'slimCursor' },
	listSites: { path: '/external/sites', keys: everyKey, envelope: 'slimCursor' },
	listTimesheets: { path: `/external/timesheets?${period}`, keys: ['timesheet'], envelope: 'slimCursor' },
	getTimesheet: { path: '/external/timesheets/50010', keys: ['timesheet'] },
	getTimesheetRates: { path: '/external/timesheets/50010/rates', keys: ['timesheet'] },
	listIncidentReports: {
		path: '/external/incidentreports/getall',
		keys: ['incidentreport'],
		envelope: 'incidentReports',
	},
	getIncidentReport: { path: '/external/incidentreports/reportdata?incidentReportId=80010', keys: ['incidentreport'] },
	listIncidentReportsByFormTemplate: {
		path: '/external/incidentreport/formtemplate?formTemplateId=501',
		keys: ['incidentreport'],
		envelope: 'incidentReports',
	},
	listFormTemplates: { path: '/external/incidentreport/formtemplates', keys: ['incidentreport'] },
	listLiveOperations: { path: '/external/liveops', keys: ['liveops'], envelope: 'liveOperations' },
	listStaff: { path: '/external/staffs', keys: ['developer', 'loginaudit'], envelope: 'slimCursor' },
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
	listLicences: { path: '/external/staffs/3001/licenses', keys: ['developer', 'loginaudit'], envelope: 'slimCursor' },
	upsertLicences: {
		path: '/external/staffs/3001/licenses',
		body: { licenses: [{ licenseId: 1, stateCode: 'NSW' }] },
		keys: ['developer', 'loginaudit'],
	},
	listLoginAudit: { path: '/external/loginaudit', keys: ['loginaudit'], envelope: 'loginAudit' },
	listRecentLoginAudit: {
		path: '/external/loginaudit/users/7001/recent',
		keys: ['loginaudit'],
		envelope: 'loginAudit',
	},
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
