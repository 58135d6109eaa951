import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startInbox, type Inbox } from '../../kit/servers/inbox.mts';
import { startClient, subscribe, until, type Client, type Json } from './support.mts';

let client: Client;
let receiver: Inbox;
beforeEach(async () => {
	client = await startClient();
	receiver = await startInbox();
});
afterEach(async () => {
	await client.close();
	await receiver.close();
});

const hmac = (body: Buffer | string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');
const approve = (id = 50_020) =>
	client.admin<{ timesheetId: number; status: string; deliveries: number[] }>('POST', `/timesheets/${id}/approve`);
const delivery = (id: number) => client.admin<Json & { attempts: Json[]; status: string }>('GET', `/deliveries/${id}`);
const settled = (id: number, status: string) =>
	until(async () => ((await delivery(id)).status === status ? delivery(id) : null));

describe('subscribers and subscriptions', () => {
	test('both webhook key types open them, others do not', async () => {
		for (const key of ['developer', 'webhook', 'loginaudit'] as const)
			expect((await client.call(key, 'POST', '/webhook/subscribers')).status).toBe(200);
		for (const key of ['timesheet', 'incidentreport', 'liveops'] as const)
			expect((await client.call(key, 'POST', '/webhook/subscribers')).status).toBe(403);
	});

	test('the secret is shown on creation and rotation only', async () => {
		const { subscriberId, secret } = await subscribe(client, receiver.url);
		expect(secret).toMatch(/^whsec_\S{20,}$/);
		const quiet = (await client.call('developer', 'PUT', `/webhook/subscribers/${subscriberId}`, { isActive: false }))
			.body.data as Json;
		expect(quiet).toMatchObject({ id: subscriberId, isActive: false });
		expect(quiet).not.toHaveProperty('secretToken');
		const rotated = (
			await client.call('developer', 'PUT', `/webhook/subscribers/${subscriberId}`, { rotateSecretToken: true })
		).body.data as Json;
		expect(rotated.secretToken).toMatch(/^whsec_/);
		expect(rotated.secretToken).not.toBe(secret);
	});

	test('a subscription is made, listed and changed with the same fields', async () => {
		const { subscriberId, subscriptionId } = await subscribe(
			client,
			`${receiver.url}/hook?a=1`,
			'submit',
			'incidentreport',
		);
		const changed = (
			await client.call('webhook', 'PUT', `/webhook/subscriptions/${subscriptionId}`, {
				uri: `${receiver.url}/new`,
				isActive: false,
			})
		).body.data as Json;
		expect(changed).toMatchObject({
			id: subscriptionId,
			uri: `${receiver.url}/new`,
			isActive: false,
			event: 'submit',
			eventType: 'incidentreport',
			modifiedDateTime: expect.any(String),
		});
		expect((await client.get('developer', `/webhook/subscribers/${subscriberId}/subscriptions`)).rows).toEqual([
			changed,
		]);
		expect(await client.admin('GET', '/subscriptions')).toEqual([
			expect.objectContaining({ id: subscriptionId, subscriberId, key: 'developer', isActive: false }),
		]);
	});

	test('an unknown pair, a wrong address and unknown fields get 400, unknown ids 404', async () => {
		const { subscriberId, subscriptionId } = await subscribe(client, receiver.url);
		const make = async (change: Json): Promise<number> =>
			(
				await client.call('developer', 'POST', '/webhook/subscriptions', {
					subscriberId,
					event: 'approve',
					eventType: 'timesheet',
					uri: 'https://example.com/x',
					...change,
				})
			).status;
		expect(await make({})).toBe(200);
		expect(await make({ event: 'delete' })).toBe(400);
		expect(await make({ eventType: 'employee' })).toBe(400);
		expect(await make({ uri: 'http://example.com/x' })).toBe(400);
		expect(await make({ uri: 'ftp://127.0.0.1/x' })).toBe(400);
		expect(await make({ uri: 'nonsense' })).toBe(400);
		expect(await make({ subscriberId: '1' })).toBe(400);
		expect(await make({ extra: true })).toBe(400);
		expect(await make({ subscriberId: 999 })).toBe(404);
		expect(
			(await client.call('developer', 'PUT', `/webhook/subscriptions/${subscriptionId}`, { active: false })).status,
		).toBe(400);
		expect((await client.call('developer', 'PUT', '/webhook/subscriptions/999', { isActive: false })).status).toBe(404);
		expect((await client.call('developer', 'PUT', '/webhook/subscribers/999', { isActive: false })).status).toBe(404);
		expect((await client.get('developer', '/webhook/subscribers/999/subscriptions')).status).toBe(404);
	});
});

describe('a delivery', () => {
	test('goes to every active listener, signed over the raw bytes, with the query of its address', async () => {
		const one = await subscribe(client, `${receiver.url}/one?token=a%20b&x=1`);
		const two = await subscribe(client, `${receiver.url}/two`);
		await subscribe(client, `${receiver.url}/other`, 'reject');
		const silent = await subscribe(client, `${receiver.url}/silent`);
		await client.call('developer', 'PUT', `/webhook/subscriptions/${silent.subscriptionId}`, { isActive: false });
		const off = await subscribe(client, `${receiver.url}/off`);
		await client.call('developer', 'PUT', `/webhook/subscribers/${off.subscriberId}`, { isActive: false });
		const decision = await approve();
		expect(decision).toEqual({
			timesheetId: 50_020,
			status: 'Approved',
			deliveries: [expect.any(Number), expect.any(Number)],
		});
		for (const id of decision.deliveries) await settled(id, 'Delivered');
		const byUrl = new Map(receiver.received.map((hit) => [hit.url, hit]));
		expect([...byUrl.keys()].sort()).toEqual(['/one?token=a%20b&x=1', '/two']);
		for (const [url, secret] of [
			['/one?token=a%20b&x=1', one.secret],
			['/two', two.secret],
		] as const) {
			const hit = byUrl.get(url);
			expect(hit?.signature).toBe(hmac(hit?.body ?? '', secret));
			expect(JSON.parse(String(hit?.body ?? ''))).toMatchObject({
				timesheetId: 50_020,
				eventType: 'timesheet',
				event: 'approve',
				status: 'Approved',
			});
		}
		expect(((await client.get('timesheet', '/external/timesheets/50020')).body.data as Json).status).toBe('Approved');
	});

	test('is tried again with growing waits and then given up', async () => {
		await subscribe(client, receiver.url);
		receiver.answerWith({ status: 500 });
		const id = Number((await approve()).deliveries[0]);
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
		const id = Number((await approve()).deliveries[0]);
		await client.admin('POST', '/clock', { advanceSeconds: 3600 });
		const row = await delivery(id);
		expect({ status: row.status, attempts: row.attempts.length }).toEqual({ status: 'MaxRetriesReached', attempts: 5 });
		const times = row.attempts.map((attempt) => Date.parse(String(attempt.at)));
		[5, 30, 120, 600].forEach((wait, index) =>
			expect(Math.round((Number(times[index + 1]) - Number(times[index])) / 1000)).toBeGreaterThanOrEqual(wait),
		);
	});

	test('a retry fires in real time, without any move of the clock, and carries the secret of that moment', async () => {
		await client.close();
		client = await startClient({ deliveries: { retryDelaysMs: [40, 40] } });
		const { subscriberId } = await subscribe(client, receiver.url);
		receiver.answerWith({ status: 500 });
		const id = Number((await approve()).deliveries[0]);
		await until(() => receiver.received.length > 0);
		const rotated = (
			await client.call('developer', 'PUT', `/webhook/subscribers/${subscriberId}`, { rotateSecretToken: true })
		).body.data as Json;
		receiver.answerWith({ status: 204 });
		await settled(id, 'Delivered');
		const last = receiver.received.at(-1);
		expect(last?.signature).toBe(hmac(last?.body ?? '', String(rotated.secretToken)));
	});

	test('a receiver that does not answer in time, redirects or is away has failed', async () => {
		await client.close();
		client = await startClient({ deliveries: { timeoutMs: 60, retryDelaysMs: [] } });
		await subscribe(client, receiver.url);
		receiver.answerWith('wait');
		expect((await settled(Number((await approve()).deliveries[0]), 'MaxRetriesReached')).attempts).toEqual([
			expect.objectContaining({ statusCode: null, error: 'no answer within 60 ms' }),
		]);
		// On a busy machine an answer may take longer than that.
		await client.close();
		client = await startClient({ deliveries: { timeoutMs: 60_000, retryDelaysMs: [] } });
		await subscribe(client, receiver.url);
		receiver.answerWith({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
		expect((await settled(Number((await approve()).deliveries[0]), 'MaxRetriesReached')).attempts[0]).toMatchObject({
			statusCode: 302,
		});
		expect(receiver.received.map((hit) => hit.url)).not.toContain('/elsewhere');
		await receiver.close();
		expect((await settled(Number((await approve()).deliveries[0]), 'MaxRetriesReached')).attempts[0]?.error).toMatch(
			/ECONNREFUSED/,
		);
		receiver = await startInbox();
	});

	test('is not sent any more when its subscription is switched off before a retry', async () => {
		const { subscriptionId } = await subscribe(client, receiver.url);
		receiver.answerWith({ status: 500 });
		const id = Number((await approve()).deliveries[0]);
		await settled(id, 'Failed');
		await client.call('developer', 'PUT', `/webhook/subscriptions/${subscriptionId}`, { isActive: false });
		await client.sandbox.advance(3_600_000);
		expect(receiver.received).toHaveLength(1);
		expect(await delivery(id)).toMatchObject({ status: 'Failed', nextAttemptAt: null });
	});

	test('can be replayed, and forged ones carry a signature that does not fit', async () => {
		const { subscriptionId, secret } = await subscribe(client, receiver.url);
		const id = Number((await approve()).deliveries[0]);
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
			expect(JSON.parse(String(hit?.body ?? ''))).toMatchObject({ timesheetId: 50_020 });
			expect(hit?.signature).not.toBe(hmac(hit?.body ?? '', secret));
			expect(hit?.signature).toMatch(/^[0-9a-f]{64}$/);
		}
		expect(await client.adminFailure('POST', '/deliveries/forge', { subscriptionId: 99 })).toMatchObject({
			status: 404,
		});
		expect(await client.adminFailure('POST', '/deliveries/99/replay')).toMatchObject({ status: 404 });
	});
});

test('state survives a restart, and what was not delivered is sent at the start', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	try {
		const file = join(folder, 'state.sqlite');
		await client.close();
		// Waits so long that a delivery counted as failed at the end would not be sent in this test.
		const deliveries = { retryDelaysMs: [86_400_000] };
		client = await startClient({ file, deliveries });
		const { secret } = await subscribe(client, receiver.url);
		receiver.answerWith('wait');
		const id = Number((await approve()).deliveries[0]);
		await until(() => receiver.received.length > 0);
		await client.close();
		receiver.answerWith({ status: 200 });
		client = await startClient({ file, deliveries, clockStart: undefined });
		expect((await settled(id, 'Delivered')).attempts).toHaveLength(1);
		expect(receiver.received.map((hit) => hit.signature)).toEqual(
			receiver.received.map((hit) => hmac(hit.body, secret)),
		);
		expect(receiver.received).toHaveLength(2);
		expect(((await client.get('timesheet', '/external/timesheets/50020')).body.data as Json).status).toBe('Approved');
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
