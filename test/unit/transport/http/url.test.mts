import { describe, expect, test } from '@jest/globals';
import { Cursor, endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import {
	buildQuery,
	fillPath,
	Repeated,
	writtenQuery,
} from '../../../../nodes/WorkforceOperations/transport/http/url.ts';
import { customCall, requestTarget } from '../../../../nodes/WorkforceOperations/transport/request.ts';

const reports = endpoints['incidentReport.getAll'].query;
const timesheets = endpoints['timesheet.getAll'].query;

const cursorOf = (query: string | undefined): Cursor | undefined =>
	query === undefined ? undefined : new Cursor(query);

type Values = Record<string, unknown>;

describe('queries', () => {
	test.each<[Values, Values | undefined, string | undefined, string]>([
		[{ a: '', b: undefined, c: null, d: [] }, {}, undefined, ''],
		[{ isActive: false, limit: 0 }, {}, undefined, 'isActive=false&limit=0'],
		[{ searchText: 'a b&c=d+é' }, {}, undefined, 'searchText=a%20b%26c%3Dd%2B%C3%A9'],
		[{ a: '\ud800b😀' }, undefined, undefined, 'a=%EF%BF%BDb%F0%9F%98%80'],
		[{ other: [1, 2], siteId: [3, 4] }, undefined, undefined, 'other=1%2C2&siteId=3%3B4'],
		[{ a: new Repeated([1, null, '', [], undefined, false]) }, undefined, undefined, 'a=1&a=false'],
		[{ a: new Repeated([]) }, undefined, undefined, ''],
		[{ limit: 5, searchText: 'x' }, { limit: '', extra: 'y' }, undefined, 'searchText=x&extra=y'],
		[{ limit: 5 }, { limit: 7 }, undefined, 'limit=7'],
		[{ a: 1, b: 2 }, { a: null, b: 3, c: [] }, undefined, 'b=3'],
		[{ a: 1, b: 2 }, { a: '', c: 3 }, 'b=9&c=8', 'b=9&c=8'],
		[{}, undefined, 'x=%2F', 'x=%2F'],
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
		expect(buildQuery(reports, values, additional, cursorOf(cursor))).toBe(expected),
	);

	test('each endpoint has its own separator', () =>
		expect(buildQuery(timesheets, { siteIds: [1, 2] })).toBe('siteIds=1%2C2'));

	test.each([
		['/x', [], ''],
		['?a=1&&b=2&', [], 'a=1&b=2'],
		['/x?a=1&b=2&a=3', ['a'], 'b=2'],
		['/x?%61=1&b+c=2&d', ['a', 'b c'], 'd'],
	])('%s without %j', (path, replaced, expected) => expect(writtenQuery(path, replaced)).toBe(expected));
});

test.each([
	['/staffs/{id}/licenses', { id: 5 }, '/staffs/5/licenses'],
	['/staffs/{id}', { id: '../customers?x#y' }, '/staffs/..%2Fcustomers%3Fx%23y'],
	['/a/{one}/{two}/{none}', { one: 0, two: 'x y' }, '/a/0/x%20y/'],
	['/a', undefined, '/a'],
])('the path %s with %j', (path, parts, expected) => {
	expect(fillPath(path, parts)).toBe(expected);
	expect(requestTarget({ endpoint: { method: 'GET', path }, path: parts })).toBe(expected);
});

test.each<[string, string, Values, string | undefined, string]>([
	['keeps its query as it is written', '/x?id=1&id=2&text=a%20b?c', {}, undefined, '/x?id=1&id=2&text=a%20b?c'],
	['has fields beside it', '/x?limit=5&id=1', { limit: 9, name: 'a&b' }, undefined, '/x?id=1&limit=9&name=a%26b'],
	[
		'goes on where a cursor says',
		'/x?referenceId=1&id=1',
		{ direction: 'next' },
		'direction=next&referenceId=7',
		'/x?id=1&direction=next&referenceId=7',
	],
	['has no question mark without a query', '/x', {}, undefined, '/x'],
	['has no question mark behind an empty query', '/x?', {}, undefined, '/x'],
])('the address of a custom request %s', (_, path, query, cursor, expected) =>
	expect(requestTarget(customCall({ method: 'GET', path, query }), cursorOf(cursor))).toBe(expected),
);
