// What an answer with a success status is in the end, by what its endpoint answers with.
import { describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints, openAnswer } from '../../../nodes/WorkforceOperations/contract/index.ts';

const ODD = { odd: true };
const EMPTY = { data: [], records: [], success: true };
const ONE = { data: { id: 1 }, records: [{ id: 1 }], success: true };
const list = (body: unknown): object => {
	// What it says of other pages is asked of `openEnvelope`.
	const { said, ...opened } = { said: undefined, ...openAnswer(endpoints['staff.getAll'], body) };
	return opened;
};
const record = (body: unknown) => openAnswer(endpoints['timesheet.get'], body);
const write = (body: unknown) => openAnswer(endpoints['staff.create'], body);
const unknown = (body: unknown) => openAnswer({ method: 'GET', path: '/api/other' }, body);

describe('A list', () => {
	test.each<[unknown, object]>([
		[undefined, { data: undefined, records: [] }],
		[[{ id: 1 }], { data: [{ id: 1 }], records: [{ id: 1 }] }],
		[null, ODD],
		['', ODD],
		[5, ODD],
		[
			{ data: [{ id: 1 }], count: 1, traceId: 't' },
			{ data: [{ id: 1 }], records: [{ id: 1 }], count: 1, traceId: 't', success: false },
		],
		// No data counts as none only where all went well, in so many words.
		[{ data: null, status: { code: 0 } }, EMPTY],
		[{ status: { code: 0 } }, EMPTY],
		[
			{ data: null, status: { code: 0 }, count: 0, message: 'No records found' },
			{ ...EMPTY, count: 0 },
		],
		[{ data: null, count: 0, message: 'No records found' }, ODD],
		[{ data: null }, ODD],
		[{}, ODD],
		[{ id: 1 }, ODD],
		[{ data: {}, status: { code: 0 } }, ODD],
		[{ data: '', status: { code: 0 } }, EMPTY],
		[{ data: {} }, ODD],
		[{ data: '' }, ODD],
		// An object around the list is none.
		[{ data: { items: [{ id: 1 }], totalCount: 1 }, status: { code: 0 } }, ODD],
		[{ data: { staffs: [{ id: 1 }] } }, ODD],
		[{ items: [{ id: 1 }] }, ODD],
		[{ data: 'x', status: { code: 0 } }, ODD],
		[{ data: 0, status: { code: 0 } }, ODD],
		[
			{ data: null, status: { code: 0 }, errorMessage: 'Out of order', traceId: 't', code: 'E7' },
			{ refusal: { message: 'Out of order', traceId: 't' } },
		],
		[{ message: 'Out of order', code: 7 }, ODD],
		[{ data: [{ id: 1 }], isSuccess: false, message: 'No' }, { refusal: { message: 'No' } }],
	])('of %j is %j', (body, opened) => expect(list(body)).toEqual(opened));
});

const NO_LISTS: Array<[string, unknown]> = [
	['words alone', { message: 'An error has occurred.' }],
	['a text as errors', { errors: 'Something broke' }],
	['a text as errors beside data', { data: [], errors: 'Something broke' }],
	['an error message with no data', { status: { code: 0, errorMessage: 'Something broke' }, data: null }],
	['a message with no data', { message: 'Something broke', data: null }],
	['a failure as text', { isSuccess: 'false', data: [] }],
	['a failure under another name', { success: false, data: [] }],
	['an error as an object', { error: { message: 'Something broke' }, data: null }],
	['a status as a number', { status: 500, data: [] }],
	['a problem of ASP.NET', { type: 'about:blank', title: 'Something broke', status: 500, traceId: 't' }],
	['no data and no word', { data: null }],
	['an empty object', {}],
	['one record', { id: 1, name: 'Ann' }],
	['one record as data', { status: { code: 0 }, data: { id: 1 } }],
	['a number as data', { status: { code: 0 }, data: 7 }],
	['a number', 7],
	['true', true],
];

const lists = Object.values<Endpoint>(endpoints).filter(
	({ id, method }) => method === 'GET' && /\.get(All|Recent)/.test(id),
);

describe.each(lists)('An answer that is no list is neither an empty one nor a record: $id', (endpoint) => {
	test.each(NO_LISTS)('%s', (_, body) => {
		const opened = openAnswer(endpoint, body);
		expect('refusal' in opened || 'odd' in opened).toBe(true);
	});
});

describe('A record', () => {
	test.each<[unknown, object]>([
		[{ data: { id: 1 }, status: { code: 0 } }, ONE],
		[
			{ id: 1, message: 'Gate open' },
			{ data: { id: 1, message: 'Gate open' }, records: [{ id: 1, message: 'Gate open' }] },
		],
		[{ message: 'Not here', code: 7 }, { refusal: { message: 'Not here', code: '7' } }],
		[{ message: 'OK' }, { refusal: { message: 'OK' } }],
		[{ code: 3 }, { data: { code: 3 }, records: [{ code: 3 }] }],
		[{ status: { code: 0, errorMessage: ' No such record ' }, other: 1 }, { refusal: { message: 'No such record' } }],
		[
			{ status: { code: 0, errorMessage: 'No such record' }, data: null, other: 1 },
			{ refusal: { message: 'No such record' } },
		],
		[
			{ status: { code: 0, errorMessage: ' ' }, data: null, other: 1 },
			{ data: null, records: [], success: true },
		],
		[{ status: { code: 0, errorMessage: 'late' }, data: { id: 1 } }, ONE],
		[{ status: { errorMessage: ' ' }, message: 'Late' }, { refusal: { message: 'Late' } }],
		[
			{ status: { errorMessage: ' ' }, message: 'Late', data: null },
			{ data: null, records: [], success: false },
		],
		[
			{ status: { errorMessage: ' ' }, message: 'Late', other: 1 },
			{ data: undefined, records: [], success: false },
		],
		[{ status: { code: 3 }, data: { id: 1 } }, { refusal: { message: '', code: '3' } }],
		[[{ id: 1 }], { data: [{ id: 1 }], records: [{ id: 1 }] }],
		[undefined, { data: undefined, records: [] }],
	])('of %j is %j', (body, opened) => expect(record(body)).toEqual(opened));

	const words =
		'message,error,errors,errorMessage,errorMessages,errorMessagesAsString,code,status,statusCode,statusMessage,title,detail,type,instance,traceId,timestamp,path,success';

	test.each(words.split(','))('is none where %s stands beside the words of an error', (field) => {
		expect(record({ detail: 'Gone', [field]: field === 'detail' ? 'Gone' : null })).toEqual({
			refusal: { message: 'Gone' },
		});
	});
});

test('what writes answer with is an envelope or anything else', () => {
	expect(write({ message: 'Not here', code: 7 })).toEqual({
		data: { message: 'Not here', code: 7 },
		records: [{ message: 'Not here', code: 7 }],
	});
	expect(write(null)).toEqual({ data: null, records: [] });
	expect(write({ data: null, totalRecordCount: 3, message: 'Late' })).toEqual({
		data: null,
		records: [],
		count: 3,
		total: 3,
		words: ['Late'],
		success: false,
	});
	expect(write({ data: null, recordCount: 3, count: 4 })).toMatchObject({ count: 4 });
	expect(write({ data: null, recordCount: 3, totalRecordCount: 9 })).toMatchObject({ count: 3 });
	expect(write({ data: { id: 1 }, count: 1 })).toEqual({
		data: { id: 1 },
		records: [{ id: 1 }],
		count: 1,
		success: false,
	});
});

describe('The answer of a path that is not in the table', () => {
	test('is read in whichever words it has', () => {
		const slim = { data: [1], nextPageParameter: 'referenceId=2', prevPageParameter: 'referenceId=6', count: 4 };
		expect(unknown(slim)).toMatchObject({
			next: { query: 'direction=next&referenceId=2' },
			previous: { query: 'direction=prev&referenceId=6' },
			count: 4,
			total: undefined,
		});
		const both = { ...slim, nextPageParams: 'referenceId=1', prevPageParams: 'referenceId=5' };
		expect(unknown({ ...both, recordCount: 3, totalRecordCount: 9 })).toMatchObject({
			records: [{ value: 1 }],
			next: { query: 'direction=next&referenceId=1' },
			previous: { query: 'direction=prev&referenceId=5' },
			count: 3,
			total: 9,
		});
	});

	test('tells what it says of its neighbours, also where it can’t be read', () => {
		expect(unknown({ data: [], nextPageParams: 'abc' })).toMatchObject({ next: undefined, said: { next: 'abc' } });
		expect(unknown({ data: [], prevPageParams: null })).toMatchObject({ said: { next: undefined, previous: null } });
	});
});
