// The exchange of a key for a token: its request whole, what each refusal means, and how long anything is remembered.
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
	test.each<[string, Full | Error, string, RegExp, boolean, boolean]>([
		[
			'400',
			{ statusCode: 400 },
			rejected,
			/^The key was sent to token\.test:81\. It works only .* revoked it\.$/,
			false,
			true,
		],
		[
			'401 in words',
			{ statusCode: 401, body: { message: 'm'.repeat(301) } },
			rejected,
			/it\. The service says: “m{300}”\.$/,
			false,
			true,
		],
		[
			'403 of a gateway',
			{ statusCode: 403, body: { message: 'No Subscription' } },
			subscription,
			/^Every region .* give it to you\. The service says: “No Subscription”\.$/,
			false,
			true,
		],
		[
			'a refusal inside of a success',
			{ body: { isSuccess: false, errorMessages: ['No'] } },
			rejected,
			/The service says: “No”\.$/,
			false,
			true,
		],
		[
			'404',
			{ statusCode: 404 },
			`https://token.test:81 doesn’t exchange API keys for tokens. ${check}`,
			/^This may not be/,
			false,
			false,
		],
		[
			'402',
			{ statusCode: 402 },
			`The service refused the request (HTTP 402). ${check}`,
			/^Check the node’s values/,
			false,
			false,
		],
		[
			'429',
			{ statusCode: 429, headers: { 'retry-after': '90' } },
			'The service isn’t accepting any more token requests at the moment',
			/Try again in 90 s/,
			true,
			false,
		],
		['500', { statusCode: 500 }, 'The service could not answer (HTTP 500)', /^Nothing is wrong/, true, false],
		[
			'500 in words',
			{ statusCode: 500, body: { message: 'boom' } },
			'The service could not answer (HTTP 500)',
			/“boom”/,
			true,
			false,
		],
		[
			'nobody',
			network('ENOTFOUND'),
			`There is no server at token.test:81. ${check}`,
			/^Check n8n’s network connection/,
			true,
			false,
		],
		[
			'silence',
			network('ETIMEDOUT'),
			`token.test:81 did not answer in time. ${check}`,
			/^Try again later/,
			true,
			false,
		],
		[
			'a page',
			{ body: '<html>', headers: { 'content-type': 'text/html' } },
			`https://token.test:81 answered with a web page instead of data. ${check}`,
			/proxy/,
			false,
			false,
		],
		[
			'no token',
			{ body: { data: {} } },
			`https://token.test:81 returned no token for the API key. ${check}`,
			/^The node expects the token as .* Received fields: data\.$/,
			false,
			false,
		],
		[
			'a token that is none',
			good(7),
			`https://token.test:81 returned no token for the API key. ${check}`,
			/^The node expects the token as /,
			false,
			false,
		],
		[
			'a list',
			{ body: [1] },
			`https://token.test:81 returned no token for the API key. ${check}`,
			/^The node expects the token as .* Received fields: none\.$/,
			false,
			false,
		],
	])('%s', async (_, answer, message, cure, passing, remembered) => {
		const { refused } = service(answer);
		const problem = await refused();
		expect({
			message: problem.message,
			cure: problem.cure ?? '',
			passing: problem.passing,
			remembered: problem instanceof RejectedKey,
		}).toEqual({ message, cure: expect.stringMatching(cure), passing, remembered });
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
