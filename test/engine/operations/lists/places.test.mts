import { describe, expect, test } from '@jest/globals';
import { locator, short, useBench } from '../../support/bench.mts';

// The order of a list is nowhere shown; here it is the default variant's.
const bench = useBench({ cursor: 'id', end: 'null' });

describe('Customer, Get Many', () => {
	const getAll = { resource: 'customer', operation: 'getAll' };

	test('sends nothing but the page size when nothing is chosen', async () => {
		expect(await bench.one('timesheet', getAll)).toEqual({
			request: 'GET /api/external/customers',
			query: { limit: '50' },
		});
	});

	test('sends every filter under the name of the API, false included', async () => {
		const filters = { isActive: false, customerId: '1011', filter: 'Bayside & Co' };
		const [seen] = await bench.sent('timesheet', { ...getAll, filters, limit: 7 });
		expect(seen && short(seen)).toEqual({
			request: 'GET /api/external/customers',
			query: { isActive: 'false', customerId: '1011', filter: 'Bayside & Co', limit: '7' },
		});
	});

	test('leaves an empty text to search for out', async () => {
		const filters = { filter: '' };
		expect((await bench.one('timesheet', { ...getAll, filters })).query).toEqual({ limit: '50' });
	});

	test('returns the records as they are', async () => {
		const [first] = await bench.ok('webhook', { ...getAll, limit: 1 });
		expect(first).toMatchObject({ id: 1001, name: 'Harbourline Shopping Centres', isActive: true });
	});
});

describe('Site, Get Many', () => {
	const getAll = { resource: 'site', operation: 'getAll' };

	test('sends every filter under the name of the API', async () => {
		const filters = { isActive: true, customerId: locator('1002', 'list'), filter: 'Depot' };
		expect(await bench.one('liveops', { ...getAll, filters })).toEqual({
			request: 'GET /api/external/sites',
			query: { isActive: 'true', customerId: '1002', filter: 'Depot', limit: '50' },
		});
	});

	test.each([
		['plain', '1002'],
		['a number', 1002],
		['a locator by ID', locator('1002')],
		['a locator from the list', locator(1002, 'list')],
		['an expression', '={{ $json.customer }}'],
		['a locator with an expression', locator('={{ $json.customer }}')],
	])('takes the customer as %s', async (_, customerId) => {
		const { query } = await bench.one(
			'liveops',
			{ ...getAll, filters: { customerId } },
			{ items: [{ json: { customer: 1002 } }] },
		);
		expect(query).toEqual({ customerId: '1002', limit: '50' });
	});
});
