import { expect, test } from '@jest/globals';
import {
	setInternalHeaders,
	readRequestTrace,
	takeInternalHeaders,
} from '../../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';

test('marks travel under names that nobody else’s header may have', () => {
	expect(setInternalHeaders('token')).toEqual({ 'x-workforce-budgeted': '1', 'x-workforce-refused': 'token' });
	expect(setInternalHeaders()).toEqual({ 'x-workforce-budgeted': '1' });
	expect(setInternalHeaders(undefined, 'auditKey')).toEqual({
		'x-workforce-budgeted': '1',
		'x-workforce-key': 'auditKey',
	});
});

test('every mark is read from its own header alone, and all are taken off', () => {
	const headers = Object.freeze({
		'x-workforce-refused': 'token',
		'x-workforce-budgeted': '1',
		'x-workforce-key': 'auditKey',
		'x-workforce-test': '1',
		accept: 'text/csv',
	});
	const rest = { headers: { accept: 'text/csv' } };
	expect(takeInternalHeaders(headers)).toEqual({
		...rest,
		budgeted: true,
		refused: 'token',
		keyField: 'auditKey',
		isTest: true,
	});
	expect(takeInternalHeaders({ accept: 'text/csv' })).toEqual({ ...rest, budgeted: false, isTest: false });
	expect(takeInternalHeaders()).toEqual({ headers: {}, budgeted: false, isTest: false });
});

test.each([
	[undefined, { sent: true, token: undefined }],
	[{ 'x-workforce-budgeted': '1' }, { sent: false, token: undefined }],
	[{ authorization: 'Bearer token' }, { sent: true, token: 'token' }],
	[{ authorization: 'x Bearer token' }, { sent: true, token: 'x Bearer token' }],
	[{ authorization: 7 }, { sent: true, token: undefined }],
])('a request that has a mark left was not sent: %j, %j', (headers, expected) =>
	expect(readRequestTrace(headers)).toStrictEqual(expected),
);
