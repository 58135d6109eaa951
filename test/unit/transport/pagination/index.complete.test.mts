// A list is complete, or it is an error that says how many records had been read.
import { describe, expect, test } from '@jest/globals';
import { endpoints, type Endpoint } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { collect, sendCall } from '../../../../nodes/WorkforceOperations/transport/index.ts';
import { audit, eventsOf, idsOf, rowsOf, slim, templates } from '../services.mts';
import { type Answer, fakeConnection, type Sent } from '../support.mts';

const lists = Object.values<Endpoint>(endpoints).filter(
	({ id, method }) => method === 'GET' && /\.get(All|Recent)/.test(id),
);

/** A list whose second page is odd. */
const secondPage =
	(body: unknown) =>
	(_: Sent, count: number): Answer =>
		count === 1 ? { body: { data: rowsOf(2), nextPageParameter: 'direction=next&referenceId=2' } } : { body };

describe('an answer that is no list is never taken for an empty list or for a record', () => {
	const odd: Array<[string, unknown]> = [
		['words alone', { message: 'An error has occurred.' }],
		['a text as errors', { errors: 'Something broke' }],
		['a text as errors beside data', { data: [], errors: 'Something broke' }],
		['an error message with no data', { status: { code: 0, errorMessage: 'Something broke' }, data: null }],
		['a message with no data', { message: 'Something broke', data: null }],
		['a failure as text', { isSuccess: 'false', data: [] }],
		['a failure under another name', { success: false, data: [] }],
		['an error as an object', { error: { message: 'Something broke' }, data: null }],
		['a status as a number', { status: 500, data: [] }],
		['a problem of ASP.NET', { type: 'about:blank', title: 'Something broke', status: 500, traceId: 't' }],
		['no data and no word', { data: null }],
		['an empty object', {}],
		['one record', { id: 1, name: 'Ann' }],
		['one record as data', { status: { code: 0 }, data: { id: 1 } }],
		['a number as data', { status: { code: 0 }, data: 7 }],
		['a number', 7],
		['true', true],
	];

	test.each(lists.map(({ id }) => id))('%s', async (id) => {
		for (const [name, body] of odd) {
			const { connection } = fakeConnection(() => ({ body }));
			const reading = collect(connection, {
				endpoint: endpoints[id as keyof typeof endpoints],
				path: { id: 1, userId: 1, subscriberId: 1 },
			}).then(
				({ records }) => `${name}: ${records.length} records`,
				(error: Error) => error.name,
			);
			expect(await reading).toBe('NodeApiError');
		}
	});

	test.each(odd)('%s on a later page: the error says how much had been read', async (_, body) => {
		const { connection } = fakeConnection(secondPage(body));
		await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
			description: expect.stringContaining('2 records had been read before.'),
		});
	});

	test('the words of the service are the message', async () => {
		for (const body of [{ message: 'Something broke' }, { errors: 'Something broke' }, { error: 'Something broke' }]) {
			const { connection } = fakeConnection(() => ({ body }));
			await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({ message: 'Something broke' });
		}
	});

	test.each([
		['an empty array', { status: { code: 0 }, data: [] }],
		['a bare empty array', []],
		['no data where the service says that all went well', { status: { code: 0, errorMessage: '' }, data: null }],
		['no data, and a polite word', { status: { code: 0 }, message: 'Success', data: null }],
		['no data, and a count', { data: null, count: 0 }],
	])('an empty list is one: %s', async (_, body) => {
		const { connection } = fakeConnection(() => ({ body }));
		expect((await collect(connection, { endpoint: slim })).records).toEqual([]);
	});

	test('a record that is nothing but words of an error is an error', async () => {
		for (const body of [
			{ message: 'No such timesheet' },
			{ title: 'No such timesheet', status: 404, traceId: 't' },
			{ status: { code: 0, errorMessage: 'No such timesheet' }, data: null },
		]) {
			const { connection } = fakeConnection(() => ({ body }));
			await expect(
				sendCall(connection, { endpoint: endpoints['timesheet.get'], path: { id: 1 } }),
			).rejects.toMatchObject({
				message: 'No such timesheet',
			});
		}
	});

	test('what a write answers is not judged by its words', async () => {
		const { connection } = fakeConnection(() => ({ body: { message: 'Employee updated' } }));
		const page = await sendCall(connection, { endpoint: endpoints['staff.update'], body: { employees: [] } });
		expect(page.records).toEqual([{ message: 'Employee updated' }]);
	});
});

describe('a next page that is announced', () => {
	test.each([[true], [['a=1']], ['{broken'], ['token-without-a-name'], [{ ReferenceId: { value: 3 } }]])(
		'as %j can’t be read, so the list does not end there',
		async (nextPageParameter) => {
			const { connection } = fakeConnection(() => ({ body: { data: rowsOf(3), nextPageParameter } }));
			await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
				message: 'The service announces a next page in a form that can’t be read',
				description: expect.stringContaining('3 records had been read before.'),
			});
		},
	);

	test('is not needed where the limit is reached', async () => {
		const { connection } = fakeConnection(() => ({ body: { data: rowsOf(3), nextPageParameter: true } }));
		expect((await collect(connection, { endpoint: slim }, { limit: 3 })).records).toHaveLength(3);
	});

	test('by the user in a form that can’t be read is not the beginning of the list', async () => {
		const { connection, sent } = fakeConnection(() => ({ body: { data: rowsOf(3) } }));
		await expect(collect(connection, { endpoint: slim }, { startCursor: '{broken' })).rejects.toMatchObject({
			message: 'The start cursor can’t be read',
		});
		expect(sent).toHaveLength(0);
	});
});

describe('ever new cursors that bring nothing new', () => {
	test('the same records again are an error behind a full page, and are not handed over a second time', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({
			body: { data: rowsOf(20), nextPageParameter: `direction=next&referenceId=${count + 20}` },
		}));
		await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
			message: 'The service sends the same page again and again',
			description: expect.stringContaining('20 records had been read before.'),
		});
		expect(sent).toHaveLength(3);
	});

	test('the same records again are the end behind a short page', async () => {
		const { connection, sent } = fakeConnection((_, count) => ({
			body: { data: rowsOf(3), nextPageParameter: `direction=next&referenceId=${count + 10}` },
		}));
		expect(idsOf((await collect(connection, { endpoint: slim })).records)).toEqual([1, 2, 3]);
		expect(sent).toHaveLength(2);
	});

	test('pages without a record end one day', async () => {
		const { connection, sent } = fakeConnection((_, count) => {
			if (count > 1000) throw new Error('never ends');
			return { body: { data: [], nextPageParameter: `direction=next&referenceId=${count}` } };
		});
		await expect(collect(connection, { endpoint: slim })).rejects.toMatchObject({
			message: 'The service sends one empty page after another',
		});
		expect(sent.length).toBeLessThan(100);
	});

	test('rows that hold no id may be alike by chance', async () => {
		const { connection } = fakeConnection((_, count) => ({
			body: { data: [{ name: 'x' }, { name: 'x' }], nextPageParameter: count < 3 ? `referenceName=${count}` : null },
		}));
		expect((await collect(connection, { endpoint: slim })).records).toHaveLength(6);
	});
});

describe('login audit', () => {
	/** Pages of 120 rows, whatever was asked for. */
	const large =
		(count: number) =>
		({ query }: Sent): Answer => ({
			body: { data: eventsOf(count).slice((Number(query.page) - 1) * 120, Number(query.page) * 120), errors: null },
		});

	test.each([{ pageSize: 50 }, { pageSize: 50, limit: 300 }, { pageSize: 50, startCursor: 'offset=110' }])(
		'pages that are larger than asked for lose nothing (%j)',
		async (walk) => {
			const { connection } = fakeConnection(large(500));
			const { records } = await collect(connection, { endpoint: audit }, walk);
			const from = walk.startCursor === undefined ? 0 : 110;
			expect(idsOf(records)).toEqual(idsOf(eventsOf(500)).slice(from, from + (walk.limit ?? 500)));
		},
	);

	test('pages that become larger on the way lose and double nothing', async () => {
		const events = eventsOf(400);
		const { connection } = fakeConnection(({ query }, count) => {
			const size = count < 3 ? 50 : 80;
			return { body: { data: events.slice((Number(query.page) - 1) * size, Number(query.page) * size), errors: null } };
		});
		const { records } = await collect(connection, { endpoint: audit }, { pageSize: 50 });
		expect(idsOf(records)).toEqual(idsOf(events));
	});
});

describe('form templates', () => {
	test('rows without an id are kept, on every page', async () => {
		const rows = Array.from({ length: 20 }, (_, index) =>
			index % 3 === 2 ? { formName: `form ${index}` } : { formTemplateId: index + 1, formName: `form ${index}` },
		);
		const { connection } = fakeConnection(({ query }) => {
			const anchor = rows.findIndex(({ formTemplateId }) => formTemplateId === Number(query.referenceId ?? -1));
			return { body: { status: { code: 0 }, data: rows.slice(anchor + 1, anchor + 1 + Number(query.limit)) } };
		});
		const { records } = await collect(connection, { endpoint: templates }, { pageSize: 6 });
		expect(records).toEqual(rows);
	});
});
