// A key is checked with the token that it has just got: n8n's stored one may be older than the key's withdrawal.
import { expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { checkKey } from '../../../nodes/WorkforceOperations/transport/keyCheck.ts';
import { fakeConnection } from './support.mts';

const FRESH = 'fresh-token-of-this-check';

/** A service that says in its refusal what it was sent. */
function careless(status: number) {
	const { connection, sent } = fakeConnection(() => ({}));
	const plain: IHttpRequestOptions[] = [];
	Object.assign(connection.context.helpers, {
		async httpRequest(options: IHttpRequestOptions) {
			plain.push(options);
			const isExchange = options.method === 'POST';
			const errorMessage = `Not with ${String(options.headers?.authorization)}`;
			const body = isExchange
				? { status: { code: 0 }, data: { accessToken: FRESH, expiresIn: 3600 } }
				: { status: { code: status, errorMessage }, data: null };
			return await Promise.resolve({ statusCode: isExchange ? 200 : status, headers: {}, body });
		},
	});
	return { connection, plain, sent };
}

test('the read has the new token and the subscription key, nothing internal, and doesn’t go by the credential', async () => {
	const { connection, plain, sent } = careless(403);
	expect(await checkKey(connection, connection.settings, 0)).toMatchObject({ valid: true });
	expect(sent).toEqual([]);
	expect(plain.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([
		{
			method: 'POST',
			url: 'https://service.test/api/external/token/request',
			headers: { accept: 'application/json', 'external-svc-apim-sub-key': 'unit-subscription' },
		},
		{
			method: 'GET',
			url: 'https://service.test/api/external/customers?limit=1',
			headers: {
				accept: 'application/json',
				authorization: `Bearer ${FRESH}`,
				'external-svc-apim-sub-key': 'unit-subscription',
			},
		},
	]);
});

test('what the service says of the new token doesn’t show it', async () => {
	const { connection } = careless(400);
	const error: unknown = await checkKey(connection, connection.settings, 0).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({ message: expect.stringContaining('Not with') });
	expect(JSON.stringify(error) + String(error)).not.toContain(FRESH);
});

test('one check’s refusals don’t keep another one from asking', async () => {
	const { connection, plain } = careless(401);
	for (let count = 0; count < 4; count++)
		expect(await checkKey(connection, connection.settings, 0)).toMatchObject({ valid: false });
	expect(plain.filter(({ method }) => method === 'GET')).toHaveLength(8);
});
