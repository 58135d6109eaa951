import { expect, test } from '@jest/globals';
import { Cursor, readCursor } from '../../../nodes/WorkforceOperations/contract/index.ts';

test.each([
	['direction=next&referenceId=5', 'direction=next&referenceId=5'],
	['referenceId=5', 'direction=next&referenceId=5'],
	['?direction=next&referenceId=5', 'direction=next&referenceId=5'],
	['  referenceId=5 ', 'direction=next&referenceId=5'],
	[
		'direction=next&referenceName=a%20b%26c%2Bd&referenceId=5',
		'direction=next&referenceName=a%20b%26c%2Bd&referenceId=5',
	],
	['direction=next&referenceName=why?&referenceId=5', 'direction=next&referenceName=why?&referenceId=5'],
	['direction=next&referenceName=Gate #3&referenceId=5', 'direction=next&referenceName=Gate %233&referenceId=5'],
	['page=2&pageSize=50', 'page=2&pageSize=50'],
	['offset=20&to=2026-07-01', 'offset=20&to=2026-07-01'],
	['a=1&page=2', 'a=1&page=2'],
	['name=direction=3', 'direction=next&name=direction=3'],
	[
		'{"ReferenceId":5,"ReferenceDateTime":"2026-07-01T08:00:00+10:00"}',
		'direction=next&referenceId=5&referenceDateTime=2026-07-01T08%3A00%3A00%2B10%3A00',
	],
	[' {"ReferenceId":5,"ReferenceDateTime":null} ', 'direction=next&referenceId=5'],
])('%j goes on with %j', (value, expected) => expect(readCursor(value, 'next')?.query).toBe(expected));

test.each([
	null,
	undefined,
	'',
	'   ',
	'?',
	'abc',
	'12345',
	12345,
	true,
	['a=1'],
	{ ReferenceId: 5 },
	'{}',
	'{not json',
	'{"ReferenceId":null}',
	'[{"ReferenceId":5}]',
])('%j can’t be read as a cursor', (value) => expect(readCursor(value, 'next')).toBeUndefined());

test('backwards', () => expect(readCursor('referenceId=5', 'prev')?.query).toBe('direction=prev&referenceId=5'));

test('the names of a cursor', () =>
	expect(new Cursor('direction=next&referenceName=a%26limit=3&referenceId=5').names).toEqual(
		new Set(['direction', 'referenceName', 'referenceId']),
	));

test('a cursor tells its values, and is taken as it is', () => {
	const cursor = new Cursor({ page: '2', name: 'a&b' });
	expect(cursor.query).toBe('page=2&name=a%26b');
	expect(cursor.get('page')).toBe('2');
	expect(cursor.get('name')).toBe('a&b');
	expect(cursor.get('none')).toBeUndefined();
	expect(readCursor(cursor, 'prev')).toBe(cursor);
});
