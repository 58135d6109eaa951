// The credential as n8n sees it: every field, the test of the editor, and a request whole.
import { describe, expect, test } from '@jest/globals';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { regions } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { REFUSED_HEADER } from '../../../nodes/WorkforceOperations/transport/http/internalHeaders.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { useVirtualTime } from '../transport/support.mts';

const time = useVirtualTime();

const type = new WorkforceOperationsApi();
const onlyCustom = { show: { region: ['custom'] } };

test('every field, without its words', () => {
	const { properties, authenticate: _, test: __, ...itself } = type;
	expect(itself).toEqual({
		name: 'workforceOperationsApi',
		displayName: 'Workforce Operations API',
		icon: {
			light: 'file:../nodes/WorkforceOperations/workforceOperations.svg',
			dark: 'file:../nodes/WorkforceOperations/workforceOperations.dark.svg',
		},
		documentationUrl: 'https://github.com/workforce-operations/n8n-nodes-workforce-operations#enter-your-keys',
	});
	const secret = { type: 'string', typeOptions: { password: true }, default: '' };
	const described = { description: expect.stringMatching(/\w+ \w+/) };
	expect(properties).toEqual([
		{
			displayName: 'Region',
			name: 'region',
			type: 'options',
			options: [
				...Object.entries(regions).map(([value, { name, baseUrl }]) => ({ name, value, description: baseUrl })),
				{ name: 'Custom', value: 'custom', ...described },
			],
			default: 'au',
			...described,
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			displayOptions: onlyCustom,
			...described,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			required: true,
			...secret,
			displayOptions: { hide: { separateKeys: [true] } },
			...described,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			...secret,
			displayOptions: { hide: { separateKeys: [false] } },
			...described,
		},
		{ displayName: 'Subscription Key', name: 'subscriptionKey', required: true, ...secret, ...described },
		{
			displayName: 'Subscription Key Header',
			name: 'subscriptionKeyHeader',
			type: 'string',
			default: 'external-svc-apim-sub-key',
			displayOptions: onlyCustom,
			...described,
		},
		{ displayName: 'Separate Keys', name: 'separateKeys', type: 'boolean', default: false, ...described },
		...[
			['Timesheet Key', 'timesheetKey'],
			['Incident Report Key', 'incidentReportKey'],
			['Live Operations Key', 'liveOpsKey'],
			['Developer Key', 'developerKey'],
			['Webhook Key', 'webhookKey'],
			['Audit Key', 'auditKey'],
		].map(([displayName, name]) => ({
			displayName,
			name,
			...secret,
			displayOptions: { hide: { separateKeys: [false] } },
			...described,
		})),
		{ displayName: 'Read Only', name: 'readOnly', type: 'boolean', default: false, ...described },
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 6000 },
			default: 60,
			...described,
		},
		{
			displayName: 'Service Details',
			name: 'serviceDetails',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			...described,
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{ displayName: 'Refresh At', name: 'refreshAt', type: 'hidden', default: 0 },
		{ displayName: 'Token Fingerprint', name: 'tokenFingerprint', ...secret, type: 'hidden' },
	]);
});

describe('API Key', () => {
	const shown = (values: INodeParameters): INodeProperties[] =>
		type.properties.filter(
			(property) => property.name === 'apiKey' && NodeHelpers.displayParameter(values, property, null, null),
		);

	test.each([false, true])('stands in the form once with Separate Keys %s, and is asked for without them', (on) =>
		expect(shown({ separateKeys: on }).map(({ required }) => required === true)).toEqual([!on]),
	);

	test.each<INodeParameters>([
		{ apiKey: 'stored' },
		{ apiKey: 'stored', separateKeys: false },
		{ apiKey: 'stored', separateKeys: true },
		{ apiKey: '', separateKeys: true },
	])('is kept as stored in %j', (values) =>
		expect(NodeHelpers.getNodeParameters(type.properties, values, true, false, null, null)).toMatchObject(values),
	);
});

describe('the test of the editor', () => {
	test('asks for one customer, and says of each refusal where to look', () => {
		const rule = (value: number, words: string): object => ({
			type: 'responseCode',
			properties: { value, message: expect.stringContaining(words) },
		});
		expect(type.test).toEqual({
			request: {
				baseURL: expect.any(String),
				url: '/api/external/customers',
				qs: { limit: 1 },
				headers: { 'x-workforce-test': '1' },
			},
			rules: [
				rule(401, 'the subscription key was rejected'),
				rule(403, 'the service refused the list of customers (403)'),
				rule(404, 'there is no customer list at this address'),
				rule(429, 'has used up its requests'),
			],
		});
	});

	test.each([
		...Object.entries(regions).flatMap(([region, { baseUrl }]): Array<[object, string]> => [
			[{ region }, baseUrl],
			[{ region, baseUrl: 'https://other.test' }, baseUrl],
		]),
		[{ region: 'custom', baseUrl: ' https://own.test/base// ' }, 'https://own.test/base'],
	])('of %j goes to %s', (credentials, address) => {
		const expression = /^=\{\{ (.*) \}\}$/.exec(String(type.test.request.baseURL))?.[1] ?? '';
		expect(new Function('$credentials', `return ${expression}`)(credentials)).toBe(address);
	});
});

describe('a request', () => {
	const fields = {
		region: 'custom',
		baseUrl: 'https://own.test:8443/base',
		apiKey: 'type-key',
		subscriptionKey: 'sub',
	};
	const authenticate = type.authenticate as unknown as (credentials: object, options: object) => Promise<object>;
	const fresh = (changes: object = {}): object => {
		const { fingerprint } = readSettings({ ...fields, ...changes });
		return { ...fields, accessToken: 'jwt', refreshAt: clock.date() + 1, tokenFingerprint: fingerprint, ...changes };
	};
	const kept = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };
	const authorization = 'Bearer jwt';
	const header = 'external-svc-apim-sub-key';

	test.each<[string, object, object, object]>([
		['without headers', {}, {}, { authorization, [header]: 'sub' }],
		['without a subscription key', { subscriptionKey: '' }, { [header]: 'x', a: '1' }, { a: '1', authorization }],
		[
			'with a header of its own',
			{ subscriptionKeyHeader: 'X-Own' },
			{ 'x-OWN': 'x', [header]: 'y' },
			{ [header]: 'y', authorization, 'x-own': 'sub' },
		],
		['with marks', {}, { [REFUSED_HEADER]: 'older', 'x-workforce-budgeted': '1' }, { authorization, [header]: 'sub' }],
	])('%s', async (_, changes, headers, expected) => {
		const url = 'https://own.test:8443/x';
		const options = { url, method: 'GET', headers };
		const given = { ...headers };
		expect(await authenticate(fresh(changes), options)).toEqual({ url, method: 'GET', headers: expected, ...kept });
		expect(headers).toEqual(given);
	});

	test.each([
		['https://evil.test:81/x', 'evil.test:81'],
		['data:text/plain,x', 'null'],
		['https://', 'an address that can’t be read'],
		['https://me@own.test:8443/x', 'an address with a user name or password'],
		['https://:pass@own.test:8443/x', 'an address with a user name or password'],
	])(
		'to %s is refused by name',
		async (url, host) =>
			await expect(authenticate(fresh(), { url })).rejects.toMatchObject({
				message: `This credential isn’t sent to ${host}`,
				cure: expect.stringContaining('Check the request’s address'),
				passing: false,
			}),
	);

	test('that tests the credential, and comes back, has had its fresh token refused: for its subscription key', async () => {
		const options = { url: 'https://own.test:8443/x', headers: { 'x-workforce-test': '1' } };
		expect(await authenticate(fresh(), options)).toMatchObject({ headers: { authorization, [header]: 'sub' } });
		expect(options.headers).not.toHaveProperty('x-workforce-test');
		await expect(authenticate(fresh(), options)).rejects.toMatchObject({
			message: expect.stringMatching(/^The API key is correct, but the subscription key was rejected/),
		});
		const again = { url: 'https://own.test:8443/x', headers: {} };
		await authenticate(fresh(), again);
		expect(await authenticate(fresh(), again)).toMatchObject({ headers: { authorization } });
	});

	test('is asked for a token again before it is a test that was sent', async () => {
		const options = { url: 'https://own.test:8443/x', headers: { 'x-workforce-test': '1' } };
		const stale = { ...fresh(), refreshAt: 0 };
		for (let count = 0; count < 2; count++)
			await expect(authenticate(stale, options)).rejects.toMatchObject({ response: { status: 401 } });
		expect(await authenticate(fresh(), options)).toMatchObject({ headers: { authorization } });
	});

	test('the exchange names the token that it replaces, so that those who come a moment later share the new one', async () => {
		let count = 0;
		const answer = () => ({
			statusCode: 200,
			headers: {},
			body: { data: { accessToken: `t${++count}`, expiresIn: 3600 } },
		});
		const exchange = async (accessToken?: string): Promise<unknown> =>
			await type.preAuthentication.call({ helpers: { httpRequest: async () => answer() } } as never, {
				...fields,
				apiKey: 'exchange-key',
				...(accessToken === undefined ? {} : { accessToken }),
			});
		const token = (accessToken: string): object => ({
			accessToken,
			refreshAt: clock.date() + 3_300_000,
			tokenFingerprint: readSettings({ ...fields, apiKey: 'exchange-key' }).fingerprint,
		});
		const tokens: unknown[] = [];
		for (const replaced of ['old', 'old', undefined, undefined, '']) tokens.push(await exchange(replaced));
		expect(tokens).toEqual(['t1', 't1', 't2', 't3', 't4'].map(token));
	});
});
