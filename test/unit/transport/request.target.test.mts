import { describe, expect, test } from '@jest/globals';
import { Cursor } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { customCall, requestTarget } from '../../../nodes/WorkforceOperations/transport/request.ts';

const target = (path: string, query: Record<string, unknown> = {}, cursor?: string): string =>
	requestTarget(customCall({ method: 'GET', path, query }), cursor === undefined ? cursor : new Cursor(cursor));

describe('the address of a custom request', () => {
	test('keeps a query that the user wrote as it stands, repeated names and further question marks included', () => {
		expect(target('/api/x?id=1&id=2&text=a%20b?c')).toBe('/api/x?id=1&id=2&text=a%20b?c');
	});

	test('sends the fields beside it, and in place of what the path says under the same name', () => {
		expect(target('/api/x?limit=5&id=1', { limit: 9, name: 'a&b' })).toBe('/api/x?id=1&limit=9&name=a%26b');
	});

	test('lets a cursor replace what it names, in the path as in the fields', () => {
		expect(target('/api/x?referenceId=1&id=1', { direction: 'next' }, 'direction=next&referenceId=7')).toBe(
			'/api/x?id=1&direction=next&referenceId=7',
		);
	});

	test('has no question mark without a query', () => {
		expect(target('/api/x')).toBe('/api/x');
		expect(target('/api/x?')).toBe('/api/x');
	});
});
