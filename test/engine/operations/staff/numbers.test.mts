// Employee numbers: a new address makes nobody a second time, and a new number overwrites nobody.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { refusal } from '../../support/sheetService.mts';
import { errorOf } from '../../support/staffRows.mts';
import { byNumber, envelope, fresh, isList, isSearch, messages, preview } from './staffBench.mts';
import { same, staff, times, told, upsert, useStaff } from './staffBench.mts';

const { service, employ, set, run, keepGoing, ok, sent, requests } = useStaff(20);
const numbered = (index: number, employeeId: unknown): IDataObject => ({ ...fresh(index), employeeId }) as IDataObject;

describe('Nobody is made twice by a new address', () => {
	test.each<[string, string, unknown]>([
		['the same', 'E-7', 'E-7'],
		['in other letters, with blanks', 'E-7', ' e - 7'],
		['without its leading zeros', '0042', 42],
		['with leading zeros', '42', '00042'],
	])('who has the number there makes the row an error with the IDs: %s', async (_, there, given) => {
		set(7, { employeeId: there });
		const { json } = await keepGoing([numbered(7, given), fresh(1)]);
		expect(told(json)).toEqual([expect.stringContaining('(ID 1008)'), 'created']);
		expect(errorOf(json[0]).message).toContain(there);
		expect(errorOf(json[0]).description).toMatch(/[Cc]orrect the address.*match by .*[Nn]umber/);
		expect(sent('POST')).toEqual([fresh(1)]);
	});

	test('somebody inactive is found as well, and the error says to reactivate them there', async () => {
		service.left.add(1008);
		const { error } = await run([numbered(7, 'E-7')]);
		expect(error?.message).toContain('(ID 1008)');
		expect(error?.description).toContain('eactivate');
		expect(sent('POST')).toEqual([]);
	});

	test('both halves of the list are read to their end once, whatever the number of rows', async () => {
		employ(900);
		for (let index = 0; index < 300; index++) service.left.add(1001 + index);
		await ok(times(30, (index) => numbered(index, `N-${index}`)));
		expect(requests()).toEqual({ list: 3, search: 5, POST: 2 });
	});

	test('a list that nobody can tell the end of: rows with a number are not created, in words; others are', async () => {
		service.instead = (seen) => (isList(seen) ? envelope(service.people) : undefined);
		const { json } = await keepGoing([numbered(1, 'N-1'), fresh(2)]);
		expect(told(json)).toEqual([expect.stringContaining('may be incomplete'), 'created']);
		expect(requests()).toMatchObject({ search: 2, POST: 1 });
	});

	test.each([2, 12])('a list that can’t be read: none of %i new people is created', async (count) => {
		service.instead = (seen) => (isList(seen) ? refusal(403, 'Not for you') : undefined);
		const { json } = await keepGoing(times(count, fresh));
		expect(told(json)).toEqual(times(count, () => expect.stringContaining('has no access to this')));
		expect(sent('POST')).toEqual([]);
	});

	test.each(['email', 'employeeId'])(
		'two rows with one number, matched by %s: the later is an error',
		async (matchBy) => {
			const rows = ['0042', 42, 'x 1', 'X1'].map((employeeId, index) => numbered(index + 1, employeeId));
			const { json } = await keepGoing(rows, { ...preview, matchBy });
			expect(told(json)).toEqual([
				'wouldCreate',
				'The employee number “42” is already in row 1',
				'wouldCreate',
				'The employee number “X1” is already in row 3',
			]);
		},
	);

	test('a number that the search doesn’t show, and the list does, is still one’s own', async () => {
		service.instead = (seen) => (isSearch(seen) ? envelope({ ...same(3), id: 1004 }) : undefined);
		await ok([{ ...same(3), employeeId: 'E-3' }]);
		expect(sent('PATCH')).toEqual([{ id: 1004, employeeId: 'E-3' }]);
	});

	test('an update that would give somebody the number of another is an error by ID as well', async () => {
		const { error } = await run([{ id: 1004, employeeId: 'E-9' }], staff('upsert', { matchBy: 'id' }));
		expect(error?.message).toContain('1010');
		expect(sent('PATCH')).toEqual([]);
	});

	test('the number of somebody whom the list shows without an ID is refused, too', async () => {
		set(7, { employeeId: '0042', id: null });
		const { error } = await run([numbered(7, '42')]);
		expect(error?.message).toContain('0042');
		expect(sent('POST')).toEqual([]);
	});

	test('what a preview says of numbers is what the run says', async () => {
		set(7, { employeeId: '0042' });
		const rows = [numbered(7, '42'), { ...same(3), employeeId: 'E-9' }, numbered(5, 'N-5')];
		const before = await keepGoing(rows, preview);
		const after = await keepGoing(rows);
		expect(messages(before.json)).toEqual(messages(after.json));
		expect(told(before.json)[2]).toBe('wouldCreate');
	});
});

describe('Nobody is overwritten by a new number', () => {
	test('who has the address, no number and the same names is that person, and foundBy says by what', async () => {
		set(3, { employeeId: '' });
		const json = await ok([{ ...same(3), firstName: 'FIRST3', employeeId: 'N-3' }], byNumber);
		expect(json).toEqual([expect.objectContaining({ id: 1004, action: 'updated', foundBy: 'email' })]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['another first name', {}, { firstName: 'Zoe' }],
		['another last name', {}, { lastName: 'Zoe' }],
		['no first name in the row', {}, { firstName: '' }],
		['no last name in the row', {}, { lastName: null }],
		['no last name there', { lastName: null }, {}],
		['a number of their own', { employeeId: 'E-3' }, {}],
	])('%s: an error with the ID, and nothing is written', async (_, there, row) => {
		set(3, { employeeId: '', ...there });
		const { json } = await keepGoing([{ ...same(3), employeeId: 'N-3', mobile: 'x', ...row }], byNumber);
		expect(messages(json)).toEqual([expect.stringContaining('(ID 1004)')]);
		expect({ patched: sent('PATCH'), posted: sent('POST') }).toEqual({ patched: [], posted: [] });
	});

	test.each<[string, IDataObject]>([
		['email', {}],
		['employeeId', { employeeId: 'E-4' }],
		['id', { id: 1005 }],
	])('matched by %s, foundBy says so, also in a preview and where nothing changes', async (matchBy, more) => {
		for (const parameters of [preview, upsert])
			expect(await ok([{ ...same(4), ...more }], { ...parameters, matchBy })).toMatchObject([{ foundBy: matchBy }]);
	});

	test('of somebody new there is no foundBy', async () => {
		const [previewed] = await ok([fresh(1)], preview);
		const [created] = await ok([fresh(1)]);
		expect([previewed?.foundBy, created?.foundBy]).toEqual([null, undefined]);
	});
});
