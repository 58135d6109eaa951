// What is read of a token, and which forms are none.
import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../../../../nodes/WorkforceOperations/transport/settings.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import type { StoredToken } from '../../../../nodes/WorkforceOperations/transport/storedTokens.ts';
import { requestToken } from '../../../../nodes/WorkforceOperations/transport/token/use.ts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();
let keys = 0;

/** What becomes of this answer to an exchange. */
async function tokenFrom(body: unknown): Promise<StoredToken> {
	const settings = readSettings({
		region: 'custom',
		baseUrl: 'https://token.test',
		apiKey: `form-key-${keys++}`,
		subscriptionKey: 'sub',
	});
	const http = async (): Promise<object> => await Promise.resolve({ statusCode: 200, headers: {}, body });
	return await time.until(requestToken(http as never, settings));
}

describe('the token', () => {
	const ofClaims = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
	const ofHour = ofClaims({ iat: 1000, exp: 4600 });
	const HOUR = 3_300_000;

	test.each<[string, unknown, string, number]>([
		['as documented', { data: { accessToken: 'jwt', expiresIn: 3600, tokenType: 'Bearer' } }, 'jwt', HOUR],
		['without an envelope', { accessToken: 'jwt', expiresIn: 3600 }, 'jwt', HOUR],
		['with blanks around it', { data: { accessToken: ' jwt ', expiresIn: '3600' } }, 'jwt', HOUR],
		[
			'for milliseconds, but for an hour by itself',
			{ data: { accessToken: ofHour, expiresIn: 3_600_000 } },
			ofHour,
			HOUR,
		],
		[
			'until a moment, but for an hour by itself',
			{ data: { accessToken: ofHour, expiresIn: 1_800_000_000 } },
			ofHour,
			HOUR,
		],
		[
			'for as long as it says itself',
			{ data: { accessToken: ofClaims({ iat: 0, exp: 1000 }) } },
			ofClaims({ iat: 0, exp: 1000 }),
			700_000,
		],
		['for less than it says itself', { data: { accessToken: ofHour, expiresIn: 1000 } }, ofHour, 700_000],
		['for a time in words', { data: { accessToken: 'jwt', expiresIn: '01:00:00' } }, 'jwt', HOUR],
	])('%s', async (_, body, accessToken, freshMs) => {
		expect(await tokenFrom(body)).toMatchObject({ accessToken, refreshAt: clock.date() + freshMs });
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
		await expect(tokenFrom(body)).rejects.toThrow('https://token.test returned no token for the API key');
	});

	test('is missed in words that name the fields that came, and no value', async () => {
		const cure = 'The node expects the token as “accessToken” inside “data”. Received fields: status, data, code, jwt.';
		const body = { status: { code: 0 }, data: { jwt: 'secret' } };
		await expect(tokenFrom(body)).rejects.toMatchObject({ cure });
		await expect(tokenFrom({ data: { ['f'.repeat(300)]: 1 } })).rejects.toMatchObject({
			cure: expect.stringMatching(/Received fields: data, f{194}\.$/),
		});
	});
});
