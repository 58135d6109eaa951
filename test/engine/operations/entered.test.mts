// What people enter, or an expression gives in their place.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import { employees, fine } from '../support/staffRows.mts';

const bench = useBench();

test('a filter that is empty for an item is refused for this item alone', async () => {
	const parameters = { resource: 'site', operation: 'getAll', filters: { customerId: '={{ $json.customer }}' } };
	const items = [{ json: { customer: '1002' } }, { json: {} }];
	const { json } = await bench.run('timesheet', parameters, { items, node: { onError: 'continueRegularOutput' } });
	expect(json.at(-1)).toMatchObject({ error: { message: 'The filter “Customer” is empty' } });
	expect(bench.recorder.seen.map(({ query }) => query.customerId)).toEqual(['1002']);
});

describe('a switch that an expression or a model gives as text', () => {
	const customers = { resource: 'customer', operation: 'getAll', advanced: { pageSize: 5 } };

	test('Return All', async () => {
		const read = (returnAll: string) => bench.ok('timesheet', { ...customers, returnAll, limit: 2 });
		expect((await read('={{ "true" }}')).length).toBeGreaterThan(5);
		expect(await read('={{ "false" }}')).toHaveLength(2);
	});

	test('Simplify, “false”', async () => {
		const wide = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };
		const timesheets = { resource: 'timesheet', operation: 'getAll', ...wide, limit: 1 };
		const [simple] = await bench.ok('timesheet', timesheets);
		const [whole] = await bench.ok('timesheet', { ...timesheets, simplify: '={{ "false" }}' });
		expect(Object.keys(whole ?? {}).length).toBeGreaterThan(Object.keys(simple ?? {}).length);
	});

	test('Rotate Secret, “true”', async () => {
		bench.recorder.answer(() => ({ body: { ...fine, data: { id: 1, secretToken: 'whsec_new' } } }));
		const update = { resource: 'webhookSubscriber', operation: 'update', subscriberId: '1' };
		const { body } = await bench.one('webhook', { ...update, rotateSecret: '={{ "true" }}' });
		expect(body).toEqual({ rotateSecretToken: true });
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

	test('a Date is sent as ISO text', async () => {
		const from = '={{ new Date("2026-07-01T00:00:00Z") }}';
		expect(await search({ ...send, query: query(['from', from]) })).toBe(
			`from=${encodeURIComponent('2026-07-01T00:00:00.000Z')}`,
		);
	});

	test('a whole emoji is sent', async () => {
		expect(await search({ ...send, query: query(['text', '🏖']) })).toBe(`text=${encodeURIComponent('🏖')}`);
	});
});
