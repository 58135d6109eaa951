import { describe, expect, test } from '@jest/globals';
import { looksLikeEnvelope, openEnvelope, readRefusal } from '../../../nodes/WorkforceOperations/contract/index.ts';

const ok = { status: { code: 0, errorMessage: '' }, message: '', errors: [] };

describe('each envelope', () => {
	test('standard', () => {
		expect(openEnvelope('standard', { ...ok, data: { id: 1 }, count: 1 })).toMatchObject({
			data: { id: 1 },
			records: [{ id: 1 }],
			count: 1,
		});
		expect(openEnvelope('standard', { data: [{ id: 1 }, { id: 2 }] })).toMatchObject({
			records: [{ id: 1 }, { id: 2 }],
			count: undefined,
		});
	});

	test('slim cursor', () =>
		expect(
			openEnvelope('slimCursor', {
				...ok,
				data: [],
				count: 0,
				nextPageParameter: 'direction=next&referenceId=2',
				prevPageParameter: 'referenceId=1',
			}),
		).toMatchObject({
			records: [],
			next: { query: 'direction=next&referenceId=2' },
			previous: { query: 'direction=prev&referenceId=1' },
			count: 0,
		}));

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

	test('of a path that nobody knows: the field that its envelope has', () => {
		const next = { query: 'direction=next&referenceId=2' };
		for (const more of [{ nextPageParams: 'referenceId=2' }, { nextPageParameter: 'referenceId=2' }])
			expect(openEnvelope(undefined, { ...ok, data: [], ...more })).toMatchObject({ next });
		const meta = { nextPageEndpoint: '/a?page=2&pageSize=50', prevPageEndpoint: '/a?page=0&pageSize=50' };
		expect(openEnvelope(undefined, { data: [], errors: null, meta })).toMatchObject({
			next: { query: 'page=2&pageSize=50' },
			previous: { query: 'page=0&pageSize=50' },
		});
		expect(openEnvelope(undefined, { ...ok, data: [] })).toMatchObject({ said: { next: undefined } });
	});

	test('live operations, whose status is a number', () => {
		const body = {
			isSuccess: true,
			statusMessage: 'OK',
			status: 200,
			errorMessages: [],
			errorMessagesAsString: '',
			data: [{ shiftId: 1 }],
			nextPageParameter: '{"ReferenceId":1}',
		};
		expect(openEnvelope('liveOperations', body)).toMatchObject({
			records: [{ shiftId: 1 }],
			next: { query: 'direction=next&referenceId=1' },
		});
	});

	test('login audit', () =>
		expect(
			openEnvelope('loginAudit', {
				data: [{ id: 1 }],
				errors: null,
				meta: { traceId: 'abc', nextPageEndpoint: '/a?page=2&pageSize=50' },
			}),
		).toEqual(expect.objectContaining({ records: [{ id: 1 }], traceId: 'abc' })));

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
		expect(
			openEnvelope('incidentReports', { ...ok, data: [], recordCount: count, totalRecordCount: count }),
		).toMatchObject({ count: read, total: read }),
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

	test('unknown fields of records stay', () =>
		expect(openEnvelope('standard', { data: { id: 1, futureField: { a: [1] } } })).toMatchObject({
			records: [{ futureField: { a: [1] } }],
		}));
});

describe('refusals inside of a success', () => {
	test.each([
		[
			'standard',
			{ status: { code: 7, errorMessage: 'No such site' }, data: null },
			{ message: 'No such site', code: '7' },
		],
		['standard', { status: { code: '7' } }, { message: '', code: '7' }],
		[
			'slimCursor',
			{ status: { code: 0 }, errors: [{ code: 100, message: 'Bad' }], data: null },
			{ message: 'Bad', code: '100' },
		],
		[
			'standard',
			{ errors: { startDate: ['is required', 'is odd'] }, title: 'One or more validation errors occurred.' },
			{
				message: 'startDate: is required; startDate: is odd; One or more validation errors occurred.',
				field: 'startDate',
			},
		],
		['liveOperations', { isSuccess: false, statusMessage: 'Down', errorMessages: [], data: [] }, { message: 'Down' }],
		['liveOperations', { isSuccess: false, errorMessagesAsString: 'Down', data: null }, { message: 'Down' }],
		['liveOperations', { isSuccess: false }, { message: '' }],
		[
			'loginAudit',
			{
				data: null,
				errors: [{ code: 'validation_error', message: 'Too large', field: 'pageSize' }],
				meta: { traceId: 't1' },
			},
			{ message: 'pageSize: Too large', code: 'validation_error', field: 'pageSize', traceId: 't1' },
		],
		['loginAudit', { data: null, errors: ['plain words'] }, { message: 'plain words' }],
		['loginAudit', { data: null, errors: [{ odd: 1 }] }, { message: '{"odd":1}' }],
	] as const)('of the kind %s: %j', (kind, body, refusal) =>
		expect(openEnvelope(kind, body)).toMatchObject({ refusal }),
	);

	test('warnings of a live operations answer that says it succeeded are no refusal', () =>
		expect(
			openEnvelope('liveOperations', { isSuccess: true, errorMessages: [{ message: 'late' }], data: [{}] }),
		).toHaveProperty('records'));
});

describe('words of an error body', () => {
	test.each([
		[
			{ statusCode: 401, message: 'Access denied due to invalid subscription key.' },
			'Access denied due to invalid subscription key.',
		],
		[{ title: 'Not Found', status: 404, traceId: '00-a' }, 'Not Found'],
		[{ detail: 'gone' }, 'gone'],
		[{ status: { code: 400, errorMessage: 'a' }, errors: [{ message: 'a' }], message: 'a' }, 'a'],
	])('of %j: “%s”', (body, message) => expect(readRefusal(body)?.message).toBe(message));

	test.each([undefined, null, 'text', [], {}, { status: { code: 0, errorMessage: '' } }, { data: {} }])(
		'%p holds none',
		(body) => expect(readRefusal(body)).toBeUndefined(),
	);

	test('at most a handful', () =>
		expect(
			readRefusal({ errors: Array.from({ length: 50 }, (_, index) => ({ message: `m${index}` })) })?.message.split(
				'; ',
			),
		).toHaveLength(5));
});
