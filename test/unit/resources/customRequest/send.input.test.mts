import { describe, expect, test } from '@jest/globals';
import { requestOf } from '../../../../nodes/WorkforceOperations/resources/customRequest/send.ts';
import type { OperationItem } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { formOf, wordsOf } from '../../form/support.mts';

const formFor = (values: Record<string, unknown>): OperationItem =>
	({
		...formOf({ path: '/api/x', ...values }),
		connection: { settings: { subscriptionKeyHeader: 'external-svc-apim-sub-key' } },
	}) as unknown as OperationItem;
const refusal = (values: Record<string, unknown>): string | undefined =>
	wordsOf(() => requestOf(formFor(values)))?.message;

describe('The request of a form', () => {
	test.each<[Record<string, unknown>, object]>([
		[{}, { method: 'GET', query: {}, headers: {} }],
		[
			{ path: ' /api/x?a=1 ', body: '{"a":1}' },
			{ method: 'GET', path: '/api/x?a=1', query: {}, headers: {} },
		],
		[
			{ method: 'POST', body: '{"a":1}', query: { b: ' 2 ' }, headers: { 'X-One': 'y', 'X-Two': null } },
			{ method: 'POST', body: { a: 1 }, query: { b: '2' }, headers: { 'x-one': 'y', 'x-two': '' } },
		],
		[
			{ method: 'PATCH', body: [1] },
			{ method: 'PATCH', body: [1], query: {}, headers: {} },
		],
		[
			{ method: 'PUT', body: 'null' },
			{ method: 'PUT', query: {}, headers: {} },
		],
		[
			{ method: 'DELETE', body: ' ' },
			{ method: 'DELETE', query: {}, headers: {} },
		],
		[
			{
				headers: [
					{ name: 'A', value: 1 },
					{ name: 'A', value: null },
					{ name: 'A', value: 2 },
				],
			},
			{ method: 'GET', query: {}, headers: { a: '1, , 2' } },
		],
		[{ key: 'auditKey' }, { method: 'GET', query: {}, headers: {}, keyField: 'auditKey' }],
		[{ key: null }, { method: 'GET', query: {}, headers: {} }],
	])('%j is %j', (values, request) =>
		expect(requestOf(formFor(values))).toEqual({ path: '/api/x', itemIndex: 1, ...request }),
	);

	test.each(['auditkey', 'subscriptionKey', 5, {}])('names no key with %j', (key) =>
		expect(refusal({ key })).toBe('“Key” is not one of the credential’s keys'),
	);

	test.each<[string]>([['/'], ['/api/v1.'], ['/api/a.b/..c'], ['/api/x?a=..'], ['/api/x/?p=/../']])(
		'may have the path %s',
		(path) => expect(requestOf(formFor({ path })).path).toBe(path),
	);

	test.each<[unknown, string]>([
		['', '“Path” is empty'],
		[null, '“Path” is empty'],
		['api/x', '“Path” must be one of the service’s paths'],
		['//host/x', '“Path” must be one of the service’s paths'],
		['/\\host', '“Path” must be one of the service’s paths'],
		['https://host/x', '“Path” must be one of the service’s paths'],
		...['/a b', '/a\\b', '/a#b', '/{id}', '/a}', '/a/../b', '/.', '/a/...', '/%2E%2e/x', '/a/.%2e'].map(
			(path): [string, string] => [path, '“Path” contains characters that aren’t allowed in a path'],
		),
	])('can’t have the path %j', (path, message) => expect(refusal({ path })).toBe(message));

	test('belongs to an address that is in the credential, which is said where one is entered', () =>
		expect(wordsOf(() => requestOf(formFor({ path: 'https://host/x' })))?.description).toMatch(
			/The address itself is in the credential\.$/,
		));

	test.each(['Authorization', 'HOST', 'content-length', 'X-Workforce-Budgeted', 'External-Svc-Apim-Sub-Key'])(
		'can’t have the header %s',
		(name) => expect(refusal({ headers: { [name]: 'x' } })).toBe(`The header “${name}” is set by the credential`),
	);

	test('may have headers that are called almost like them', () => {
		const names = ['x-host', 'proxy-authorization', 'hosts', 'my-x-workforce-a', 'not-x-method'];
		const headers = Object.fromEntries(names.map((name) => [name, name]));
		expect(requestOf(formFor({ headers })).headers).toEqual(headers);
	});

	test.each<[Record<string, unknown>, string]>([
		[{ method: 'HEAD' }, '“Method” must be GET, POST, PUT, PATCH or DELETE'],
		[{ method: 'get' }, '“Method” must be GET, POST, PUT, PATCH or DELETE'],
		[{ method: 'POST', body: '5' }, '“Body” must be a JSON object or list'],
		[{ method: 'POST', body: '{' }, '“Body” is not JSON'],
		[{ headers: 5 }, '“Headers” must be name–value pairs'],
		[{ query: 5 }, '“Query Parameters” must be name–value pairs'],
	])('%j is refused', (values, message) => expect(refusal(values)).toBe(message));
});
