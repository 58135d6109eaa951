// What people enter, or an expression gives in their place.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { locator, useBench } from '../support/bench.mts';
import { details, employees, fine } from '../support/staffRows.mts';

const bench = useBench();
const dates = { period: 'custom', startDate: '2026-01-01', endDate: '2026-01-31' };

describe('a filter that was added and is empty for an item is refused, because without it everybody’s records come', () => {
	test.each([
		['timesheet', { resource: 'timesheet', operation: 'getAll', ...dates }, { customerId: locator('') }, 'Customer'],
		[
			'timesheet',
			{ resource: 'timesheet', operation: 'getAll', ...dates },
			{ customerId: '={{ $json.none }}' },
			'Customer',
		],
		['timesheet', { resource: 'timesheet', operation: 'getAll', ...dates }, { siteIds: [] }, 'Site Names or IDs'],
		[
			'timesheet',
			{ resource: 'timesheet', operation: 'getAll', ...dates },
			{ siteIds: '={{ [$json.none] }}' },
			'Site Names or IDs',
		],
		['timesheet', { resource: 'timesheet', operation: 'getAll', ...dates }, { siteIds: ' , ' }, 'Site Names or IDs'],
		['timesheet', { resource: 'timesheet', operation: 'getAll', ...dates }, { employeeId: '' }, 'Employee'],
		['timesheet', { resource: 'timesheet', operation: 'getAll', ...dates }, { status: '={{ $json.none }}' }, 'Status'],
		[
			'incidentreport',
			{ resource: 'incidentReport', operation: 'getAll' },
			{ customerId: '' },
			'Customer Names or IDs',
		],
		['incidentreport', { resource: 'incidentReport', operation: 'getAll' }, { siteId: [] }, 'Site Names or IDs'],
		['incidentreport', { resource: 'incidentReport', operation: 'getAll' }, { reportId: ' ' }, 'Report ID'],
		['liveops', { resource: 'liveOperation', operation: 'getAll' }, { siteId: locator('') }, 'Site'],
		[
			'liveops',
			{ resource: 'liveOperation', operation: 'getAll' },
			{ siteName: '={{ $json.none }}' },
			'Site Name (Text)',
		],
		['loginaudit', { resource: 'loginAudit', operation: 'getAll' }, { userId: '' }, 'User'],
		['timesheet', { resource: 'site', operation: 'getAll' }, { customerId: locator('', 'list') }, 'Customer'],
	] as const)('by a key of type %s, %j: %j, whose label is “%s”', async (key, parameters, filters, label) => {
		const { error } = await bench.run(key, { ...parameters, returnAll: true, filters });
		expect(error?.message).toBe(`The filter “${label}” is empty`);
		expect(error?.context.itemIndex).toBe(0);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('for this item alone', async () => {
		const parameters = { resource: 'site', operation: 'getAll', filters: { customerId: '={{ $json.customer }}' } };
		const items = [{ json: { customer: '1002' } }, { json: {} }];
		const { json } = await bench.run('timesheet', parameters, { items, node: { onError: 'continueRegularOutput' } });
		expect(json.at(-1)).toMatchObject({ error: { message: 'The filter “Customer” is empty' } });
		expect(bench.recorder.seen.map(({ query }) => query.customerId)).toEqual(['1002']);
	});
});

describe('a switch that an expression or a model gives as text', () => {
	const customers = { resource: 'customer', operation: 'getAll', advanced: { pageSize: 5 } };

	test('Return All, “true”', async () => {
		expect(
			(await bench.ok('timesheet', { ...customers, returnAll: '={{ "true" }}', limit: 2 })).length,
		).toBeGreaterThan(5);
	});

	test('Return All, “false”', async () => {
		expect(await bench.ok('timesheet', { ...customers, returnAll: '={{ "false" }}', limit: 2 })).toHaveLength(2);
	});

	test('Simplify, “false”', async () => {
		const timesheets = {
			resource: 'timesheet',
			operation: 'getAll',
			period: 'custom',
			startDate: '2020-01-01',
			endDate: '2035-01-01',
			limit: 1,
		};
		const [simple] = await bench.ok('timesheet', timesheets);
		const [whole] = await bench.ok('timesheet', { ...timesheets, simplify: '={{ "false" }}' });
		expect(Object.keys(whole ?? {}).length).toBeGreaterThan(Object.keys(simple ?? {}).length);
	});

	test('Rotate Secret, “true”', async () => {
		bench.recorder.answer(() => ({ body: { ...fine, data: { id: 1, secretToken: 'whsec_new' } } }));
		const update = {
			resource: 'webhookSubscriber',
			operation: 'update',
			subscriberId: '1',
			rotateSecret: '={{ "true" }}',
		};
		expect((await bench.one('webhook', update)).body).toEqual({ rotateSecretToken: true });
	});

	test('what is neither is refused', async () => {
		const { error } = await bench.run('timesheet', { ...customers, returnAll: '={{ "yes" }}' });
		expect(error?.message).toBe('“Return All” must be true or false');
		expect(bench.recorder.seen).toEqual([]);
	});
});

describe('a day of the calendar from a Date, as database nodes give it', () => {
	const update = {
		resource: 'staff',
		operation: 'update',
		employeeId: '3001',
		updateFields: { dateOfBirth: '={{ $json.day }}' },
	};
	const sent = async (day: unknown, timeZone: string): Promise<unknown> => {
		bench.recorder.answer(() => ({ body: fine }));
		const [seen] = await bench.sent('developer', update, { items: [{ json: { day } as IDataObject }], timeZone });
		return seen && employees(seen)[0]?.dateOfBirth;
	};

	test.each([
		['Australia/Sydney', 'its winter', '1990-06-30T14:00:00.000Z', '1990-07-01'],
		['Australia/Sydney', 'its summer', '1990-12-31T13:00:00.000Z', '1991-01-01'],
		['Australia/Sydney', 'the day the clocks go back', '1990-03-03T13:00:00.000Z', '1990-03-04'],
		['Europe/London', 'its winter', '1990-01-15T00:00:00.000Z', '1990-01-15'],
		['Europe/London', 'its summer', '1990-06-30T23:00:00.000Z', '1990-07-01'],
		['America/New_York', 'its summer', '1990-07-01T04:00:00.000Z', '1990-07-01'],
	])('midnight in %s, in %s', async (timeZone, _, moment, day) => {
		expect(await sent(new Date(moment), timeZone)).toBe(`${day}T00:00:00Z`);
		// The same Date after it was stored and read again.
		expect(await sent(moment, timeZone)).toBe(`${day}T00:00:00Z`);
	});

	test.each(['Australia/Sydney', 'Europe/London', 'America/New_York', 'UTC'])(
		'midnight in UTC, in %s',
		async (timeZone) => {
			expect(await sent(new Date('1990-07-01T00:00:00Z'), timeZone)).toBe('1990-07-01T00:00:00Z');
			expect(await sent('1990-07-01T00:00:00.000Z', timeZone)).toBe('1990-07-01T00:00:00Z');
		},
	);

	test('with a time it is the day in the workflow’s zone', async () => {
		expect(await sent(new Date('1990-06-30T22:15:00Z'), 'Australia/Sydney')).toBe('1990-07-01T00:00:00Z');
		expect(await sent(new Date('1990-06-30T22:15:00Z'), 'Europe/London')).toBe('1990-06-30T00:00:00Z');
	});

	test('text with a time is the day that it names', async () => {
		expect(await sent('1990-07-01T22:15:00Z', 'Australia/Sydney')).toBe('1990-07-01T00:00:00Z');
		expect(await sent('1990-07-01T00:00:00+10:00', 'Europe/London')).toBe('1990-07-01T00:00:00Z');
	});
});

describe('query values', () => {
	const send = { resource: 'customRequest', operation: 'send', path: '/api/external/customers' };
	const query = (...pairs: Array<[string, unknown]>): IDataObject => ({
		parameters: pairs.map(([name, value]) => ({ name, value: value as string })),
	});
	const search = async (parameters: IDataObject): Promise<string> => {
		bench.recorder.answer(() => ({ body: { ...fine, data: [] } }));
		const [seen] = await bench.sent('timesheet', parameters);
		return seen?.search ?? '';
	};

	test('a name that is there twice is sent twice', async () => {
		expect(await search({ ...send, query: query(['id', '1'], ['id', '2'], ['a', 'b']) })).toBe('id=1&id=2&a=b');
		const advanced = { additionalQuery: query(['id', '1'], ['id', ''], ['id', '2']) };
		expect(await search({ resource: 'customer', operation: 'getAll', advanced })).toBe('limit=50&id=1&id=2');
	});

	test.each([
		['an object', { a: 1 }, 'Query Parameters: where', 'an object, not text'],
		['an object in a list', [{ a: 1 }], 'Query Parameters: where', 'an object, not text'],
	])('%s is refused and named', async (_, value, label, words) => {
		const given = { items: [{ json: { extra: value } as IDataObject }] };
		const { error } = await bench.run('timesheet', { ...send, query: query(['where', '={{ $json.extra }}']) }, given);
		expect(error?.message).toBe(`“${label}” is ${words}`);
		const advanced = { additionalQuery: query(['where', '={{ $json.extra }}']) };
		const list = await bench.run('timesheet', { resource: 'customer', operation: 'getAll', advanced }, given);
		expect(list.error?.message).toBe(`“Additional ${label}” is ${words}`);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('a Date is sent as ISO text', async () => {
		const from = '={{ new Date("2026-07-01T00:00:00Z") }}';
		expect(await search({ ...send, query: query(['from', from]) })).toBe(
			`from=${encodeURIComponent('2026-07-01T00:00:00.000Z')}`,
		);
	});

	test.each([
		[
			'a filter',
			'timesheet',
			{ resource: 'customer', operation: 'getAll', filters: { filter: 'Bay \ud83d' } },
			'Search Text',
		],
		['an added parameter', 'timesheet', { ...send, query: query(['text', 'Bay \ud83d']) }, 'Query Parameters: text'],
		['an id', 'timesheet', { resource: 'timesheet', operation: 'get', timesheetId: '1\ud83d' }, 'Timesheet'],
	] as const)('half an emoji in %s is refused in words', async (_, key, parameters, label) => {
		const { error } = await bench.run(key, parameters);
		expect(error?.message).toBe(`“${label}” ends in the middle of a character`);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('a whole emoji is sent', async () => {
		expect(await search({ ...send, query: query(['text', '🏖']) })).toBe(`text=${encodeURIComponent('🏖')}`);
	});
});

describe('an ID beyond 2^53 is refused, because its neighbour would be meant', () => {
	const beyond = '9007199254740993';

	test.each([
		[
			'staff, update',
			'developer',
			{ resource: 'staff', operation: 'update', employeeId: beyond, updateFields: { mobile: '1' } },
		],
		[
			'staff, update, from a number',
			'developer',
			{ resource: 'staff', operation: 'update', employeeId: `={{ ${beyond} }}`, updateFields: { mobile: '1' } },
		],
		[
			'staff, update, in the body',
			'developer',
			{
				resource: 'staff',
				operation: 'update',
				employeeId: '1',
				updateFields: details,
				advanced: { additionalBody: `{"id":${beyond}}` },
			},
		],
		[
			'licence, upsert, the employee',
			'developer',
			{
				resource: 'securityLicence',
				operation: 'upsert',
				employeeId: beyond,
				licenses: { licence: [{ stateCode: 'NSW' }] },
			},
		],
		[
			'licence, upsert, the licence',
			'developer',
			{
				resource: 'securityLicence',
				operation: 'upsert',
				employeeId: '1',
				licenses: { licence: [{ licenseId: beyond, stateCode: 'NSW' }] },
			},
		],
		[
			'subscription, create',
			'webhook',
			{
				resource: 'webhookSubscription',
				operation: 'create',
				subscriberId: beyond,
				eventType: 'timesheet',
				event: 'approve',
				uri: 'https://a.example',
			},
		],
		[
			'subscriber, update',
			'webhook',
			{ resource: 'webhookSubscriber', operation: 'update', subscriberId: beyond, state: 'active' },
		],
		[
			'a custom request’s body',
			'developer',
			{
				resource: 'customRequest',
				operation: 'send',
				method: 'PATCH',
				path: '/api/external/staffs',
				body: `{"employees":[{"id":${beyond}}]}`,
			},
		],
	] as const)('%s', async (_, key, parameters) => {
		const { error } = await bench.run(key, parameters);
		expect(error?.message).toMatch(/is too large to be an ID|contains a number that is too large/);
		expect(bench.recorder.seen).toEqual([]);
	});
});
