import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { type Canned, startRecorder } from '../../support/recorder.mts';

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
			expect(seen?.headers).toMatchObject({ 'x-extra': 'yes', authorization: expect.stringMatching(/^Bearer /) });
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
		const raw = { ...send, options: { unwrap: false } };
		const [answer] = await bench.ok('timesheet', { ...raw, path: '/api/external/customers' });
		expect(answer).toMatchObject({ status: { code: 0 }, count: 10, data: expect.any(Array) });
		bench.recorder.answer(() => ({ body: [1, 2] }));
		expect(await bench.ok('timesheet', { ...raw, path: '/api/x' })).toEqual([{ data: [1, 2] }]);
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
			headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="a b.csv"' },
			body: 'a,b\n1,2\n',
		}));
		const { items } = await bench.run('incidentreport', { ...send, path: '/api/x', options: { downloadFile: true } });
		expect(items[0]?.binary?.data).toMatchObject({
			fileName: 'a b.csv',
			mimeType: 'text/csv',
			data: Buffer.from('a,b\n1,2\n').toString('base64'),
		});
		expect(bench.recorder.seen.map(({ headers }) => headers.accept)).toEqual(['*/*']);
	});

	test('a header whose expression has no value is sent empty', async () => {
		bench.recorder.answer(() => ({ body: fine }));
		const headers = pairs(['X-Note', '={{ null }}'], ['X-Rest', 'yes']);
		await bench.ok('developer', { ...send, path: '/api/x', headers });
		const [seen] = bench.recorder.seen;
		expect([seen?.headers['x-note'], seen?.headers['x-rest']]).toEqual(['', 'yes']);
	});

	const missing: Canned = {
		status: 404,
		body: { status: { code: 44, errorMessage: 'No such thing' }, data: null },
	};
	const refused: Canned = { body: { status: { code: 12, errorMessage: 'Not today' }, data: null } };
	const page: Canned = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
	const noSuchThing = {
		message: 'No such thing',
		httpCode: '404',
		description: expect.stringContaining('Check the ID, and the credential’s Region'),
	};
	test.each<[string, IDataObject, Canned, object]>([
		['a 404, raw', { unwrap: false }, missing, noSuchThing],
		['a 404, as a file', { downloadFile: true }, missing, noSuchThing],
		['a 404, in records', {}, missing, noSuchThing],
		['a refusal inside of a success, raw', { unwrap: false }, refused, { message: 'Not today' }],
		['a refusal inside of a success, in records', {}, refused, { message: 'Not today' }],
		['no JSON, raw', { unwrap: false }, page, { message: expect.stringContaining('answered with a web page') }],
	])('an answer that fails is an error of its item: %s', async (_, options, answer, expected) => {
		const items = [{ json: { path: '/api/external/customers' } }, { json: { path: '/api/odd' } }];
		bench.recorder.answer(({ path }) => (path === '/api/odd' ? answer : undefined));
		const { error } = await bench.run('timesheet', { ...send, path: '={{ $json.path }}', options }, { items });
		expect(error).toMatchObject({ ...expected, context: { itemIndex: 1 } });
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

	test.each<[string, IDataObject, string]>([
		['a path', { path: '//evil.example/x' }, '“Path” must be one of the service’s paths'],
		['a header', { headers: pairs(['HOST', 'mine']) }, 'The header “HOST” is set by the credential'],
		['a body', { method: 'POST', body: '5' }, '“Body” must be a JSON object or list'],
	])('%s that can’t be is refused before anything is sent', async (_, form, message) => {
		const { error } = await bench.run('developer', { ...send, path: '/api/x', ...form });
		expect({ message: error?.message, requests: bench.recorder.seen }).toEqual({ message, requests: [] });
	});
});
