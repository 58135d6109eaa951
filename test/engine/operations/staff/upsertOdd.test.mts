// Rows and answers that Create or Update must not take for what they seem to be.
import { describe, expect, test } from '@jest/globals';
import { refusal } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';
import { byNumber, envelope, isLicences, isSearch, same, staff, told, useStaff } from './staffBench.mts';

const { bench, service, set, run, keepGoing, ok, requests } = useStaff(20);

describe('what nobody sees in a cell', () => {
	test('invisible characters and accents in another way of writing make no second person', async () => {
		set(2, { email: 'jos\u00e9@example.com' });
		const emails = ['\u200bp1@example.com\ufeff', 'jose\u0301@example.com', 'p3@exam\u00adple.com'];
		expect(await ok(emails.map((email, index) => ({ ...same(index + 1), email })))).toMatchObject([
			{ id: 1002, action: 'unchanged' },
			{ id: 1003, action: 'unchanged' },
			{ id: 1004, action: 'unchanged' },
		]);
	});

	test('two rows of somebody new that differ in an invisible character are one person', async () => {
		const { json } = await keepGoing(
			['new@example.com', 'new@example.com\u200b'].map((email) => ({ ...same(1), email })),
		);
		expect(told(json)).toEqual(['created', 'The e-mail address “new@example.com” is already in row 1']);
	});

	test('a cell that holds nothing but them is blank', async () => {
		const json = await ok([{ ...same(1), mobile: ' \u200b', city: '\ufeff' }]);
		expect(json).toMatchObject([{ action: 'unchanged' }]);
		expect(requests()).toEqual({ search: 1 });
	});
});

describe('a row whose number finds nobody that can be meant', () => {
	test('is not searched by an address that it doesn’t have', async () => {
		const { error } = await run([{ firstName: 'New', lastName: 'One', employeeId: 'N-1' }], byNumber);
		expect(error?.message).toBe('Nobody has the employee number “N-1”, and the row has no usable e-mail address');
		expect(requests()).toEqual({ list: 2 });
	});

	test('makes nobody a second time whom the list shows without an ID', async () => {
		set(3, { id: null });
		const { error } = await run([{ ...same(3), email: 'moved@example.com', employeeId: 'e-3' }], byNumber);
		expect(error?.message).toBe('The service has an employee with the employee number “e-3”, but returns no usable ID');
		expect(requests()).toEqual({ list: 2 });
	});
});

test.each([
	['a rounded employee number', { employeeId: 2 ** 53 }, '“Employee Number” contains a number that is too large'],
	['a rounded licence number', { 'Licence number': 2 ** 60 }, '“Licence Number” contains a number that is too large'],
	['an object', { 'Licence number': { number: 1 } }, '“Licence Number” is an object, not text'],
])('%s is no number: the neighbour would be meant', async (_, cells, message) => {
	const { error } = await run([{ ...same(5), employeeId: 'E-5', ...cells }], byNumber);
	expect(error?.message).toBe(message);
	expect(bench.recorder.seen).toEqual([]);
});

test.each(['Failed: the e-mail address is taken', 'error', ['Rejected']])(
	'%j in place of a record is not taken for “created” or “updated”',
	async (data) => {
		service.instead = ({ method }) => (method === 'GET' ? undefined : envelope(data));
		const json = await ok([
			{ ...same(1), email: 'new@example.com' },
			{ ...same(2), mobile: 'x' },
		]);
		expect(json).toMatchObject([
			{ action: null, answer: data },
			{ action: null, answer: data },
		]);
	},
);

describe('a stop tells what is left to do', () => {
	const licence = { 'Licence number': 'SL1', 'Licence state': 'NSW' };
	const bad = { mobile: 'bad' };
	/** Nobody has a licence yet; what was written is not shown. */
	const refuseBad = (): void => {
		service.instead = (seen) => {
			if (isLicences(seen)) return envelope(seen.method === 'GET' ? [] : null);
			return seen.method === 'PATCH' && employees(seen)[0]?.mobile === bad.mobile ? refusal(400, 'No') : undefined;
		};
	};

	test('what is the same already has not been written', async () => {
		refuseBad();
		const { error } = await run([same(1), { ...same(2), ...bad }]);
		expect(error?.description).toContain('None of the 2 rows was written.');
		expect(error?.description).not.toContain('Rows that were written');
	});

	test.each(['update', 'upsert'])('%s: a licence that was not sent is not called written', async (operation) => {
		refuseBad();
		const { error } = await run(
			[
				{ id: 1002, ...(operation === 'upsert' ? same(1) : { email: null }), ...licence },
				{ id: 1004, email: 'p3@example.com', mobile: 'x', ...licence },
				{ id: 1003, email: 'p2@example.com', ...bad },
			],
			staff(operation, { advanced: { batchSize: 1 } }),
		);
		expect(error?.description).toContain('Rows that were written: 2.');
		expect(error?.description).toContain('Rows whose licence was not sent: 1 to 2.');
	});
});

test('a service whose search counts letter case is asked for small letters, too, before somebody is created', async () => {
	service.instead = (seen) =>
		isSearch(seen) && seen.query.email !== seen.query.email?.toLowerCase() ? refusal(404, 'Nobody') : undefined;
	const json = await ok([
		{ ...same(2), email: 'P2@Example.com' },
		{ ...same(3), email: 'New3@example.com' },
	]);
	expect(json).toMatchObject([
		{ id: 1003, action: 'unchanged' },
		{ id: 1021, action: 'created' },
	]);
	expect(requests()).toEqual({ search: 4, list: 2, POST: 1 });
});

test('an address with a plus is searched as it is', async () => {
	set(2, { email: 'a+b&c@example.com' });
	const json = await ok([{ ...same(2), email: 'A+b&c@example.com' }]);
	expect(json).toMatchObject([{ id: 1003, action: 'unchanged' }]);
});
