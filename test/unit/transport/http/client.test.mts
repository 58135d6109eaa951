import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Method } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { REFUSED_HEADER } from '../../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';
import type { SendResult } from '../../../../nodes/WorkforceOperations/transport/http/send.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { sendWithRetry } from '../../../../nodes/WorkforceOperations/transport/http/client.ts';
import { type Answer, fakeConnection, FakeTime } from '../support.mts';

let time: FakeTime;

beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

const statusOf = (outcome: SendResult): number | string | undefined =>
	'response' in outcome
		? outcome.response.status
		: (outcome.failure.status ??
			outcome.failure.network ??
			(outcome.failure.budgetMs !== undefined ? 'budget' : undefined) ??
			(outcome.failure.stopped ? 'stopped' : undefined));

describe('the retry table', () => {
	const passing = [
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'EPIPE',
		'ERR_BAD_RESPONSE',
		'UND_ERR_SOCKET',
		502,
		503,
		504,
	];
	const never = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
	const hopeless = [
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_INVALID_CHAR',
		302,
		400,
		403,
		404,
		409,
		422,
		500,
		501,
	];
	const repeatable: Method[] = ['GET', 'PUT', 'PATCH'];
	const single: Method[] = ['POST', 'DELETE'];
	const table = [
		...repeatable.flatMap((method) => [...passing, ...never].map((failure) => [method, failure, 3] as const)),
		...single.flatMap((method) => passing.map((failure) => [method, failure, 1] as const)),
		...single.flatMap((method) => never.map((failure) => [method, failure, 3] as const)),
		...[...repeatable, ...single].flatMap((method) => hopeless.map((failure) => [method, failure, 1] as const)),
	];

	test.each(table)('%s that ends with %s is sent %i times', async (method, failure, tries) => {
		const { connection, sent } = fakeConnection(() =>
			typeof failure === 'number' ? { status: failure } : { network: failure },
		);
		const outcome = await time.until(sendWithRetry(connection, { method, target: '/x' }));
		expect(sent).toHaveLength(tries);
		expect(statusOf(outcome)).toBe(failure);
	});

	test('a new secret is not asked for twice, although a PUT asks for it', async () => {
		const { connection, sent } = fakeConnection(() => ({ status: 504 }));
		expect(
			statusOf(
				await time.until(sendWithRetry(connection, { method: 'PUT', target: '/x', body: { rotateSecretToken: true } })),
			),
		).toBe(504);
		expect(sent).toHaveLength(1);
	});

	test.each([...repeatable, ...single])(
		'%s that ends with 401 is sent once more, naming the token that was refused',
		async (method) => {
			const { connection, sent } = fakeConnection(() => ({ status: 401 }));
			expect(statusOf(await time.until(sendWithRetry(connection, { method, target: '/x' })))).toBe(401);
			expect(sent.map(({ options }) => options.headers?.[REFUSED_HEADER])).toEqual([undefined, 'unit-token']);
		},
	);

	test('a token that could not be had is not asked for again and again', async () => {
		const { connection, sent } = fakeConnection(() => ({
			unsent: Object.assign(new Problem('No valid token'), { response: { status: 401 } }),
		}));
		expect(statusOf(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' })))).toBe(401);
		expect(sent).toHaveLength(1);
	});

	test.each([
		[{ httpCode: 'ECONNRESET' }, 'ECONNRESET', 3],
		[{ httpCode: '200', message: 'stream has been aborted' }, 'ERR_BAD_RESPONSE', 3],
		[{ httpCode: '503' }, 503, 3],
		[{ httpCode: '404' }, 404, 1],
		[{ httpCode: null, message: 'The API key was rejected', description: 'Check it' }, undefined, 1],
	])('an error of an n8n that drops the cause: %j', async (error, failure, tries) => {
		const { connection, sent } = fakeConnection(() => ({ unsent: Object.assign(new Error(), error) }));
		const outcome = await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		expect([statusOf(outcome), sent.length]).toEqual([failure, tries]);
		const words = 'message' in error ? { message: error.message, description: 'Check it' } : {};
		expect(outcome).toMatchObject(failure === undefined ? { failure: words } : {});
	});

	test('a try that succeeds ends the tries; waits grow and are jittered', async () => {
		clock.jitter = () => 1.5;
		const start = time.now;
		const { connection, sent } = fakeConnection((_, count) => (count < 3 ? { status: 503 } : { body: { ok: true } }));
		expect(statusOf(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' })))).toBe(200);
		expect(sent).toHaveLength(3);
		expect(time.now - start).toBe(750 + 1500);
	});

	test('a 503 that says when is waited for', async () => {
		const start = time.now;
		const { connection } = fakeConnection((_, count) =>
			count === 1 ? { status: 503, headers: { 'retry-after': '7' } } : {},
		);
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		expect(time.now - start).toBe(7000);
	});
});

describe('429', () => {
	const after = async (headers: Record<string, unknown>, method: Method = 'GET'): Promise<number> => {
		const start = time.now;
		const { connection, sent } = fakeConnection((_, count): Answer => (count === 1 ? { status: 429, headers } : {}));
		expect(statusOf(await time.until(sendWithRetry(connection, { method, target: '/x' })))).toBe(200);
		expect(sent).toHaveLength(2);
		return time.now - start;
	};

	test('waits as many seconds as it says', async () => expect(await after({ 'retry-after': '17' })).toBe(17_000));
	test('also for a POST, which the service did not read', async () =>
		expect(await after({ 'retry-after': '3' }, 'POST')).toBe(3_000));
	test('waits until the date that it says', async () =>
		expect(
			await after({ 'retry-after': new Date(Math.ceil(clock.date() / 1000) * 1000 + 12_000).toUTCString() }),
		).toBeLessThanOrEqual(13_000));
	test('reads that date by the clock of the service', async () =>
		expect(await after({ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' })).toBe(
			30_000,
		));
	test('waits for the rest of the window when it does not say', async () => expect(await after({})).toBe(60_000));
	test.each(['99999999999', '9'.repeat(400)])(
		'reads a wait of any length, and does not hang on it (%s)',
		async (value) => {
			const { connection, sent } = fakeConnection(() => ({ status: 429, headers: { 'retry-after': value } }));
			const start = time.now;
			expect(statusOf(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' })))).toBe(429);
			expect([sent.length, time.now - start]).toEqual([1, 0]);
		},
	);

	test('goes on for as long as it takes', async () => {
		const { connection, sent } = fakeConnection((_, count): Answer => (count < 20 ? { status: 429 } : {}));
		expect(statusOf(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' })))).toBe(200);
		expect(sent).toHaveLength(20);
	});

	test('that wants to be left alone for hours is an error after all', async () => {
		const { connection, sent } = fakeConnection(() => ({ status: 429, headers: { 'retry-after': '86400' } }));
		const start = time.now;
		expect(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }))).toMatchObject({
			failure: { status: 429, headers: { 'retry-after': 86_400 } },
		});
		expect([sent.length, time.now - start]).toEqual([1, 0]);
		// Others try again after a quarter of an hour, and not a day later.
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		expect([sent.length, time.now - start]).toEqual([2, 15 * 60_000]);
	});

	test('holds back everything that uses the same key', async () => {
		const { connection, sent } = fakeConnection((_, count): Answer =>
			count === 1 ? { status: 429, headers: { 'retry-after': '20' } } : {},
		);
		const start = time.now;
		const first = sendWithRetry(connection, { method: 'GET', target: '/first' });
		const arrivals: number[] = [];
		const second = time.wait(1000).then(async () => {
			await sendWithRetry(connection, { method: 'GET', target: '/second' });
			arrivals.push(time.now - start);
		});
		await time.until(Promise.all([first, second]));
		expect(arrivals[0]).toBeGreaterThanOrEqual(20_000);
		expect(sent).toHaveLength(3);
	});

	test('ends a picker at once when its patience can’t reach so far', async () => {
		const { connection, sent } = fakeConnection(() => ({ status: 429, headers: { 'retry-after': '30' } }), {
			deadline: time.now + 10_000,
		});
		const start = time.now;
		const outcome = await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		expect(outcome).toMatchObject({ failure: { status: 429, headers: { 'retry-after': 30 } } });
		expect(sent).toHaveLength(1);
		expect(time.now).toBe(start);
	});
});

describe('patience', () => {
	test('is that of a connection, not of each of its requests', async () => {
		const { connection } = fakeConnection(() => ({}), { deadline: time.now + 10_000 }, { requestsPerMinute: 1 });
		const start = time.now;
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		const [one, two] = [
			sendWithRetry(connection, { method: 'GET', target: '/x' }),
			sendWithRetry(connection, { method: 'GET', target: '/x' }),
		];
		expect(statusOf(await time.until(one))).toBe('budget');
		expect(statusOf(await time.until(two))).toBe('budget');
		expect(statusOf(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' })))).toBe('budget');
		expect(time.now - start).toBeLessThan(11_000);
	});
});

describe('what was not sent', () => {
	test('leaves the budget as it was', async () => {
		const { connection, sent } = fakeConnection(
			(_, count): Answer => (count <= 50 ? { unsent: new Problem('The API key was rejected') } : {}),
			{},
			{ requestsPerMinute: 2 },
		);
		const start = time.now;
		for (let index = 0; index < 52; index++)
			await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' }));
		expect(time.now).toBe(start);
		expect(sent).toHaveLength(52);
	});
});

describe('a stopped execution', () => {
	test('ends the wait between tries', async () => {
		const stop = new AbortController();
		const { connection, sent } = fakeConnection(() => ({ status: 503, headers: { 'retry-after': '25' } }), {
			signal: stop.signal,
		});
		const start = time.now;
		void time.wait(5_000).then(() => stop.abort());
		expect(statusOf(await time.until(sendWithRetry(connection, { method: 'GET', target: '/x' })))).toBe('stopped');
		expect(time.now - start).toBeLessThan(6_000);
		expect(sent).toHaveLength(1);
	});

	test('does not wait for an answer that never comes, such as that of a token exchange', async () => {
		const stop = new AbortController();
		const { connection } = fakeConnection(async () => await new Promise<Answer>(() => undefined), {
			signal: stop.signal,
		});
		void time.wait(5_000).then(() => stop.abort());
		expect(statusOf(await time.until(sendWithRetry(connection, { method: 'POST', target: '/x' })))).toBe('stopped');
	});
});
