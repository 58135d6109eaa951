import { describe, expect, test } from '@jest/globals';
import { Cursor, endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { buildQuery, fillPath } from '../../../../nodes/WorkforceOperations/transport/http/url.ts';

const reports = endpoints['incidentReport.getAll'].query;
const timesheets = endpoints['timesheet.getAll'].query;

describe('queries', () => {
	test.each([
		[{ a: '', b: undefined, c: null, d: [] }, {}, undefined, ''],
		[{ isActive: false, limit: 0 }, {}, undefined, 'isActive=false&limit=0'],
		[{ searchText: 'a b&c=d+é' }, {}, undefined, 'searchText=a%20b%26c%3Dd%2B%C3%A9'],
		[{ siteId: [1, 2] }, {}, undefined, 'siteId=1%3B2'],
		[{ limit: 5, searchText: 'x' }, { limit: '', extra: 'y' }, undefined, 'searchText=x&extra=y'],
		[{ limit: 5 }, { limit: 7 }, undefined, 'limit=7'],
		[
			{ limit: 5, direction: 'next', referenceId: 1 },
			{ referenceId: 2 },
			'direction=next&referenceId=9',
			'limit=5&direction=next&referenceId=9',
		],
		[
			{ startDate: '2026-07-01T00:00:00.000Z' },
			{},
			'direction=next&referenceName=a%20b',
			'startDate=2026-07-01T00%3A00%3A00.000Z&direction=next&referenceName=a%20b',
		],
		[
			{ limit: 500, startDate: 'd' },
			{ ReferenceId: 1 },
			'limit=20&referenceId=9',
			'startDate=d&ReferenceId=1&limit=20&referenceId=9',
		],
	])('%j with %j and the cursor %p', (values, additional, cursor, expected) =>
		expect(buildQuery(reports, values, additional, cursor === undefined ? cursor : new Cursor(cursor))).toBe(expected),
	);

	test('each endpoint has its own separator', () =>
		expect(buildQuery(timesheets, { siteIds: [1, 2] })).toBe('siteIds=1%2C2'));
});

test.each([
	['/staffs/{id}/licenses', { id: 5 }, '/staffs/5/licenses'],
	['/staffs/{id}', { id: '../customers?x#y' }, '/staffs/..%2Fcustomers%3Fx%23y'],
	['/a', undefined, '/a'],
])('the path %s with %j', (path, parts, expected) => expect(fillPath(path, parts)).toBe(expected));
