// Accounts with one e-mail address: somebody employed and supplied by a subcontractor has two; two own ones belong to nobody knows whom.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { employees, errorOf, withoutRow } from '../../support/staffRows.mts';
import { byNumber, preview, same, told, envelope, useStaff } from './staffBench.mts';

const { bench, service, set, run, keepGoing, ok, requests } = useStaff(60);
const PEOPLE = 60;
/** Where the two stand in the list who share an address. */
const [EARLY, LATE] = [3, 50];
const [ONE, OTHER] = [1001 + EARLY, 1001 + LATE];
const ADDRESS = `p${EARLY}@example.com`;
const SHARED = /^2 employees have the e-mail address “p3@example\.com”\. Their IDs: (1004 .*, 1051 |1051 .*, 1004 )/i;

const row = (index: number): { json: IDataObject } => ({
	json: { firstName: `First${index}`, lastName: 'New', email: `p${index}@example.com` },
});
/** The row of the shared address, and others before and behind it. */
const sheet = (rows: number): Array<{ json: IDataObject }> =>
	Array.from({ length: rows }, (_, index) => row(EARLY + index));
const messageOf = (json?: IDataObject): unknown => errorOf(json).message;
const written = (): unknown[] =>
	bench.recorder.seen.filter(({ method }) => method === 'PATCH').flatMap((seen) => employees(seen).map(({ id }) => id));
const lend = (index: number, subcontractorName = 'Reef Guarding'): void => void set(index, { subcontractorName });

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
		async (rows, order, brings) => {
			service.brings = brings;
			if (order.startsWith('the other')) service.people.reverse();
			if (order.endsWith('left')) service.left.add(OTHER);
			const { json } = await keepGoing(sheet(rows));
			expect(messageOf(json[0])).toMatch(SHARED);
			expect(json.slice(1).map(({ id, action }) => [id, action])).toEqual(
				sheet(rows - 1).map((_, index) => [1002 + EARLY + index, 'updated']),
			);
			expect(written()).toEqual(sheet(rows - 1).map((_, index) => 1002 + EARLY + index));
		},
	);

	test('a row that equals one of them is an error as well, in a preview, too', async () => {
		const same = { firstName: `First${EARLY}`, lastName: `Last${EARLY}`, email: ADDRESS };
		const items = [{ json: same }, ...sheet(7).slice(1)];
		for (const options of [{}, { previewOnly: true }]) {
			const { json } = await keepGoing(items, { ...upsert, options });
			expect(messageOf(json[0])).toMatch(SHARED);
		}
	});

	test('without Continue On Fail nothing of any row is written', async () => {
		const { error } = await run(sheet(6));
		expect(withoutRow(error?.message)).toMatch(SHARED);
		expect(written()).toEqual([]);
	});

	test('by employee number: who isn’t found by it, and shares the address, is refused', async () => {
		set(EARLY, { employeeId: '' });
		const items = [{ json: { ...row(EARLY).json, 'Employee no.': 'E-3' } }];
		const { error } = await run(items, byNumber);
		expect(withoutRow(error?.message)).toMatch(SHARED);
	});
});

describe('An own account and one of somebody lent', () => {
	describe.each(['first', 'last', 'all'] as const)('where the search brings the %s', (brings) => {
		test.each([1, 5, 6, 40])('of %i rows the one means the own employee, and names the other', async (rows) => {
			service.brings = brings;
			lend(LATE);
			const { json, hints } = await run(sheet(rows));
			expect(json[0]).toMatchObject({ id: ONE, action: 'updated', foundBy: 'email' });
			expect(written()).toEqual(sheet(rows).map((_, index) => ONE + index));
			// A few rows whose search brings the own account read no list.
			const isSeen = rows >= 6 || brings !== 'first';
			expect(isSeen || !('list' in requests())).toBe(true);
			expect(json.map(({ otherAccounts }) => otherAccounts)).toEqual(
				sheet(rows).map((_, index) => (isSeen && index === 0 ? [OTHER] : undefined)),
			);
			const words = 'In 1 row the e-mail address also belongs to a subcontractor’s account';
			expect(hints.join().includes(words)).toBe(isSeen);
		});
	});

	const own: Array<[string, number[]]> = [
		['both active', []],
		['the own one active', [OTHER]],
		['neither active', [ONE, OTHER]],
	];
	const ofBoth = async (count: number, left: readonly number[]): Promise<IDataObject | undefined> => {
		service.brings = 'all';
		lend(LATE);
		for (const id of left) service.left.add(id);
		const { json } = await keepGoing(sheet(count));
		return json[0];
	};
	describe.each([1, 6])('the search of the first of %i rows bringing both', (count) => {
		test.each(own)('with %s', async (_, left) => {
			expect(await ofBoth(count, left)).toMatchObject({ id: ONE, action: 'updated', otherAccounts: [OTHER] });
		});

		test('with only the other active', async () => {
			const row = await ofBoth(count, [ONE]);
			expect(messageOf(row)).toMatch(SHARED);
			for (const account of ['1051 (supplied by Reef Guarding, active)', '1004 (own employee, inactive)'])
				expect(messageOf(row)).toContain(account);
			expect(written()).not.toContain(ONE);
		});
	});

	test('that are two in the sheet are told as two', async () => {
		lend(LATE);
		Object.assign(service.people[LATE + 1] ?? {}, { email: `p${EARLY + 1}@example.com` });
		lend(LATE + 1);
		const { hints } = await run(sheet(6));
		expect(hints.join()).toContain('In 2 rows the e-mail address also belongs to');
	});

	test('the search bringing the own one, which says that it has ended: the list shows the other', async () => {
		lend(LATE);
		const data = { ...service.people[EARLY], isActive: false };
		service.instead = ({ path }) => (path.endsWith('/search') ? envelope(data) : undefined);
		const { json } = await keepGoing(sheet(1));
		expect({ messageOf: messageOf(json[0]), written: written() }).toEqual({
			messageOf: expect.stringMatching(SHARED),
			written: [],
		});
	});

	test('two of somebody lent and none of the own is an error that says what each is', async () => {
		lend(EARLY, 'Coral Security');
		lend(LATE);
		const { json } = await keepGoing(sheet(1));
		expect(messageOf(json[0])).toBe(
			'2 employees have the e-mail address “p3@example.com”. Their IDs: 1004 (supplied by Coral Security, active), 1051 (supplied by Reef Guarding, active)',
		);
		expect(written()).toEqual([]);
	});

	test('one account, of somebody lent, is that person once the list has shown that it is the only one', async () => {
		lend(7);
		const { json } = await run([row(7)]);
		expect(json[0]).toMatchObject({ id: 1008, action: 'updated' });
		expect(requests()).toMatchObject({ search: 1, PATCH: 1 });
		expect(requests().list).toBeGreaterThan(1);
	});

	test('a preview says the same', async () => {
		lend(LATE);
		const parameters = preview;
		const { json } = await run(sheet(6), parameters);
		expect(json.map(({ action, otherAccounts }) => [action, otherAccounts])).toEqual(
			json.map((_, index) => ['wouldUpdate', index === 0 ? [OTHER] : null]),
		);
		expect(Object.keys(json[0] ?? {}).slice(-3)).toEqual(['foundBy', 'otherAccounts', 'id']);
	});

	test('by employee number the address doesn’t matter', async () => {
		lend(EARLY);
		const items = [{ json: { ...row(EARLY).json, 'Employee no.': 'E-3' } }];
		const { json } = await run(items, byNumber);
		expect(json[0]).toMatchObject({ id: ONE, action: 'updated', foundBy: 'employeeId' });
	});
});

test('a row that changes nothing costs one search', async () => {
	const items = [10, 11].map((index) => ({ json: { ...row(index).json, lastName: `Last${index}` } }));
	await ok(items);
	expect(requests()).toEqual({ search: 2 });
});
