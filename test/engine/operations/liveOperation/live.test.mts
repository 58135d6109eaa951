import { askAdmin } from '../../../../kit/sandbox/admin.mts';
import { describe, expect, test } from '@jest/globals';
import { locator, useBench, short } from '../../support/bench.mts';

// A page of 500 rows is asked for by name.
const bench = useBench({ largestPage: 'clamped' });

describe('Live Operation, Get Many', () => {
	const getAll = { resource: 'liveOperation', operation: 'getAll' };

	test('around now it keeps the window for the whole walk', async () => {
		const seen = await bench.sent('liveops', { ...getAll, returnAll: true, advanced: { pageSize: 7 } });
		expect(seen.length).toBeGreaterThan(2);
		expect(new Set(seen.map(({ query }) => `${query.startDate} ${query.endDate}`)).size).toBe(1);
	});

	test('follows the serialised cursor to the end and finds everybody once', async () => {
		const whole = { ...getAll, returnAll: true, simplify: false };
		const all = await bench.ok('liveops', { ...whole, advanced: { pageSize: 7 } });
		const atOnce = await bench.ok('liveops', { ...whole, advanced: { pageSize: 500 } });
		expect(all.map(({ shiftId }) => shiftId)).toEqual(atOnce.map(({ shiftId }) => shiftId));
		expect(bench.recorder.seen[1]?.query).toMatchObject({
			referenceId: expect.stringMatching(/^\d+$/),
			referenceDateTime: expect.stringMatching(/Z$/),
		});
	});
});

describe('Login Audit', () => {
	const getAll = { resource: 'loginAudit', operation: 'getAll' };

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
});

describe('Staff and licences, reading', () => {
	const licences = { resource: 'securityLicence', operation: 'getAll', employeeId: '3001' };

	test('Staff, Get Many sends every filter under the name of the API', async () => {
		const filters = { isActive: false, searchText: 'SCG14' };
		const staff = { resource: 'staff', operation: 'getAll', filters, advanced: { filter: 'SCG' }, limit: 4 };
		const [seen] = await bench.sent('developer', staff);
		expect(seen && short(seen)).toEqual({
			request: 'GET /api/external/staffs',
			query: { isActive: 'false', searchText: 'SCG14', filter: 'SCG', limit: '4' },
		});
	});

	test('Staff, Get by Email encodes the address', async () => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: { id: 1 } } }));
		const byEmail = { resource: 'staff', operation: 'getByEmail', email: ' ann+guard@example.com ' };
		const [seen] = await bench.sent('developer', byEmail);
		expect({ path: seen?.path, search: seen?.search }).toEqual({
			path: '/api/external/staffs/search',
			search: 'email=ann%2Bguard%40example.com',
		});
	});

	test('licences are asked for by their number, of an employee from the list', async () => {
		const filters = { licenseNumber: 'SL410000' };
		expect(await bench.one('developer', { ...licences, employeeId: locator('3001', 'list'), filters })).toEqual({
			request: 'GET /api/external/staffs/3001/licenses',
			query: { licenseNumber: 'SL410000' },
		});
	});

	test('the list of licences has no paging parameters; the limit is kept all the same', async () => {
		const seen = await bench.sent('developer', { ...licences, limit: 1 });
		expect(seen.map(({ query }) => query)).toEqual([{}]);
		expect(await bench.ok('developer', { ...licences, limit: 1 })).toHaveLength(1);
		expect(await bench.ok('developer', { ...licences, returnAll: true })).toHaveLength(2);
	});
});
