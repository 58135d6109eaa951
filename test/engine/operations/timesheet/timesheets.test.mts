import { describe, expect, test } from '@jest/globals';
import { locator, useBench } from '../../support/bench.mts';

const bench = useBench();
const getAll = { resource: 'timesheet', operation: 'getAll' };
const dates = { period: 'custom', startDate: '2026-01-01T00:00:00Z', endDate: '2026-12-31T23:59:59Z' };
const sentDates = { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-12-31T23:59:59.000Z' };

describe('Timesheet, Get Many', () => {
	test('sends every filter under the name of the API', async () => {
		const filters = {
			customerId: locator('1001'),
			siteIds: ['2001', '2002'],
			employeeId: locator('3001'),
			searchText: 'RPS',
			status: 'Approved',
		};
		const advanced = { filter: 'Harbour' };
		expect(await bench.one('timesheet', { ...getAll, ...dates, filters, advanced, limit: 9 })).toEqual({
			request: 'GET /api/external/timesheets',
			query: {
				...sentDates,
				customerId: '1001',
				siteIds: '2001,2002',
				employeeId: '3001',
				filter: 'Harbour',
				searchText: 'RPS',
				status: 'Approved',
				limit: '9',
			},
		});
	});

	test.each([
		['an array', ['2001', 2002]],
		['text with commas', '2001,2002'],
		['text with semicolons', '2001; 2002'],
		['locators', [locator('2001'), locator('2002', 'list')]],
		['an expression', '={{ [2001, "2002"] }}'],
	])('joins site ids by commas when they come as %s', async (_, siteIds) => {
		expect((await bench.one('timesheet', { ...getAll, ...dates, filters: { siteIds } })).query.siteIds).toBe(
			'2001,2002',
		);
	});

	test('sends a filter expression of the advanced options', async () => {
		const sent = await bench.one('timesheet', { ...getAll, ...dates, advanced: { filter: ' Harbour ' } });
		expect(sent.query).toEqual({ ...sentDates, filter: 'Harbour', limit: '50' });
	});

	test('leaves out what is empty', async () => {
		const filters = { searchText: '' };
		expect((await bench.one('timesheet', { ...getAll, ...dates, filters })).query).toEqual({
			...sentDates,
			limit: '50',
		});
	});

	test.each([
		// Sydney is 11 hours ahead in its summer and 10 in its winter; London 0 and 1.
		['Australia/Sydney', '2026-01-15T08:00:00', '2026-01-14T21:00:00.000Z'],
		['Australia/Sydney', '2026-07-15T08:00:00', '2026-07-14T22:00:00.000Z'],
		['Europe/London', '2026-07-15T08:00:00', '2026-07-15T07:00:00.000Z'],
		// The clocks go forward at 2:00 on 2026-10-04 in Sydney and at 1:00 on 2026-03-29 in London.
		['Australia/Sydney', '2026-10-04T03:00:00', '2026-10-03T16:00:00.000Z'],
		['Australia/Sydney', '2026-10-04T02:30:00', '2026-10-03T16:30:00.000Z'],
		['Europe/London', '2026-03-29T00:30:00', '2026-03-29T00:30:00.000Z'],
		['Europe/London', '2026-03-29T02:00:00', '2026-03-29T01:00:00.000Z'],
		['Australia/Sydney', '2026-01-15T08:00:00+00:00', '2026-01-15T08:00:00.000Z'],
		[
			'Australia/Sydney',
			'={{ DateTime.fromISO("2026-01-15T08:00:00", { zone: "Australia/Sydney" }) }}',
			'2026-01-14T21:00:00.000Z',
		],
		['Australia/Sydney', '={{ $json.from }}', '2026-01-14T13:00:00.000Z'],
	])('in %s a picked %s is sent as %s', async (timeZone, startDate, sent) => {
		const items = [{ json: { from: '2026-01-15' } }];
		expect(
			(
				await bench.one(
					'timesheet',
					{ ...getAll, period: 'custom', startDate, endDate: '2027-01-01T00:00:00Z' },
					{ timeZone, items },
				)
			).query.startDate,
		).toBe(sent);
	});

	test('a picked end day includes that day, also when it has 23 hours', async () => {
		const { query } = await bench.one(
			'timesheet',
			{ ...getAll, period: 'custom', startDate: '2026-10-04', endDate: '2026-10-04' },
			{ timeZone: 'Australia/Sydney' },
		);
		expect({ startDate: query.startDate, endDate: query.endDate }).toEqual({
			startDate: '2026-10-03T14:00:00.000Z',
			endDate: '2026-10-04T12:59:59.999Z',
		});
	});

	test.each(['today', 'yesterday', 'thisWeek', 'lastWeek', 'lastTwoWeeks', 'thisMonth', 'lastMonth'])(
		'the period “%s” is whole days of the workflow’s time zone',
		async (period) => {
			const { query } = await bench.one(
				'timesheet',
				{ ...getAll, period, startDate: 'ignored', endDate: 'ignored' },
				{ timeZone: 'Australia/Adelaide' },
			);
			const clockOf = (iso: string | undefined): string =>
				new Date(String(iso)).toLocaleTimeString('en-AU', { timeZone: 'Australia/Adelaide', hourCycle: 'h23' });
			expect([clockOf(query.startDate), clockOf(query.endDate)]).toEqual(['00:00:00', '23:59:59']);
		},
	);

	test('returns simple records, or whole ones', async () => {
		const [simple] = await bench.ok('timesheet', { ...getAll, ...dates, limit: 1 });
		const [whole] = await bench.ok('timesheet', { ...getAll, ...dates, limit: 1, simplify: false });
		expect(Object.keys(simple ?? {})).toEqual([
			'timesheetId',
			'staffId',
			'staffName',
			'employeeId',
			'customerName',
			'siteName',
			'payStartTime',
			'payEndTime',
			'payBreakTime',
			'approvedDateTime',
		]);
		expect(whole).toMatchObject(simple ?? {});
		expect(whole).toHaveProperty('customerApprovalStatus');
		expect(whole).toHaveProperty('clockInCoordinates');
	});
});

describe('Timesheet, Get and Get Rates', () => {
	test('Simplify off keeps every field of an entry', async () => {
		const [first] = await bench.ok('timesheet', { ...getAll, ...dates, limit: 1, simplify: false });
		const get = { resource: 'timesheet', operation: 'get', timesheetId: '={{ $json.timesheetId }}' };
		expect(await bench.ok('timesheet', { ...get, simplify: false }, { items: [{ json: first ?? {} }] })).toEqual([
			first,
		]);
	});
});
