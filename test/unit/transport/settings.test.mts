// The credential's fields as settings, and what reads them.
import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { regions } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { asNodeError, Problem } from '../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import { connect, Run } from '../../../nodes/WorkforceOperations/transport/connection.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { useVirtualTime } from './support.mts';

function outcomeOf(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}

const time = useVirtualTime();

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const keys = { apiKey: 'key', subscriptionKey: 'sub' };
const custom = { region: 'custom', baseUrl: 'https://own.test:8443/base/', ...keys };
const gateway = 'https://gateway-api.guardhousehq.com';

/** What is read of these addresses with the keys above. */
const settingsAt = (baseUrl: string, origin: string, subscriptionKeyHeader: string): object => ({
	baseUrl,
	origin,
	apiKey: 'key',
	subscriptionKey: 'sub',
	subscriptionKeyHeader,
	requestsPerMinute: 60,
	readOnly: false,
	details: {},
	fingerprint: sha256(`${baseUrl}\nkey`),
	budgetKey: sha256(`${origin}\nkey`),
});

describe('settings', () => {
	test('of a region', () => {
		const expected = settingsAt(gateway, gateway, 'external-gh-apim-sub-key');
		expect(readSettings(keys)).toEqual(expected);
		for (const region of ['', ' au ', 'au', null]) expect(readSettings({ ...keys, region } as never)).toEqual(expected);
		// Keys of one region aren't sent to another one.
		for (const region of [7, {}, 'nz'])
			expect(() => readSettings({ ...keys, region } as never)).toThrow(/region does not exist/);
	});

	test('of an own address', () =>
		expect(readSettings({ ...custom, subscriptionKeyHeader: ' X-My_Own-1 ' })).toEqual(
			settingsAt('https://own.test:8443/base', 'https://own.test:8443', 'x-my_own-1'),
		));

	test.each<[unknown, boolean]>([
		[false, false],
		[true, true],
		['', true],
		[null, true],
		[undefined, true],
		['false', true],
		[0, true],
		[{}, true],
	])('Read Only that gives %p is %p', (readOnly, expected) => {
		expect(readSettings({ ...keys, readOnly } as never).readOnly).toBe(expected);
	});

	test.each(Object.entries(regions))(
		'region %s has its own address and header',
		(region, { baseUrl, subscriptionKeyHeader }) => {
			const others = { baseUrl: 'https://evil.test', subscriptionKeyHeader: 'x' };
			expect(readSettings({ ...keys, ...others, region })).toMatchObject({ baseUrl, subscriptionKeyHeader });
		},
	);

	const key = { separateKeys: true, developerKey: 'a-staff-key' };
	test.each<[string, object, string, RegExp]>([
		[
			'{"take": "count",}',
			{},
			'It is not JSON. Put names and text in straight quotation marks',
			/^Open the credential/,
		],
		['{"take": 1, "tke": 2}', {}, 'Invalid entry at “take”: expected a field name', /“tke”.*Open the credential/],
		['{"take": "key"}', {}, 'There is something that looks like a key at “take”', /^Open/],
		['{"take": "a-staff-key"}', key, 'There is something that looks', /^Open/],
	])('Service Details %s are told', (serviceDetails, more, message, cure) => {
		const problem = outcomeOf(() => readSettings({ ...custom, ...more, serviceDetails } as never));
		if (!(problem instanceof Problem)) throw new Error('no Problem');
		expect(problem.message).toContain(`The credential’s Service Details: ${message}`);
		expect(problem.message).not.toContain('a-staff-key');
		expect(problem.cure).toMatch(cure);
	});

	test.each([
		[undefined, 60],
		[null, 60],
		[0.9, 60],
		[1, 1],
		[1.9, 1],
		[-5, 60],
		['x', 60],
		['30', 30],
		[Infinity, 60],
		[6000, 6000],
	])('%p requests per minute are %i', (requestsPerMinute, expected) =>
		expect(readSettings({ ...custom, requestsPerMinute } as never).requestsPerMinute).toBe(expected),
	);

	const ownHeaders = ['Authorization', 'host', 'Connection', 'cookie', 'accept', 'Content-Type', 'transfer-encoding'];
	test.each<[object, boolean]>([
		[{ apiKey: '!~' }, true],
		[{ apiKey: 'a\x7fb' }, false],
		[{ subscriptionKey: 'a b' }, false],
		[{ subscriptionKeyHeader: 'x-authorization' }, true],
		[{ subscriptionKeyHeader: 'authorization-key' }, true],
		...[...ownHeaders, 'X-Workforce-Refused', 'x: y', ':x'].map((name): [object, boolean] => [
			{ subscriptionKeyHeader: name },
			false,
		]),
	])('%j can be sent: %p', (changes, fine) => {
		const read = (): unknown => readSettings({ ...custom, ...changes });
		const address: unknown = expect.objectContaining({ baseUrl: 'https://own.test:8443/base' });
		const refusal: unknown = expect.any(Problem);
		expect(outcomeOf(read)).toEqual(fine ? address : refusal);
	});

	test.each([
		[{ region: 'mars', ...keys }, 'The credential’s region does not exist'],
		[{ region: 'toString', ...keys }, 'The credential’s region does not exist'],
		[{ ...keys, subscriptionKey: '' }, 'The subscription key is empty'],
		[{ ...keys, region: 'uk', subscriptionKey: ' ' }, 'The subscription key is empty'],
		[{ ...custom, apiKey: ' ' }, 'The API key is empty'],
		[{ ...custom, apiKey: 5 } as never, 'The API key is empty'],
		[{ ...custom, apiKey: 'key“' }, 'The API key contains an invalid character'],
		[{ ...custom, subscriptionKey: 'a\nb' }, 'The subscription key contains an invalid character'],
		[{ ...custom, subscriptionKeyHeader: 'not a header' }, 'The subscription key header'],
		[{ ...custom, baseUrl: 'http://own.test' }, 'The base address must begin with https'],
		[{ ...custom, baseUrl: '' }, 'The base address'],
	])('%j: %s', (data, message) => {
		expect(() => readSettings(data)).toThrow(message);
		expect(() => readSettings(data)).toThrow(Problem);
	});

	test('blanks around a key and an empty header are none', () =>
		expect(readSettings({ ...custom, apiKey: ' key \n', subscriptionKeyHeader: '' })).toMatchObject({
			apiKey: 'key',
			subscriptionKeyHeader: 'external-svc-apim-sub-key',
		}));

	test('an own address needs no subscription key', () =>
		expect(readSettings({ region: 'custom', baseUrl: custom.baseUrl, apiKey: 'key' }).subscriptionKey).toBe(''));
});

describe('a connection', () => {
	const getCredentials = async (type: string): Promise<object> => (type === 'workforceOperationsApi' ? custom : {});
	const connected = { settings: readSettings(custom), run: new Run() };

	test('of an execution ends with it', async () => {
		const { signal } = new AbortController();
		const context = { getCredentials, getExecutionCancelSignal: () => signal };
		expect(await connect(context as never)).toEqual({ ...connected, context, signal });
	});

	test('of a picker waits for ten seconds altogether', async () => {
		const context = { getCredentials };
		expect(await connect(context as never)).toEqual({ ...connected, context, deadline: time.now + 10_000 });
	});
});

describe('an error as n8n shows it', () => {
	const node = { id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };

	test('is its own class unchanged', () => {
		for (const error of [new NodeApiError(node, { message: 'a' }), new NodeOperationError(node, 'b')])
			expect(asNodeError(node, error, 3)).toBe(error);
	});

	test.each([
		['a problem', new Error('outside', { cause: new Problem('p', 'cure') }), 'p', 'cure'],
		['an error', new Error('odd'), 'odd', undefined],
		['a text', 'thrown', 'thrown', undefined],
	])('is made of %s', (_, error, message, description) => {
		const shown = asNodeError(node, error, 3);
		expect(shown).toBeInstanceOf(NodeOperationError);
		expect(shown).toMatchObject({ message, context: { itemIndex: 3 } });
		expect(shown.description ?? undefined).toBe(description);
	});
});
