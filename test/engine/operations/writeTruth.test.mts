// What the node says of what it wrote: written, refused or not sent, and not known.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import type { Canned } from '../support/recorder.mts';
import { createAnn as create, employees, fine, rows, updateMobile as update } from '../support/staffRows.mts';

const bench = useBench();
const onError = { node: { onError: 'continueRegularOutput' } } as const;
const saveLicence = {
	...{ resource: 'securityLicence', operation: 'upsert', employeeId: '3001' },
	licenses: { licence: [{ licenseId: '1', stateCode: 'NSW' }] },
};
const subscriber = { resource: 'webhookSubscriber', operation: 'create' };
const rotate = { resource: 'webhookSubscriber', operation: 'update', subscriberId: '1', rotateSecret: true };
const subscribe = {
	...{ resource: 'webhookSubscription', operation: 'create', subscriberId: '1' },
	...{ eventType: 'timesheet', event: 'approve', uri: 'https://a.example' },
};
const activate = { resource: 'webhookSubscription', operation: 'update', subscriptionId: '1', state: 'active' };
const customPost = { resource: 'customRequest', operation: 'send', method: 'POST', path: '/api/x', body: '{}' };
const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

describe('a write whose answer can’t be read, or never came', () => {
	const lost: Array<[string, Canned | 'cut']> = [
		['a connection that breaks', 'cut'],
		['JSON that is cut off', { body: '{"status":{"code":0},"da', headers: json }],
		['a web page', { body: '<html>Sign in</html>', headers: html }],
		['408', { status: 408, body: {} }],
		['499', { status: 499, body: {} }],
		['500', { status: 500, body: {} }],
		['502', { status: 502, body: {} }],
		['503', { status: 503, body: {} }],
		['504', { status: 504, body: {} }],
	];
	const writes: Array<[string, 'developer' | 'webhook', IDataObject]> = [
		['staff, create', 'developer', create],
		['staff, update', 'developer', { ...update, employeeId: '={{ 3001 + $itemIndex }}' }],
		['licence, upsert', 'developer', saveLicence],
		['subscriber, create', 'webhook', subscriber],
		['subscriber, rotate', 'webhook', rotate],
		['subscription, create', 'webhook', subscribe],
		['subscription, update', 'webhook', activate],
		['custom request', 'developer', customPost],
		['custom request, raw', 'developer', { ...customPost, options: { unwrap: false } }],
	];
	const table = writes.flatMap(([name, key, parameters]) =>
		lost.map(([kind, answer]) => [name, kind, key, parameters, answer] as const),
	);

	test.each(table)(
		'%s, %s: it is said that nobody knows, and not to try again',
		async (_, _kind, key, parameters, answer) => {
			bench.recorder.answer(({ method }) => (method === 'GET' ? undefined : answer));
			const { error } = await bench.run(key, parameters, { items: rows(2, () => ({})) });
			const words = `${error?.message} ${error?.description}`;
			expect(words).toContain('The service may have made the change anyway');
			expect(words).not.toMatch(/try again/i);
			expect(words).not.toMatch(/(None of the|Nothing) .*was written/);
			expect(words).toContain('Rows that may or may not have been written: 1');
		},
		60_000,
	);

	test('an item’s own error says it too', async () => {
		bench.recorder.answer(() => 'cut');
		const { json: items } = await bench.run('developer', create, { items: rows(2, () => ({})), ...onError });
		for (const { error } of items)
			expect((error as IDataObject).description).toContain('check there before you run it again');
	});

	test('a read is still told to try again', async () => {
		bench.recorder.answer(() => ({ status: 500, body: {} }));
		const { error } = await bench.run('developer', { resource: 'staff', operation: 'getAll' });
		expect(error?.description).toContain('try again later');
		expect(error?.description).not.toContain('all the same');
	});

	test('written, refused and not sent stand beside it, each with its own', async () => {
		let count = 0;
		bench.recorder.answer(() => (++count < 3 ? { body: fine } : 'cut'));
		const { error } = await bench.run('developer', create, { items: rows(5, () => ({})) });
		expect(error?.description).toContain(
			'Rows that were written: 1 to 2. Rows that may or may not have been written: 3. Check the service before you run them again. Rows that were not sent: 4 to 5.',
		);
	});

	test.each([
		['subscriber, create', 'webhook', subscriber, { body: { ...fine, data: null } }],
		['subscriber, create, without anything', 'webhook', subscriber, { status: 201 }],
		['subscriber, rotate', 'webhook', rotate, { body: fine }],
		['staff, create, without anything', 'developer', create, { status: 200 }],
	] as const)(
		'%s: an answer without the record that is due is not taken for done',
		async (_, key, parameters, answer) => {
			bench.recorder.answer(() => answer);
			const { error } = await bench.run(key, parameters);
			expect(error?.message).toContain('answered without any data');
			expect(error?.description).toContain('The service may have made the change anyway');
		},
	);

	test('what is refused at the second sending may have been carried out at the first', async () => {
		bench.recorder.answer(() => ({ status: bench.recorder.seen.length === 1 ? 502 : 409, body: {} }));
		const { error } = await bench.run('webhook', activate);
		expect(bench.recorder.seen).toHaveLength(2);
		expect(error?.description).toContain('The service may have made the change anyway');
	});

	test('and so may the rows of a batch that is then halved', async () => {
		bench.recorder.answer(() => ({ status: bench.recorder.seen.length === 1 ? 502 : 400, body: {} }));
		const two = { items: rows(2, (id) => ({ id: id + 1 })), ...onError };
		const { json: items } = await bench.run('developer', update, two);
		for (const { error } of items)
			expect((error as IDataObject).description).toMatch(/may have (been written|done it)/);
	});

	test('a look before the write that fails has written nothing', async () => {
		bench.recorder.answer(() => ({ body: '{"status":', headers: json }));
		const byNumber = { ...saveLicence, licenses: { licence: [{ licenseNumber: '1' }] } };
		const { error } = await bench.run('developer', byNumber, { items: rows(2, () => ({})) });
		expect(error?.description).toContain('Try again');
		expect(error?.description).toContain('None of the 2 rows was written.');
	});

	test('a batch of new staff that is refused may have been taken in part', async () => {
		const wrong = { status: { code: 1, errorMessage: 'Row 2 is wrong' }, data: null };
		bench.recorder.answer(() => ({ status: 400, body: wrong }));
		const batches = { ...create, advanced: { batchSize: 3 } };
		const { error } = await bench.run('developer', batches, { items: rows(3, () => ({})) });
		expect(error?.description).toContain('some rows of this batch may have been written');
		expect(error?.description).toContain('that may or may not have been written: 1 to 3');
		expect(error?.description).not.toMatch(/(None of the|Nothing) .*was written/);
	});
});

describe('an answer whose data is a plain value keeps it', () => {
	test.each([
		['custom request', 'developer', customPost, { success: true, data: 4711 }],
		[
			'custom request that reads',
			'developer',
			{ resource: 'customRequest', operation: 'send', path: '/api/x' },
			{ data: 4711 },
		],
		['subscription, create', 'webhook', subscribe, { data: 4711 }],
		['licence, upsert', 'developer', saveLicence, { employeeId: '3001', saved: true, data: 4711 }],
		[
			'staff, create',
			'developer',
			create,
			{ created: true, firstName: 'Ann', lastName: 'Lee', email: 'a0@example.com', data: 4711 },
		],
	] as const)('%s', async (_, key, parameters, item) => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data: 4711 } }));
		const [record] = await bench.ok(key, parameters);
		expect(record).toEqual(item);
	});
});

describe('an answer that says that it was not done', () => {
	test.each(['Failed: locked', false])('%j is not told as done', async (data) => {
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data } }));
		const [licence] = await bench.ok('developer', saveLicence);
		const active = { resource: 'webhookSubscriber', operation: 'update', subscriberId: '1', state: 'active' };
		const [subscriberSaid] = await bench.ok('webhook', active);
		const [subscriptionSaid] = await bench.ok('webhook', activate);
		expect(licence).toEqual({ employeeId: '3001', saved: null, data });
		expect(await bench.ok('developer', customPost)).toEqual([{ success: null, data }]);
		const unknown = { id: '1', updated: null, data };
		expect({ subscriberSaid, subscriptionSaid }).toEqual({ subscriberSaid: unknown, subscriptionSaid: unknown });
	});
});

test.each([[[]], [[null]], [0]])('an empty answer (%j) does not say that a licence was saved', async (data) => {
	bench.recorder.answer(() => ({ body: { status: { code: 0 }, data } }));
	const [record] = await bench.ok('developer', saveLicence);
	expect(record?.saved ?? null).toBeNull();
	const items = [{ json: { id: 3001, mobile: '1', 'Licence number': 'SL1' } }];
	const columns = { dataToSend: 'columns', columns: { mappingMode: 'autoMapInputData', value: null } };
	bench.recorder.answer(({ method, path }) => ({
		body: {
			status: { code: 0 },
			data: method === 'POST' && path.endsWith('/licenses') ? data : method === 'GET' ? [] : null,
		},
	}));
	const [row] = await bench.ok('developer', { resource: 'staff', operation: 'update', ...columns }, { items });
	expect(row).toEqual({ id: 3001, updated: true, licenceAction: null, licenceAnswer: data });
});

describe('what is not about single rows is not sought row by row', () => {
	const refusal = {
		status: 400,
		body: { status: { code: 9, errorMessage: 'The field mobile is not allowed' }, data: null },
	};
	const many = { items: rows(500, (index) => ({ id: index + 1 })), ...onError };

	test('500 rows that all fail with the same words cost a tenth of the requests, and each carries them', async () => {
		bench.recorder.answer(() => refusal);
		const { json: items } = await bench.run('developer', update, many);
		expect(items).toHaveLength(500);
		for (const { error } of items)
			expect((error as IDataObject).message).toMatch(/^(Row \d+ \(.*\): )?The field mobile is not allowed$/);
		expect(bench.recorder.seen.length).toBeLessThan(100);
	});

	test('bad rows at the start don’t cost the good ones theirs', async () => {
		const bad = (id: unknown): boolean => Number(id) <= 10 || Number(id) % 25 === 0;
		bench.recorder.answer((seen) => (employees(seen).some(({ id }) => bad(id)) ? refusal : { body: fine }));
		const { json: items } = await bench.run('developer', update, many);
		expect(items.filter(({ updated }) => updated === true)).toHaveLength(500 - 10 - 20);
	});
});
