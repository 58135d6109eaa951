import { describe, expect, test } from '@jest/globals';
import {
	Cursor,
	looksLikeEnvelope,
	openEnvelope,
	readCursor,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

const ok = { status: { code: 0, errorMessage: '' }, message: '', errors: [] };

describe('each envelope', () => {
	test('standard', () => {
		const one = openEnvelope('standard', { ...ok, data: { id: 1 }, count: 1 });
		expect(one).toMatchObject({ data: { id: 1 }, records: [{ id: 1 }], count: 1 });
		const two = openEnvelope('standard', { data: [{ id: 1 }, { id: 2 }] });
		expect(two).toMatchObject({ records: [{ id: 1 }, { id: 2 }], count: undefined });
	});

	test('slim cursor', () => {
		const neighbours = { nextPageParameter: 'direction=next&referenceId=2', prevPageParameter: 'referenceId=1' };
		expect(openEnvelope('slimCursor', { ...ok, data: [], count: 0, ...neighbours })).toMatchObject({
			records: [],
			next: { query: 'direction=next&referenceId=2' },
			previous: { query: 'direction=prev&referenceId=1' },
			count: 0,
		});
	});

	test('incident reports: the parameters of a neighbour, and no address', () => {
		const body = {
			...ok,
			data: [{}],
			recordCount: 1,
			totalRecordCount: 9,
			nextPageEndpoint: '/api/external/incidentreports/getall?referenceId=8',
			nextPageParams: 'referenceId=4',
			prevPageParams: 'referenceId=3',
		};
		expect(openEnvelope('incidentReports', body)).toMatchObject({
			next: { query: 'direction=next&referenceId=4' },
			previous: { query: 'direction=prev&referenceId=3' },
			said: { next: 'referenceId=4', previous: 'referenceId=3' },
			count: 1,
			total: 9,
		});
		for (const nextPageParams of [null, '', undefined])
			expect(openEnvelope('incidentReports', { ...body, nextPageParams })).toMatchObject({
				next: undefined,
				said: { next: nextPageParams },
			});
		expect(openEnvelope('incidentReports', { data: [], count: 3 })).toMatchObject({ count: 3, total: undefined });
	});

	test('of a path that nobody knows: also the addresses of login audit', () => {
		const meta = { nextPageEndpoint: '/a?page=2&pageSize=50', prevPageEndpoint: '/a?page=0&pageSize=50' };
		expect(openEnvelope(undefined, { data: [], errors: null, meta })).toMatchObject({
			next: { query: 'page=2&pageSize=50' },
			previous: { query: 'page=0&pageSize=50' },
		});
		expect(openEnvelope(undefined, { ...ok, data: [] })).toMatchObject({ said: { next: undefined } });
	});

	test('live operations, whose status is a number', () => {
		const body = { isSuccess: true, statusMessage: 'OK', status: 200, errorMessages: [], errorMessagesAsString: '' };
		const data = [{ shiftId: 1 }];
		expect(openEnvelope('liveOperations', { ...body, data, nextPageParameter: '{"ReferenceId":1}' })).toMatchObject({
			records: data,
			next: { query: 'direction=next&referenceId=1' },
		});
	});

	test('login audit', () => {
		const meta = { traceId: 'abc', nextPageEndpoint: '/a?page=2&pageSize=50' };
		expect(openEnvelope('loginAudit', { data: [{ id: 1 }], errors: null, meta })).toMatchObject({
			records: [{ id: 1 }],
			traceId: 'abc',
		});
	});

	test.each([
		['7', 7],
		[' 0 ', 0],
		['1,240', 1240],
		['1 234 567', 1234567],
		['1,2', undefined],
		['1240,240', undefined],
		['+5', undefined],
		[-1, undefined],
		[1.5, undefined],
		['1240 reports', undefined],
		[true, undefined],
		['', undefined],
		['many', undefined],
		[null, undefined],
	])('a count of %j is %j', (count, read) =>
		expect(openEnvelope(undefined, { data: [], recordCount: count, totalRecordCount: count })).toMatchObject({
			count: read,
			total: read,
		}),
	);

	test.each(['total', 'totalCount', 'TotalRecordCount', 'totalItems'])('“%s” counts nothing', (name) =>
		expect(openEnvelope('slimCursor', { ...ok, data: [], [name]: 9, meta: { [name]: 9 } })).toMatchObject({
			total: undefined,
			count: undefined,
		}),
	);

	test.each([
		['a bare array', [{ id: 1 }, 'x', null], [{ id: 1 }, { value: 'x' }, { value: null }]],
		['a bare record', { id: 1, name: 'x' }, [{ id: 1, name: 'x' }]],
		['nothing', undefined, []],
		['null', null, []],
		['an envelope without data', { ...ok }, []],
		['data that is null', { ...ok, data: null }, []],
		['a scalar as data', { ...ok, data: 5 }, []],
		['unknown fields', { data: { id: 1, future: { a: [1] } } }, [{ id: 1, future: { a: [1] } }]],
	])('%s', (_, body, records) => expect(openEnvelope('slimCursor', body)).toMatchObject({ records }));

	test.each([
		[{ data: null }, true],
		[{ status: {} }, true],
		[{ isSuccess: 0 }, true],
		[{ errors: null, meta: {} }, true],
		[{ status: 200 }, false],
		[{ errors: [] }, false],
		[{ meta: {} }, false],
		[{}, false],
	])('%j is an envelope: %j', (body, answer) => expect(looksLikeEnvelope(body)).toBe(answer));

	test('a refusal inside of a success is read in whichever words it has, or none', () => {
		const failed = { code: 'validation_error', message: 'Too large', field: 'pageSize' };
		expect(openEnvelope('loginAudit', { data: null, errors: [failed], meta: { traceId: 't1' } })).toEqual({
			refusal: { message: 'pageSize: Too large', code: 'validation_error', field: 'pageSize', traceId: 't1' },
		});
		expect(openEnvelope('standard', { status: { code: '7' }, data: null })).toMatchObject({
			refusal: { message: '', code: '7' },
		});
		expect(openEnvelope('liveOperations', { isSuccess: false })).toEqual({ refusal: { message: '' } });
	});
});

test.each([
	['direction=next&referenceId=5', 'direction=next&referenceId=5'],
	['referenceId=5', 'direction=next&referenceId=5'],
	['?direction=next&referenceId=5', 'direction=next&referenceId=5'],
	['  referenceId=5 ', 'direction=next&referenceId=5'],
	['direction=next&referenceName=a%20b%26c%2Bd', 'direction=next&referenceName=a%20b%26c%2Bd'],
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
	...[null, undefined, '', '   ', '?', 'abc', '12345', 12345, true, ['a=1'], { ReferenceId: 5 }],
	...['{}', '{not json', '{"ReferenceId":null}', '[{"ReferenceId":5}]'],
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
