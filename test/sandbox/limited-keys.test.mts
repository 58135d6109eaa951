import { describe, expect, test } from '@jest/globals';
import { ids, useClient, type Json, type KeyName } from './support.mts';

// Keys whose claims name customers or sites; `scoped`, the one of the timesheet type, is tested with the timesheets.
const client = useClient();

const statusOf = async (key: KeyName, path: string): Promise<number> => (await client.get(key, path)).status;
const bySite = (rows: readonly Json[]): Set<unknown> => new Set(rows.map((row) => row.siteName));

/** Every row of a list, over as many pages as it takes. */
async function all(key: KeyName, path: string, cursor: string): Promise<Json[]> {
	const rows: Json[] = [];
	for (let next: string | null = ''; next !== null;) {
		const page = await client.get(key, `${path}${path.includes('?') ? '&' : '?'}limit=5&${next}`);
		expect(page.status).toBe(200);
		rows.push(...page.rows);
		next = page.body[cursor] as string | null;
	}
	return rows;
}

describe('an incident report key of one customer', () => {
	const list = '/external/incidentreports/getall';
	const template = '/external/incidentreport/formtemplate?formTemplateId=501';
	const mine = (rows: readonly Json[]): Json[] => rows.filter((row) => row.customerApiReferenceNumber === 'CU-HSC');

	test.each([list, template])('shows the reports of that customer only, on every page: %s', async (path) => {
		const wide = await all('incidentreport', path, 'nextPageParams');
		const narrow = await all('scopedReports', path, 'nextPageParams');
		expect(mine(wide).length).toBeLessThan(wide.length);
		expect(narrow.length).toBeGreaterThan(0);
		expect(narrow).toEqual(mine(wide));
		expect((await client.get('scopedReports', path)).body.totalRecordCount).toBe(narrow.length);
	});

	test('opens its own report, and refuses one of another customer with 403', async () => {
		const wide = await all('incidentreport', list, 'nextPageParams');
		const own = mine(wide)[0]?.incidentReportId;
		const foreign = wide.find((row) => row.customerApiReferenceNumber !== 'CU-HSC')?.incidentReportId;
		const detail = '/external/incidentreports/reportdata?incidentReportId=';
		expect(await statusOf('scopedReports', `${detail}${String(own)}`)).toBe(200);
		expect(await statusOf('scopedReports', `${detail}${String(foreign)}`)).toBe(403);
		expect(await statusOf('incidentreport', `${detail}${String(foreign)}`)).toBe(200);
	});

	test.each(['customerId=1002', 'customerId=1001;1002', 'siteId=2013', 'siteId=2001;2013', 'companyId=2'])(
		'refuses a filter that names more: %s',
		async (query) => {
			expect(await statusOf('scopedReports', `${list}?${query}`)).toBe(403);
			expect(await statusOf('scopedReports', `${template}&${query}`)).toBe(403);
			const forOthers = await statusOf('incidentreport', `${list}?${query}`);
			expect(query.startsWith('company') ? 200 : forOthers).toBe(200);
		},
	);

	test('may name what it has: its customer, any of its sites', async () => {
		const sites = (await client.get('scopedReports', '/external/sites')).rows;
		expect(new Set(ids(sites, 'customerId'))).toEqual(new Set([1001]));
		expect(sites.length).toBeGreaterThan(2);
		for (const query of ['customerId=1001', `siteId=${ids(sites, 'id').join(';')}`])
			expect(await statusOf('scopedReports', `${list}?${query}`)).toBe(200);
		expect(ids((await client.get('scopedReports', '/external/customers')).rows, 'id')).toEqual([1001]);
	});
});

describe('a live operations key of two sites', () => {
	const live = '/external/liveops?limit=500';

	test('shows the shifts of those sites only', async () => {
		const names = new Set((await client.get('scopedLive', '/external/sites')).rows.map((row) => row.name));
		expect(names.size).toBe(2);
		const wide = (await client.get('liveops', live)).rows;
		const narrow = (await client.get('scopedLive', live)).rows;
		expect(bySite(narrow)).toEqual(names);
		expect(narrow).toEqual(wide.filter((row) => names.has(row.siteName)));
	});

	test.each(['customerId=1002', 'siteId=2003', 'siteId=2013'])(
		'refuses a filter that names more: %s',
		async (query) => {
			const refused = await client.get('scopedLive', `${live}&${query}`);
			// The 403 of this endpoint comes in the standard shape.
			expect(refused).toMatchObject({ status: 403, body: { data: null } });
			expect('isSuccess' in refused.body).toBe(false);
			expect(await statusOf('liveops', `${live}&${query}`)).toBe(200);
		},
	);

	test('may name what it has', async () => {
		const rows = (await client.get('scopedLive', `${live}&customerId=1001&siteId=2002`)).rows;
		expect(bySite(rows).size).toBe(1);
	});
});

test.each([
	['scopedReports', 'incidentreport'],
	['scopedLive', 'liveops'],
	['scoped', 'timesheet'],
] as const)('%s opens what its key type opens and nothing else', async (limited, type) => {
	const paths = {
		incidentreport: '/external/incidentreports/getall',
		liveops: '/external/liveops',
		timesheet: '/external/timesheets?startDate=2026-01-01T00:00:00Z&endDate=2026-12-31T00:00:00Z',
	};
	for (const [name, path] of Object.entries(paths))
		expect(await statusOf(limited, path)).toBe(name === type ? 200 : 403);
	expect(await statusOf(limited, '/external/staffs')).toBe(403);
});
