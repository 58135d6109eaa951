// Rows and answers that Create or Update must not take for what they seem to be.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Canned, Seen } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';
import { staff, same, messages, envelope, useStaff } from './staffBench.mts';

const { bench, service, set, run, keepGoing, ok, sent, requests } = useStaff(20);
const staff = (operation: string): IDataObject => ({
	resource: 'staff',
	operation,
	dataToSend: 'columns',
	columns: { mappingMode: 'autoMapInputData', value: null },
});
const licence = { 'Licence number': 'SL1', 'Licence state': 'NSW' };

describe('what nobody sees in a cell', () => {
	test('invisible characters and accents in another way of writing make no second person', async () => {
		set(2, { email: 'jos\u00e9@example.com' });
		const items = [
			{ ...same(1), email: '\u200bp1@example.com\ufeff' },
			{ ...same(2), email: 'jose\u0301@example.com' },
			{ ...same(3), email: 'p3@exam\u00adple.com' },
		];
		const json = await ok(items, staff('upsert'));
		expect(json.map(({ id, action }) => [id, action])).toEqual([
			[1002, 'unchanged'],
			[1003, 'unchanged'],
			[1004, 'unchanged'],
		]);
	});

	test('two rows of somebody new that differ in an invisible character are one person', async () => {
		const items = [
			{ ...same(1), email: 'new@example.com' },
			{ ...same(1), email: 'new@example.com\u200b' },
		];
		const { json } = await keepGoing(items, staff('upsert'));
		expect(messages(json)).toEqual([undefined, 'The e-mail address “new@example.com” is already in row 1']);
	});

	test('a cell that holds nothing but them is blank', async () => {
		const json = await ok([{ ...same(1), mobile: ' \u200b', city: '\ufeff' }], staff('upsert'));
		expect({ action: json[0]?.action, tally: requests() }).toEqual({
			action: 'unchanged',
			tally: { search: 1 },
		});
	});
});

test('a row with a number that nobody has, and without an address, is not searched by one', async () => {
	const items = [{ firstName: 'New', lastName: 'One', employeeId: 'N-1' }];
	const { error } = await run(items, { ...staff('upsert'), matchBy: 'employeeId' });
	expect({ message: error?.message, tally: requests() }).toEqual({
		message: 'Nobody has the employee number “N-1”, and the row has no usable e-mail address',
		tally: { list: 2 },
	});
});

describe('numbers that n8n has rounded', () => {
	test('are no employee numbers: the neighbour would be meant', async () => {
		set(1, { employeeId: '9007199254740992' });
		const items = [{ ...same(5), employeeId: 2 ** 53 }];
		const { json } = await keepGoing(items, { ...staff('upsert'), matchBy: 'employeeId' });
		expect(messages(json)).toEqual(['“Employee Number” contains a number that is too large']);
		expect(bench.recorder.seen).toEqual([]);
	});

	test.each([
		[2 ** 60, '“Licence Number” contains a number that is too large'],
		[{ number: 1 }, '“Licence Number” is an object, not text'],
	])('and %j is no licence number', async (number, message) => {
		const items = [{ ...same(5), 'Licence number': number }];
		const { error } = await run(items, staff('upsert'));
		expect(error?.message).toBe(message);
		expect(bench.recorder.seen).toEqual([]);
	});
});

test('somebody whom the list shows without an ID is not created a second time', async () => {
	set(3, { id: null });
	const items = [{ ...same(3), email: 'moved@example.com', employeeId: 'e-3' }];
	const { error } = await run(items, { ...staff('upsert'), matchBy: 'employeeId' });
	expect(error?.message).toBe('The service has an employee with the employee number “e-3”, but returns no usable ID');
	expect(requests()).toEqual({ list: 2 });
});

describe('words in place of a record', () => {
	test.each(['Failed: the e-mail address is taken', 'error', ['Rejected']])(
		'%j is not taken for “created” or “updated”',
		async (data) => {
			service.instead = ({ method }) => (method === 'GET' ? undefined : envelope(data));
			const items = [
				{ ...same(1), email: 'new@example.com' },
				{ ...same(2), mobile: 'x' },
			];
			const json = await ok(items, staff('upsert'));
			expect(json).toEqual([data, data].map((answer) => expect.objectContaining({ action: null, answer })));
		},
	);
});

describe('a stop tells what is left to do', () => {
	/** Nobody has a licence yet; what was written is not shown. */
	const licences = ({ method }: Pick<Seen, 'method'>): Canned => ({
		body: { status: { code: 0 }, data: method === 'GET' ? [] : null },
	});
	const withLicences = (): void => {
		service.instead = (seen) => {
			if (seen.path.endsWith('/licenses')) return licences(seen);
			return seen.method === 'PATCH' && employees(seen).some(({ mobile }) => mobile === 'bad')
				? refusal(400, 'No')
				: undefined;
		};
	};

	test('what is the same already has not been written', async () => {
		withLicences();
		const { error } = await run([same(1), { ...same(2), mobile: 'bad' }], staff('upsert'));
		expect(error?.description).toMatch(/None of the \d rows was written\./);
		expect(error?.description).not.toContain('Rows that were written');
	});

	test.each(['update', 'upsert'])('%s: a licence that was not sent is not called written', async (operation) => {
		withLicences();
		const items = [
			{ id: 1002, ...(operation === 'upsert' ? same(1) : { email: null }), ...licence },
			{ id: 1004, email: 'p3@example.com', mobile: 'x', ...licence },
			{ id: 1003, email: 'p2@example.com', mobile: 'bad' },
		];
		const { error } = await run(items, { ...staff(operation), advanced: { batchSize: 1 } });
		expect(error?.description).toContain('Rows that were written: 2.');
		expect(error?.description).toContain('Rows whose licence was not sent: 1 to 2.');
	});

	test('the licences after one that is refused', async () => {
		let count = 0;
		service.instead = ({ path, method }) => {
			if (!path.endsWith('/licenses')) return undefined;
			return method === 'POST' && ++count === 2 ? refusal(400, 'No') : licences({ method });
		};
		const items = [1, 2, 3].map((index) => ({ ...same(index), ...licence }));
		const { error } = await run(items, staff('upsert'));
		expect(error?.description).toContain('Rows that were written: 1.');
		expect(error?.description).toContain('Rows whose licence was not sent: 3.');
	});
});

test('a service whose search counts letter case is asked for small letters, too, before somebody is created', async () => {
	service.instead = ({ path, query }) =>
		path.endsWith('/search') && query.email !== query.email?.toLowerCase() ? refusal(404, 'Nobody') : undefined;
	const items = [
		{ ...same(2), email: 'P2@Example.com' },
		{ ...same(3), email: 'New3@example.com' },
	];
	const json = await ok(items, staff('upsert'));
	expect(json.map(({ id, action }) => [id, action])).toEqual([
		[1003, 'unchanged'],
		[1021, 'created'],
	]);
	expect(requests()).toEqual({ search: 4, list: 2, POST: 1 });
});

test('an address with a plus is searched as it is', async () => {
	set(2, { email: 'a+b&c@example.com' });
	const json = await ok([{ ...same(2), email: 'A+b&c@example.com' }], staff('upsert'));
	expect(json[0]).toMatchObject({ id: 1003, action: 'unchanged' });
});
