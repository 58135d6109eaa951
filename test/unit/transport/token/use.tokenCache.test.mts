import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { readSettings, type Settings } from '../../../../nodes/WorkforceOperations/transport/settings.ts';
import { requestToken } from '../../../../nodes/WorkforceOperations/transport/token/use.ts';
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
	body?: unknown;
}

function service(answer: (count: number) => Full | Promise<Full>) {
	const sent: IHttpRequestOptions[] = [];
	const http = async (options: IHttpRequestOptions): Promise<object> => {
		const count = sent.push(options);
		return { headers: {}, ...(await answer(count)) };
	};
	return { sent, http: http as never };
}

const good = (expiresIn: unknown = 3600, accessToken: unknown = 'token-1'): Full => ({
	statusCode: 200,
	body: { status: { code: 0 }, data: { accessToken, expiresIn, tokenType: 'Bearer' } },
});

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
		const { sent, http } = service(async (count) => {
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
		const { sent, http } = service((count) => good(3600, `token-${count}`));
		expect((await requestToken(http, settings, 'old')).accessToken).toBe('token-1');
		expect((await requestToken(http, settings, 'old')).accessToken).toBe('token-1');
		expect((await requestToken(http, settings, 'token-1')).accessToken).toBe('token-2');
		expect((await requestToken(http, settings, 'other')).accessToken).toBe('token-3');
		await time.until(time.wait(5_001));
		expect((await requestToken(http, settings, 'old')).accessToken).toBe('token-4');
		expect(sent).toHaveLength(4);
	});

	test('a flight that fails does not stay', async () => {
		const { sent, http } = service((count) => (count === 1 ? { statusCode: 418 } : good()));
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
