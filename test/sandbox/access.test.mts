import { describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { askForToken, request, tokenIn, useFreshClient, withClient, type Json } from './support.mts';

const client = useFreshClient({ ratePerMinute: 5, tokenTtlSeconds: 600 });

const tokenFor = async (apiKey: string, path?: string): Promise<string> =>
	tokenIn(await askForToken(client.sandbox, apiKey, path));
const customersWith = (token: string) =>
	request(client.sandbox, 'GET', '/api/external/customers', undefined, { authorization: `Bearer ${token}` });

describe('the subscription key', () => {
	test('is asked for before anything else, on the token request too', async () => {
		for (const path of ['/api/external/token/request', '/api/external/customers', '/api/nothing/here']) {
			const missing = await request(client.sandbox, path.includes('token') ? 'POST' : 'GET', path, undefined, {
				'external-svc-apim-sub-key': '',
			});
			expect(missing.status).toBe(401);
			expect((missing.body.status as Json).errorMessage).toMatch(/subscription key is missing/);
		}
		const wrong = await request(client.sandbox, 'GET', '/api/external/customers', undefined, {
			'external-svc-apim-sub-key': 'wrong',
		});
		expect(wrong).toMatchObject({ status: 401, body: { data: null } });
	});

	test('is taken under the name of either operator', async () => {
		const { keys, subscriptionKey } = client.sandbox;
		const headers = { 'external-svc-apim-sub-key': '', 'external-gh-apim-sub-key': subscriptionKey };
		expect((await askForToken(client.sandbox, keys.timesheet, undefined, headers)).status).toBe(200);
	});

	test('is another one in each region, which refuses that of the other', async () => {
		await withClient({ region: 'uk' }, async ({ sandbox: uk }) => {
			const au = client.sandbox;
			const statusOf = async (region: typeof au, key: string): Promise<number> => {
				const headers = { 'external-svc-apim-sub-key': '', 'external-gh-apim-sub-key': key };
				return (await askForToken(region, region.keys.timesheet, undefined, headers)).status;
			};
			expect({
				ownInAu: await statusOf(au, au.subscriptionKey),
				ownInUk: await statusOf(uk, uk.subscriptionKey),
				ofUkInAu: await statusOf(au, uk.subscriptionKey),
				ofAuInUk: await statusOf(uk, au.subscriptionKey),
			}).toEqual({ ownInAu: 200, ownInUk: 200, ofUkInAu: 401, ofAuInUk: 401 });
		});
	});
});

describe('the token', () => {
	test('comes from both paths, says what the key is limited to and lives as long as it says', async () => {
		for (const path of ['/api/external/token/request', '/api/token/request']) {
			const claims = jwt.decode(await tokenFor(client.sandbox.keys.scoped, path)) as Json;
			expect(claims).toMatchObject({
				KeyType: 'timesheet',
				CompanyId: '1',
				CustomerId: '1001',
				SiteId: '2001,2002',
				Scope: '',
			});
			expect(Number(claims.exp) - Number(claims.iat)).toBe(600);
		}
		expect(jwt.decode(await tokenFor(client.sandbox.keys.loginaudit))).toMatchObject({
			KeyType: 'developer',
			Scope: 'login-audits.read',
			CustomerId: '',
		});
	});

	test('an unknown key gets 401 in the standard envelope; a body without one 400', async () => {
		expect(await askForToken(client.sandbox, 'nobody')).toMatchObject({
			status: 401,
			body: { data: null, status: { errorMessage: 'The API key is not known.' } },
		});
		const ask = (body?: unknown) => request(client.sandbox, 'POST', '/api/external/token/request', body);
		expect((await ask({})).status).toBe(400);
		expect((await ask()).body.message).toBe('apiKey is required');
		expect((await ask({ apiKey: 'x', extra: 1 })).status).toBe(400);
	});

	test('expires on the clock of the sandbox', async () => {
		const token = await tokenFor(client.sandbox.keys.timesheet);
		expect((await customersWith(token)).status).toBe(200);
		await client.sandbox.advance(590_000);
		expect((await customersWith(token)).status).toBe(200);
		await client.sandbox.advance(11_000);
		const late = await customersWith(token);
		expect(late).toMatchObject({ status: 401, body: { message: 'The bearer token has expired.' } });
	});

	test('is refused when missing, foreign, unsigned or revoked', async () => {
		const token = await tokenFor(client.sandbox.keys.timesheet);
		expect((await request(client.sandbox, 'GET', '/api/external/customers')).status).toBe(401);
		const claims = jwt.decode(token) as Json;
		expect((await customersWith(jwt.sign(claims, 'another secret'))).status).toBe(401);
		expect((await customersWith(jwt.sign(claims, '', { algorithm: 'none' }))).status).toBe(401);
		await client.admin('POST', '/tokens/revoke');
		expect((await customersWith(token)).status).toBe(401);
		expect((await customersWith(await tokenFor(client.sandbox.keys.timesheet))).status).toBe(200);
	});
});

describe('the rate limit', () => {
	test('is a sliding window per key; a refused request does not count; token requests are free', async () => {
		const get = () => client.get('timesheet', '/external/customers?limit=1');
		expect((await get()).status).toBe(200);
		await client.sandbox.advance(30_000);
		for (let n = 2; n <= 5; n++) expect((await get()).status).toBe(200);
		const refused = await get();
		expect(refused).toMatchObject({ status: 429, body: { data: null } });
		const wait = Number(refused.headers.get('retry-after'));
		expect(wait).toBeGreaterThan(20);
		expect(wait).toBeLessThanOrEqual(30);
		for (let n = 0; n < 8; n++) await tokenFor(client.sandbox.keys.timesheet);
		expect((await client.get('developer', '/external/customers')).status).toBe(200);
		await client.sandbox.advance(wait * 1000);
		expect((await get()).status).toBe(200);
		expect((await get()).status).toBe(429);
	});

	test('counts requests that end in 403 and 400, and comes before both', async () => {
		for (let n = 0; n < 5; n++)
			expect((await client.get('liveops', '/external/timesheets?nonsense=1')).status).toBe(403);
		expect((await client.get('liveops', '/external/timesheets?nonsense=1')).status).toBe(429);
	});
});

test('the journal names the key and the reason of a refusal, never a secret', async () => {
	await client.get('webhook', '/external/timesheets?limit=1');
	await askForToken(client.sandbox, 'nobody');
	const rows = await client.admin<Json[]>('GET', '/requests');
	expect(rows).toEqual([
		expect.objectContaining({
			method: 'POST',
			path: '/api/external/token/request',
			status: 200,
			key: 'webhook',
			reason: null,
		}),
		expect.objectContaining({
			method: 'GET',
			path: '/api/external/timesheets',
			query: 'limit=1',
			status: 403,
			key: 'webhook',
			reason: expect.stringContaining('requires a key of the type timesheet'),
		}),
		expect.objectContaining({ status: 401, key: null, reason: 'The API key is not known.' }),
	]);
	expect(JSON.stringify(rows)).not.toContain('sandbox-webhook-key');
	expect(await client.admin<Json[]>('GET', `/requests?since=${String(rows[1]?.id)}`)).toHaveLength(1);
	await client.admin('DELETE', '/requests');
	expect(await client.admin('GET', '/requests')).toEqual([]);
});
