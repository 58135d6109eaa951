import { askAdmin } from '../../../../kit/sandbox/admin.mts';
import { describe, expect, test } from '@jest/globals';
import { locator, useBench, short } from '../../support/bench.mts';

// A page of 500 rows is asked for by name.
const bench = useBench({ largestPage: 'clamped' });
const HOUR = 3_600_000;

describe('Live Operation, Get Many', () => {
	const getAll = { resource: 'liveOperation', operation: 'getAll' };
	const dates = { period: 'custom', startDate: '2026-07-01T00:00:00', endDate: '2026-07-02' };

	test('sends every filter under the name of the API', async () => {
		const filters = {
			customerId: locator('1001'),
			customerName: 'Harbourline',
			siteId: locator('2001', 'list'),
			siteName: 'Darling',
			fullName: 'Mei',
			subcontractorName: 'Redgum',
			status: 'CLOCKED IN',
			searchText: 'a',
		};
		expect(
			await bench.one('liveops', { ...getAll, ...dates, filters, limit: 5 }, { timeZone: 'Australia/Sydney' }),
		).toEqual({
			request: 'GET /api/external/liveops',
			query: {
				startDate: '2026-06-30T14:00:00.000Z',
				endDate: '2026-07-02T13:59:59.999Z',
				customerId: '1001',
				customerName: 'Harbourline',
				siteId: '2001',
				siteName: 'Darling',
				fullName: 'Mei',
				subcontractorName: 'Redgum',
				status: 'CLOCKED IN',
				searchText: 'a',
				limit: '5',
			},
		});
	});

	test('around now it writes out the service’s own window and keeps it for the whole walk', async () => {
		const seen = await bench.sent('liveops', { ...getAll, returnAll: true, advanced: { pageSize: 7 } });
		expect(seen.length).toBeGreaterThan(2);
		const windows = new Set(seen.map(({ query }) => `${query.startDate} ${query.endDate}`));
		expect(windows.size).toBe(1);
		const { startDate, endDate } = seen[0]?.query ?? {};
		expect(Date.parse(String(endDate)) - Date.parse(String(startDate))).toBe(34 * HOUR);
		expect(Math.abs(Date.parse(String(startDate)) + 17 * HOUR - Date.now())).toBeLessThan(60_000);
	});

	test('follows the serialised cursor to the end and finds everybody once', async () => {
		const all = await bench.ok('liveops', { ...getAll, returnAll: true, simplify: false, advanced: { pageSize: 7 } });
		const atOnce = await bench.ok('liveops', {
			...getAll,
			returnAll: true,
			simplify: false,
			advanced: { pageSize: 500 },
		});
		expect(all.map(({ shiftId }) => shiftId)).toEqual(atOnce.map(({ shiftId }) => shiftId));
		expect(bench.recorder.seen[1]?.query).toMatchObject({
			referenceId: expect.stringMatching(/^\d+$/),
			referenceDateTime: expect.stringMatching(/Z$/),
		});
	});

	test('returns simple records, or whole ones', async () => {
		const [simple] = await bench.ok('liveops', { ...getAll, limit: 1 });
		const [whole] = await bench.ok('liveops', { ...getAll, limit: 1, simplify: false });
		expect(Object.keys(simple ?? {})).toHaveLength(10);
		expect(whole).toMatchObject(simple ?? {});
		expect(whole).toHaveProperty('welfareCheckResponses');
	});
});

describe('Login Audit', () => {
	const getAll = { resource: 'loginAudit', operation: 'getAll' };

	test('sends every filter under the name of the API', async () => {
		const filters = { eventType: 2, from: '2026-01-01T00:00:00', to: '2026-12-31', userId: '900' };
		expect(await bench.one('loginaudit', { ...getAll, filters, limit: 20 }, { timeZone: 'Europe/London' })).toEqual({
			request: 'GET /api/external/loginaudit',
			query: {
				eventType: '2',
				from: '2026-01-01T00:00:00.000Z',
				to: '2026-12-31T23:59:59.999Z',
				userId: '900',
				page: '1',
				pageSize: '20',
			},
		});
	});

	test.each([
		[1, {}, '1'],
		[700, {}, '500'],
		[50, { pageSize: 500 }, '50'],
		[700, { pageSize: 30 }, '30'],
	])('a limit of %s with %j asks for pages of %s', async (limit, advanced, pageSize) => {
		const seen = await bench.sent('loginaudit', { ...getAll, limit, advanced });
		expect(new Set(seen.map(({ query }) => query.pageSize))).toEqual(new Set([pageSize]));
	});

	test('Return All counts pages with “to” pinned, so that a login in between is not read and nothing twice', async () => {
		let logins = 0;
		bench.recorder.answer(async ({ query }) => {
			if (query.page !== '2' || logins++ > 0) return undefined;
			await askAdmin(bench.sandbox.url, 'POST', '/loginaudit', { eventType: 1 });
			return undefined;
		});
		const records = await bench.ok('loginaudit', { ...getAll, returnAll: true, advanced: { pageSize: 40 } });
		const pages = bench.recorder.seen.map(({ query }) => query);
		expect(pages.map(({ page }) => Number(page))).toEqual(pages.map((_, index) => index + 1));
		expect(new Set(pages.slice(1).map(({ to }) => to))).toEqual(new Set([records[0]?.occurredUtc]));
		expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
		expect(pages).toHaveLength(Math.floor(records.length / 40) + 1);
	});

	test('Get Recent by User sends the count and encodes the id', async () => {
		const recent = { resource: 'loginAudit', operation: 'getRecent', limit: 3 };
		const [first] = await bench.ok('loginaudit', { ...getAll, limit: 1, filters: { eventType: 1 } });
		const userId = String(first?.userId);
		expect(await bench.one('loginaudit', { ...recent, userId })).toEqual({
			request: `GET /api/external/loginaudit/users/${userId}/recent`,
			query: { take: '3' },
		});
		bench.recorder.answer(() => ({ body: { data: [], errors: null, meta: {} } }));
		expect((await bench.one('loginaudit', { ...recent, userId: 'a/b?c' })).request).toBe(
			'GET /api/external/loginaudit/users/a%2Fb%3Fc/recent',
		);
	});
});

describe('Staff and licences, reading', () => {
	test('Staff, Get Many sends every filter under the name of the API', async () => {
		const filters = { isActive: false, searchText: 'SCG14' };
		const advanced = { filter: 'SCG' };
		const [seen] = await bench.sent('developer', {
			resource: 'staff',
			operation: 'getAll',
			filters,
			advanced,
			limit: 4,
		});
		expect(seen && short(seen)).toEqual({
			request: 'GET /api/external/staffs',
			query: { isActive: 'false', searchText: 'SCG14', filter: 'SCG', limit: '4' },
		});
	});

	test('Staff, Get by Email encodes the address', async () => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: { id: 1 } } }));
		const seen = await bench.sent('developer', {
			resource: 'staff',
			operation: 'getByEmail',
			email: ' ann+guard@example.com ',
		});
		expect({ path: seen[0]?.path, search: seen[0]?.search }).toEqual({
			path: '/api/external/staffs/search',
			search: 'email=ann%2Bguard%40example.com',
		});
	});

	test.each([
		['plain', '3001'],
		['a number', 3001],
		['from the list', locator('3001', 'list')],
		['an expression', '={{ $json.staffId }}'],
	])('Security Licence, Get Many takes the employee as %s', async (_, employeeId) => {
		const getAll = {
			resource: 'securityLicence',
			operation: 'getAll',
			employeeId,
			filters: { licenseNumber: 'SL410000' },
		};
		expect(await bench.one('developer', getAll, { items: [{ json: { staffId: '3001' } }] })).toEqual({
			request: 'GET /api/external/staffs/3001/licenses',
			query: { licenseNumber: 'SL410000' },
		});
	});

	test('a licence is simple or whole', async () => {
		const getAll = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001' };
		const [simple] = await bench.ok('developer', getAll);
		const [whole] = await bench.ok('developer', { ...getAll, simplify: false });
		expect(simple).not.toHaveProperty('employeeSecurityLicenseInfo');
		expect(whole).toMatchObject(simple ?? {});
		expect(whole).toHaveProperty('employeeSecurityLicenseInfo');
	});

	test('the list of licences has no paging parameters; the limit is kept all the same', async () => {
		const getAll = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001' };
		const seen = await bench.sent('developer', { ...getAll, limit: 1 });
		expect(seen.map(({ query }) => query)).toEqual([{}]);
		expect(await bench.ok('developer', { ...getAll, limit: 1 })).toHaveLength(1);
		expect(await bench.ok('developer', { ...getAll, returnAll: true })).toHaveLength(2);
	});
});
