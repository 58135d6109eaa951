import { describe, expect, test } from '@jest/globals';
import { Cursor, isUnreadableCursor, anchorOf, readCursor } from '../../../nodes/WorkforceOperations/contract/index.ts';

test.each([
	['direction=next&referenceId=5', 'direction=next&referenceId=5'],
	['referenceId=5', 'direction=next&referenceId=5'],
	['?direction=next&referenceId=5', 'direction=next&referenceId=5'],
	['&referenceId=5&', 'direction=next&referenceId=5'],
	['  referenceId=5 ', 'direction=next&referenceId=5'],
	['/api/external/customers?referenceId=5', 'direction=next&referenceId=5'],
	['https://host.test:8443/api/x?direction=next&referenceId=5', 'direction=next&referenceId=5'],
	[
		'direction=next&referenceName=a%20b%26c%2Bd&referenceId=5',
		'direction=next&referenceName=a%20b%26c%2Bd&referenceId=5',
	],
	['direction=next&referenceName=why?&referenceId=5', 'direction=next&referenceName=why?&referenceId=5'],
	['direction=next&referenceName=Gate #3&referenceId=5', 'direction=next&referenceName=Gate %233&referenceId=5'],
	['DIRECTION=next&referenceId=5', 'DIRECTION=next&referenceId=5'],
	['page=2&pageSize=50', 'page=2&pageSize=50'],
	[
		'{"ReferenceId":5,"ReferenceDateTime":"2026-07-01T08:00:00+10:00"}',
		'direction=next&referenceId=5&referenceDateTime=2026-07-01T08%3A00%3A00%2B10%3A00',
	],
	[{ ReferenceId: 5, ReferenceDateTime: null, ReferenceName: '' }, 'direction=next&referenceId=5'],
	[{ referenceId: 5, direction: 'next' }, 'referenceId=5&direction=next'],
	[12345, 'direction=next&referenceId=12345'],
	['12345', 'direction=next&referenceId=12345'],
])('%p goes on with %p', (value, expected) => expect(readCursor(value, 'next')?.query).toBe(expected));

test.each([null, undefined, '', '   ', '?', '&', '{}', {}, '{"ReferenceId":null}', [], ['a=1'], true, 0, '0'])(
	'%p is the end',
	(value) => expect(readCursor(value, 'next')).toBeUndefined(),
);

test('backwards', () => expect(readCursor('referenceId=5', 'prev')?.query).toBe('direction=prev&referenceId=5'));

test('the names of a cursor', () =>
	expect(new Cursor('direction=next&referenceName=a%26limit=3&referenceId=5').names).toEqual(
		new Set(['direction', 'referenceName', 'referenceId']),
	));

test.each([
	['{not json', true],
	['{"ReferenceId":{"value":5}}', true],
	['abc', true],
	[['a=1'], true],
	[true, true],
	[null, false],
	[undefined, false],
	['', false],
	['  ', false],
	['?', false],
	['{}', false],
	[{ ReferenceId: null }, false],
	[[], false],
	[false, false],
	[0, false],
	['0', false],
	['false', false],
	['N', false],
	['true', true],
	['referenceId=5', false],
	[12, false],
])('%p announces a page that can’t be read: %p', (value, unreadable) =>
	expect(isUnreadableCursor(value)).toBe(unreadable),
);

test.each([
	['direction=next&limit=20&referenceId=5', 'limit', '7', 'direction=next&referenceId=5&limit=7'],
	['referenceName=a%20b&limit=1&limit=2', 'limit', 'x&y', 'referenceName=a%20b&limit=x%26y'],
	['page=2', 'pageSize', '50', 'page=2&pageSize=50'],
	['a=1', 'a&b', '2', 'a=1&a%26b=2'],
])('%s with %s=%s is %s', (query, name, value, expected) =>
	expect(new Cursor(query).with(name, value).query).toBe(expected),
);

test('a cursor tells its values, and is taken as it is', () => {
	const cursor = new Cursor({ page: '2', name: 'a&b' });
	expect(cursor.query).toBe('page=2&name=a%26b');
	expect([cursor.get('page'), cursor.get('name'), cursor.get('none')]).toEqual(['2', 'a&b', undefined]);
	expect(readCursor(cursor, 'prev')).toBe(cursor);
});

test.each([
	[' {"ReferenceId":5} ', 'direction=next&referenceId=5'],
	[' 12 ', 'direction=next&referenceId=12'],
	['1', 'direction=next&referenceId=1'],
	['?page=0', 'page=0'],
	['a=1&DirectionX=2', 'direction=next&a=1&DirectionX=2'],
	['a=1&page=2', 'a=1&page=2'],
	['name=direction=3', 'direction=next&name=direction=3'],
	['a=#1&b=#2', 'direction=next&a=%231&b=%232'],
	['{a=1', 'direction=next&{a=1'],
])('%j goes on with %j', (value, expected) => expect(readCursor(value, 'next')?.query).toBe(expected));

test.each([
	[{ a: { b: 1 }, c: 2 }, true],
	[{ a: 0 }, false],
	['0?', false],
	['00', false],
	['-1', true],
	[[1, null], true],
	[[null, ''], false],
	['{"a":{}}', true],
])('%j announces a page that can’t be read: %j', (value, unreadable) =>
	expect(isUnreadableCursor(value)).toBe(unreadable),
);

describe('the place that a cursor names', () => {
	const repeats = (name: string, value: string): boolean => name === 'isActive' || `${name}=${value}` === 'filter=a';
	const of = (written: unknown): string | undefined => {
		const cursor = readCursor(written, 'next');
		return cursor && anchorOf(cursor, repeats);
	};

	test.each([
		'direction=next&referenceId=0',
		'direction=next',
		'?direction=next&limit=50',
		'direction=next&referenceId=',
		'direction=next&referenceId=%20&referenceName=',
		'referenceId=0&referenceDateTime=0001-01-01T00:00:00',
		'referenceId=00000000-0000-0000-0000-000000000000',
		'referenceId=null',
		'referenceId=0.0&referenceStartDate=1%2F1%2F0001%2012:00:00%20AM',
		'referenceDateTime=0000-12-31T13:00:00Z',
		'page=0&pageSize=50',
		'offset=0',
		'filter=a&direction=next&limit=20',
		'isActive=true&direction=next',
		// What the service adds of its own is no place beside anchors that name none.
		'direction=next&referenceId=0&sort=desc',
		'{"ReferenceId":0,"ReferenceDateTime":"0001-01-01T00:00:00"}',
		'{"ReferenceId":0,"ReferenceDateTime":"0001-01-01T00:00:00+00:00","ReferenceName":""}',
		'{"ReferenceId":null,"ReferenceDateTime":null}',
		{ referenceId: 0, direction: 'next' },
		{ a: 0 },
	])('is none in %j: that is the end', (written) => expect(of(written)).toBeUndefined());

	test.each([
		['direction=next&referenceId=5', 'referenceid=5'],
		['ReferenceId=5&limit=7&filter=b', 'referenceid=5'],
		['referenceName=Ann&referenceId=0', 'referencename=Ann'],
		['referenceId=0&referenceDateTime=2026-07-01T00:00:00Z', 'referencedatetime=2026-07-01T00:00:00Z'],
		['referenceSiteName=%E6%9D%B1&referenceId=0', 'referencesitename=東'],
		['referenceId=-1', 'referenceid=-1'],
		['referenceDateTime=0010-01-01T00:00:00', 'referencedatetime=0010-01-01T00:00:00'],
		['referenceDateTime=2001-01-01T00:00:00', 'referencedatetime=2001-01-01T00:00:00'],
		['page=2&pageSize=50&filter=b', 'page=2'],
		['filter=b&direction=next', 'filter=b'],
		['continuation=abc', 'continuation=abc'],
		[
			'{"ReferenceDateTime":"2026-07-01T00:00:00Z","ReferenceId":5}',
			'referencedatetime=2026-07-01T00:00:00Z&referenceid=5',
		],
	])('%j is %j', (written, place) => expect(of(written)).toBe(place));
});

test('the word null is the end as well', () => expect(isUnreadableCursor('null')).toBe(false));
