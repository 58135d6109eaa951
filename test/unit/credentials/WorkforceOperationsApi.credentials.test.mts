import { describe, expect, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { rateLimiterOf } from '../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { Problem } from '../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { BUDGETED_HEADER, REFUSED_HEADER } from '../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';
import { useVirtualTime } from '../transport/support.mts';

useVirtualTime();

const type = new WorkforceOperationsApi();

const fields = {
	region: 'custom',
	baseUrl: 'https://own.test:8443/base',
	apiKey: 'credential-key',
	subscriptionKey: 'credential-sub',
	requestsPerMinute: 60,
};

const fresh = (changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => {
	const data = { ...fields, ...changes };
	return {
		...data,
		accessToken: 'jwt',
		refreshAt: clock.date() + 1000,
		tokenFingerprint: readSettings(data).fingerprint,
	};
};

type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	options: object,
) => Promise<IHttpRequestOptions & Record<string, unknown>>;

const authenticate = async (options: object, credentials = fresh()) =>
	await (type.authenticate as unknown as Authenticate)(credentials, options);

const thrown = async (work: Promise<unknown>): Promise<Problem & { response?: { status: number } }> => {
	const error: unknown = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Problem)) throw new Error(`no Problem: ${String(error)}`);
	return error;
};

test('wrong Service Details are told before anything is sent, to a test of the credential as to a request', async () => {
	const wrong = { ...fields, serviceDetails: '{"lineFields": {"pay": {"amuont": "gross"}}}' };
	const words = /^The credential’s Service Details: .*at “lineFields.pay.amuont”: .*expected name, code, quantity/;
	const httpRequest = async () => await Promise.reject(new Error('sent'));
	const exchanged = type.preAuthentication.call({ helpers: { httpRequest } } as never, wrong);
	expect((await thrown(exchanged)).message).toMatch(words);
	expect((await thrown(authenticate({ url: 'https://own.test:8443/base/api/x' }, wrong as never))).message).toMatch(
		words,
	);
});

test('authenticate is an own field that the editor sees', () =>
	expect(JSON.parse(JSON.stringify({ ...type, authenticate: typeof type.authenticate }))).toMatchObject({
		authenticate: 'function',
	}));

describe('keys go to the own host only', () => {
	test.each([
		{ url: 'https://own.test:8443/base/api/x' },
		{ url: 'https://own.test:8443/elsewhere' },
		{ url: 'HTTPS://OWN.TEST:8443/x' },
		{ uri: 'https://own.test:8443/x' },
		{ url: '/api/x', baseURL: 'https://own.test:8443/base' },
		{ url: '', baseURL: 'https://own.test:8443/base/' },
		{ url: '@evil.test/x', baseURL: 'https://own.test:8443' },
		{ url: '/api//x', baseURL: 'https://own.test:8443' },
	])('%j is sent', async (options) => {
		const { headers } = await authenticate(options);
		expect(headers).toMatchObject({ authorization: 'Bearer jwt', 'external-svc-apim-sub-key': 'credential-sub' });
	});

	test.each([
		{ url: 'https://evil.test/api' },
		{ url: 'https://own.test/base' },
		{ url: 'https://own.test:8444/base' },
		{ url: 'http://own.test:8443/base' },
		{ url: 'https://own.test.:8443/base' },
		{ url: 'https://own.test:8443.evil.test/base' },
		{ url: 'https://own.test:8443@evil.test/base' },
		{ url: 'https://own.test%2eevil.test:8443/' },
		{ url: 'https://sub.own.test:8443/base' },
		{ url: 'https://user@own.test:8443/base' },
		{ url: 'https://user:pass@own.test:8443/base' },
		{ url: 'https://evil.test\\@own.test:8443/' },
		{ url: '//evil.test:8443/base' },
		{ url: '//evil.test/x', baseURL: 'https://own.test:8443' },
		{ url: 'https:/evil.test/x' },
		{ url: 'https:evil.test/x' },
		{ url: 'https:\\\\evil.test\\x' },
		{ url: 'https://evil.test/x', baseURL: 'https://own.test:8443' },
		{ url: '/x', baseURL: 'https://evil.test' },
		{ url: '/only/a/path' },
		{ url: 'data:text/plain,x' },
		{ url: 'file:///etc/passwd' },
		{ uri: 'https://evil.test/' },
		{ url: 'https://evil.test/', uri: 'https://own.test:8443/' },
		{ url: '' },
		{},
	])('%j is refused, before any token is asked for', async (options) => {
		for (const credentials of [fresh(), { ...fields, accessToken: '' }]) {
			const before = { ...options };
			const problem = await thrown(authenticate(options, credentials));
			expect(problem.message).toMatch(/^This credential isn’t sent to /);
			expect(problem.response).toBeUndefined();
			expect(options).toEqual(before);
			expect(problem.message).not.toContain('pass@');
		}
	});

	test.each([
		['https://evil.test:81/x', 'evil.test:81'],
		['data:text/plain,x', 'null'],
		['https://', 'an address that can’t be read'],
		['https://me@own.test:8443/x', 'an address with a user name or password'],
		['https://:pass@own.test:8443/x', 'an address with a user name or password'],
	])('%s is named in the refusal', async (url, host) => {
		const { message, cure, passing } = await thrown(authenticate({ url }));
		expect({ message, cure, passing }).toEqual({
			message: `This credential isn’t sent to ${host}`,
			cure: expect.stringContaining('Check the request’s address'),
			passing: false,
		});
	});
});

const url = 'https://own.test:8443/x';
const authorization = 'Bearer jwt';
const header = 'external-svc-apim-sub-key';

test.each<[string, object, object, object]>([
	['without headers', {}, {}, { authorization, [header]: 'credential-sub' }],
	['without a subscription key', { subscriptionKey: '' }, { [header]: 'x', a: '1' }, { a: '1', authorization }],
	[
		'with a header of its own',
		{ subscriptionKeyHeader: 'X-Own' },
		{ 'x-OWN': 'x', [header]: 'y' },
		{ [header]: 'y', authorization, 'x-own': 'credential-sub' },
	],
	[
		'with other spellings of its headers',
		{},
		{ Authorization: 'Basic x', 'External-Svc-Apim-Sub-Key': 'y', 'X-Own': '1' },
		{ 'X-Own': '1', authorization, [header]: 'credential-sub' },
	],
	[
		'with marks',
		{},
		{ [REFUSED_HEADER]: 'older', [BUDGETED_HEADER]: '1' },
		{ authorization, [header]: 'credential-sub' },
	],
])(
	'a request %s is sent whole, and follows no redirect in either helper’s words',
	async (_, changes, given, headers) => {
		const before = { ...given };
		const options = {
			url,
			method: 'GET',
			headers: given,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 5,
		};
		expect(await authenticate(options, fresh(changes as ICredentialDataDecryptedObject))).toEqual({
			url,
			method: 'GET',
			headers,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 5,
		});
		expect(given).toEqual(before);
	},
);

describe('a token is asked for', () => {
	// What is fresh: storedTokens.test.mts; what it follows: test/engine/credential/token.test.mts.
	test.each([
		['where there is none', { accessToken: '' }],
		['where it is due', { refreshAt: 1 }],
	])('%s', async (_, changes) =>
		expect((await thrown(authenticate({ url }, { ...fresh(), ...changes }))).response).toEqual({ status: 401 }),
	);

	test('in place of one that the service has just refused, but not of its successor', async () => {
		const options = { url, headers: { [REFUSED_HEADER]: 'jwt' } };
		expect((await thrown(authenticate(options))).response).toEqual({ status: 401 });
		expect((await authenticate(options, { ...fresh(), accessToken: 'newer' })).headers).not.toHaveProperty([
			REFUSED_HEADER,
		]);
	});

	test('of the key that the path names, also behind a base address', async () => {
		const credentials = { ...fields, separateKeys: true, timesheetKey: 'timesheet-key' };
		const options = { url: 'api/external/timesheets', baseURL: 'https://own.test:8443/base' };
		expect((await thrown(authenticate(options, credentials))).message).toMatch(/for the Timesheet Key$/);
	});

	test('again before it is a test that was sent', async () => {
		const options = { url, headers: { 'x-workforce-test': '1' } };
		const stale = { ...fresh(), refreshAt: 0 };
		for (let count = 0; count < 2; count++)
			expect((await thrown(authenticate(options, stale))).response).toEqual({ status: 401 });
		expect(await authenticate(options)).toMatchObject({ headers: { authorization } });
	});
});

test('a test of the credential that comes back has had its fresh token refused: for its subscription key', async () => {
	const options = { url, headers: { 'x-workforce-test': '1' } };
	expect(await authenticate(options)).toMatchObject({ headers: { authorization, [header]: 'credential-sub' } });
	expect(options.headers).not.toHaveProperty('x-workforce-test');
	expect((await thrown(authenticate(options))).message).toMatch(
		/^The API key is correct, but the subscription key was rejected/,
	);
	const again = { url, headers: {} };
	await authenticate(again);
	expect(await authenticate(again)).toMatchObject({ headers: { authorization } });
});

test('the exchange names the token that it replaces, so that those who come a moment later share the new one', async () => {
	let count = 0;
	const httpRequest = async (): Promise<object> => ({
		statusCode: 200,
		headers: {},
		body: { data: { accessToken: `t${++count}`, expiresIn: 3600 } },
	});
	const exchange = async (stored: object): Promise<unknown> =>
		await type.preAuthentication.call({ helpers: { httpRequest } } as never, { ...fields, ...stored });
	const tokens: unknown[] = [];
	for (const stored of [{ accessToken: 'old' }, { accessToken: 'old' }, {}, {}, { accessToken: '' }])
		tokens.push(await exchange(stored));
	expect(tokens).toEqual(
		['t1', 't1', 't2', 't3', 't4'].map((accessToken) => ({
			accessToken,
			refreshAt: clock.date() + 3_300_000,
			tokenFingerprint: readSettings(fields).fingerprint,
		})),
	);
});

describe('the budget', () => {
	test('counts what n8n sends itself, not what has its place already, and keeps the mark until it is sent', async () => {
		const counted = async (credentials: ICredentialDataDecryptedObject, headers: object): Promise<boolean> => {
			const options = { url: 'https://own.test:8443/x', headers };
			await authenticate(options, credentials).catch(() => undefined);
			expect(BUDGETED_HEADER in options.headers).toBe(credentials.accessToken === '' && BUDGETED_HEADER in headers);
			return !rateLimiterOf(readSettings(credentials).budgetKey).idle;
		};
		expect(await counted(fresh({ apiKey: 'budget-1' }), {})).toBe(true);
		expect(await counted(fresh({ apiKey: 'budget-2' }), { [BUDGETED_HEADER]: '1' })).toBe(false);
		expect(await counted({ ...fresh({ apiKey: 'budget-3' }), accessToken: '' }, { [BUDGETED_HEADER]: '1' })).toBe(
			false,
		);
		expect(await counted({ ...fresh({ apiKey: 'budget-4' }), accessToken: '' }, {})).toBe(false);
	});
});
