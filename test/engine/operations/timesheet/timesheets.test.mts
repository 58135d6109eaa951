import { describe, expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';

const bench = useBench();
const getAll = { resource: 'timesheet', operation: 'getAll' };
const dates = { period: 'custom', startDate: '2026-01-01T00:00:00Z', endDate: '2026-12-31T23:59:59Z' };
const sentDates = { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-12-31T23:59:59.000Z' };

describe('Timesheet, Get Many', () => {
	test('sends a filter expression of the advanced options', async () => {
		const sent = await bench.one('timesheet', { ...getAll, ...dates, advanced: { filter: ' Harbour ' } });
		expect(sent.query).toEqual({ ...sentDates, filter: 'Harbour', limit: '50' });
	});

	test.each([
		'2026-01-15T08:00:00',
		'={{ DateTime.fromISO("2026-01-15T08:00:00", { zone: "Australia/Sydney" }) }}',
		'={{ $json.from }}',
	])('a start of %s is that of the workflow’s time zone', async (startDate) => {
		const parameters = { ...getAll, period: 'custom', startDate, endDate: '2027-01-01T00:00:00Z' };
		const items = [{ json: { from: '2026-01-15T08:00' } }];
		const { query } = await bench.one('timesheet', parameters, { timeZone: 'Australia/Sydney', items });
		expect(query.startDate).toBe('2026-01-14T21:00:00.000Z');
	});

	test('returns simple records, or whole ones', async () => {
		const [simple] = await bench.ok('timesheet', { ...getAll, ...dates, limit: 1 });
		const [whole] = await bench.ok('timesheet', { ...getAll, ...dates, limit: 1, simplify: false });
		expect(Object.keys(simple ?? {}).join(' ')).toBe(
			'timesheetId staffId staffName employeeId customerName siteName payStartTime payEndTime payBreakTime approvedDateTime',
		);
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
