import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { runNode } from '../../../kit/core/engine.mts';
import { type Key, useService } from '../support/service.mts';

const service = useService();
const { store, fault, calls } = service;
let pace: Pace;

beforeEach(() => {
	pace = new Pace(service.sandbox);
});
afterEach(() => pace.end());

const list = { resource: 'customer', operation: 'getAll', limit: 1 };
const custom = (method: string): IDataObject => ({
	resource: 'customRequest',
	operation: 'send',
	method,
	path: '/api/external/staffs',
	...(method === 'GET' ? {} : { body: '{"employees":[]}' }),
});

// GET, POST and PUT of every operation: tries.test.mts.
test.each([
	['PATCH', { kind: 'reset' }, 3],
	['PATCH', { status: 504 }, 3],
	['PATCH', { status: 500 }, 1],
	['DELETE', { kind: 'reset' }, 1],
	['DELETE', { status: 504 }, 1],
])('a custom %s that ends with %j is sent so often: %i', async (method, input, count) => {
	await fault({ path: '/api/external/staffs', times: 9, ...input });
	const { error } = await runNode(store(), custom(method));
	expect(error?.message).toBeTruthy();
	expect(await calls()).toBe(count);
});

describe('a write that is sent again because its answer was lost may have been done, whatever the service says then', () => {
	const lost = [{ status: 503 }, { kind: 'reset' }];
	const said = [
		{ kind: 'statusCode', status: 7, body: 'Not today' },
		{ status: 400, body: { message: 'Not like this' } },
		{ kind: 'html' },
	];
	const uncertain = 'The service may have made the change anyway';

	test.each(lost.flatMap((first) => said.map((second) => [first, second] as const)))(
		'first %j, then %j',
		async (first, second) => {
			for (const input of [first, second]) await fault({ path: '/api/external/staffs', ...input });
			const { error } = await runNode(store(), custom('PUT'));
			expect({ calls: await calls(), description: error?.description }).toEqual({
				calls: 2,
				description: expect.stringContaining(uncertain),
			});
		},
	);

	test('a refusal at the first try is one: nothing was done', async () => {
		await fault({ path: '/api/external/staffs', kind: 'statusCode', status: 7, body: 'Not today' });
		const { error } = await runNode(store(), custom('PUT'));
		expect({ calls: await calls(), description: error?.description }).toEqual({
			calls: 1,
			description: expect.not.stringContaining(uncertain),
		});
	});
});

test.each<[object, RegExp, RegExp]>([
	[{ kind: 'html' }, /answered with a web page instead of data/, /not the address of the service/],
	[{ kind: 'statusCode', status: 7, body: 'Nothing today' }, /^Nothing today/, /Error code: 7/],
	[{ status: 400, body: { status: { code: 12, errorMessage: 'filter is odd' } } }, /^filter is odd$/, /node’s values/],
	[{ status: 404 }, /HTTP 404/, /Check the ID/],
	[{ status: 500, body: 'plain words' }, /could not answer \(HTTP 500\)/, /plain words/],
	[
		{ status: 200, body: '{"data":[', headers: { 'Content-Type': 'application/json' } },
		/JSON that can’t be read|instead of data/,
		/./,
	],
	[{ kind: 'reset', times: 9 }, /^The connection to 127\.0\.0\.1:\d+ failed/, /ECONNRESET/],
	[{ kind: 'truncated', times: 9 }, /^The connection to 127\.0\.0\.1:\d+ failed/, /./],
])('an answer that is none is told in words: %j', async (input, message, description) => {
	await fault({ path: '/api/external/customers', ...input });
	const { error } = await runNode(store(), list);
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
	expect(error?.context.itemIndex).toBe(0);
});

describe('403', () => {
	test.each<[string, Key, IDataObject, RegExp]>([
		['the type', 'liveops', { resource: 'timesheet', operation: 'get', timesheetId: '1' }, /“timesheet”.*“liveops”/],
		['the scope', 'developer', { resource: 'loginAudit', operation: 'getAll' }, /scope “login-audits\.read”.*no scope/],
	])('tells %s that is needed and the one that the key has', async (_, key, parameters, description) => {
		const { error } = await runNode(store(key), parameters);
		expect(error).toMatchObject({
			message: 'The API key has no access to this',
			description: expect.stringMatching(description),
		});
	});

	test('tells what the key was made for when its type fits', async () => {
		const sites = await runNode(store('developer'), { resource: 'customer', operation: 'getAll', returnAll: true });
		const outside = sites.json.find(({ id }) => id !== 1001)?.id;
		const { error } = await runNode(store('scoped'), { ...list, filters: { customerId: outside } });
		expect(error?.message).toBe('The API key has no access to this');
		expect(error?.description).toMatch(/customers 1001; sites 2001, 2002/);
	});

	test('does not guess for a custom request', async () => {
		const { error } = await runNode(store('liveops'), { ...custom('GET'), path: '/api/external/timesheets' });
		expect(error?.description).not.toContain('is of type');
		expect(error?.description).toContain('requires a key of the type timesheet');
	});
});

test('each item carries its own error, and the good ones go on', async () => {
	const first = (
		await runNode(store('timesheet'), {
			resource: 'timesheet',
			operation: 'getAll',
			period: 'custom',
			startDate: '2020-01-01',
			endDate: '2035-01-01',
			limit: 1,
			simplify: false,
		})
	).json[0]?.timesheetId;
	const items = ['999999', first, 'x/../y', first].map((id) => ({ json: { id } as IDataObject }));
	const { json } = await runNode(
		store('timesheet'),
		{ resource: 'timesheet', operation: 'get', timesheetId: '={{ $json.id }}' },
		{ items, node: { onError: 'continueRegularOutput' } },
	);
	expect(json.map((record) => Object.keys(record).includes('error'))).toEqual([true, false, true, false]);
	const message = 'Timesheet 999999 does not exist.';
	expect(json[0]).toEqual({ error: expect.objectContaining({ message, httpCode: '404' }) });
});

test('no answer that repeats the keys gets them into an error', async () => {
	const credential = store();
	await runNode(credential, list);
	const secrets = [
		service.sandbox.keys.developer,
		service.sandbox.subscriptionKey,
		String(credential.data.accessToken),
	];
	const words = secrets.join(' / ');
	for (const input of [
		{ status: 400, body: { message: words } },
		{ status: 500, body: words.slice(0, 250) },
		{ kind: 'statusCode', status: 3, body: words },
		{ status: 403, body: { errors: [{ odd: words }] } },
	]) {
		await fault({ path: '/api/external/customers', ...input });
		const { error } = await runNode(credential, list);
		const seen = [
			error?.message,
			error?.description,
			(error as Error | undefined)?.stack,
			JSON.stringify(error),
			JSON.stringify((error as Error | undefined)?.cause ?? null),
		].join('\n');
		expect(seen).toContain('***');
		for (const secret of secrets) expect(seen).not.toContain(secret);
	}
});
