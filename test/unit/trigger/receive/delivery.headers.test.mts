// Which headers of a delivery a workflow gets to see.
import { describe, expect, test } from '@jest/globals';
import { publicHeaders } from '../../../../nodes/WorkforceOperations/trigger/receive/delivery.ts';

const query = { token: 'the-token', seal: 'the-seal' };

describe('left out is what holds', () => {
	test.each([
		'x-forwarded-uri',
		'x-original-uri',
		'X-Original-URL',
		'x-rewrite-url',
		'x-forwarded-path',
		'x-envoy-original-path',
		'referer',
		'x-query-string',
	])('our address: %s', (name) => expect(publicHeaders({ [name]: '/' }, query)).toEqual({}));

	test.each([
		'webhooks-signature',
		'authorization',
		'Proxy-Authorization',
		'cookie',
		'set-cookie',
		'x-forwarded-access-token',
		'cf-access-jwt-assertion',
		'x-goog-iap-jwt-assertion',
		'x-amzn-oidc-data',
		'x-amzn-oidc-identity',
		'x-auth-request-email',
		'x-forwarded-client-cert',
		'x-ms-client-principal',
		'x-csrf-token',
		'x-session-id',
		'x-secret',
	])('a token or a proof: %s', (name) => expect(publicHeaders({ [name]: 'x' }, query)).toEqual({}));

	test.each([
		'x-api-key',
		'API-Key',
		'apikey',
		'external-svc-apim-sub-key',
		'ocp-apim-subscription-key',
		'x-functions-key',
	])('a key: %s', (name) => expect(publicHeaders({ [name]: 'x' }, query)).toEqual({}));

	test.each<[string, unknown]>([
		['the token of its address', 'GET /webhook/x?token=the-token'],
		['the seal of its address', ['a', '"the-seal"']],
		['them in another spelling', '/webhook%3Fseal%3Dthe%2Dseal'],
		['a bearer token', 'Bearer abc'],
		['a basic one', ' basic YTpi'],
		['a JSON Web Token', 'id=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.x'],
		['them where something else can’t be decoded', '/webhook?token=the-token&share=100%'],
	])('under a name that nobody knows, %s', (_, value) => expect(publicHeaders({ 'x-else': value }, query)).toEqual({}));

	test('a part of its address as it was written', () =>
		expect(publicHeaders({ 'x-else': '/webhook?token=a%2Db' }, { token: 'a%2Db' })).toEqual({}));
});

test.each<[string, unknown]>([
	['host', 'n8n.example.com'],
	['content-type', 'application/json'],
	['content-length', '12'],
	['user-agent', 'Service/1.0 (100%)'],
	['x-plan', 'The basic plan'],
	['x-request-id', 'a-b-c'],
	['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
	['x-forwarded-for', ['1.2.3.4', '5.6.7.8']],
	['x-forwarded-proto', 'https'],
	['idempotency-key', '7'],
	['x-idempotency-key', '7'],
	['date', 'Sun, 22 Nov 2026 10:00:00 GMT'],
])('what says nothing of that is kept: %s', (name, value) => {
	for (const given of [query, {}, null, { token: '' }, { token: ['', 'the-token'] }])
		expect(publicHeaders({ [name]: value }, given)).toEqual({ [name]: value });
});
