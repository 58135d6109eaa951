import { endpoints } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../../../nodes/WorkforceOperations/resources/index.ts';
import { credentialFor, type Result, runNode } from '../../../../kit/core/engine.mts';
import { Pace } from '../../../../kit/time/skippingClock.mts';
import { useBench } from '../../support/bench.mts';
import { type Canned, type Recorder, type Seen, startRecorder } from '../../support/recorder.mts';

const bench = useBench();
let pace: Pace;
beforeEach(() => {
	pace = new Pace(bench.sandbox);
});
afterEach(() => pace.end());

const check = { resource: 'apiKey', operation: 'check' };
const isToken = ({ path }: { path: string }): boolean => path.endsWith('/token/request');
const claimsOf = (token: string): IDataObject =>
	JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as IDataObject;

/** A token that says this of its key, and is signed by nobody. */
const tokenOf = (claims: unknown): string =>
	['{"alg":"none"}', typeof claims === 'string' ? claims : JSON.stringify(claims), '']
		.map((part) => Buffer.from(part).toString('base64url'))
		.join('.');

/** A service of its own, which answers the exchange and the read like this; it keeps what it was asked. */
let other: Recorder;
let asked: Seen[] = [];
beforeAll(async () => {
	other = await startRecorder();
});
afterAll(async () => await other.close());
beforeEach(() => {
	asked = [];
});
async function checkAt(token: Canned, read: Canned = { body: { status: { code: 0 }, data: [] } }): Promise<Result> {
	other.answer((seen) => {
		asked.push(seen);
		return isToken(seen) ? token : read;
	});
	return await runNode(credentialFor(bench.sandbox, 'timesheet', { baseUrl: other.url }), check);
}
const handsOut = (claims: unknown): Canned => ({
	body: { status: { code: 0 }, data: { accessToken: tokenOf(claims), expiresIn: 3600, tokenType: 'Bearer' } },
});

describe('API Key → Check', () => {
	test('says what the key opens, for one exchange and one read, and holds no secret', async () => {
		const [item = {}, ...others] = await bench.ok('timesheet', check);
		expect(others).toEqual([]);
		const { opens, doesNotOpen, ...rest } = item;
		expect(rest).toEqual({
			field: 'API Key',
			valid: true,
			reason: null,
			keyType: 'timesheet',
			companyId: expect.any(String),
			customerIds: null,
			siteIds: null,
			scopes: null,
			region: 'custom',
			host: new URL(bench.recorder.url).host,
			tokenEndsAt: expect.stringMatching(/^\d{4}-.*Z$/),
		});
		// What the table of endpoints gives this key, or any.
		const opened = resources.flatMap(({ name, value, operations }) =>
			operations.flatMap(({ name: operation, endpoint }) => {
				if (endpoint === undefined || value === 'apiKey') return [];
				const { keyTypes, scope } = endpoints[endpoint].access;
				const isAny = keyTypes.length === 0 && scope === undefined;
				return isAny || keyTypes.includes('timesheet') ? [`${name}: ${operation}`] : [];
			}),
		);
		expect(opens).toEqual(opened);
		expect(opens).toEqual(expect.arrayContaining(['Customer: Get Many', 'Site: Get Many', 'Timesheet: Get Rates']));
		const all = resources.flatMap(({ name, operations }) =>
			operations.flatMap((operation) => (operation.endpoint === undefined ? [] : [`${name}: ${operation.name}`])),
		);
		expect([...(opens as string[]), ...(doesNotOpen as string[]), 'API Key: Check'].sort()).toEqual(all.sort());
		const said = JSON.stringify(item);
		for (const secret of [bench.sandbox.keys.timesheet, bench.sandbox.subscriptionKey, 'eyJ'])
			expect(said).not.toContain(secret);
	});

	test('tells scopes, customers and sites where the key is limited to them', async () => {
		const [audit = {}] = await bench.ok('loginaudit', check);
		expect(audit.scopes).toEqual(['login-audits.read']);
		expect(audit.opens).toContain('Login Audit: Get Many');
		const claims = { KeyType: 'Live_Ops', CompanyId: [1, 2], CustomerId: '7,8', SiteId: '[9]' };
		const [limited = {}] = (await checkAt(handsOut(claims))).json;
		const of = { companyId: '1, 2', customerIds: ['7', '8'], siteIds: ['9'] };
		expect(limited).toMatchObject({ keyType: 'Live_Ops', ...of, tokenEndsAt: null, scopes: null });
		expect(limited.opens).toContain('Live Operation: Get Many');
		expect(limited.doesNotOpen).toContain('Timesheet: Get Many');
	});

	test.each([['no JSON'], [{}], [5]])('says null for what claims don’t tell: %j', async (claims) => {
		const [item = {}] = (await checkAt(handsOut(claims))).json;
		expect(item).toMatchObject({ valid: true, keyType: null, companyId: null, customerIds: null, tokenEndsAt: null });
		// What is open to every key is so also where nobody knows of which type this one is.
		expect((item.opens as string[] | null) ?? ['Customer: Get Many']).toContain('Customer: Get Many');
		expect((item.doesNotOpen as string[] | null) ?? []).not.toContain('Timesheet: Get Many');
	});

	test('calls a key that was withdrawn invalid, although a token of it is stored and would still do', async () => {
		const store = credentialFor(bench.sandbox, 'timesheet', { baseUrl: other.url });
		const fine: Canned = { body: { status: { code: 0 }, data: [] } };
		const customers = { resource: 'customer', operation: 'getAll' };
		let token: Canned = handsOut({ KeyType: 'timesheet' });
		other.answer((seen) => (isToken(seen) ? token : fine));
		expect((await runNode(store, customers)).error).toBeUndefined();
		token = { status: 401, body: { status: { code: 401, errorMessage: 'The API key is not valid.' }, data: null } };
		expect((await runNode(store, customers)).error).toBeUndefined();
		const { json, error } = await runNode(store, check);
		expect(error).toBeUndefined();
		expect(json).toEqual([
			expect.objectContaining({ valid: false, keyType: null, opens: null, doesNotOpen: null, tokenEndsAt: null }),
		]);
		expect(json[0]?.reason).toMatch(
			/^The API key was rejected\. Check the credential’s API Key.* The service says: “The API key is not valid\.”\.$/,
		);
	});

	test('calls a key invalid whose token the service refuses, and names the subscription key', async () => {
		const [item] = (await checkAt(handsOut({ KeyType: 'timesheet' }), { status: 401, body: '' })).json;
		const reason: unknown = expect.stringContaining('Subscription Key');
		expect(item).toMatchObject({ valid: false, keyType: 'timesheet', reason });
	});

	test('calls a key valid that may not read customers, and says so', async () => {
		const [item = {}] = (await checkAt(handsOut({ KeyType: 'timesheet' }), { status: 403, body: '' })).json;
		expect(item).toMatchObject({ valid: true, reason: expect.stringContaining('can’t read the list of customers') });
	});

	test.each<[string, Canned, Canned | undefined]>([
		['tokens', { status: 503 }, undefined],
		['records', handsOut({ KeyType: 'timesheet' }), { status: 503 }],
	])('is an error where the service can’t be asked for %s: nothing is known of the key', async (_, token, read) => {
		const { json, error } = await checkAt(token, read);
		expect([json, error?.message === undefined]).toEqual([[], false]);
		const methods = new Set(asked.filter((seen) => !isToken(seen)).map(({ method }) => method));
		expect([...methods]).toEqual(read === undefined ? [] : ['GET']);
	});

	test('a credential without a key is an error that says where to correct it', async () => {
		const store = credentialFor(bench.sandbox, 'timesheet', { apiKey: '' });
		const { error } = await runNode(store, check);
		expect(error?.message).toBe('The API key is empty');
	});

	test('exchanges the key anew each time, and asks with the token that it just got', async () => {
		await bench.ok('timesheet', check, { items: [{ json: {} }, { json: {} }] });
		const tokens = bench.recorder.seen.map(({ headers }) => String(headers.authorization ?? '').replace('Bearer ', ''));
		expect(new Set(tokens.map((token) => claimsOf(token).jti)).size).toBe(2);
	});
});

describe('API Key → Check of a credential with separate keys', () => {
	const KEYS = { apiKey: 'k-first-0001', timesheetKey: 'k-second-0002', liveOpsKey: 'k-third-0003' };
	const NAMES = ['API Key', 'Timesheet Key', 'Live Operations Key'];
	const everyKey = Object.values(KEYS).join(' and ');
	const fine: Canned = { body: { status: { code: 0 }, data: [] } };
	/** Repeats all keys and the token of the request, as a careless service may. */
	const said = (status: number, words = 'Out of order', more: Partial<Canned> = {}): Canned => ({
		status,
		body: { status: { code: status, errorMessage: `${words}: ${everyKey}` }, data: null },
		...more,
	});

	/** Without an answer the connection is closed. */
	function unlessSilent(how: Canned | 'silent' | undefined): Canned | undefined {
		if (how === 'silent') throw new Error('Closed');
		return how;
	}

	/** Checks the credential with these keys at the other service. */
	const checkKeys = async (keys: object, more: object = {}): Promise<IDataObject[]> => {
		const changes = { baseUrl: other.url, separateKeys: true, ...more, ...keys };
		const { json, error } = await runNode(credentialFor(bench.sandbox, 'timesheet', changes), check);
		expect(error).toBeUndefined();
		return json;
	};

	/** The Timesheet Key alone fails, at its exchange or at its read. */
	async function checkOf(failing: Partial<Record<'token' | 'read', Canned | 'silent'>>): Promise<IDataObject[]> {
		other.answer(({ path, body, headers }) => {
			if (isToken({ path })) {
				const { apiKey } = body as { apiKey: string };
				const how = apiKey === KEYS.timesheetKey ? failing.token : undefined;
				return unlessSilent(how) ?? handsOut({ KeyType: apiKey.slice(2, 7) });
			}
			const isIt = claimsOf(String(headers.authorization).replace('Bearer ', '')).KeyType === 'secon';
			return unlessSilent(isIt ? failing.read : undefined) ?? fine;
		});
		return await checkKeys(KEYS);
	}

	const denied = 'Access denied due to invalid subscription key';
	const wait: Partial<Canned> = { headers: { 'retry-after': '86400' } };
	test.each<[string, Parameters<typeof checkOf>[0], boolean | null, RegExp]>([
		['400 for its exchange', { token: said(400) }, false, /^The Timesheet Key was rejected.*Out of order/],
		['401 for its exchange', { token: said(401) }, false, /^The Timesheet Key was rejected.*Out of order/],
		['403 for its exchange', { token: said(403) }, false, /^The Timesheet Key was rejected.*Out of order/],
		['a refused subscription key', { token: said(401, denied) }, false, /^The subscription key was rejected/],
		['404 for its exchange', { token: said(404) }, null, /doesn’t exchange API keys for tokens/],
		['429 for its exchange', { token: said(429) }, null, /isn’t accepting any more token requests/],
		['503 for its exchange', { token: said(503) }, null, /could not answer \(HTTP 503\)/],
		['no answer to its exchange', { token: 'silent' }, null, /^The connection to 127\.0\.0\.1:\d+ failed/],
		['no token', { token: fine }, null, /returned no token for the API key/],
		['400 for its read', { read: said(400) }, null, /^Out of order/],
		['401 for its read', { read: said(401) }, false, /issued a token for the API key, then refused it/],
		['403 for its read', { read: said(403) }, true, /can’t read the list of customers/],
		['404 for its read', { read: said(404) }, null, /^Out of order/],
		[
			'429 for its read',
			{ read: said(429, 'Wait', wait) },
			null,
			/says to wait until \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)/,
		],
		['500 for its read', { read: said(500) }, null, /could not answer \(HTTP 500\).*Out of order/],
		['no answer to its read', { read: 'silent' }, null, /^The connection to 127\.0\.0\.1:\d+ failed/],
		['a refusal in a success', { read: said(200, 'Not today') }, null, /^Not today/],
		['no list', { read: { body: 'Hello' } }, null, /answered with/],
	])('%s is told of that key with its reason, and the others are checked', async (_, failing, valid, reason) => {
		const items = await checkOf(failing);
		expect(items.map(({ field }) => field)).toEqual(NAMES);
		expect(items.map((item) => item.valid)).toEqual([true, valid, true]);
		expect(items[1]?.reason).toMatch(reason);
		expect(items.filter(({ field }) => field !== 'Timesheet Key').map((item) => item.reason)).toEqual([null, null]);
		expect(JSON.stringify(items)).not.toMatch(/has no Timesheet Key|k-(first|second|third)-|eyJ/);
	});

	test('what the token says of a key is told, also where its read fails', async () => {
		const [, item] = await checkOf({ read: said(503) });
		expect(item).toMatchObject({ keyType: 'secon', valid: null });
	});

	test('a key in two fields is checked once, and one that can’t be sent is told with what to do', async () => {
		other.answer((seen) => (isToken(seen) ? handsOut({}) : fine));
		const items = await checkKeys({ apiKey: KEYS.apiKey, timesheetKey: KEYS.apiKey, liveOpsKey: 'k third' });
		expect(items.map(({ field, valid, reason }) => [field, valid, reason])).toEqual([
			['API Key, Timesheet Key', true, null],
			[
				'Live Operations Key',
				false,
				'The Live Operations Key contains an invalid character. Paste the key again, without spaces, line breaks or quotation marks.',
			],
		]);
	});

	test('each key goes by its own minute and with its own token', async () => {
		const asked: Array<[string, string]> = [];
		other.answer((seen) => {
			const { apiKey } = (seen.body ?? {}) as { apiKey?: string };
			asked.push([seen.path, apiKey ?? String(claimsOf(String(seen.headers.authorization).slice(7)).KeyType)]);
			return isToken(seen) ? handsOut({ KeyType: apiKey }) : fine;
		});
		const items = await checkKeys(KEYS, { requestsPerMinute: 1 });
		expect(items.map(({ valid }) => valid)).toEqual([true, true, true]);
		expect(asked.filter(([path]) => path.endsWith('/customers')).map(([, key]) => key)).toEqual(Object.values(KEYS));
		expect(pace.waited).toBeLessThan(30_000);
	});
});
