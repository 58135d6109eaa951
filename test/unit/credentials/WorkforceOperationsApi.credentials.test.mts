import { describe, expect, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { rateLimiterOf } from '../../../nodes/WorkforceOperations/transport/rateLimit/index.ts';
import { Problem } from '../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { BUDGETED_HEADER, REFUSED_HEADER } from '../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';
import { useVirtualTime } from '../transport/support.mts';

const time = useVirtualTime();

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

describe('what n8n needs of the type', () => {
	test('authenticate is an own field that the editor sees', () =>
		expect(JSON.parse(JSON.stringify({ ...type, authenticate: typeof type.authenticate }))).toMatchObject({
			authenticate: 'function',
		}));

	test('the exchange returns its own fields only, so that n8n overwrites no expression', async () => {
		const helpers = {
			httpRequest: async () => ({ statusCode: 200, headers: {}, body: { data: { accessToken: 'x', expiresIn: 60 } } }),
		};
		const output = await type.preAuthentication.call({ helpers } as never, { ...fields, apiKey: 'own-fields' });
		expect(Object.keys(output).sort()).toEqual(['accessToken', 'refreshAt', 'tokenFingerprint']);
	});
});

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

	test('redirects are not followed, in the words of both request helpers', async () => {
		const options = await authenticate({
			url: 'https://own.test:8443/x',
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 5,
		});
		expect(options).toMatchObject({ disableFollowRedirect: true, followRedirect: false, followAllRedirects: false });
	});

	test('other spellings of the headers are replaced, others stay', async () => {
		const { headers } = await authenticate({
			url: 'https://own.test:8443/x',
			headers: { Authorization: 'Basic x', 'External-Svc-Apim-Sub-Key': 'y', 'X-Own': '1' },
		});
		expect(headers).toEqual({
			'X-Own': '1',
			authorization: 'Bearer jwt',
			'external-svc-apim-sub-key': 'credential-sub',
		});
	});
});

describe('when a token is asked for', () => {
	const url = 'https://own.test:8443/x';

	test.each([
		['none', { accessToken: '' }],
		['due', { refreshAt: 1 }],
		['without a time', { refreshAt: 0 }],
		['of another key', { tokenFingerprint: 'other' }],
		['of none', { tokenFingerprint: '' }],
		['whose key was changed', { apiKey: 'new-key' }],
		['whose address was changed', { baseUrl: 'https://own.test:8443/new' }],
	])('a token %s', async (_, changes) =>
		expect((await thrown(authenticate({ url }, { ...fresh(), ...changes }))).response).toEqual({ status: 401 }),
	);

	test('one that the service has just refused, but not its successor', async () => {
		const options = { url, headers: { [REFUSED_HEADER]: 'jwt' } };
		expect((await thrown(authenticate(options))).response).toEqual({ status: 401 });
		expect((await authenticate(options, { ...fresh(), accessToken: 'newer' })).headers).not.toHaveProperty([
			REFUSED_HEADER,
		]);
	});

	test('not for a new subscription key', async () =>
		expect((await authenticate({ url }, { ...fresh(), subscriptionKey: 'new-sub' })).headers).toMatchObject({
			'external-svc-apim-sub-key': 'new-sub',
		}));

	test('of the key that the path names, also behind a base address', async () => {
		const credentials = { ...fields, separateKeys: true, timesheetKey: 'timesheet-key' };
		const options = { url: 'api/external/timesheets', baseURL: 'https://own.test:8443/base' };
		expect((await thrown(authenticate(options, credentials))).message).toMatch(/for the Timesheet Key$/);
	});

	test('a moment before the time it still serves', async () => {
		const credentials = { ...fresh(), refreshAt: clock.date() + 1 };
		expect(await authenticate({ url }, credentials)).toBeDefined();
		time.now += 1;
		expect((await thrown(authenticate({ url }, credentials))).response).toEqual({ status: 401 });
	});
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
