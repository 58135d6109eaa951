import { expect, test } from '@jest/globals';
import {
	setInternalHeaders,
	readRequestTrace,
	refusedTokenOf,
	takeInternalHeaders,
} from '../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';

test('marks travel under names that nobody else’s header may have', () => {
	expect(setInternalHeaders('token')).toEqual({ 'x-workforce-budgeted': '1', 'x-workforce-refused': 'token' });
	expect(setInternalHeaders()).toEqual({ 'x-workforce-budgeted': '1' });
});

test('the refused token is read from its own header alone, and both marks are taken off', () => {
	const headers = { 'x-workforce-refused': 'token', 'x-workforce-budgeted': '1', accept: 'text/csv' };
	expect(refusedTokenOf({ headers })).toBe('token');
	expect(refusedTokenOf({ headers: { authorization: 'token', '': 'token' } })).toBeUndefined();
	expect(takeInternalHeaders(headers)).toEqual({ headers: { accept: 'text/csv' }, budgeted: true });
	expect(takeInternalHeaders({ accept: 'text/csv' })).toEqual({ headers: { accept: 'text/csv' }, budgeted: false });
});

test('a request that has a mark left was not sent', () => {
	expect(readRequestTrace({ 'x-workforce-budgeted': '1' })).toEqual({ sent: false, token: undefined });
	expect(readRequestTrace({ authorization: 'Bearer token' })).toEqual({ sent: true, token: 'token' });
});
