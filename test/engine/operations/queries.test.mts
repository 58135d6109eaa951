// What each list and record is asked of the service for, whole, when everything in its form is filled in.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type Key, locator, useBench } from '../support/bench.mts';
import type { Seen } from '../support/recorder.mts';

const bench = useBench({ end: 'null' });

const DAYS = {
	...{ period: 'custom', startDate: '2026-07-01', endDate: '2026-07-02' },
	advanced: { pageSize: 7 },
};
const ofReports = { customerId: [1, 2], siteId: '3;4', companyId: 'c' };
const ofShifts = { siteName: 's', customerName: 'c', fullName: 'f', subcontractorName: 'u' };
const FROM_TO = 'startDate=2026-07-01T00:00:00.000Z&endDate=2026-07-02T23:59:59.999Z';

/** The first request, which is answered with nothing. */
async function asked(name: string, key: Key, form: IDataObject): Promise<Seen> {
	bench.recorder.clear();
	bench.recorder.answer(({ path }) => ({
		body: { status: { code: 0 }, data: /reportdata|\/timesheets\/\w/.test(path) ? { any: 1 } : [] },
	}));
	const [resource, operation] = name.split('.');
	await bench.run(key, { resource, operation, ...form }, { timeZone: 'UTC' });
	const [first, ...others] = bench.recorder.seen;
	if (first === undefined || others.length > 0) throw new Error(`${bench.recorder.seen.length} requests`);
	return first;
}

/** In any order; a character that is written otherwise in a query is the same. */
const partsOf = (query: string): string[] => [...new URLSearchParams(query)].map((part) => part.join('=')).sort();

describe('Every filter and option of a list is sent', () => {
	test.each<[string, Key, IDataObject, string]>([
		[
			'timesheet.getAll',
			'timesheet',
			{ ...DAYS, filters: { customerId: 1, employeeId: 2, siteIds: [3, 4], searchText: 'a', status: 'Approved' } },
			`GET /api/external/timesheets?${FROM_TO}&customerId=1&employeeId=2&siteIds=3,4&searchText=a&status=Approved&limit=7`,
		],
		[
			'incidentReport.getAll',
			'incidentreport',
			{ ...DAYS, filters: { ...ofReports, searchText: 'a', formName: 'f', reportId: 'r', isApproved: false } },
			`GET /api/external/incidentreports/getall?customerId=1;2&siteId=3;4&companyId=c&searchText=a&formName=f&reportId=r&${FROM_TO}&isApproved=false&limit=7`,
		],
		[
			'incidentReport.getAllByFormTemplate',
			'incidentreport',
			{ ...DAYS, formTemplateId: 9, filters: { ...ofReports, siteId: '3' } },
			`GET /api/external/incidentreport/formtemplate?formTemplateId=9&customerId=1;2&siteId=3&companyId=c&${FROM_TO}&limit=7`,
		],
		[
			'incidentReport.get',
			'incidentreport',
			{ incidentReportId: '5', options: { ...ofReports, siteId: [3] } },
			'GET /api/external/incidentreports/reportdata?incidentReportId=5&customerId=1;2&siteId=3&companyId=c',
		],
		[
			'liveOperation.getAll',
			'liveops',
			{ ...DAYS, filters: { ...ofShifts, siteId: 1, customerId: 2, status: 't', searchText: 'x' } },
			`GET /api/external/liveops?${FROM_TO}&siteName=s&siteId=1&customerName=c&customerId=2&fullName=f&subcontractorName=u&status=t&searchText=x&limit=7`,
		],
		[
			'loginAudit.getAll',
			'loginaudit',
			{ filters: { userId: 'u', eventType: 2, from: '2026-07-01', to: '2026-07-02' }, advanced: { pageSize: 7 } },
			'GET /api/external/loginaudit?userId=u&eventType=2&from=2026-07-01T00:00:00.000Z&to=2026-07-02T23:59:59.999Z&page=1&pageSize=7',
		],
		[
			'loginAudit.getRecent',
			'loginaudit',
			{ userId: 'a b', limit: 500 },
			'GET /api/external/loginaudit/users/a%20b/recent?take=500',
		],
		['loginAudit.getRecent', 'loginaudit', { userId: 'u' }, 'GET /api/external/loginaudit/users/u/recent?take=50'],
		[
			'customer.getAll',
			'developer',
			{ filters: { customerId: 1, isActive: true, filter: 'Bayside & Co' }, advanced: { pageSize: 7 } },
			'GET /api/external/customers?customerId=1&isActive=true&filter=Bayside %26 Co&limit=7',
		],
		[
			'site.getAll',
			'developer',
			{ filters: { customerId: 1, isActive: true, filter: 'a' }, advanced: { pageSize: 7 } },
			'GET /api/external/sites?customerId=1&isActive=true&filter=a&limit=7',
		],
		[
			'formTemplate.getAll',
			'incidentreport',
			{ filters: { showActiveOnly: true, formName: 'a' }, advanced: { pageSize: 7 } },
			'GET /api/external/incidentreport/formtemplates?formName=a&showActiveOnly=true&limit=7',
		],
		[
			'customer.getAll',
			'developer',
			{ limit: 3, advanced: { startCursor: ' referenceId=5 ', direction: 'prev' } },
			'GET /api/external/customers?limit=3&direction=prev&referenceId=5',
		],
		[
			'site.getAll',
			'developer',
			{ limit: 3, advanced: { startCursor: 'referenceId=5', direction: '={{ "up" }}' } },
			'GET /api/external/sites?limit=3&direction=next&referenceId=5',
		],
		[
			'customer.getAll',
			'developer',
			{ limit: 3, advanced: { startCursor: ' ', direction: 'next' } },
			'GET /api/external/customers?limit=3',
		],
		['customer.getAll', 'developer', {}, 'GET /api/external/customers?limit=50'],
		['customer.getAll', 'developer', { filters: { filter: '' } }, 'GET /api/external/customers?limit=50'],
		[
			'incidentReport.get',
			'incidentreport',
			{ incidentReportId: '5' },
			'GET /api/external/incidentreports/reportdata?incidentReportId=5',
		],
		['timesheet.get', 'timesheet', { timesheetId: '7' }, 'GET /api/external/timesheets/7'],
		['timesheet.getRates', 'timesheet', { timesheetId: '7' }, 'GET /api/external/timesheets/7/rates'],
	])('%s', async (name, key, form, request) => {
		const { method, path, search } = await asked(name, key, form);
		const [place, query = ''] = request.split('?');
		expect({ request: `${method} ${path}`, query: partsOf(search) }).toEqual({ request: place, query: partsOf(query) });
	});
});

test.each([
	['plain', '1002'],
	['a number', 1002],
	['a locator by ID', locator('1002')],
	['a locator from the list', locator(1002, 'list')],
	['an expression', '={{ $json.customer }}'],
	['a locator with an expression', locator('={{ $json.customer }}')],
])('a customer is taken as %s', async (_, customerId) => {
	const sites = { resource: 'site', operation: 'getAll', filters: { customerId } };
	const { query } = await bench.one('liveops', sites, { items: [{ json: { customer: 1002 } }] });
	expect(query).toEqual({ customerId: '1002', limit: '50' });
});

describe('A window of live operations', () => {
	test('is seventeen hours each way of now unless the form says another', async () => {
		const before = Date.now();
		const { startDate = '', endDate = '' } = (await asked('liveOperation.getAll', 'liveops', { limit: 5 })).query;
		const now = Date.parse(startDate) + 61_200_000;
		expect({ isNow: now >= before && now <= Date.now(), end: Date.parse(endDate) - now }).toEqual({
			isNow: true,
			end: 61_200_000,
		});
	});
});
