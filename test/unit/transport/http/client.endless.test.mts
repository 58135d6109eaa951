// Nothing hangs: every request and every row of waits has an end of its own.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect, readSettings, sendCall } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { requestToken } from '../../../../nodes/WorkforceOperations/transport/token/use.ts';
import { sendWithRetry } from '../../../../nodes/WorkforceOperations/transport/http/client.ts';
import { rowsOf, slim } from '../services.mts';
import { type Answer, fakeConnection, FakeTime } from '../support.mts';

const MINUTE = 60_000;
let time: FakeTime;

beforeEach(() => {
	time = new FakeTime().install();
});
afterEach(() => time.restore());

/** An answer that trickles: it never comes to its end, and the connection is never silent. */
const trickle = async (): Promise<never> => await new Promise(() => undefined);

const get = { method: 'GET', target: '/x' } as const;

describe('an answer that trickles', () => {
	test('of data is given up, tried again like any that is late, and then it says so', async () => {
		const { connection, sent } = fakeConnection(trickle);
		const start = time.now;
		const error = await time.until(
			sendCall(connection, { endpoint: endpoints['timesheet.get'], path: { id: 1 } }).catch(
				(thrown: unknown) => thrown,
			),
		);
		expect(error).toMatchObject({ message: 'service.test did not answer in time', kind: 'timeout' });
		expect(sent).toHaveLength(3);
		expect(time.now - start).toBeLessThan(10 * MINUTE);
	});

	test('of a write is given up and not sent again', async () => {
		const { connection, sent } = fakeConnection(trickle);
		const error = await time.until(
			sendCall(connection, { endpoint: endpoints['staff.create'] }).catch((thrown: unknown) => thrown),
		);
		expect(error).toMatchObject({ kind: 'timeout', mayHaveArrived: true });
		expect(sent).toHaveLength(1);
	});

	test('is not waited for in a picker for longer than a person would', async () => {
		const { connection } = fakeConnection(trickle, { deadline: time.now + 10_000 });
		const start = time.now;
		await time.until(sendWithRetry(connection, get));
		expect(time.now - start).toBeLessThan(2 * MINUTE);
	});

	test('of a token holds up nobody for longer than a minute, and the next one asks anew', async () => {
		const settings = readSettings({
			region: 'custom',
			baseUrl: 'https://token.test',
			apiKey: 'trickled-key',
			subscriptionKey: 'sub-1234',
		});
		let asked = 0;
		const http = (async () => {
			asked++;
			if (asked === 1) return await trickle();
			return { statusCode: 200, headers: {}, body: { data: { accessToken: 'second', expiresIn: 3600 } } };
		}) as never;
		const start = time.now;
		const waiting = Array.from({ length: 5 }, async () => {
			await requestToken(http, settings);
		});
		const ends = await time.until(Promise.allSettled(waiting));
		expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
		expect(ends[0]).toMatchObject({ reason: { message: expect.stringContaining('did not answer in time') } });
		expect([asked, time.now - start <= MINUTE]).toEqual([1, true]);
		expect(await requestToken(http, settings)).toMatchObject({ accessToken: 'second' });
	});
});

describe('refusals without end', () => {
	const refusing = (headers: Record<string, unknown> = {}) => fakeConnection(() => ({ status: 429, headers }));

	test.each([{}, { 'retry-after': '30' }, { 'retry-after': '0' }])(
		'are waited for half an hour, and then the error says so (%j)',
		async (headers) => {
			const { connection } = refusing(headers);
			const start = time.now;
			const error = await time.until(
				sendCall(connection, { endpoint: endpoints['staff.create'], itemIndex: 1 }).catch((thrown: unknown) => thrown),
			);
			expect(error).toMatchObject({
				kind: 'tooMany',
				message: 'The service has refused every request for 30 minutes',
				mayHaveArrived: false,
				context: { itemIndex: 1 },
			});
			expect(time.now - start).toBeGreaterThan(20 * MINUTE);
			expect(time.now - start).toBeLessThanOrEqual(31 * MINUTE);
		},
	);

	test('hold up the items of a run together, not each of them', async () => {
		const { connection, sent } = refusing({ 'retry-after': '60' });
		const start = time.now;
		for (let item = 0; item < 20; item++) {
			await time.until(sendWithRetry(connection, get));
		}
		expect(time.now - start).toBeLessThanOrEqual(32 * MINUTE);
		expect(sent.length).toBeLessThan(60);
	});

	test('are forgotten with the first success', async () => {
		const { connection, sent } = fakeConnection((_, count): Answer =>
			count % 15 === 0 ? {} : { status: 429, headers: { 'retry-after': '100' } },
		);
		for (let request = 0; request < 4; request++) {
			expect(await time.until(sendWithRetry(connection, get))).toHaveProperty('response');
		}
		expect(sent).toHaveLength(60);
	});
});

describe('what one endpoint asks for', () => {
	test('beyond a window is its own: the others wait a window at most', async () => {
		const { connection, sent } = fakeConnection(({ path }) =>
			path === '/slow' ? { status: 429, headers: { 'retry-after': '86400' } } : {},
		);
		const start = time.now;
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/slow?page=1' }));
		expect(await time.until(sendWithRetry(connection, { method: 'GET', target: '/other' }))).toHaveProperty('response');
		expect(time.now - start).toBeLessThanOrEqual(MINUTE);
		await time.until(sendWithRetry(connection, { method: 'GET', target: '/slow?page=2' }));
		expect(time.now - start).toBeGreaterThanOrEqual(15 * MINUTE);
		expect(sent).toHaveLength(3);
	});

	test('is told in words that a person understands', async () => {
		const { connection } = fakeConnection(() => ({ status: 429, headers: { 'retry-after': '99999999999' } }));
		await expect(time.until(sendCall(connection, { endpoint: slim }))).rejects.toMatchObject({
			message: expect.stringMatching(/^The service asks to wait until 5\d{3}-\d\d-\d\d \d\d:\d\d \(UTC\)$/) as unknown,
		});
	});
});

test('a key that is refused for one path only is no reason to stop the others', async () => {
	const { connection } = fakeConnection(({ path }): Answer =>
		path === '/closed' ? { status: 401 } : { body: rowsOf(1) },
	);
	for (let item = 0; item < 20; item++) {
		expect(await sendWithRetry(connection, { method: 'GET', target: '/closed' })).toMatchObject({
			failure: { status: 401 },
		});
		expect(await sendWithRetry(connection, { method: 'GET', target: '/open' })).toHaveProperty('response');
	}
});

test('a walk that meets refusals half-way goes on when they end', async () => {
	const { connection } = fakeConnection((_, count): Answer => {
		if (count > 1 && count < 12) return { status: 429 };
		return {
			body: {
				data: rowsOf(4)
					.slice(count === 1 ? 0 : 2)
					.slice(0, 2),
				nextPageParameter: count === 1 ? 'a=1' : null,
			},
		};
	});
	expect((await time.until(collect(connection, { endpoint: slim }))).records).toHaveLength(4);
});
