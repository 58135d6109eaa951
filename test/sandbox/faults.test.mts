import { beforeEach, expect, test } from '@jest/globals';
import { request, until, useFreshClient, type Json } from './support.mts';

const client = useFreshClient();
// So that the key has its token.
beforeEach(async () => void (await client.get('timesheet', '/external/customers')));

const customers = (query = '') => client.get('timesheet', `/external/customers${query}`);
const fault = (body: Json) => client.admin('POST', '/faults', { path: '/api/external/customers', ...body });

test('a status is answered once by default, n times or until removed when asked, with its headers', async () => {
	await fault({ status: 503, headers: { 'Retry-After': 7 } });
	const refused = await customers();
	expect(refused).toMatchObject({ status: 503, body: { data: null, nextPageParameter: null } });
	expect(refused.headers.get('retry-after')).toBe('7');
	expect((await customers()).status).toBe(200);
	await fault({ status: 502, times: 2 });
	expect([(await customers()).status, (await customers()).status, (await customers()).status]).toEqual([502, 502, 200]);
	await fault({ status: 500, times: null });
	for (let n = 0; n < 4; n++) expect((await customers()).status).toBe(500);
	expect(await client.admin<Json[]>('GET', '/faults')).toEqual([expect.objectContaining({ hits: 4, times: null })]);
	await client.admin('DELETE', '/faults');
	expect((await customers()).status).toBe(200);
});

test('it is limited to a method and a path, and the journal says that it was a fault', async () => {
	await fault({ path: '^/api/external/(sites|customers)$', method: 'get', status: 500 });
	expect((await client.get('timesheet', '/external/timesheets/50001')).status).toBe(200);
	expect((await client.get('timesheet', '/external/sites')).status).toBe(500);
	await fault({ method: 'POST', status: 500 });
	expect((await customers()).status).toBe(200);
	const rows = await client.admin<Json[]>('GET', '/requests');
	expect(rows.find((row) => row.status === 500)).toMatchObject({
		path: '/api/external/sites',
		reason: 'fault 1: status 500',
	});
});

test('html, an own body, a reset and a body cut in half', async () => {
	const raw = (): Promise<Response> =>
		fetch(`${client.sandbox.url}/api/external/customers`, {
			headers: { 'external-svc-apim-sub-key': client.sandbox.subscriptionKey },
		});
	await fault({ kind: 'html' });
	const html = await raw();
	expect({ status: html.status, type: html.headers.get('content-type'), text: await html.text() }).toEqual({
		status: 200,
		type: 'text/html; charset=utf-8',
		text: expect.stringContaining('<h1>'),
	});
	await fault({ status: 418, body: { hello: 'there' } });
	const own = await raw();
	expect([own.status, await own.json()]).toEqual([418, { hello: 'there' }]);
	await fault({ kind: 'reset' });
	await expect(customers()).rejects.toThrow();
	await fault({ kind: 'truncated' });
	await expect(customers()).rejects.toThrow();
	expect((await customers()).status).toBe(200);
	const reasons = (await client.admin<Json[]>('GET', '/requests')).map((row) => row.reason);
	expect(reasons).toEqual(
		expect.arrayContaining([
			expect.stringContaining('html'),
			expect.stringContaining('reset'),
			expect.stringContaining('truncated'),
		]),
	);
});

test('HTTP 200 whose envelope says that it failed', async () => {
	await fault({ kind: 'statusCode', status: 42, body: 'Not today.' });
	const answer = await customers();
	expect(answer).toMatchObject({ status: 200, body: { data: null } });
	expect(answer.body.status).toEqual({ code: 42, errorMessage: 'Not today.' });
});

test('a cursor that comes back twice', async () => {
	await fault({ kind: 'repeatCursor' });
	const first = String((await customers('?limit=2')).body.nextPageParameter);
	const second = String((await customers(`?limit=2&${first}`)).body.nextPageParameter);
	expect(second).toBe(first);
	expect(String((await customers(`?limit=2&${first}`)).body.nextPageParameter)).not.toBe(first);
});

test('a delay, then the normal answer', async () => {
	await fault({ delayMs: 2000 });
	const answer = customers();
	const waiting = await until(async () =>
		(await client.admin<Json[]>('GET', '/requests')).find((row) => row.reason === 'fault 1: delay after 2000 ms'),
	);
	expect(waiting.status).toBeNull();
	expect((await answer).rows).toHaveLength(10);
});

test.each([
	{},
	{ kind: 'flood' },
	{ status: 99 },
	{ status: 'x' },
	{ times: 0, status: 500 },
	{ delayMs: -1 },
	{ path: '', status: 500 },
	{ status: 500, headers: { 'bad name': 'x' } },
	{ status: 500, headers: { '': 'x' } },
	{ status: 500, headers: { 'x-lines': 'one\ntwo' } },
	{ status: 500, headers: { 'x-letters': '…' } },
	{ status: 500, headers: { 'Content-Length': '5' } },
	{ status: 500, headers: { 'transfer-encoding': 'chunked' } },
	{ status: 500, headers: ['x-list'] },
	{ status: 500, headers: null },
	{ status: 500, headers: 'x: y' },
])('%j is refused in words', async (body) => {
	const failure = await client.adminFailure('POST', '/faults', { path: '/api', ...body });
	expect([failure.status, failure.error.length > 10]).toEqual([400, true]);
});

test('the admin API refuses other web pages', async () => {
	const foreign = await fetch(`${client.sandbox.url}/_admin/reset`, {
		method: 'POST',
		headers: { origin: 'https://example.com' },
	});
	expect([foreign.status, await foreign.json()]).toEqual([
		403,
		{ error: 'The sandbox accepts only this computer, and no pages from "https://example.com".' },
	]);
});

test.each([
	{ method: 'GET', path: '/nothing', status: 404 },
	{ method: 'POST', path: '/timesheets/1/approve', status: 404 },
	{ method: 'POST', path: '/timesheets/50001/burn', status: 404 },
	{ method: 'POST', path: '/clock', body: { advanceSeconds: -1 }, status: 400 },
	{ method: 'GET', path: '/timesheets?status=Done', status: 400 },
	{ method: 'GET', path: '/requests?since=x', status: 400 },
])('$method $path of the admin API is refused with $status', async ({ method, path, body, status }) =>
	expect((await client.adminFailure(method, path, body)).status).toBe(status),
);

test('approvals are listed and move both ways; a reset brings the first state back', async () => {
	const pending = await client.admin<Json[]>('GET', '/timesheets?status=Pending&limit=3');
	expect(pending.map((row) => row.status)).toEqual(['Pending', 'Pending', 'Pending']);
	const id = String(pending[0]?.timesheetId);
	for (const [move, status] of [
		['approve', 'Approved'],
		['submit', 'Pending'],
		['reject', 'Rejected'],
	]) {
		expect(await client.admin('POST', `/timesheets/${id}/${String(move)}`)).toEqual({
			timesheetId: Number(id),
			status,
			deliveries: [],
		});
		expect(((await client.get('timesheet', `/external/timesheets/${id}`)).body.data as Json).status).toBe(status);
	}
	await client.call('developer', 'POST', '/webhook/subscribers');
	const state = await client.admin<{ counts: Json; subscriptionKey: string }>('POST', '/reset');
	expect(state).toMatchObject({
		counts: { timesheets: 401, subscribers: 0, requests: 0, faults: 0 },
		subscriptionKey: 'sandbox-subscription-key',
	});
	expect(((await client.get('timesheet', `/external/timesheets/${id}`)).body.data as Json).status).toBe('Pending');
	expect((await client.call('developer', 'POST', '/webhook/subscribers')).body.data).toMatchObject({ id: 1 });
});

test('a request that names nothing gets 404 in the standard envelope, outside the service in plain words', async () => {
	expect((await client.get('timesheet', '/external/nothing')).body).toMatchObject({
		status: { code: 404 },
		data: null,
	});
	expect((await request(client.sandbox, 'GET', '/elsewhere')).body).toEqual({
		error: expect.stringContaining('/_admin'),
	});
});
