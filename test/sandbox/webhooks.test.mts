import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { startInbox } from '../../kit/servers/inbox.mts';
import { bodyOf, subscribe, until, useFreshClient, useInbox, withClient, type Client, type Json } from './support.mts';

const client = useFreshClient();
const receiver = useInbox();

const hmac = (body: Buffer | string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');
const approve = async ({ admin }: Client = client): Promise<number> => {
	const { deliveries } = await admin<{ deliveries: number[] }>('POST', '/timesheets/50020/approve');
	return Number(deliveries[0]);
};
const delivery = (id: number, { admin }: Client = client) =>
	admin<Json & { attempts: Json[]; status: string }>('GET', `/deliveries/${id}`);
const settled = (id: number, status: string, of: Client = client) =>
	until(async () => ((await delivery(id, of)).status === status ? delivery(id, of) : null));
const statusOfSheet = async ({ get }: Client): Promise<unknown> =>
	((await get('timesheet', '/external/timesheets/50020')).body.data as Json).status;

/** Changes a subscriber or a subscription, and gives it as it is then. */
const put = async (path: string, body: Json): Promise<Json> =>
	(await client.call('developer', 'PUT', `/webhook/${path}`, body)).body.data as Json;

describe('subscribers and subscriptions', () => {
	test('the secret is shown on creation and rotation only', async () => {
		const { subscriberId, secret } = await subscribe(client, receiver.url);
		expect(secret).toMatch(/^whsec_\S{20,}$/);
		const quiet = await put(`subscribers/${subscriberId}`, { isActive: false });
		expect(quiet).toMatchObject({ id: subscriberId, isActive: false });
		expect(quiet).not.toHaveProperty('secretToken');
		const rotated = await put(`subscribers/${subscriberId}`, { rotateSecretToken: true });
		expect(rotated.secretToken).toMatch(/^whsec_/);
		expect(rotated.secretToken).not.toBe(secret);
	});

	test('a subscription is made, listed and changed with the same fields', async () => {
		const { url } = receiver;
		const { subscriberId, subscriptionId } = await subscribe(client, `${url}/hook?a=1`, 'submit', 'incidentreport');
		const { body } = await client.call('webhook', 'PUT', `/webhook/subscriptions/${subscriptionId}`, {
			uri: `${url}/new`,
			isActive: false,
		});
		expect(body.data).toMatchObject({
			id: subscriptionId,
			uri: `${url}/new`,
			isActive: false,
			event: 'submit',
			eventType: 'incidentreport',
			modifiedDateTime: expect.any(String),
		});
		expect((await client.get('developer', `/webhook/subscribers/${subscriberId}/subscriptions`)).rows).toEqual([
			body.data,
		]);
		expect(await client.admin('GET', '/subscriptions')).toEqual([
			expect.objectContaining({ id: subscriptionId, subscriberId, key: 'developer', isActive: false }),
		]);
	});

	test.each<[status: number, change: Json]>([
		[200, {}],
		[400, { event: 'delete' }],
		[400, { eventType: 'employee' }],
		[400, { uri: 'http://example.com/x' }],
		[400, { uri: 'ftp://127.0.0.1/x' }],
		[400, { uri: 'nonsense' }],
		[400, { subscriberId: '1' }],
		[400, { extra: true }],
		[404, { subscriberId: 999 }],
	])('it gets %s when it is made with %j', async (status, change) => {
		const { subscriberId } = await subscribe(client, receiver.url);
		const uri = 'https://example.com/x';
		const body = { subscriberId, event: 'approve', eventType: 'timesheet', uri, ...change };
		expect((await client.call('developer', 'POST', '/webhook/subscriptions', body)).status).toBe(status);
	});

	test.each([
		{ status: 400, method: 'PUT', path: 'subscriptions/1', body: { active: false } },
		{ status: 404, method: 'PUT', path: 'subscriptions/999', body: { isActive: false } },
		{ status: 404, method: 'PUT', path: 'subscribers/999', body: { isActive: false } },
		{ status: 404, method: 'GET', path: 'subscribers/999/subscriptions', body: undefined },
	])('$method $path gets $status', async ({ status, method, path, body }) => {
		await subscribe(client, receiver.url);
		expect((await client.call('developer', method, `/webhook/${path}`, body)).status).toBe(status);
	});
});

describe('a delivery', () => {
	test('goes to every active listener, signed over the raw bytes, with the query of its address', async () => {
		const one = await subscribe(client, `${receiver.url}/one?token=a%20b&x=1`);
		const two = await subscribe(client, `${receiver.url}/two`);
		await subscribe(client, `${receiver.url}/other`, 'reject');
		const silent = await subscribe(client, `${receiver.url}/silent`);
		await put(`subscriptions/${silent.subscriptionId}`, { isActive: false });
		const off = await subscribe(client, `${receiver.url}/off`);
		await put(`subscribers/${off.subscriberId}`, { isActive: false });
		const decision = await client.admin<{ deliveries: number[] }>('POST', '/timesheets/50020/approve');
		expect(decision).toEqual({
			timesheetId: 50_020,
			status: 'Approved',
			deliveries: [expect.any(Number), expect.any(Number)],
		});
		for (const id of decision.deliveries) await settled(id, 'Delivered');
		const secrets: Record<string, string> = { '/one?token=a%20b&x=1': one.secret, '/two': two.secret };
		expect(receiver.received.map(({ url }) => url).sort()).toEqual(Object.keys(secrets));
		for (const { url, body, signature } of receiver.received) {
			expect({ url, signature }).toEqual({ url, signature: hmac(body, secrets[url] ?? '') });
			expect(bodyOf({ body })).toMatchObject({
				timesheetId: 50_020,
				eventType: 'timesheet',
				event: 'approve',
				status: 'Approved',
			});
		}
		expect(await statusOfSheet(client)).toBe('Approved');
	});

	test('is tried again with growing waits and then given up', async () => {
		await subscribe(client, receiver.url);
		receiver.answerWith({ status: 500 });
		const id = await approve();
		await settled(id, 'Failed');
		for (const [wait, attempts, status] of [
			[4000, 1, 'Failed'],
			[1500, 2, 'Failed'],
			[30_000, 3, 'Failed'],
			[119_000, 3, 'Failed'],
			[1500, 4, 'Failed'],
			[600_500, 5, 'MaxRetriesReached'],
			[86_400_000, 5, 'MaxRetriesReached'],
		] as const) {
			await client.sandbox.advance(wait);
			expect(await delivery(id)).toMatchObject({
				status,
				attempts: Array(attempts).fill(expect.objectContaining({ statusCode: 500 })),
			});
		}
	});

	test('one long move of the clock makes every retry on the way', async () => {
		await subscribe(client, receiver.url);
		receiver.answerWith({ status: 503 });
		const id = await approve();
		await client.admin('POST', '/clock', { advanceSeconds: 3600 });
		const row = await delivery(id);
		expect({ status: row.status, attempts: row.attempts.length }).toEqual({ status: 'MaxRetriesReached', attempts: 5 });
		const times = row.attempts.map((attempt) => Date.parse(String(attempt.at)));
		[5, 30, 120, 600].forEach((wait, index) =>
			expect(Math.round((Number(times[index + 1]) - Number(times[index])) / 1000)).toBeGreaterThanOrEqual(wait),
		);
	});

	test('a retry fires in real time, without any move of the clock, and carries the secret of that moment', async () => {
		await withClient({ deliveries: { retryDelaysMs: [40, 40] } }, async (own) => {
			const { subscriberId } = await subscribe(own, receiver.url);
			receiver.answerWith({ status: 500 });
			const id = await approve(own);
			await until(() => receiver.received.length > 0);
			const { body } = await own.call('developer', 'PUT', `/webhook/subscribers/${subscriberId}`, {
				rotateSecretToken: true,
			});
			receiver.answerWith({ status: 204 });
			await settled(id, 'Delivered', own);
			const last = receiver.received.at(-1);
			expect(last?.signature).toBe(hmac(last?.body ?? '', String((body.data as Json).secretToken)));
		});
	});

	test('a receiver that does not answer in time has failed', async () => {
		await withClient({ deliveries: { timeoutMs: 60, retryDelaysMs: [] } }, async (own) => {
			await subscribe(own, receiver.url);
			receiver.answerWith('wait');
			expect((await settled(await approve(own), 'MaxRetriesReached', own)).attempts).toEqual([
				expect.objectContaining({ statusCode: null, error: 'no answer within 60 ms' }),
			]);
		});
	});

	test('a receiver that redirects or is away has failed', async () => {
		// On a busy machine an answer may take longer than a short time limit.
		await withClient({ deliveries: { timeoutMs: 60_000, retryDelaysMs: [] } }, async (own) => {
			const gone = await startInbox();
			const elsewhere = `${gone.url}/elsewhere`;
			const attempt = async () => (await settled(await approve(own), 'MaxRetriesReached', own)).attempts[0];
			await subscribe(own, gone.url);
			gone.answerWith({ status: 302, headers: { location: elsewhere } });
			expect(await attempt()).toMatchObject({ statusCode: 302 });
			expect(gone.received.map((hit) => hit.url)).not.toContain('/elsewhere');
			await gone.close();
			expect((await attempt())?.error).toMatch(/ECONNREFUSED/);
		});
	});

	test('is not sent any more when its subscription is switched off before a retry', async () => {
		const { subscriptionId } = await subscribe(client, receiver.url);
		receiver.answerWith({ status: 500 });
		const id = await approve();
		await settled(id, 'Failed');
		await put(`subscriptions/${subscriptionId}`, { isActive: false });
		await client.sandbox.advance(3_600_000);
		expect(receiver.received).toHaveLength(1);
		expect(await delivery(id)).toMatchObject({ status: 'Failed', nextAttemptAt: null });
	});

	test('can be replayed, and forged ones carry a signature that does not fit', async () => {
		const { subscriptionId, secret } = await subscribe(client, receiver.url);
		const id = await approve();
		await settled(id, 'Delivered');
		const replayed = await client.admin<{ status: string; attempts: Json[] }>('POST', `/deliveries/${id}/replay`);
		expect(replayed.status).toBe('Delivered');
		expect(replayed.attempts).toHaveLength(2);
		expect(receiver.received).toHaveLength(2);
		receiver.answerWith({ status: 403 });
		for (const mutation of ['signature', 'body'] as const) {
			expect(await client.admin('POST', '/deliveries/forge', { subscriptionId, mutation })).toMatchObject({
				status: 403,
				body: 'seen',
			});
			const hit = receiver.received.at(-1);
			expect(hit && bodyOf(hit)).toMatchObject({ timesheetId: 50_020 });
			expect(hit?.signature).not.toBe(hmac(hit?.body ?? '', secret));
			expect(hit?.signature).toMatch(/^[0-9a-f]{64}$/);
		}
		expect((await client.adminFailure('POST', '/deliveries/forge', { subscriptionId: 99 })).status).toBe(404);
		expect((await client.adminFailure('POST', '/deliveries/99/replay')).status).toBe(404);
	});
});

test('state survives a restart, and what was not delivered is sent at the start', async () => {
	await inTemporaryFolder(async (folder) => {
		// Waits so long that a delivery counted as failed at the end would not be sent in this test.
		const options = { file: join(folder, 'state.sqlite'), deliveries: { retryDelaysMs: [86_400_000] } };
		const { secret, id } = await withClient(options, async (before) => {
			const subscription = await subscribe(before, receiver.url);
			receiver.answerWith('wait');
			const approved = await approve(before);
			await until(() => receiver.received.length > 0);
			return { secret: subscription.secret, id: approved };
		});
		receiver.answerWith({ status: 200 });
		await withClient({ ...options, clockStart: undefined }, async (after) => {
			expect((await settled(id, 'Delivered', after)).attempts).toHaveLength(1);
			expect(receiver.received.map((hit) => hit.signature)).toEqual(
				receiver.received.map((hit) => hmac(hit.body, secret)),
			);
			expect(receiver.received).toHaveLength(2);
			expect(await statusOfSheet(after)).toBe('Approved');
		});
	});
});
