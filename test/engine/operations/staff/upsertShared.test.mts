// Accounts with one e-mail address: somebody employed and supplied by a subcontractor has two; two own ones belong to nobody knows whom.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { withoutRow } from '../../support/staffRows.mts';
import { byNumber, envelope, isSearch, messages, preview, same, times, upsert, useStaff } from './staffBench.mts';

const { service, set, run, keepGoing, ok, sent, requests } = useStaff(60);
/** Where the two stand in the list who share an address. */
const [EARLY, LATE] = [3, 50];
const [ONE, OTHER] = [1001 + EARLY, 1001 + LATE];
const SHARED = /^2 employees have the e-mail address “p3@example\.com”\. Their IDs: (1004 .*, 1051 |1051 .*, 1004 )/i;
beforeEach(() => {
	service.largestPage = 5;
	set(LATE, { email: `P${EARLY}@EXAMPLE.COM` });
});

const row = (index: number): IDataObject => ({ ...same(index), lastName: 'New' });
/** The row of the shared address, and others behind it. */
const sheet = (count: number): IDataObject[] => times(count, (index) => row(EARLY + index));
const idsOf = (rows: IDataObject[]): unknown[] => rows.map(({ id }) => id);
const lend = (index: number, subcontractorName = 'Reef Guarding'): void => set(index, { subcontractorName });

describe('Two own accounts', () => {
	test.each([
		[6, 'the one before the other', 'first'],
		[6, 'the other before the one', 'last'],
		[6, 'one of them among those who have left', 'first'],
		[40, 'the one before the other', 'last'],
		[1, 'the one before the other', 'all'],
		[5, 'one of them among those who have left', 'all'],
	] as const)(
		'%i rows, with %s, the search bringing the %s: that row is refused, the others are written',
		async (count, order, brings) => {
			service.brings = brings;
			if (order.startsWith('the other')) service.people.reverse();
			if (order.endsWith('left')) service.left.add(OTHER);
			const { json } = await keepGoing(sheet(count));
			expect(messages(json)[0]).toMatch(SHARED);
			const others = times(count - 1, (index) => ONE + 1 + index);
			expect(json.slice(1)).toMatchObject(others.map((id) => ({ id, action: 'updated' })));
			expect(idsOf(sent('PATCH'))).toEqual(others);
		},
	);

	test.each([
		['a run', upsert],
		['a preview', preview],
	])('a row that equals one of them is an error as well, in %s, too', async (_, parameters) => {
		const { json } = await keepGoing([same(EARLY), ...sheet(7).slice(1)], parameters);
		expect(messages(json)[0]).toMatch(SHARED);
	});

	test('without Continue On Fail nothing of any row is written', async () => {
		const { error } = await run(sheet(6));
		expect(withoutRow(error?.message)).toMatch(SHARED);
		expect(sent('PATCH')).toEqual([]);
	});

	test('by employee number: who isn’t found by it, and shares the address, is refused', async () => {
		set(EARLY, { employeeId: '' });
		const { error } = await run([{ ...row(EARLY), 'Employee no.': 'E-3' }], byNumber);
		expect(error?.message).toMatch(SHARED);
	});
});

describe('An own account and one of somebody lent', () => {
	describe.each(['first', 'last', 'all'] as const)('where the search brings the %s', (brings) => {
		test.each([1, 5, 6, 40])('of %i rows the one means the own employee, and names the other', async (count) => {
			service.brings = brings;
			lend(LATE);
			const { json, hints } = await run(sheet(count));
			expect(json[0]).toMatchObject({ id: ONE, action: 'updated', foundBy: 'email' });
			expect(idsOf(sent('PATCH'))).toEqual(times(count, (index) => ONE + index));
			// A few rows whose search brings the own account read no list.
			const isSeen = count >= 6 || brings !== 'first';
			expect(isSeen || !('list' in requests())).toBe(true);
			expect(json.map(({ otherAccounts }) => otherAccounts)).toEqual(
				times(count, (index) => (isSeen && index === 0 ? [OTHER] : undefined)),
			);
			const words = 'In 1 row the e-mail address also belongs to a subcontractor’s account';
			expect(hints.join().includes(words)).toBe(isSeen);
		});
	});

	const ofBoth = async (count: number, left: readonly number[]): Promise<IDataObject> => {
		service.brings = 'all';
		lend(LATE);
		for (const id of left) service.left.add(id);
		const [first = {}] = (await keepGoing(sheet(count))).json;
		return first;
	};
	describe.each([1, 6])('the search of the first of %i rows bringing both', (count) => {
		test.each<[string, number[]]>([
			['both active', []],
			['the own one active', [OTHER]],
			['neither active', [ONE, OTHER]],
		])('with %s', async (_, left) => {
			expect(await ofBoth(count, left)).toMatchObject({ id: ONE, action: 'updated', otherAccounts: [OTHER] });
		});

		test('with only the other active', async () => {
			const [message] = messages([await ofBoth(count, [ONE])]);
			expect(message).toMatch(SHARED);
			for (const account of ['1051 (supplied by Reef Guarding, active)', '1004 (own employee, inactive)'])
				expect(message).toContain(account);
			expect(idsOf(sent('PATCH'))).not.toContain(ONE);
		});
	});

	test('that are two in the sheet are told as two', async () => {
		set(LATE + 1, { email: `p${EARLY + 1}@example.com` });
		for (const index of [LATE, LATE + 1]) lend(index);
		expect((await run(sheet(6))).hints.join()).toContain('In 2 rows the e-mail address also belongs to');
	});

	test('the search bringing the own one, which says that it has ended: the list shows the other', async () => {
		lend(LATE);
		const ended = envelope({ ...service.people[EARLY], isActive: false });
		service.instead = (seen) => (isSearch(seen) ? ended : undefined);
		const { json } = await keepGoing(sheet(1));
		expect(messages(json)).toEqual([expect.stringMatching(SHARED)]);
		expect(sent('PATCH')).toEqual([]);
	});

	test('two of somebody lent and none of the own is an error that says what each is', async () => {
		lend(EARLY, 'Coral Security');
		lend(LATE);
		const { json } = await keepGoing(sheet(1));
		expect(messages(json)).toEqual([
			'2 employees have the e-mail address “p3@example.com”. Their IDs: 1004 (supplied by Coral Security, active), 1051 (supplied by Reef Guarding, active)',
		]);
		expect(sent('PATCH')).toEqual([]);
	});

	test('one account, of somebody lent, is that person once the list has shown that it is the only one', async () => {
		lend(7);
		expect(await ok([row(7)])).toMatchObject([{ id: 1008, action: 'updated' }]);
		expect(requests()).toMatchObject({ search: 1, PATCH: 1 });
		expect(requests().list).toBeGreaterThan(1);
	});

	test('a preview says the same', async () => {
		lend(LATE);
		const json = await ok(sheet(6), preview);
		expect(json).toMatchObject(
			times(6, (index) => ({ action: 'wouldUpdate', otherAccounts: index === 0 ? [OTHER] : null })),
		);
		expect(Object.keys(json[0] ?? {}).slice(-3)).toEqual(['foundBy', 'otherAccounts', 'id']);
	});

	test('by employee number the address doesn’t matter', async () => {
		lend(EARLY);
		const json = await ok([{ ...row(EARLY), 'Employee no.': 'E-3' }], byNumber);
		expect(json).toMatchObject([{ id: ONE, action: 'updated', foundBy: 'employeeId' }]);
	});
});
