import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings, type Settings } from '../../../../nodes/WorkforceOperations/transport/settings.ts';
import { requestToken } from '../../../../nodes/WorkforceOperations/transport/token/tokenCache.ts';
import { refreshTime } from '../../../../nodes/WorkforceOperations/transport/token/tokenPolicy.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { FakeTime } from '../support.mts';

let time: FakeTime;
let keys = 0;
let settings: Settings;

beforeEach(() => {
	time = new FakeTime().install();
	settings = readSettings({
		region: 'custom',
		baseUrl: 'https://token.test/base',
		apiKey: `token-key-${keys++}`,
		subscriptionKey: 'sub-1234',
	});
});
afterEach(() => time.restore());

interface Full {
	statusCode: number;
	headers?: Record<string, unknown>;
	body?: unknown;
}

function service(answer: (path: string, count: number) => Full | Error | Promise<Full>) {
	const sent: IHttpRequestOptions[] = [];
	const http = async (options: IHttpRequestOptions): Promise<Full> => {
		const count = sent.push(options);
		const full = await answer(new URL(options.url).pathname, count);
		if (full instanceof Error) throw full;
		return { headers: {}, ...full };
	};
	return { sent, http: http as never };
}

const good = (expiresIn: unknown = 3600, accessToken: unknown = 'token-1'): Full => ({
	statusCode: 200,
	body: { status: { code: 0 }, data: { accessToken, expiresIn, tokenType: 'Bearer' } },
});

const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
	const error = await time.until(work).catch((thrown: unknown) => thrown);
	if (!(error instanceof Problem)) throw new Error(`no Problem: ${String(error)}`);
	return error;
};

describe('when to exchange again', () => {
	test.each([
		[3600, 3300],
		[600, 300],
		[400, 200],
		[20, 10],
		[1, 0.5],
	])('a life of %i s: after %f s', (life, after) => expect(refreshTime(0, life * 1000)).toBe(after * 1000));

	test.each([undefined, null, 'soon', 0, -1, NaN])('a life that is not told (%p) is an hour', async (expiresIn) => {
		const { refreshAt } = await requestToken(service(() => good(expiresIn)).http, settings);
		expect(refreshAt - clock.date()).toBe(3_300_000);
	});

	test('counts from the asking, and yet serves the request that waits for it', async () => {
		const slow = service(async () => {
			await time.wait(30_000);
			return good(20);
		});
		const { refreshAt } = await time.until(requestToken(slow.http, settings));
		expect(refreshAt).toBeGreaterThan(clock.date());
		expect(refreshAt).toBeLessThanOrEqual(clock.date() + 1_000);
	});
});

describe('one flight', () => {
	test('callers at the same time share one request, the next ones send their own', async () => {
		const { sent, http } = service(async (_, count) => {
			await time.wait(100);
			return good(3600, `token-${count}`);
		});
		const tokens = await time.until(
			Promise.all(Array.from({ length: 20 }, async () => await requestToken(http, settings))),
		);
		expect(sent).toHaveLength(1);
		expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1);
		await time.until(requestToken(http, settings));
		expect(sent).toHaveLength(2);
	});

	test('those who find out a moment later that the same token has ended share its successor; its own end is another matter', async () => {
		const { sent, http } = service((_, count) => good(3600, `token-${count}`));
		expect((await requestToken(http, settings, 'old')).accessToken).toBe('token-1');
		expect((await requestToken(http, settings, 'old')).accessToken).toBe('token-1');
		expect((await requestToken(http, settings, 'token-1')).accessToken).toBe('token-2');
		expect((await requestToken(http, settings, 'other')).accessToken).toBe('token-3');
		await time.until(time.wait(5_001));
		expect((await requestToken(http, settings, 'old')).accessToken).toBe('token-4');
		expect(sent).toHaveLength(4);
	});

	test('a flight that fails does not stay', async () => {
		const { sent, http } = service((_, count) => (count === 1 ? { statusCode: 418 } : good()));
		await expect(requestToken(http, settings)).rejects.toBeInstanceOf(Problem);
		expect((await requestToken(http, settings)).accessToken).toBe('token-1');
		expect(sent).toHaveLength(2);
	});

	test('other keys, subscription keys and addresses fly on their own', async () => {
		const { sent, http } = service(async () => {
			await time.wait(10);
			return good();
		});
		const others = [settings, { ...settings, subscriptionKey: 'other' }, { ...settings, fingerprint: 'other' }];
		await time.until(Promise.all(others.map(async (each) => await requestToken(http, each))));
		expect(sent).toHaveLength(3);
	});
});

describe('a rejected key', () => {
	test.each([400, 401, 403])('%i costs one request for many callers, and is asked again later', async (statusCode) => {
		const { sent, http } = service(() => ({ statusCode, body: { message: `no such key ${settings.apiKey}` } }));
		for (let index = 0; index < 10; index++) {
			const problem = await problemOf(requestToken(http, settings));
			expect(problem.message).toMatch(/^The API key was rejected\..*API Key.*Region.*Subscription Key/);
			expect(problem.cure).toContain('no such key ***');
			expect(problem).not.toHaveProperty('response');
			expect(JSON.stringify([problem, problem.stack])).not.toContain(settings.apiKey);
		}
		expect(sent).toHaveLength(1);
		await time.until(time.wait(5_001));
		await problemOf(requestToken(http, settings));
		expect(sent).toHaveLength(2);
	});

	test('also when it is refused inside of a success', async () => {
		const { http } = service(() => ({
			statusCode: 200,
			body: { status: { code: 3, errorMessage: 'unknown key' }, data: null },
		}));
		expect((await problemOf(requestToken(http, settings))).cure).toContain('unknown key');
	});

	test('a gateway that names the subscription key is understood', async () => {
		const { http } = service(() => ({
			statusCode: 401,
			body: { statusCode: 401, message: 'Access denied due to invalid subscription key.' },
		}));
		expect((await problemOf(requestToken(http, settings))).message).toMatch(/^The subscription key was rejected/);
	});
});

describe('the path', () => {
	test('the other one is tried on 404 only', async () => {
		const { sent, http } = service((path) => (path === '/base/api/token/request' ? good() : { statusCode: 404 }));
		await requestToken(http, settings);
		expect(sent.map(({ url }) => url)).toEqual([
			'https://token.test/base/api/external/token/request',
			'https://token.test/base/api/token/request',
		]);
	});

	test.each([400, 401, 403, 405, 410, 302, 500, 429])('not on %i', async (statusCode) => {
		const { sent, http } = service(() => ({ statusCode, headers: { 'retry-after': '1' } }));
		await problemOf(requestToken(http, settings));
		expect(sent.every(({ url }) => url.endsWith('/api/external/token/request'))).toBe(true);
	});

	test('neither: the address is wrong', async () => {
		const { http } = service(() => ({ statusCode: 404 }));
		expect((await problemOf(requestToken(http, settings))).message).toBe(
			'https://token.test does not exchange API keys. Check the Region (or the Base URL) of the credential',
		);
	});
});

describe('what else can come', () => {
	test.each([
		[
			'HTML',
			{ statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
			/a web page instead of data\. Check the Region/,
		],
		[
			'a redirect',
			{ statusCode: 302, headers: { location: 'https://login.test/' } },
			/sends requests on to another address\. Check the Region/,
		],
		['no token', { statusCode: 200, body: { data: {} } }, /without a token\. Check the Region/],
		['an empty token', { statusCode: 200, body: { data: { accessToken: '' } } }, /without a token/],
		['nothing', { statusCode: 204, body: '' }, /instead of data|without a token/],
		['a server that is ill', { statusCode: 500 }, /^The service could not answer \(HTTP 500\)$/],
	])('%s', async (_, full, message) => {
		const { http } = service(() => full);
		expect((await problemOf(requestToken(http, settings))).message).toMatch(message);
	});

	test.each([
		['ENOTFOUND', /^There is no server at token\.test\. Check the Region/, 3],
		['ECONNREFUSED', /^The connection to token\.test failed\. Check/, 3],
		['CERT_HAS_EXPIRED', /certificate of token\.test is not trusted/, 1],
	])('%s', async (code, message, tries) => {
		const { sent, http } = service(() => Object.assign(new Error('x'), { code }));
		expect((await problemOf(requestToken(http, settings))).message).toMatch(message);
		expect(sent).toHaveLength(tries);
	});

	test('429 is waited for once', async () => {
		const { sent, http } = service((_, count) =>
			count === 1 ? { statusCode: 429, headers: { 'retry-after': '12' } } : good(),
		);
		const start = time.now;
		await time.until(requestToken(http, settings));
		expect([sent.length, time.now - start]).toEqual([2, 12_000]);
	});

	test.each([
		['again', '2', 2, /Try again in 2 s/],
		['for longer than a minute', '600', 1, /Try again in 600 s/],
		['until a date', new Date(1_800_000_000_000 + 1_000_000 + 300_000).toUTCString(), 1, /Try again in \d+ s/],
	])('and not %s', async (_, after, requests, cure) => {
		const { sent, http } = service(() => ({ statusCode: 429, headers: { 'retry-after': after } }));
		const problem = await problemOf(requestToken(http, settings));
		expect(sent).toHaveLength(requests);
		expect(problem.message).toBe('The service takes no more token requests at the moment');
		expect(problem.cure).toMatch(cure);
	});

	test('the request: own host, no redirect, no thrown status, the key in the body only', async () => {
		const { sent, http } = service(() => good());
		await requestToken(http, settings);
		expect(sent[0]).toMatchObject({
			method: 'POST',
			body: { apiKey: settings.apiKey },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		});
		expect(sent[0]?.headers).toMatchObject({ 'external-svc-apim-sub-key': 'sub-1234' });
		expect(JSON.stringify([sent[0]?.url, sent[0]?.headers])).not.toContain(settings.apiKey);
	});
});
