import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { admin, clearJournal, isToken, journal, lines } from '../support/admin.mts';
import { asNode } from '../support/helpers.mts';
import { type Recorder, startRecorder } from '../support/recorder.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { useService } from '../support/service.mts';

const MINUTE = 60_000;
const TOKEN = 'POST /api/external/token/request';
const LIST = 'GET /api/external/customers';
const list = { resource: 'customer', operation: 'getAll', limit: 1 };
const many = (count: number): Array<{ json: object }> =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

const service = useService();
const { fault } = service;
let pace: Pace;
/** Another host, which must get nothing. */
let thief: Recorder;

beforeAll(async () => {
	thief = await startRecorder();
});
afterAll(async () => await thief.close());
beforeEach(() => {
	pace = new Pace(service.sandbox);
	thief.clear();
});
afterEach(() => pace.end());
const store = (changes = {}) => service.store('developer', changes);
const sent = async (): Promise<string[]> => lines(await journal(service.sandbox));

describe('a token', () => {
	test('is had once and used again', async () => {
		const credential = store();
		for (let run = 0; run < 3; run++) expect((await runNode(credential, list)).error).toBeUndefined();
		expect(await sent()).toEqual([TOKEN, LIST, LIST, LIST]);
	});

	test('is renewed before it ends, without a wasted request', async () => {
		const credential = store();
		await runNode(credential, list);
		await pace.pass(54 * MINUTE);
		await runNode(credential, list);
		await pace.pass(2 * MINUTE);
		await runNode(credential, list);
		expect(await sent()).toEqual([TOKEN, LIST, LIST, TOKEN, LIST]);
		expect((await journal(service.sandbox)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});

	test('that the service has withdrawn is renewed once', async () => {
		const credential = store();
		await runNode(credential, list);
		await admin(service.sandbox, 'POST', '/tokens/revoke');
		await clearJournal(service.sandbox);
		expect((await runNode(credential, list)).error).toBeUndefined();
		expect((await journal(service.sandbox)).map(({ status }) => status)).toEqual([401, 200, 200]);
		expect(await sent()).toEqual([LIST, TOKEN, LIST]);
	});

	test('that was renewed is the one that later runs use, and no earlier one comes back', async () => {
		const credential = store();
		for (let round = 0; round < 2; round++) {
			await admin(service.sandbox, 'POST', '/tokens/revoke');
			await runNode(credential, list);
			await clearJournal(service.sandbox);
			for (let run = 0; run < 3; run++) await runNode(credential, list);
			expect(await sent()).toEqual([LIST, LIST, LIST]);
		}
	});

	test('that the service has withdrawn is renewed once for many items side by side', async () => {
		const credential = store();
		await runNode(credential, list);
		await admin(service.sandbox, 'POST', '/tokens/revoke');
		await clearJournal(service.sandbox);
		const { json, error } = await runNode(credential, list, { items: many(20) as never });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(20);
		expect((await journal(service.sandbox)).filter(isToken)).toHaveLength(1);
	});

	test('is had once for runs at the same time', async () => {
		const credential = store();
		const runs = await Promise.all(Array.from({ length: 10 }, async () => await runNode(credential, list)));
		expect(runs.map(({ error }) => error)).toEqual(Array.from({ length: 10 }, () => undefined));
		expect((await sent()).filter((line) => line === TOKEN)).toHaveLength(1);
		await pace.pass(56 * MINUTE);
		await Promise.all(Array.from({ length: 10 }, async () => await runNode(credential, list)));
		expect((await sent()).filter((line) => line === TOKEN)).toHaveLength(2);
	});

	test('follows the key, and not the subscription key', async () => {
		const credential = store();
		await runNode(credential, list);
		credential.data.apiKey = service.sandbox.keys.timesheet;
		await runNode(credential, list);
		credential.data.subscriptionKeyHeader = 'external-gh-apim-sub-key';
		await runNode(credential, list);
		expect((await journal(service.sandbox)).map(({ method, key }) => [method, key])).toEqual([
			['POST', 'developer'],
			['GET', 'developer'],
			['POST', 'timesheet'],
			['GET', 'timesheet'],
			['GET', 'timesheet'],
		]);
	});

	test('follows the base address', async () => {
		const other = await startSandbox({ ratePerMinute: 100_000, data: 'demo' });
		try {
			const credential = store();
			await runNode(credential, list);
			credential.data.baseUrl = other.url;
			expect((await runNode(credential, list)).error).toBeUndefined();
			expect(lines(await journal(other))).toEqual([TOKEN, LIST]);
		} finally {
			await other.close();
		}
	});
});

describe.each([20, 2])('tokens that live for %i seconds', (tokenTtlSeconds) => {
	let hasty: Sandbox;

	beforeAll(async () => {
		hasty = await startSandbox({ ratePerMinute: 100_000, tokenTtlSeconds });
	});
	afterAll(async () => await hasty.close());

	test('serve half their life', async () => {
		pace.end();
		pace = new Pace(hasty);
		const credential = credentialFor(hasty, 'developer', { requestsPerMinute: 6000 });
		for (const share of [0, 0.25, 0.35, 0.25]) {
			await pace.pass(tokenTtlSeconds * 1000 * share);
			expect((await runNode(credential, list)).error).toBeUndefined();
		}
		const requests = await journal(hasty);
		expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
		expect(requests.filter(isToken)).toHaveLength(2);
	});
});

describe('keys and addresses that are wrong', () => {
	test('a rejected key costs one token request, also for many items', async () => {
		const credential = store({ apiKey: 'no-such-key' });
		const { json } = await runNode(credential, list, {
			items: many(30) as never,
			node: { onError: 'continueRegularOutput' },
		});
		expect(await sent()).toEqual([TOKEN]);
		expect(json).toHaveLength(30);
		for (const { error } of json)
			expect((error as { message: string }).message).toMatch(/^The API key was rejected\..*Region/);
		expect(JSON.stringify(json)).not.toContain('no-such-key');
	});

	test('a wrong subscription key is named', async () => {
		const { error } = await runNode(store({ subscriptionKey: 'wrong-subscription' }), list);
		expect(error?.message).toMatch(/^The subscription key was rejected/);
		expect(error?.description).toContain('The service says');
		expect(await sent()).toEqual([TOKEN]);
	});

	test('also when there is a token already', async () => {
		const credential = store();
		await runNode(credential, list);
		credential.data.subscriptionKey = 'wrong-subscription';
		const { error } = await runNode(credential, list);
		expect(`${error?.message} ${error?.description}`).toMatch(/[Ss]ubscription [Kk]ey/);
		expect(JSON.stringify(error)).not.toContain('wrong-subscription');
	});

	test('the other path of the token is tried on 404 only', async () => {
		await fault({ path: '/api/external/token', status: 404 });
		expect((await runNode(store(), list)).error).toBeUndefined();
		expect(await sent()).toEqual([TOKEN, 'POST /api/token/request', LIST]);
		await clearJournal(service.sandbox);
		await fault({ path: '/api/external/token', status: 403 });
		expect((await runNode(store({ subscriptionKeyHeader: 'external-gh-apim-sub-key' }), list)).error?.message).toMatch(
			/^The API key was rejected/,
		);
		expect(await sent()).toEqual([TOKEN]);
	});

	test('a token endpoint that is busy is waited for once', async () => {
		await fault({ path: '/api/external/token', status: 429, headers: { 'Retry-After': '7' } });
		expect((await runNode(store(), list)).error).toBeUndefined();
		expect(await sent()).toEqual([TOKEN, TOKEN, LIST]);
		expect(pace.waited).toBeGreaterThan(6900);
		await clearJournal(service.sandbox);
		await fault({ path: '/api/external/token', status: 429, headers: { 'Retry-After': '7' }, times: 5 });
		expect((await runNode(store(), list)).error?.message).toBe(
			'The service isn’t accepting any more token requests at the moment',
		);
		expect(await sent()).toEqual([TOKEN, TOKEN]);
	});

	test('a web page in place of the service', async () => {
		await fault({ path: '/api/external/token', kind: 'html' });
		expect((await runNode(store(), list)).error?.message).toMatch(
			/answered with a web page instead of data\. Check the credential’s Region/,
		);
	});

	test('no server', async () => {
		const gone = await startRecorder();
		await gone.close();
		const { error } = await runNode(store({ baseUrl: gone.url }), list);
		expect(error?.message).toMatch(/^The connection to 127\.0\.0\.1:\d+ failed\. Check the credential’s Region/);
		expect(error?.context.itemIndex).toBe(0);
	});

	test('a redirect is not followed, neither by the exchange nor by a request', async () => {
		const front = await startRecorder();
		front.answer(() => ({ status: 302, headers: { location: `${thief.url}/in` } }));
		const message = expect.stringMatching(/redirects requests to another address/);
		const exchange = await runNode(store({ baseUrl: front.url }), list);
		await front.close();
		expect(exchange.error).toMatchObject({ message });
		await fault({ path: '/api/external/customers', status: 307, headers: { Location: `${thief.url}/in` } });
		const { error } = await runNode(store(), list);
		expect(error).toMatchObject({ httpCode: '307', message });
		expect(thief.seen).toHaveLength(0);
	});
});

describe('the HTTP Request node of n8n', () => {
	test('gets and renews its token in the same way', async () => {
		const credential = store();
		const get = async () =>
			await asNode(
				credential,
				async (context) =>
					await context.helpers.requestWithAuthentication.call(context, 'workforceOperationsApi', {
						uri: `${service.sandbox.url}/api/external/customers`,
						qs: { limit: 1 },
						json: true,
						method: 'GET',
					}),
			);
		expect((await get()).result).toMatchObject({ data: [expect.anything()] });
		await pace.pass(56 * MINUTE);
		expect((await get()).error).toBeUndefined();
		expect(await sent()).toEqual([TOKEN, LIST, TOKEN, LIST]);
	});

	describe.each(['requestWithAuthentication', 'httpRequestWithAuthentication'] as const)('by %s', (helper) => {
		/** A request of n8n’s own with this credential. */
		const send = async (options: { url: string; followRedirect?: boolean }) =>
			await asNode(store(), async (context) => {
				const request = { method: 'GET' as const, ...options };
				return await context.helpers[helper].call(context, 'workforceOperationsApi', request);
			});

		test('can’t carry the keys elsewhere', async () => {
			for (const url of [
				`${thief.url}/x`,
				`${service.sandbox.url.replace('//', '//x@')}/api`,
				thief.url.replace('http://', 'http:/'),
				thief.url.replace('http:', ''),
			])
				expect((await send({ url })).error?.message).toMatch(/^This credential isn’t sent to/);
			expect(thief.seen).toHaveLength(0);
			expect((await sent()).filter((line) => line !== TOKEN)).toEqual([]);
		});

		test('does not follow a redirect', async () => {
			await fault({ path: '/api/external/customers', status: 302, headers: { Location: `${thief.url}/in` }, times: 5 });
			const follow = { followRedirect: true, followAllRedirects: true, maxRedirects: 5 };
			const { error } = await send({ url: `${service.sandbox.url}/api/external/customers`, ...follow });
			expect(error).toBeDefined();
			expect(thief.seen).toHaveLength(0);
		});
	});
});
