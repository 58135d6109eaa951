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
	const values = (...list: unknown[]) => list.map((value) => ({ name: 'A', value }));
	test.each<{ form: Record<string, unknown>; request: object }>([
		{ form: {}, request: { method: 'GET' } },
		{ form: { path: ' /api/x?a=1 ', body: '{"a":1}' }, request: { method: 'GET', path: '/api/x?a=1' } },
		{
			form: { method: 'POST', body: '{"a":1}', query: { b: ' 2 ' }, headers: { 'X-One': 'y', 'X-Two': null } },
			request: { method: 'POST', body: { a: 1 }, query: { b: '2' }, headers: { 'x-one': 'y', 'x-two': '' } },
		},
		{ form: { method: 'PATCH', body: [1] }, request: { method: 'PATCH', body: [1] } },
		{ form: { method: 'PUT', body: 'null' }, request: { method: 'PUT' } },
		{ form: { method: 'DELETE', body: ' ' }, request: { method: 'DELETE' } },
		{ form: { headers: values(1, null, 2) }, request: { method: 'GET', headers: { a: '1, , 2' } } },
		{ form: { key: 'auditKey' }, request: { method: 'GET', keyField: 'auditKey' } },
		{ form: { key: null }, request: { method: 'GET' } },
	])('$form is $request', ({ form, request }) =>
		expect(requestOf(formFor(form))).toEqual({ path: '/api/x', itemIndex: 1, query: {}, headers: {}, ...request }),
	);

	test.each(['auditkey', 'subscriptionKey', 5, {}])('names no key with %j', (key) =>
		expect(refusal({ key })).toBe('“Key” is not one of the credential’s keys'),
	);

	test.each<[string]>([['/'], ['/api/v1.'], ['/api/a.b/..c'], ['/api/x?a=..'], ['/api/x/?p=/../']])(
		'may have the path %s',
		(path) => expect(requestOf(formFor({ path })).path).toBe(path),
	);

	const elsewhere = [
		'api/x',
		'@host/x',
		'host',
		'//host/x',
		'/\\host',
		'\\\\host',
		'https://host/x',
		'javascript:alert(1)',
	];
	const characters = ['/a b', '/a\\b', '/a#b', '/{id}', '/a}', '/a/../b', '/.', '/a/...', '/%2E%2e/x', '/a/.%2e'];
	test.each<[unknown, string]>([
		...['', ' ', null].map((path): [unknown, string] => [path, 'is empty']),
		...elsewhere.map((path): [unknown, string] => [path, 'must be one of the service’s paths']),
		...characters.map((path): [unknown, string] => [path, 'contains characters that aren’t allowed in a path']),
	])('can’t have the path %j, which %s', (path, words) => expect(refusal({ path })).toBe(`“Path” ${words}`));

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
		[{ method: 'POST', body: '"text"' }, '“Body” must be a JSON object or list'],
		[{ method: 'POST', body: '{' }, '“Body” is not JSON'],
		[{ headers: 5 }, '“Headers” must be name–value pairs'],
		[{ query: 5 }, '“Query Parameters” must be name–value pairs'],
	])('%j is refused', (values, message) => expect(refusal(values)).toBe(message));
});
