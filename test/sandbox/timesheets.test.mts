import { describe, expect, test } from '@jest/globals';
import { expectFiltered, ids, useClient, type Json } from './support.mts';

const client = useClient();

const period = 'startDate=2020-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z';
const list = (query = '', key: 'timesheet' | 'scoped' = 'timesheet') =>
	client.get(key, `/external/timesheets?${period}${query}`);

describe('the timesheet list', () => {
	test('wants both dates, holds twenty rows and takes the bounds as inclusive', async () => {
		expect((await client.get('timesheet', '/external/timesheets?startDate=2026-01-01T00:00:00Z')).status).toBe(400);
		const page = await list();
		expect({ rows: page.rows.length, count: page.body.count }).toEqual({ rows: 20, count: 20 });
		const start = String(page.rows[7]?.scheduledStartTime);
		const exact = await client.get('timesheet', `/external/timesheets?startDate=${start}&endDate=${start}`);
		expect(exact.rows.map((row) => row.scheduledStartTime)).toEqual(exact.rows.map(() => start));
		expect(ids(exact.rows, 'timesheetId')).toContain(page.rows[7]?.timesheetId);
	});

	test('names its next page by the id of its last row', async () => {
		const { body, rows } = await list('&limit=3');
		expect({ prev: body.prevPageParameter, next: body.nextPageParameter }).toEqual({
			prev: null,
			next: `direction=next&referenceId=${String(rows[2]?.timesheetId)}`,
		});
	});

	test.each(['referenceSiteName', 'referenceStaffName', 'referenceName', 'referenceStartDate'])(
		'is sorted by %s when that anchor is given',
		async (anchor) => {
			const start = anchor === 'referenceStartDate' ? `&${anchor}=2000-01-01T00:00:00Z` : `&${anchor}=`;
			const field =
				{ referenceSiteName: 'siteName', referenceStaffName: 'staffName', referenceName: 'customerName' }[anchor] ??
				'scheduledStartTime';
			const { rows, body } = await list(`${start}&limit=50`);
			expect(body.nextPageParameter).toContain(`&${anchor}=${encodeURIComponent(String(rows[49]?.[field]))}`);
			const values = rows.map((row) => String(row[field]).toLowerCase());
			expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
		},
	);

	test.each<[query: string, fits: (row: Json) => boolean]>([
		['status=Approved', ({ status }) => status === 'Approved'],
		['status=Rejected', ({ status }) => status === 'Rejected'],
		['status=Pending', ({ status }) => status === 'Pending'],
		['siteIds=2001,2006', ({ siteApiId }) => siteApiId === 'ST-2001' || siteApiId === 'ST-2006'],
		['customerId=1004', ({ customerApiId }) => customerApiId === 'CU-SCT'],
		['employeeId=3008', ({ staffId }) => staffId === '3008'],
		['searchText=redgum', ({ subcontractorCompany }) => subcontractorCompany === 'Redgum Protective Services'],
		['searchText=RPS', ({ subcontractorCompany }) => subcontractorCompany === 'Redgum Protective Services'],
		['searchText=50017', ({ timesheetId }) => timesheetId === 50_017],
	])('filters by %s', async (query, fits) => {
		await expectFiltered((more) => list(`&limit=500&${more}`), query, fits);
	});

	test('finds nothing by a wildcard', async () => expect((await list('&searchText=%25')).rows).toEqual([]));

	test('serves every row of a demo company, in pages of at most 500', async () => {
		const page = await list('&limit=5000');
		expect(page.rows).toHaveLength(400);
		expect(page.body.nextPageParameter).toBeNull();
	});

	test.each([
		'limit=0',
		'limit=-1',
		'limit=two',
		'direction=up',
		'status=Done',
		'siteIds=a',
		'siteIds=1;2',
		'employeeId=1.5',
		'unknown=1',
		'referenceStartDate=yesterday',
	])('refuses %s with its own envelope', async (query) => {
		const answer = await list(`&${query}`);
		expect(answer).toMatchObject({ status: 400, body: { data: null, nextPageParameter: null } });
		expect((answer.body.errors as Json[])[0]).toMatchObject({
			code: 100,
			message: expect.stringContaining(query.split('=')[0] ?? ''),
		});
	});
});

describe('one timesheet', () => {
	test('is the list item, and its rates count hours by the clock over a clock change', async () => {
		const one = (await client.get('timesheet', '/external/timesheets/50001')).body.data as Json;
		expect(one).toEqual((await list('&limit=1')).rows[0]);
		const special = (await list('&limit=6')).rows;
		const hours = special.map(
			(row) => (Date.parse(String(row.scheduledEndTime)) - Date.parse(String(row.scheduledStartTime))) / 3_600_000,
		);
		expect(new Set(hours)).toEqual(new Set([7, 9]));
		const rates = (await client.get('timesheet', '/external/timesheets/50001/rates')).body.data as Json;
		expect(rates).toMatchObject({
			scheduledStartTime: one.scheduledStartTime,
			scheduledEndTime: one.scheduledEndTime,
			allowances: expect.any(Array),
		});
		expect((rates.serviceRate as Json).hours).toBe(8);
	});

	test('unknown is 404, of another company 403, not a number 400', async () => {
		for (const tail of ['', '/rates']) {
			expect((await client.get('timesheet', `/external/timesheets/1${tail}`)).status).toBe(404);
			expect((await client.get('timesheet', `/external/timesheets/49001${tail}`)).status).toBe(403);
			expect((await client.get('timesheet', `/external/timesheets/abc${tail}`)).status).toBe(400);
		}
	});
});

describe('the claims of a key', () => {
	test('limit what a list shows without a filter', async () => {
		const rows = (await list('&limit=500', 'scoped')).rows;
		expect(rows.length).toBeGreaterThan(0);
		expect(new Set(rows.map((row) => row.siteApiId))).toEqual(new Set(['ST-2001', 'ST-2002']));
		expect(ids((await client.get('scoped', '/external/customers')).rows, 'id')).toEqual([1001]);
		expect(ids((await client.get('scoped', '/external/sites')).rows, 'id')).toEqual([2001, 2002]);
	});

	test('refuse foreign customers, sites, employees and records', async () => {
		for (const query of ['customerId=1002', 'siteIds=2001,2003', 'customerId=1901'])
			expect((await list(`&${query}`, 'scoped')).status).toBe(403);
		for (const query of ['customerId=1901', 'siteIds=2901', 'employeeId=3901'])
			expect((await list(`&${query}`)).status).toBe(403);
		expect((await client.get('scoped', '/external/sites?customerId=1002')).status).toBe(403);
		expect((await client.get('scoped', '/external/customers?customerId=1002')).status).toBe(403);
		const elsewhere = (await list('&siteIds=2003&limit=1')).rows[0];
		expect((await client.get('scoped', `/external/timesheets/${String(elsewhere?.timesheetId)}`)).status).toBe(403);
	});
});

describe('customers and sites', () => {
	test('are active ones by default', async () => {
		const gone = (await client.get('timesheet', '/external/customers?isActive=false')).rows;
		expect(gone.filter((row) => row.isActive === false).map((row) => row.name)).toEqual(['Bayside Festival Trust']);
		expect(gone).toHaveLength(11);
		expect((await client.get('timesheet', '/external/customers')).rows).toHaveLength(10);
	});

	test('are found by text and sorted by name', async () => {
		expect((await client.get('timesheet', '/external/sites?filter=st%20brigid')).rows).toHaveLength(3);
		const { rows } = await client.get('timesheet', '/external/customers?referenceName=&limit=100');
		const names = rows.map((row) => String(row.name).toLowerCase());
		expect(names).toHaveLength(10);
		expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
		const subs = (await client.get('timesheet', '/external/sites?customerId=1001')).rows.filter(
			(row) => row.parentSiteId !== undefined,
		);
		expect(subs.map((row) => row.parentSiteId)).toEqual([2003, 2003]);
	});
});
