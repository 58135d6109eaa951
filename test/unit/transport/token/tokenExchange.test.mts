// The exchange of a key for a token: its request whole, what each refusal means, how long anything is remembered, and what is read of a token.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings, type Settings } from '../../../../nodes/WorkforceOperations/transport/settings.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import type { StoredToken } from '../../../../nodes/WorkforceOperations/transport/storedTokens.ts';
import { requestToken } from '../../../../nodes/WorkforceOperations/transport/token/use.ts';
import { RejectedKey } from '../../../../nodes/WorkforceOperations/transport/token/tokenExchange.ts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();
let settings: Settings;
let keys = 0;
beforeEach(() => {
	const baseUrl = 'https://token.test:81/base';
	settings = readSettings({ region: 'custom', baseUrl, apiKey: `exchange-key-${keys++}`, subscriptionKey: 'sub-1234' });
});

interface Full {
	statusCode?: number;
	headers?: Record<string, unknown>;
	body?: unknown;
}

/** A service whose last answer stays. */
function service(...answers: Array<Full | Error | 'never'>) {
	const sent: IHttpRequestOptions[] = [];
	const http = async (options: IHttpRequestOptions): Promise<object> => {
		const answer = answers[sent.push(options) - 1] ?? answers.at(-1) ?? {};
		if (answer instanceof Error) throw answer;
		if (answer === 'never') return await new Promise<never>(() => undefined);
		return { statusCode: 200, headers: {}, ...answer };
	};
	const ask = async (stale?: string): Promise<StoredToken> =>
		await time.until(requestToken(http as never, settings, stale));
	const refused = async (): Promise<Problem> => {
		const error: unknown = await ask().catch((thrown: unknown) => thrown);
		if (!(error instanceof Problem)) throw new Error(`no Problem: ${String(error)}`);
		return error;
	};
	return { sent, ask, refused };
}

const good = (accessToken: unknown = 'jwt', expiresIn: unknown = 3600): Full => ({
	body: { status: { code: 0 }, data: { accessToken, expiresIn } },
});
const network = (code: string): Error => Object.assign(new Error('x'), { code });

describe('the request', () => {
	const usual = {
		method: 'POST',
		url: 'https://token.test:81/base/api/external/token/request',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: 30_000,
		encoding: 'arraybuffer',
	};

	test.each([
		['sub-1234', { accept: 'application/json', 'external-svc-apim-sub-key': 'sub-1234' }],
		['', { accept: 'application/json' }],
	])('with the subscription key %p', async (subscriptionKey, headers) => {
		settings = { ...settings, subscriptionKey };
		const { sent, ask } = service(good());
		expect(await ask()).toEqual({
			accessToken: 'jwt',
			refreshAt: clock.date() + 3_300_000,
			tokenFingerprint: settings.fingerprint,
		});
		expect(sent.map(({ abortSignal: _, ...options }) => options)).toEqual([
			{ ...usual, headers, body: { apiKey: settings.apiKey } },
		]);
		expect(time.deadlines).toEqual([45_000]);
	});

	test.each<[string, Array<Full | Error | 'never'>, number, number, boolean]>([
		['503 and again', [{ statusCode: 503 }, { statusCode: 503 }, good()], 3, 1_500, true],
		['503 for good', [{ statusCode: 503 }], 3, 1_500, false],
		['500', [{ statusCode: 500 }, good()], 1, 0, false],
		['silence', ['never', good()], 1, 45_000, false],
		['a broken connection', [network('ECONNRESET'), good()], 2, 500, true],
		['429 for a minute', [{ statusCode: 429, headers: { 'retry-after': '60' } }, good()], 2, 60_000, true],
		['429 for longer', [{ statusCode: 429, headers: { 'retry-after': '60.001' } }, good()], 1, 0, false],
		['429 that does not say', [{ statusCode: 429 }, good()], 2, 60_000, true],
		['429 twice', [{ statusCode: 429, headers: { 'retry-after': '1' } }], 2, 1_000, false],
		['404 at both paths', [{ statusCode: 404 }], 2, 0, false],
		['404 at the first path', [{ statusCode: 404 }, good()], 2, 0, true],
	])('that meets %s', async (_, answers, requests, waited, isToken) => {
		const { sent, ask } = service(...answers);
		const start = time.now;
		const outcome = await ask().catch((error: unknown) => error);
		expect({ requests: sent.length, waited: time.now - start }).toEqual({ requests, waited });
		expect(outcome instanceof Problem).toBe(!isToken);
	});
});

describe('what is wrong', () => {
	const check = 'Check the credential’s Region (or Base URL)';
	const rejected = 'The API key was rejected. Check the credential’s API Key, then its Region and Subscription Key';
	const subscription = 'The subscription key was rejected. Check the credential’s Subscription Key, then its Region';
	const noToken = `https://token.test:81 returned no token for the API key. ${check}`;
	const noExchange = `https://token.test:81 doesn’t exchange API keys for tokens. ${check}`;
	const page = `https://token.test:81 answered with a web page instead of data. ${check}`;
	const busy = 'The service isn’t accepting any more token requests at the moment';
	const ill = 'The service could not answer (HTTP 500)';
	const nobody = `There is no server at token.test:81. ${check}`;
	const silent = `token.test:81 did not answer in time. ${check}`;
	const html = { body: '<html>', headers: { 'content-type': 'text/html' } };
	const said = (statusCode: number, message: string): Full => ({ statusCode, body: { message } });
	const no = { body: { isSuccess: false, errorMessages: ['No'] } };

	test.each<[string, Full | Error, 'stays' | 'passes' | 'remembered', string, RegExp]>([
		[
			'400',
			{ statusCode: 400 },
			'remembered',
			rejected,
			/^The key was sent to token\.test:81\. It works only .* revoked it\.$/,
		],
		['401 in words', said(401, 'm'.repeat(301)), 'remembered', rejected, /it\. The service says: “m{300}”\.$/],
		[
			'403 of a gateway',
			said(403, 'No Subscription'),
			'remembered',
			subscription,
			/^Every region .* give it to you\. The service says: “No Subscription”\.$/,
		],
		['a refusal inside of a success', no, 'remembered', rejected, /The service says: “No”\.$/],
		['404', { statusCode: 404 }, 'stays', noExchange, /^This may not be/],
		[
			'402',
			{ statusCode: 402 },
			'stays',
			`The service refused the request (HTTP 402). ${check}`,
			/^Check the node’s values/,
		],
		['429', { statusCode: 429, headers: { 'retry-after': '90' } }, 'passes', busy, /Try again in 90 s/],
		['500', { statusCode: 500 }, 'passes', ill, /^Nothing is wrong/],
		['500 in words', said(500, 'boom'), 'passes', ill, /“boom”/],
		['nobody', network('ENOTFOUND'), 'passes', nobody, /^Check n8n’s network connection/],
		['silence', network('ETIMEDOUT'), 'passes', silent, /^Try again later/],
		['a page', html, 'stays', page, /proxy/],
		[
			'no token',
			{ body: { data: {} } },
			'stays',
			noToken,
			/^The node expects the token as .* Received fields: data\.$/,
		],
		['a token that is none', good(7), 'stays', noToken, /^The node expects the token as /],
		['a list', { body: [1] }, 'stays', noToken, /^The node expects the token as .* Received fields: none\.$/],
	])('%s', async (_, answer, how, message, cure) => {
		const problem = await service(answer).refused();
		expect({
			message: problem.message,
			cure: problem.cure ?? '',
			passing: problem.passing,
			remembered: problem instanceof RejectedKey,
		}).toEqual({
			message,
			cure: expect.stringMatching(cure),
			passing: how === 'passes',
			remembered: how === 'remembered',
		});
	});

	test('an error that nobody foresaw is a problem all the same', async () => {
		const broken = { ...settings, baseUrl: undefined as never, apiKey: 'x', fingerprint: `broken-${keys}` };
		settings = broken;
		const { sent, refused } = service({ statusCode: 401 });
		expect((await refused()).message).toBe('The API key could not be exchanged for a token');
		expect(sent).toHaveLength(1);
	});
});

describe('what is remembered', () => {
	test('a refusal of the keys for five seconds', async () => {
		const { sent, refused } = service({ statusCode: 401 });
		const first = await refused();
		time.now += 4_999;
		expect(await refused()).toBe(first);
		expect(sent).toHaveLength(1);
		time.now += 1;
		await refused();
		expect(sent).toHaveLength(2);
	});

	test('anything else not at all', async () => {
		const { sent, ask, refused } = service({ statusCode: 402 }, good('one'), good('two'));
		await refused();
		expect([(await ask()).accessToken, (await ask()).accessToken]).toEqual(['one', 'two']);
		expect(sent).toHaveLength(3);
	});

	test('the successor of a token for five seconds, for those who held that one', async () => {
		const { ask } = service(good('one'), good('two'), good('three'));
		const tokens: string[] = [(await ask('old')).accessToken];
		time.now += 4_999;
		tokens.push((await ask('old')).accessToken, (await ask('other')).accessToken);
		time.now += 1;
		tokens.push((await ask('old')).accessToken);
		expect(tokens).toEqual(['one', 'one', 'two', 'three']);
	});
});

test.each([
	[3600, 3_300_000],
	['600', 300_000],
	[4, 2_000],
	[1, 1_000],
	[0.5, 1_000],
	[0, 3_300_000],
	['soon', 3_300_000],
])('a token of %p seconds serves for %i ms', async (expiresIn, ms) =>
	expect((await service(good('jwt', expiresIn)).ask()).refreshAt - clock.date()).toBe(ms),
);

test('the time of a token counts from the asking, and yet it serves the request that waits for it', async () => {
	const slow = async (): Promise<object> => {
		await time.wait(30_000);
		return { statusCode: 200, headers: {}, ...good('jwt', 20) };
	};
	const { refreshAt } = await time.until(requestToken(slow as never, settings));
	expect(refreshAt).toBeGreaterThan(clock.date());
	expect(refreshAt).toBeLessThanOrEqual(clock.date() + 1_000);
});

describe('the token', () => {
	const ofClaims = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
	const ofHour = ofClaims({ iat: 1000, exp: 4600 });
	const short = ofClaims({ iat: 0, exp: 1000 });
	const HOUR = 3_300_000;
	const held = (accessToken: string, expiresIn?: unknown): object => ({ data: { accessToken, expiresIn } });

	test.each<[string, unknown, string, number]>([
		['as documented', { data: { accessToken: 'jwt', expiresIn: 3600, tokenType: 'Bearer' } }, 'jwt', HOUR],
		['without an envelope', { accessToken: 'jwt', expiresIn: 3600 }, 'jwt', HOUR],
		['with blanks around it', { data: { accessToken: ' jwt ', expiresIn: '3600' } }, 'jwt', HOUR],
		['for milliseconds, but for an hour by itself', held(ofHour, 3_600_000), ofHour, HOUR],
		['until a moment, but for an hour by itself', held(ofHour, 1_800_000_000), ofHour, HOUR],
		['for as long as it says itself', held(short), short, 700_000],
		['for less than it says itself', held(ofHour, 1000), ofHour, 700_000],
		['for a time in words', held('jwt', '01:00:00'), 'jwt', HOUR],
	])('%s', async (_, body, accessToken, freshMs) => {
		expect(await service({ body }).ask()).toMatchObject({ accessToken, refreshAt: clock.date() + freshMs });
	});

	test.each([
		{ status: { code: 0 }, accessToken: 'jwt' },
		{ access_token: 'jwt', expires_in: 7200 },
		{ data: [{ accessToken: 'one' }] },
		{ data: { AccessToken: 'jwt' } },
		{ data: { accessToken: ' ' } },
		{ data: { token: 'jwt' } },
		{ data: 'jwt' },
	])('%j holds none', async (body) => {
		await expect(service({ body }).ask()).rejects.toThrow('https://token.test:81 returned no token for the API key');
	});

	test('is missed in words that name the fields that came, and no value', async () => {
		const cure = 'The node expects the token as “accessToken” inside “data”. Received fields: status, data, code, jwt.';
		const body = { status: { code: 0 }, data: { jwt: 'secret' } };
		await expect(service({ body }).ask()).rejects.toMatchObject({ cure });
		await expect(service({ body: { data: { ['f'.repeat(300)]: 1 } } }).ask()).rejects.toMatchObject({
			cure: expect.stringMatching(/Received fields: data, f{194}\.$/),
		});
	});
});
