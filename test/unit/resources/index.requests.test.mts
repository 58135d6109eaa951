// What each operation asks the service for, whole, when everything in its form is filled in.
import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';
import { ran } from '../operations/ran.mts';
import { FakeTime } from '../transport/support.mts';

/** By its place in the form: `timesheet.getAll`. */
function operationOf(name: string): Operation {
	const [resource, value] = name.split('.');
	const found = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((operation) => operation.value === value);
	if (found === undefined) throw new Error(name);
	return found;
}

const DAYS = { period: 'custom', startDate: '2026-07-01', endDate: '2026-07-02' };
const FROM_TO = 'startDate=2026-07-01T00:00:00.000Z&endDate=2026-07-02T23:59:59.999Z';

describe('Every filter and option of a list is sent', () => {
	test.each<[string, Record<string, unknown>, string]>([
		[
			'timesheet.getAll',
			{
				...DAYS,
				filters: { customerId: 1, employeeId: 2, siteIds: [3, 4], searchText: 'a', status: 'Approved', filter: 'b' },
				advanced: { pageSize: 7 },
			},
			`GET /api/external/timesheets?${FROM_TO}&customerId=1&employeeId=2&siteIds=3,4&searchText=a&status=Approved&filter=b&limit=7`,
		],
		[
			'incidentReport.getAll',
			{
				...DAYS,
				filters: {
					customerId: [1, 2],
					siteId: '3;4',
					companyId: 'c',
					searchText: 'a',
					formName: 'f',
					reportId: 'r',
					isApproved: false,
				},
				advanced: { pageSize: 7 },
			},
			`GET /api/external/incidentreports/getall?customerId=1;2&siteId=3;4&companyId=c&searchText=a&formName=f&reportId=r&${FROM_TO}&isApproved=false&limit=7`,
		],
		[
			'incidentReport.getAllByFormTemplate',
			{
				...DAYS,
				formTemplateId: 9,
				filters: { customerId: [1, 2], siteId: '3', companyId: 'c' },
				advanced: { pageSize: 7 },
			},
			`GET /api/external/incidentreport/formtemplate?formTemplateId=9&customerId=1;2&siteId=3&companyId=c&${FROM_TO}&limit=7`,
		],
		[
			'incidentReport.get',
			{ incidentReportId: '5', options: { customerId: [1, 2], siteId: [3], companyId: 'c' } },
			'GET /api/external/incidentreports/reportdata?incidentReportId=5&customerId=1;2&siteId=3&companyId=c',
		],
		[
			'liveOperation.getAll',
			{
				...DAYS,
				filters: {
					siteName: 's',
					siteId: 1,
					customerName: 'c',
					customerId: 2,
					fullName: 'f',
					subcontractorName: 'u',
					status: 't',
					searchText: 'x',
				},
				advanced: { pageSize: 7 },
			},
			`GET /api/external/liveops?${FROM_TO}&siteName=s&siteId=1&customerName=c&customerId=2&fullName=f&subcontractorName=u&status=t&searchText=x&limit=7`,
		],
		[
			'loginAudit.getAll',
			{ filters: { userId: 'u', eventType: 2, from: '2026-07-01', to: '2026-07-02' }, advanced: { pageSize: 7 } },
			'GET /api/external/loginaudit?userId=u&eventType=2&from=2026-07-01T00:00:00.000Z&to=2026-07-02T23:59:59.999Z&page=1&pageSize=7',
		],
		['loginAudit.getRecent', { userId: 'a b', limit: 500 }, 'GET /api/external/loginaudit/users/a%20b/recent?take=500'],
		[
			'customer.getAll',
			{ filters: { customerId: 1, isActive: true, filter: 'a' }, advanced: { pageSize: 7 } },
			'GET /api/external/customers?customerId=1&isActive=true&filter=a&limit=7',
		],
		[
			'site.getAll',
			{ filters: { customerId: 1, isActive: true, filter: 'a' }, advanced: { pageSize: 7 } },
			'GET /api/external/sites?customerId=1&isActive=true&filter=a&limit=7',
		],
		[
			'formTemplate.getAll',
			{ filters: { showActiveOnly: true, formName: 'a' }, advanced: { pageSize: 7 } },
			'GET /api/external/incidentreport/formtemplates?formName=a&showActiveOnly=true&limit=7',
		],
		['timesheet.get', { timesheetId: ' a/b ' }, 'GET /api/external/timesheets/a%2Fb'],
		['timesheet.getRates', { timesheetId: '7' }, 'GET /api/external/timesheets/7/rates'],
	])('%s', async (name, form, request) => {
		const { requests } = await ran(operationOf(name), form);
		const [path, query = ''] = request.split('?');
		const sorted = (text: string): string[] =>
			text
				.split('&')
				.filter((part) => part !== '')
				.sort();
		expect(requests.map((sent) => sent.split('?')[0])).toEqual([path]);
		expect(sorted(requests[0]?.split('?')[1] ?? '')).toEqual(sorted(query));
	});

	test('and no other than were filled in, but for a page’s size', async () => {
		expect((await ran(operationOf('customer.getAll'), { limit: 3 })).requests).toEqual([
			'GET /api/external/customers?limit=3',
		]);
		expect((await ran(operationOf('incidentReport.get'), { incidentReportId: '5' })).requests).toEqual([
			'GET /api/external/incidentreports/reportdata?incidentReportId=5',
		]);
	});
});

describe('A window of live operations', () => {
	test('is seventeen hours each way of now unless the form says another', async () => {
		const now = Date.parse('2026-07-01T09:00:00Z');
		const time = new FakeTime().install().putDate(now);
		try {
			const [request = ''] = (await ran(operationOf('liveOperation.getAll'), { limit: 5 })).requests;
			const query = new URLSearchParams(request.split('?')[1]);
			expect([query.get('startDate'), query.get('endDate')].map((moment) => Date.parse(moment ?? '') - now)).toEqual([
				-61_200_000, 61_200_000,
			]);
		} finally {
			time.restore();
		}
	});

	test.each([
		[{ startDate: '2026-07-01', endDate: '' }, 'End Date'],
		[{ endDate: '2026-07-01' }, 'Start Date'],
	])('takes both dates or neither: %j lacks “%s”', async (dates, label) =>
		expect(ran(operationOf('liveOperation.getAll'), { period: 'custom', ...dates })).rejects.toThrow(
			`“${label}” is empty`,
		),
	);
});

test('at most five hundred events of a user can be asked for', async () => {
	const recent = operationOf('loginAudit.getRecent');
	await expect(ran(recent, { userId: 'u', limit: 501 })).rejects.toThrow(
		'“Limit” must be a whole number from 1 to 500',
	);
	expect((await ran(recent, { userId: 'u' })).requests).toEqual([
		'GET /api/external/loginaudit/users/u/recent?take=50',
	]);
});
