import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { listen } from '../../kit/servers/loopback.mts';
import { startSandbox } from '../shared.mts';
import { subscribe, until, useClient, withClient, type Json } from './support.mts';

const client = useClient();

/** One request under any Host, which `fetch` doesn't allow. */
function ask(
	method: string,
	where: string,
	headers: Record<string, string>,
	body?: unknown,
): Promise<{ status: number; text: string }> {
	return new Promise((resolve, reject) => {
		const req = httpRequest(
			{ host: '127.0.0.1', port: client.sandbox.port, method, path: where, headers },
			(answer) => {
				let text = '';
				answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
				answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
			},
		);
		req.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
	});
}

const keyed = { 'external-svc-apim-sub-key': 'sandbox-subscription-key', 'content-type': 'application/json' };
const own = (): Record<string, string> => ({ host: `127.0.0.1:${client.sandbox.port}` });

describe('a web page from elsewhere', () => {
	const token = ['POST', '/api/external/token/request'] as const;

	test('gets no token when its own name leads to this machine, and the journal says why', async () => {
		const { keys, port } = client.sandbox;
		const answer = await ask(...token, { ...keyed, host: `rebound.example:${port}` }, { apiKey: keys.developer });
		expect(answer.status).toBe(403);
		expect(JSON.parse(answer.text)).toMatchObject({ data: null, message: expect.stringContaining('rebound.example') });
		const journal = await client.admin<Json[]>('GET', '/requests');
		expect(journal.at(-1)).toMatchObject({ status: 403, reason: expect.stringContaining('127.0.0.1 or localhost') });
	});

	test.each(['/api/external/customers', '/_admin/state', '/files/licences/seed-licence-1/licence%20front.txt'])(
		'reads nothing of %s',
		async (where) => {
			const rebound = await ask('GET', where, { ...keyed, host: 'rebound.example' });
			const foreign = await ask('GET', where, { ...keyed, ...own(), origin: 'https://elsewhere.example' });
			expect({ rebound: rebound.status, foreign: foreign.status }).toEqual({ rebound: 403, foreign: 403 });
		},
	);

	test.each(['127.0.0.1', 'localhost', '[::1]'])('%s is this machine', async (name) => {
		const host = `${name}:${client.sandbox.port}`;
		const origin = `http://${host}`;
		const { status } = await ask(...token, { ...keyed, host, origin }, { apiKey: client.sandbox.keys.developer });
		expect(status).toBe(200);
	});
});

describe('the page', () => {
	test.each(['/', '/page/main.js', '/page/style.css', '/page/icon.svg', '/page/index.html'])('is %s', async (where) =>
		expect((await ask('GET', where, own())).status).toBe(200),
	);

	test.each([
		'/page/router.mts',
		'/page/router%2Emts',
		'/page/router.mt%73',
		'/page/ROUTER.MTS',
		'/page/.%2Frouter.mts',
		'/page/..%2Fapp.mts',
		'/page/%2e%2e/app.mts',
		'/page/../app.mts',
		'/page//router%2emts',
		'/page/main.js/../router%2emts',
		'/page/.hidden.js',
		'/page/',
		'/page',
	])('and nothing beside it: %s', async (where) => {
		const { status, text } = await ask('GET', where, own());
		expect([status, text.includes('import')]).toEqual([404, false]);
	});
});

describe('a body that is too large is told how large it may be', () => {
	const MB = 1024 * 1024;
	const upload = async (where: string, bytes: number): Promise<{ status: number; text: string }> =>
		await ask('POST', where, { ...keyed, ...own() }, 'x'.repeat(bytes - 2));

	test.each([
		['/api/external/token/request', 10 * MB, 'the sandbox accepts up to 10 MB (10,485,760 bytes)'],
		['/_admin/clock', MB, 'the sandbox accepts up to 1 MB (1,048,576 bytes)'],
	])('%s', async (where, most, words) => {
		expect((await upload(where, most)).status).not.toBe(413);
		const { status, text } = await upload(where, most + 1);
		expect({ status, text }).toEqual({ status: 413, text: expect.stringContaining(words) });
	});
});

test('a file that another sandbox holds is refused in words, and free again after it', async () => {
	await inTemporaryFolder(async (folder) => {
		const file = path.join(folder, 'state.sqlite');
		const first = await startSandbox({ file, data: { timesheets: 1 } });
		try {
			await expect(startSandbox({ file })).rejects.toThrow(`the file ${file} is in use by another running sandbox`);
		} finally {
			await first.close();
		}
		await (await startSandbox({ file })).close();
	});
});

test('deliveries run side by side up to a ceiling, and all arrive', async () => {
	const waiting: ServerResponse[] = [];
	let most = 0;
	let arrived = 0;
	let open = false;
	const receiver = createServer((req, res) => {
		req.resume();
		arrived += 1;
		waiting.push(res);
		most = Math.max(most, waiting.length);
		if (open) waiting.splice(0).forEach((held) => held.end());
	});
	const { url, close } = await listen(receiver);
	await withClient({ deliveries: { sideBySide: 5, timeoutMs: 60_000 } }, async (own) => {
		await subscribe(own, `${url}/`);
		for (let id = 50_001; id <= 50_030; id++) await own.admin('POST', `/timesheets/${id}/approve`);
		await until(() => waiting.length >= 5);
		const held = await own.admin<Json[]>('GET', '/deliveries');
		expect(held).toHaveLength(30);
		expect(held.filter(({ status }) => status !== 'Pending')).toEqual([]);
		open = true;
		waiting.splice(0).forEach((answer) => answer.end());
		await until(async () =>
			(await own.admin<Json[]>('GET', '/deliveries')).every(({ status }) => status === 'Delivered'),
		);
		expect({ most, arrived }).toEqual({ most: 5, arrived: 30 });
	}).finally(close);
});

describe('what cannot be is 400', () => {
	const period = (start: string): string => `/external/timesheets?endDate=2026-08-01T00:00:00Z&startDate=${start}`;

	test.each([
		['loginaudit', '/external/loginaudit?page=99999999999999999999'],
		['loginaudit', '/external/loginaudit?page=9223372036854775807'],
		['loginaudit', '/external/loginaudit/users/7001/recent?take=99999999999999999999'],
		['timesheet', '/external/customers?referenceId=99999999999999999999'],
		['timesheet', period('2026-07-01T00:00:60Z')],
		['timesheet', period('2026-07-01T23:59:60Z')],
		['timesheet', period('2026-02-30T00:00:00Z')],
		['timesheet', period('2025-02-29T00:00:00Z')],
		['timesheet', period('2026-13-01T00:00:00Z')],
		['timesheet', period('2026-07-01T24:00:00Z')],
		['timesheet', period('2026-07-01T00:00:00%2B25:00')],
	] as const)('%s %s', async (key, query) => {
		const answer = await client.get(key, query);
		expect(answer).toMatchObject({ status: 400, body: { data: null } });
	});

	test('a page number whose rows would lie beyond the database is an empty page', async () => {
		const answer = await client.get('loginaudit', '/external/loginaudit?page=9007199254740991&pageSize=500');
		expect({ status: answer.status, rows: answer.rows }).toEqual({ status: 200, rows: [] });
	});

	test.each([
		'2024-02-29T00:00:00Z',
		'2000-02-29T23:59:59.999Z',
		'2026-07-01T00:00:00%2B10:00',
		'0001-01-01T00:00:00Z',
	])('%s is a moment', async (start) => {
		expect((await client.get('timesheet', period(start))).status).toBe(200);
	});
});
