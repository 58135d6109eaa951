// Answers that trickle, in n8n's engine and over a real connection: given up at their deadline, and nobody waits for them.
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { runNode } from '../../../kit/core/engine.mts';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { listen, type Listening } from '../../../kit/servers/loopback.mts';

const TOKEN = '/api/external/token/request';
const real = { ...clock };
const drips = new Set<NodeJS.Timeout>();

let server: Listening;
/** Paths that were asked for, in order. */
let asked: string[];
/** Which path trickles. */
let trickling: string | undefined;
/** Deadlines of requests; the server lets them pass when its answer has begun to trickle. */
let deadlines: AbortController[];
/** What the server saw of connections whose answers trickled. */
let closed: number;

beforeEach(async () => {
	[asked, deadlines, closed, trickling] = [[], [], 0, undefined];
	clock.deadline = () => {
		const deadline = new AbortController();
		deadlines.push(deadline);
		return deadline.signal;
	};
	clock.jitter = () => 0;
	const end = new Map<string, object>([
		[TOKEN, { status: { code: 0 }, data: { accessToken: 'a.b.c', expiresIn: 3600 } }],
		['/api/external/customers', { status: { code: 0 }, data: [{ id: 1 }] }],
	]);
	const front = http.createServer((request, response) => {
		const path = new URL(request.url ?? '/', 'http://own').pathname;
		asked.push(path);
		response.setHeader('content-type', 'application/json');
		if (path !== trickling) {
			response.end(JSON.stringify(end.get(path) ?? {}));
			return;
		}
		response.on('close', () => closed++);
		let sent = 0;
		const drip = setInterval(() => {
			response.write(' ');
			// The exchange is part of a request whose own deadline began before.
			if (++sent === 3) for (const deadline of path === TOKEN ? deadlines.slice(-1) : deadlines) deadline.abort();
		}, 5);
		drips.add(drip);
		response.on('close', () => clearInterval(drip));
	});
	server = await listen(front);
});
afterEach(async () => {
	Object.assign(clock, real);
	for (const drip of drips) clearInterval(drip);
	drips.clear();
	await server.close();
});

const store = (): CredentialStore =>
	new CredentialStore({
		region: 'custom',
		baseUrl: server.url,
		apiKey: `trickle-${server.port}`,
		subscriptionKey: 'trickle-subscription',
		requestsPerMinute: 60,
	});

const list = { resource: 'customer', operation: 'getAll', limit: 1 };
const count = (path: string): number => asked.filter((each) => each === path).length;

describe('an answer that trickles', () => {
	test('of a token ends every run that waits for it, closes its connection, and the next run asks anew', async () => {
		trickling = TOKEN;
		const credential = store();
		const runs = await Promise.all([runNode(credential, list), runNode(credential, list), runNode(credential, list)]);
		for (const { error } of runs) expect(error?.message).toContain('did not answer in time');
		// n8n exchanges a second time when the first exchange fails; each of the two is one flight for all runs.
		expect(count(TOKEN)).toBeLessThanOrEqual(2);
		while (closed < count(TOKEN)) await new Promise((resolve) => setImmediate(resolve));
		trickling = undefined;
		expect((await runNode(credential, list)).error).toBeUndefined();
	});

	test('of data is given up and tried again, and then the error says so', async () => {
		trickling = '/api/external/customers';
		const { error } = await runNode(store(), list);
		expect(error?.message).toContain('did not answer in time');
		expect(count('/api/external/customers')).toBe(3);
	});
});
