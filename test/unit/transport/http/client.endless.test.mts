// Nothing hangs: every row of waits has an end of its own.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { sendCall } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import type { Agent, Connection } from '../../../../nodes/WorkforceOperations/transport/connection.ts';
import { sendWithRetry, type ServiceRequest } from '../../../../nodes/WorkforceOperations/transport/http/client.ts';
import { type Answer, fakeConnection, useVirtualTime } from '../support.mts';

const MINUTE = 60_000;
const time = useVirtualTime();
let start: number;
beforeEach(() => {
	start = time.now;
});

const get = { method: 'GET', target: '/x' } as const;
const limited = (retryAfter?: number | string): Answer => ({
	status: 429,
	headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
});

describe('refusals without end', () => {
	test.each([undefined, 30, 0])('are waited for half an hour, and then the error says so: %p', async (retryAfter) => {
		const { connection } = fakeConnection(() => limited(retryAfter));
		const call = { endpoint: endpoints['staff.create'], itemIndex: 1 };
		const error = await time.until(sendCall(connection, call).catch((thrown: unknown) => thrown));
		expect(error).toMatchObject({
			kind: 'tooMany',
			message: 'The service has refused every request for 30 minutes',
			mayHaveArrived: false,
			context: { itemIndex: 1 },
		});
		expect(time.now - start).toBeGreaterThan(20 * MINUTE);
		expect(time.now - start).toBeLessThanOrEqual(31 * MINUTE);
	});

	test('hold up the items of a run together, not each of them', async () => {
		const { connection, sent } = fakeConnection(() => limited(60));
		for (let item = 0; item < 20; item++) await time.until(sendWithRetry(connection, get));
		expect(time.now - start).toBeLessThanOrEqual(32 * MINUTE);
		expect(sent.length).toBeLessThan(60);
	});
});

describe('what one endpoint asks for', () => {
	test('beyond a window is its own: the others wait a window at most', async () => {
		const { connection, sent } = fakeConnection(({ path }) => (path === '/slow' ? limited(86_400) : {}));
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/slow?page=1' }));
		expect(await time.until(sendWithRetry(connection, { method: 'GET', target: '/other' }))).toHaveProperty('response');
		expect(time.now - start).toBeLessThanOrEqual(MINUTE);
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/slow?page=2' }));
		expect(time.now - start).toBeGreaterThanOrEqual(15 * MINUTE);
		expect(sent).toHaveLength(3);
	});

	test('is for all its records, whatever ID the path has', async () => {
		const { connection, sent } = fakeConnection(() => limited(86_400));
		for (const id of [1, 2]) {
			const call = { endpoint: endpoints['timesheet.get'], path: { id } };
			await time.until(sendCall(connection, call).catch((thrown: unknown) => thrown));
		}
		expect(sent).toHaveLength(2);
		expect(time.now - start).toBeGreaterThanOrEqual(15 * MINUTE);
	});
});

describe('a person who waits', () => {
	test('is told at once of a limit that ends later than the patience', async () => {
		const { connection, sent } = fakeConnection(() => limited(30), { deadline: start + 10_000 });
		const outcome = await time.until(sendWithRetry(connection, get));
		expect(outcome).toMatchObject({ failure: { status: 429, headers: { 'retry-after': 30 } } });
		expect({ requests: sent.length, now: time.now }).toEqual({ requests: 1, now: start });
	});

	test('has one patience for all requests of a connection', async () => {
		const { connection } = fakeConnection(() => ({}), { deadline: start + 10_000 }, { requestsPerMinute: 1 });
		await time.until(sendWithRetry(connection, get));
		const waiting = [sendWithRetry(connection, get), sendWithRetry(connection, get)];
		for (const outcome of await time.until(Promise.all(waiting)))
			expect(outcome).toMatchObject({ failure: { budgetMs: expect.any(Number), unsent: true } });
		expect(time.now - start).toBeLessThan(11_000);
	});
});

test('a write whose answer trickles is given up, not sent again, and may have arrived', async () => {
	const { connection, sent } = fakeConnection(async () => await new Promise<never>(() => undefined));
	const error = await time.until(
		sendCall(connection, { endpoint: endpoints['staff.create'] }).catch((thrown: unknown) => thrown),
	);
	expect(error).toMatchObject({ kind: 'timeout', mayHaveArrived: true });
	expect(sent).toHaveLength(1);
});

test.each<[Pick<ServiceRequest, 'method' | 'large'>, Partial<Connection>, Answer, number]>([
	[{ method: 'GET' }, {}, { network: 'ETIMEDOUT' }, 3],
	[{ method: 'GET', large: true }, {}, { network: 'ETIMEDOUT' }, 2],
	[{ method: 'GET', large: true }, {}, { status: 503 }, 3],
	[{ method: 'PUT' }, {}, { status: 503 }, 3],
	[{ method: 'PUT' }, { agent: { allowsWrites: true, held: [] } }, { status: 503 }, 1],
	[{ method: 'GET' }, { agent: { allowsWrites: false, held: [] } }, { status: 503 }, 3],
])('%j with %j that meets %j is sent %i times', async (request, changes, answer, tries) => {
	const { connection, sent } = fakeConnection(() => answer, changes);
	expect(await time.until(sendWithRetry(connection, { target: '/x', ...request }))).toHaveProperty('failure');
	expect(sent).toHaveLength(tries);
});

test('what an agent may not write is held back, with its body or null', async () => {
	const agent: Agent = { allowsWrites: false, held: [] };
	const { connection, sent } = fakeConnection(() => ({}), { agent });
	for (const body of [{ a: 1 }, undefined]) await sendWithRetry(connection, { method: 'PUT', target: '/x', body });
	expect({ sent, held: agent.held }).toEqual({
		sent: [],
		held: [{ a: 1 }, null].map((body) => ({ method: 'PUT', path: '/x', body })),
	});
});

test('a stopped execution ends the wait between tries, and what it had sent may have arrived', async () => {
	const stop = new AbortController();
	const slow = (): Answer => ({ status: 503, headers: { 'retry-after': '25' } });
	const { connection, sent } = fakeConnection(slow, { signal: stop.signal });
	void time.wait(5_000).then(() => stop.abort());
	const outcome = await time.until(sendWithRetry(connection, get));
	expect(outcome).toMatchObject({ failure: { stopped: true, earlier: true } });
	expect(sent).toHaveLength(1);
	expect(time.now - start).toBeLessThan(6_000);
});
