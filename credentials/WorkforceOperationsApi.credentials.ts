import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	CUSTOM_REGION,
	DEFAULT_REGION,
	DEFAULT_SUBSCRIPTION_KEY_HEADER,
	regions,
} from '../nodes/WorkforceOperations/contract';
import { rateLimiterOf } from '../nodes/WorkforceOperations/transport/rateLimit';
import { keyHeaders, secretsOf, settingsForKeyField } from '../nodes/WorkforceOperations/transport/keys';
import { takeInternalHeaders, TEST_HEADER } from '../nodes/WorkforceOperations/transport/http/internalHeaders';
import { redact } from '../nodes/WorkforceOperations/transport/errors/redact';
import { type Problem, problem } from '../nodes/WorkforceOperations/transport/failures/problem';
import { readSettings, type Settings } from '../nodes/WorkforceOperations/transport/settings';
import { assertEveryKey, renewTokens, tokenForRequest } from '../nodes/WorkforceOperations/transport/token/use';
import { apiKeyFields, separateKeyFields } from './separateKeys';

/** n8n's older request helper, used by the HTTP Request node. */
type AnyRequestOptions = IHttpRequestOptions & { uri?: string; followRedirect?: boolean; followAllRedirects?: boolean };

/** The linter judges by names and treats a subscription key as public data; it is a secret of the gateway. */
const SECRET = { password: true } as const;

/** A literal for the expression in the credential's test. */
const baseUrlsByRegion = (): string =>
	Object.entries(regions)
		.map(([code, { baseUrl }]) => `${code}: '${baseUrl}'`)
		.join(', ');

const SUBSCRIPTION_REFUSED =
	'The API key is correct, but the subscription key was rejected. Check the Subscription Key first, then the Region.';

/** Credential tests in flight. n8n authenticates one again only if the service refused its fresh token. */
const testing = new WeakSet<object>();

const refusesHost = (host: string): Problem =>
	problem(
		`This credential isn’t sent to ${host}`,
		'To protect your keys, it is sent only to the service’s address. Check the request’s address, and the credential’s Region.',
	);

/** Some servers let these headers override the method. */
const OVERRIDES = /^x-(http-)?method(-override)?$/i;

/** `given`: the switch's value as text, unless it is true. */
function assertReads({ method = 'GET', headers = {} }: AnyRequestOptions, given: string | undefined): void {
	if (String(method).toUpperCase() === 'GET' && !Object.keys(headers).some((name) => OVERRIDES.test(name))) return;
	throw problem(
		'This credential is read-only',
		`Nothing was sent. ${given === undefined ? '' : `“Read Only” returned ${given}, and only false switches it off. `}To write, use another credential, or switch off “Read Only” in this one.`,
	);
}

/** The URL as n8n's HTTP client joins it; a WHATWG parser would read `https:/host` as a path. */
function targetOf({ url, uri, baseURL }: AnyRequestOptions): URL {
	const given = String(url ?? uri ?? '');
	const absolute = /^([a-z][a-z\d+\-.]*:)?\/\//i.test(given);
	return new URL(
		baseURL === undefined || absolute ? given : `${baseURL.replace(/(?<!\/)\/+$/, '')}/${given.replace(/^\/+/, '')}`,
	);
}

/** Throws if the URL doesn't point to the service. */
function ownTarget(settings: Settings, options: AnyRequestOptions): URL {
	let target: URL;
	try {
		target = targetOf(options);
	} catch {
		throw refusesHost('an address that can’t be read');
	}
	if (target.origin !== settings.origin) throw refusesHost(target.host || target.origin);
	// The HTTP client would send them instead of the token.
	if (target.username || target.password) throw refusesHost('an address with a user name or password');
	return target;
}

export class WorkforceOperationsApi implements ICredentialType {
	name = 'workforceOperationsApi';

	displayName = 'Workforce Operations API';

	icon = {
		light: 'file:../nodes/WorkforceOperations/workforceOperations.svg',
		dark: 'file:../nodes/WorkforceOperations/workforceOperations.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/workforce-operations/n8n-nodes-workforce-operations#enter-your-keys';

	properties: INodeProperties[] = [
		{
			displayName: 'Region',
			name: 'region',
			type: 'options',
			options: [
				...Object.entries(regions).map(([value, { name, baseUrl }]) => ({ name, value, description: baseUrl })),
				{ name: 'Custom', value: CUSTOM_REGION, description: 'Another address, such as the sandbox' },
			],
			default: DEFAULT_REGION,
			description: 'The region your company is registered in. A key works only in its own region.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'The service’s address, starting with https://. A sandbox on this computer is at http://localhost:5690.',
			displayOptions: { show: { region: [CUSTOM_REGION] } },
		},
		...apiKeyFields,
		{
			displayName: 'Subscription Key',
			name: 'subscriptionKey',
			type: 'string',
			typeOptions: SECRET,
			default: '',
			required: true,
			description: 'The same for every customer in a region; the service’s support team can give it to you',
		},
		{
			displayName: 'Subscription Key Header',
			name: 'subscriptionKeyHeader',
			type: 'string',
			default: DEFAULT_SUBSCRIPTION_KEY_HEADER,
			description: 'The name of the header that carries the subscription key',
			displayOptions: { show: { region: [CUSTOM_REGION] } },
		},
		...separateKeyFields,
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether this credential is read-only in every node. Use it for AI agents and for people who must not change anything.',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 6000 },
			default: 60,
			description:
				'Maximum requests per minute for each key, from one n8n process. The service allows 60. Workers with the same key share the limit automatically.',
		},
		{
			displayName: 'Service Details',
			name: 'serviceDetails',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			description: 'Field names used by your account, as JSON. Leave it empty unless “npm run compare” gave you any.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{ displayName: 'Refresh At', name: 'refreshAt', type: 'hidden', default: 0 },
		{
			displayName: 'Token Fingerprint',
			name: 'tokenFingerprint',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
	];

	/** n8n stores the result. Errors contain no response: see Problem. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return {
			...(await renewTokens(this.helpers.httpRequest, readSettings(credentials), credentials)),
		};
	}

	/**
	 * A property instead of a method: n8n sends own properties to the editor, and without `authenticate` there the
	 * credential can't be chosen in the HTTP Request node.
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const credential = readSettings(credentials);
		const options: AnyRequestOptions = requestOptions;
		const target = ownTarget(credential, options);
		if (credential.readOnly) {
			const { readOnly: given = null } = credentials;
			const words = redact(String(JSON.stringify(given)), ...secretsOf(credential)).slice(0, 80);
			assertReads(options, given === true ? undefined : words);
		}
		const { headers, budgeted, keyField, refused, isTest } = takeInternalHeaders(options.headers);
		// The rules below show this message without the status code only in n8n up to 2.8; this error shows it in all
		// versions.
		if (testing.has(options)) throw problem(SUBSCRIPTION_REFUSED);
		const settings = settingsForKeyField(credential, target.pathname, keyField);
		if (isTest) assertEveryKey(credentials, credential);
		const token = tokenForRequest(credentials, settings, { refused, isForeign: !budgeted && !isTest });
		if (isTest) testing.add(options);
		if (!budgeted) rateLimiterOf(settings.budgetKey).countUntracked(settings.requestsPerMinute);
		for (const name of Object.keys(headers)) {
			if (['authorization', settings.subscriptionKeyHeader].includes(name.toLowerCase())) delete headers[name];
		}
		options.headers = { ...headers, ...keyHeaders(settings, token) };
		options.disableFollowRedirect = true;
		options.followRedirect = false;
		options.followAllRedirects = false;
		return options;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ { ${baseUrlsByRegion()} }[$credentials.region] || $credentials.baseUrl.trim().replace(/\\/+$/, '') }}`,
			url: '/api/external/customers',
			qs: { limit: 1 },
			headers: { [TEST_HEADER]: '1' },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: SUBSCRIPTION_REFUSED,
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'The API key is correct, but the service refused the list of customers (403), which every key should be able to read. The quota may be used up: test again later. Otherwise, check the Subscription Key and the key’s scope.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'The API key was exchanged for a token, but there is no customer list at this address. Check the Region or the Base URL.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 429,
					message:
						'Both keys are correct, but the API key has used up its requests for this minute. Test again in a minute.',
				},
			},
		],
	};
}
