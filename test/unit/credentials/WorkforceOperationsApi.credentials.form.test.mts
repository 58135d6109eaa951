// The credential as n8n’s editor sees it: every field, and its test.
import { describe, expect, test } from '@jest/globals';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { regions } from '../../../nodes/WorkforceOperations/contract/index.ts';

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
