import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { startSandbox } from '../shared.mts';
import { run } from './process.mts';
import { askForToken, request, tokenIn, until, useClient, useInbox, withClient, type Json } from './support.mts';

const client = useClient();
const receiver = useInbox();

const token = async (key: 'developer' | 'timesheet'): Promise<string> =>
	tokenIn(await askForToken(client.sandbox, client.sandbox.keys[key]));
const alive = async (): Promise<void> =>
	expect((await client.get('timesheet', '/external/customers?limit=1')).status).toBe(200);

describe('bad requests get the service’s own error shape', () => {
	test.each([
		['{"employees": [', 'not valid JSON'],
		['[]', 'must be object'],
		['"text"', 'must be object'],
		['null', 'must be object'],
		['{"employees": {}}', 'employees must be array'],
		['{"employees": [1]}', 'must be object'],
		['{"employees": [{"id": "1"}]}', 'id must be integer'],
		['{"employees": [{"id": 1e20}]}', 'id'],
		['{"employees": [{"id": 3001, "startDate": "2026-02-30T00:00:00Z"}]}', 'startDate'],
		['{"employees": [{"id": 3001, "dateOfBirth": "1990-01-01T23:59:60Z"}]}', 'dateOfBirth'],
	])('%s', async (body, words) => {
		const answer = await client.call('developer', 'PATCH', '/external/staffs', body);
		expect(answer).toMatchObject({ status: 400, body: { data: null, message: expect.stringContaining(words) } });
	});

	test('a body that is not JSON at all, a wrong method, odd addresses', async () => {
		const headers = { authorization: `Bearer ${await token('developer')}`, 'content-type': 'text/plain' };
		expect((await request(client.sandbox, 'POST', '/api/external/staffs', 'hello', headers)).status).toBe(415);
		expect(await client.call('developer', 'DELETE', '/external/staffs')).toMatchObject({
			status: 405,
			body: { status: { code: 405 }, data: null },
		});
		for (const path of [
			'/external/timesheets/%00',
			'/external/timesheets/%E0%A4%A',
			'/external/timesheets/99999999999999999999',
			"/external/timesheets/1'%20OR%201=1",
			'/external/staffs/../timesheets',
			'//',
		]) {
			const answer = await client.call('timesheet', 'GET', path);
			expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true]);
		}
		await alive();
	});

	test('text that would mean something to SQL is only text', async () => {
		for (const text of ["'; DROP TABLE timesheets; --", '%', '_', '\\', '"']) {
			const answer = await client.get(
				'timesheet',
				`/external/customers?filter=${encodeURIComponent(text)}&referenceName=${encodeURIComponent(text)}`,
			);
			expect(answer.status).toBe(200);
		}
		expect((await client.get('timesheet', '/external/timesheets/50001')).status).toBe(200);
	});
});

test('a body of 50 MB is refused while it comes, with a token and without', async () => {
	const upload = (headers: Record<string, string>): Promise<number> =>
		new Promise((resolve, reject) => {
			const chunk = Buffer.alloc(1_000_000, 'a');
			const req = httpRequest(
				`${client.sandbox.url}/api/external/staffs`,
				{ method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 50_000_000, ...headers } },
				(res) => {
					res.resume();
					resolve(res.statusCode ?? 0);
					req.destroy();
				},
			);
			req.on('error', reject);
			let sent = 0;
			const write = (): void => {
				while (sent < 50 && !req.destroyed) {
					sent += 1;
					if (!req.write(chunk)) return void req.once('drain', write);
				}
			};
			write();
		});
	const key = { 'external-svc-apim-sub-key': client.sandbox.subscriptionKey };
	expect(await upload({ ...key, authorization: `Bearer ${await token('developer')}` })).toBe(413);
	expect(await upload(key)).toBe(401);
	await alive();
});

test('a thousand connections at once are all answered', async () => {
	const bearer = await token('timesheet');
	const head = `GET /api/external/customers?limit=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nexternal-svc-apim-sub-key: ${client.sandbox.subscriptionKey}\r\nAuthorization: Bearer ${bearer}\r\n\r\n`;
	const one = (): Promise<string> =>
		new Promise((resolve, reject) => {
			let text = '';
			const socket = connect(client.sandbox.port, '127.0.0.1', () => socket.write(head));
			socket
				.on('data', (data) => (text += data.toString('latin1')))
				.on('end', () => resolve(text.slice(9, 12)))
				.on('error', reject);
		});
	const answers = await Promise.all(Array.from({ length: 1000 }, one));
	expect(new Set(answers)).toEqual(new Set(['200']));
});

test('100,000 timesheets are there quickly and page through by every sort', async () => {
	await withClient({ data: { timesheets: 100_000 }, validateResponses: false }, async (big) => {
		const state = await big.admin<{ counts: Json }>('GET', '/state');
		expect(state.counts.timesheets).toBe(100_001);
		const period = 'startDate=2010-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z';
		for (const query of [
			'referenceId=90000',
			'referenceSiteName=M',
			'referenceStartDate=2025-01-01T00:00:00Z',
			'searchText=redgum',
			'direction=prev&referenceId=100000',
		]) {
			const page = await big.get('timesheet', `/external/timesheets?${period}&limit=500&${query}`);
			expect({ query, rows: page.rows.length }).toEqual({ query, rows: 500 });
		}
	});
});

test('a process that is killed has kept every write that it confirmed, whole, and sends what it had not delivered', async () => {
	await inTemporaryFolder(async (folder) => {
		const file = join(folder, 'state.sqlite');
		const { child, url: started } = run('--port', '0', '--file', file, '--data', '30', '--rate', '100000');
		const url = await started();
		const api = async (method: string, path: string, body?: unknown, bearer = ''): Promise<Json> => {
			const answer = await fetch(url + path, {
				method,
				body: body === undefined ? undefined : JSON.stringify(body),
				headers: {
					'content-type': 'application/json',
					'external-svc-apim-sub-key': 'sandbox-subscription-key',
					authorization: `Bearer ${bearer}`,
				},
			});
			return (await answer.json()) as Json;
		};
		const exchanged = await api('POST', '/api/external/token/request', { apiKey: 'sandbox-developer-key' });
		const bearer = String((exchanged.data as Json).accessToken);
		const subscriber = (await api('POST', '/api/webhook/subscribers', undefined, bearer)).data as Json;
		const subscription = { subscriberId: subscriber.id, event: 'approve', eventType: 'timesheet', uri: receiver.url };
		await api('POST', '/api/webhook/subscriptions', subscription, bearer);
		receiver.answerWith('wait');
		const approved: number[] = [];
		let staff = 0;
		let killed = false;
		const writing = (async () => {
			for (let n = 0; !killed; n++) {
				try {
					const id = 50_001 + (n % 30);
					await api('POST', `/_admin/timesheets/${id}/approve`);
					approved.push(id);
					const employees = [1, 2].map((half) => ({
						firstName: `N${n}`,
						lastName: `H${half}`,
						email: `n${n}h${half}@example.org`,
					}));
					await api('POST', '/api/external/staffs', { employees }, bearer);
					staff = n + 1;
				} catch {
					return;
				}
			}
		})();
		await until(() => staff > 20);
		child.kill('SIGKILL');
		killed = true;
		await writing;
		receiver.answerWith({ status: 200 });
		receiver.received.length = 0;
		const again = await startSandbox({ file, ratePerMinute: 100_000 });
		const listed = async (list: string): Promise<Json[]> =>
			(await (await fetch(`${again.url}/_admin/${list}`)).json()) as Json[];
		const rows = await listed('timesheets?limit=100');
		for (const id of approved) expect(rows.find((row) => row.timesheetId === id)?.status).toBe('Approved');
		const deliveries = (): Promise<Json[]> => listed('deliveries?limit=10000');
		await until(async () => (await deliveries()).every((row) => row.status === 'Delivered'));
		expect((await deliveries()).length).toBeGreaterThanOrEqual(approved.length);
		expect(receiver.received.length).toBeGreaterThanOrEqual(approved.length);
		const found = await request(again, 'GET', '/api/external/staffs?searchText=example.org&limit=500', undefined, {
			authorization: `Bearer ${bearer}`,
		});
		const halves = new Map<string, number>();
		for (const row of found.rows) halves.set(String(row.firstName), (halves.get(String(row.firstName)) ?? 0) + 1);
		// Whatever was confirmed is there, and nobody is there with one half only.
		for (let n = 0; n < staff; n++) expect(halves.get(`N${n}`)).toBe(2);
		expect(new Set(halves.values())).toEqual(new Set([2]));
		await again.close();
	});
});
