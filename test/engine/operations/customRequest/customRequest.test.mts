import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { startRecorder } from '../../support/recorder.mts';

const bench = useBench({ isApproved: 'all', total: 'right' });
const send = { resource: 'customRequest', operation: 'send' };
const pairs = (...parameters: Array<[string, string]>): IDataObject => ({
	parameters: parameters.map(([name, value]) => ({ name, value })),
});
const fine = { status: { code: 0, errorMessage: '' }, data: [{ id: 1 }] };

describe('Custom Request', () => {
	test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
		'%s sends path, query, headers and body as they are',
		async (method) => {
			bench.recorder.answer(() => ({ body: fine }));
			const request = {
				method,
				path: '/api/external/new/thing?a=1',
				query: pairs(['b', 'x & y'], ['', 'no name']),
				headers: pairs(['X-Extra', 'yes']),
				body: '{"flag":false,"n":0}',
			};
			expect(await bench.ok('developer', { ...send, ...request })).toEqual([{ id: 1 }]);
			const [seen] = bench.recorder.seen;
			expect({ method: seen?.method, path: seen?.path, query: seen?.query, body: seen?.body }).toEqual({
				method,
				path: '/api/external/new/thing',
				query: { a: '1', b: 'x & y' },
				body: { flag: false, n: 0 },
			});
			expect(seen?.headers['x-extra']).toBe('yes');
			expect(seen?.headers.authorization).toMatch(/^Bearer /);
		},
	);

	test('GET sends no body and reaches what the service has', async () => {
		expect(
			await bench.one('timesheet', {
				...send,
				path: '/api/external/customers',
				query: pairs(['filter', 'Stadium'], ['limit', '3']),
				body: '{"never":"sent"}',
			}),
		).toEqual({
			request: 'GET /api/external/customers',
			query: { filter: 'Stadium', limit: '3' },
		});
	});

	test('Return All follows the cursor, a limit stops it', async () => {
		const get = { ...send, path: '/api/external/incidentreports/getall', query: pairs(['limit', '50']) };
		expect(await bench.ok('incidentreport', { ...get, returnAll: true })).toHaveLength(130);
		expect(bench.recorder.seen).toHaveLength(3);
		bench.recorder.clear();
		const some = await bench.ok('incidentreport', { ...get, limit: 51, advanced: { includePageInfo: true } });
		expect(some).toHaveLength(51);
		expect(bench.recorder.seen).toHaveLength(2);
		expect(some[0]?.pageInfo).toMatchObject({ totalCount: 130, pages: 2 });
	});

	test('without unwrapping the answer comes as it is, in one item', async () => {
		const [answer] = await bench.ok('timesheet', {
			...send,
			path: '/api/external/customers',
			options: { unwrap: false },
		});
		expect(answer).toMatchObject({ status: { code: 0 }, count: 10, data: expect.any(Array) });
		bench.recorder.answer(() => ({ body: [1, 2] }));
		expect(await bench.ok('timesheet', { ...send, path: '/api/x', options: { unwrap: false } })).toEqual([
			{ data: [1, 2] },
		]);
		bench.recorder.answer(() => ({ status: 204 }));
		expect(await bench.ok('timesheet', { ...send, method: 'DELETE', path: '/api/x' })).toEqual([{ success: true }]);
	});

	test('a record without anything is none of a write, and one of a read', async () => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: [{ id: 0 }] } }));
		expect(await bench.ok('developer', { ...send, method: 'POST', path: '/api/x' })).toEqual([{ success: null }]);
		expect(await bench.ok('developer', { ...send, path: '/api/x' })).toEqual([{ id: 0 }]);
	});

	test('a file becomes binary data', async () => {
		bench.recorder.answer(() => ({
			headers: {
				'content-type': 'text/csv; charset=utf-8',
				'content-disposition': 'attachment; filename="reports July.csv"',
			},
			body: 'a,b\n1,2\n',
		}));
		const { items } = await bench.run('incidentreport', {
			...send,
			path: '/api/external/incidentreports/export',
			options: { downloadFile: true },
		});
		expect(items[0]?.binary?.data).toMatchObject({
			fileName: 'reports July.csv',
			mimeType: 'text/csv',
			data: Buffer.from('a,b\n1,2\n').toString('base64'),
		});
		expect(bench.recorder.seen.map(({ headers }) => headers.accept)).toEqual(['*/*']);
	});

	test('a header whose expression has no value is sent empty', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		await bench.ok('developer', {
			...send,
			path: '/api/x',
			headers: pairs(['X-Note', '={{ null }}'], ['X-Rest', 'yes']),
		});
		const [seen] = bench.recorder.seen;
		expect([seen?.headers['x-note'], seen?.headers['x-rest']]).toEqual(['', 'yes']);
	});

	test('what refuses is an error, raw or not', async () => {
		for (const options of [{}, { unwrap: false }]) {
			bench.recorder.answer(() => ({ body: { status: { code: 12, errorMessage: 'Not today' }, data: null } }));
			expect((await bench.run('developer', { ...send, path: '/api/x', options })).error?.message).toBe('Not today');
		}
	});

	test.each([
		['raw', { unwrap: false }],
		['as a file', { downloadFile: true }],
		['in records', {}],
	])('a request that fails names its item: %s', async (_, options) => {
		const items = [{ json: { path: '/api/external/customers' } }, { json: { path: '/api/missing' } }];
		bench.recorder.answer(({ path }) =>
			path === '/api/missing'
				? { status: 404, body: { status: { code: 44, errorMessage: 'No such thing' }, data: null } }
				: undefined,
		);
		const { error } = await bench.run('timesheet', { ...send, path: '={{ $json.path }}', options }, { items });
		expect(error).toMatchObject({ message: 'No such thing', httpCode: '404', context: { itemIndex: 1 } });
		expect(error?.description).toContain('Check the ID, and the credential’s Region');
	});

	test.each([
		[
			'not JSON',
			{ body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } },
			'answered with a web page',
		],
		['a refusal inside of a success', { body: { status: { code: 12, errorMessage: 'Not today' } } }, 'Not today'],
	])('and so does a raw answer that is %s', async (_, answer, words) => {
		const items = [{ json: { path: '/api/external/customers' } }, { json: { path: '/api/odd' } }];
		bench.recorder.answer(({ path }) => (path === '/api/odd' ? answer : undefined));
		const parameters = { ...send, path: '={{ $json.path }}', options: { unwrap: false } };
		const { error } = await bench.run('timesheet', parameters, { items });
		expect(error?.message).toContain(words);
		expect(error?.context.itemIndex).toBe(1);
	});

	test('a page that is lost does not end a list as if it were complete', async () => {
		bench.recorder.answer(({ query }) =>
			query.referenceId === undefined
				? { body: { status: { code: 0 }, data: [{ id: 1 }], nextPageParameter: 'direction=next&referenceId=1' } }
				: {},
		);
		const { error } = await bench.run('timesheet', { ...send, path: '/api/x', returnAll: true });
		expect(error?.message).toContain('answered without any data');
		expect(error?.description).toContain('Records read before the error: 1.');
	});

	test('a POST that broke off is not sent again and says so', async () => {
		bench.recorder.answer(() => 'cut');
		const { error } = await bench.run('webhook', { ...send, method: 'POST', path: '/api/webhook/subscribers' });
		expect(bench.recorder.seen).toHaveLength(1);
		expect(error?.description).toContain('check there before you run it again');
	});

	test.each([
		'//evil.example/x',
		'/\\evil.example/x',
		'\\\\evil.example',
		'https://evil.example/x',
		'@evil.example/x',
		'evil.example',
		'/api/../admin',
		'/api/%2e%2E/admin',
		'/api/.%2e',
		'/api/external/timesheets/{id}',
		'/api/a b',
		'/api/x#y',
		' ',
		'javascript:alert(1)',
	])('the path “%s” is refused before anything is sent', async (path) => {
		const { error } = await bench.run('timesheet', { ...send, path });
		expect(error?.message).toMatch(/^“Path” /);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('nothing in a path leads to another host', async () => {
		const other = await startRecorder();
		const host = new URL(other.url).host;
		bench.recorder.answer(() => ({ body: fine }));
		for (const path of [`/@${host}/x`, `/x@${host}`, `/:80@${host}`, `/;@${host}/`, `/%2F${host}`, `/?x=@${host}`])
			await bench.ok('timesheet', { ...send, path });
		expect(bench.recorder.seen).toHaveLength(6);
		expect(other.seen).toEqual([]);
		await other.close();
	});

	test.each(['Authorization', 'HOST', 'content-length', 'external-svc-apim-sub-key', 'x-workforce-budgeted'])(
		'the header “%s” can’t be replaced',
		async (name) => {
			const { error } = await bench.run('timesheet', {
				...send,
				path: '/api/external/customers',
				headers: pairs([name, 'mine']),
			});
			expect(error?.message).toBe(`The header “${name}” is set by the credential`);
			expect(bench.recorder.seen).toEqual([]);
		},
	);

	test.each([
		['{"open"', '“Body” is not JSON'],
		['5', '“Body” must be a JSON object or list'],
		['"text"', '“Body” must be a JSON object or list'],
	])('the body %s is refused', async (body, message) => {
		const { error } = await bench.run('developer', { ...send, method: 'POST', path: '/api/x', body });
		expect(error?.message).toBe(message);
		expect(bench.recorder.seen).toEqual([]);
	});
});
