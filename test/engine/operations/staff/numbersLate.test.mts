// Numbers and people that come up while a run is under way, or stand there in another spelling: nobody gets the number of another, and nobody
// is written twice.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../../kit/lib/wait.mts';
import { byNumber, envelope, fresh, isPost, isSearch, same, staff, told, upsert, useStaff } from './staffBench.mts';

const { bench, service, set, showOnly, run, keepGoing, ok, sent } = useStaff(20);

describe('Another execution has just given the number', () => {
	/** How many searches there were, or pages of the list. */
	const looks = (searches: boolean): number =>
		bench.recorder.seen.filter((seen) => seen.method === 'GET' && isSearch(seen) === searches).length;

	test.each<[string, IDataObject, IDataObject, string]>([
		['to the person of the row', upsert, { ...fresh(1), employeeId: 42, mobile: 'x' }, ''],
		['in another spelling, by number', byNumber, { ...fresh(2), employeeId: 42 }, ' with the employee number “42”'],
		['by number', byNumber, { ...fresh(2), employeeId: '0042' }, ' with the employee number “0042”'],
		['by e-mail', upsert, { ...fresh(2), employeeId: ' 0 042 ' }, ' with the employee number “0 042”'],
	])('%s: the row is not written', async (_, parameters, row, number) => {
		// The first run creates its row while the second has looked already.
		let isHeld = false;
		bench.recorder.answer(async (seen) => {
			if (isPost(seen) && !isHeld) {
				isHeld = true;
				await waitFor('both to look', () => looks(true) >= 2 && looks(false) >= 4, { intervalMs: 5 });
			}
			return await service.rule(seen);
		});
		const first = ok([{ ...fresh(1), employeeId: '0042' }]);
		await waitFor('its creation', () => isHeld, { intervalMs: 5 });
		expect(told((await keepGoing([row], parameters)).json)).toEqual([
			`Another execution in n8n has just created “new1@example.com”${number}`,
		]);
		expect(told(await first)).toEqual(['created']);
		expect({ posted: sent('POST'), patched: sent('PATCH') }).toEqual({
			posted: [{ ...fresh(1), employeeId: '0042' }],
			patched: [],
		});
	});
});

describe('Two rows whose employee is one, because the list and the search disagree', () => {
	const row = { ...same(3), mobile: 'x' };
	/** The list is older than the search: since then the address of 1004 has become this one. */
	const moved = { ...same(3), email: 'moved@example.com', mobile: 'y' };
	const disagree = (): void => {
		service.instead = (seen) =>
			isSearch(seen) && seen.query.email === moved.email
				? envelope({ ...service.people[3], email: moved.email })
				: undefined;
	};

	test('the later one is an error, and writes nothing', async () => {
		disagree();
		const { json } = await keepGoing([row, moved, ...[4, 5, 6].map(same)]);
		expect(told(json)).toEqual([
			'updated',
			'The employee with the ID “1004” is already in row 1',
			...['unchanged', 'unchanged', 'unchanged'],
		]);
		expect(sent('PATCH')).toEqual([{ id: 1004, mobile: 'x' }]);
	});

	test('without Continue On Fail nothing is written at all', async () => {
		disagree();
		const { error } = await run([moved, row, same(5)]);
		expect(error?.message).toContain('“1004” is already in row 1');
		expect(sent('PATCH')).toEqual([]);
	});
});

describe('A number in another spelling', () => {
	test.each([
		{ what: 'of its own person', others: {}, given: 42 },
		{ what: 'that somebody else has as well', others: { employeeId: '042' }, given: '42' },
	])('$what is the same number: nothing is written', async ({ others, given }) => {
		set(3, { employeeId: '0042' });
		set(7, others);
		expect(told(await ok([{ ...same(3), employeeId: given }]))).toEqual(['unchanged']);
		expect(sent('PATCH')).toEqual([]);
	});

	test.each<[string, string, string]>([
		['a blank between its zeros', '42', '0 042'],
		['a no-break space', 'E-7', 'E\u00a0-7'],
		['zeros alone', '0', '000'],
	])('that somebody else has, with %s, is given to nobody', async (_, there, given) => {
		set(7, { employeeId: there });
		for (const row of [same(3), fresh(4)])
			for (const parameters of [upsert, byNumber]) {
				const { json } = await keepGoing([{ ...row, employeeId: given }], parameters);
				expect(json[0]?.error).toBeDefined();
			}
		expect({ patched: sent('PATCH'), posted: sent('POST') }).toEqual({ patched: [], posted: [] });
	});

	test('two rows that swap their numbers are both refused, and others are written', async () => {
		const rows = ['e-4', 'E-3', 'N-5'].map((employeeId, index) => ({ ...same(3 + index), employeeId }));
		const { json } = await keepGoing(rows);
		expect(told(json)).toEqual([
			'The row is for ID 1004, but the employee number “e-4” is already taken: “E-4” belongs to First4 Last4, p4@example.com (ID 1005)',
			'The row is for ID 1005, but the employee number “E-3” is already taken: “E-3” belongs to First3 Last3, p3@example.com (ID 1004)',
			'updated',
		]);
		expect(sent('PATCH')).toEqual([{ id: 1006, employeeId: 'N-5' }]);
	});

	test('of two people there, one of them without an ID, names both; neither is called inactive', async () => {
		set(7, { employeeId: '0042' });
		set(9, { employeeId: '42', id: 'x' });
		const { error } = await run([{ ...fresh(1), employeeId: '042' }]);
		expect(error?.message).toBe(
			'“new1@example.com” would be a new employee, but the employee number “042” is already taken: “0042” belongs to First7 Last7, p7@example.com (ID 1008) and First9 Last9, p9@example.com (an ID that can’t be used)',
		);
		expect(error?.description).toMatch(
			/^Nothing was written for this row\. If it is the same person, correct the address/,
		);
	});

	test('of nobody, with the address of somebody without one and of another name, says so and names the way out', async () => {
		set(3, { employeeId: ' ' });
		const { error } = await run([{ ...same(3), lastName: 'Other', employeeId: 'N-3' }], byNumber);
		expect(error?.message).toBe(
			'Nobody has the employee number “N-3”, and “p3@example.com” belongs to an employee without a number (ID 1004), whose name differs from the row’s',
		);
		expect(error?.description).toContain('match by “ID”');
	});

	test.each([
		['the internal ID of that employee', '1004', 'The column seems to hold internal IDs'],
		['a new one', 'N-3', 'match by e-mail, which gives that employee the new number'],
	])(
		'of nobody, with the address of somebody who has another: where it is %s, the error says what to do',
		async (_, employeeId, words) => {
			const { error } = await run([{ ...same(3), employeeId }], byNumber);
			expect(error?.description).toContain(words);
			expect(sent('PATCH')).toEqual([]);
		},
	);
});

describe('A list that lacks people', () => {
	test('by number, somebody whom the search shows with exactly the number is that person', async () => {
		showOnly(service.people.slice(5), 99);
		const rows = [
			{ ...same(3), employeeId: 'E-3', mobile: 'x' },
			{ ...same(6), employeeId: 'E-6' },
		];
		expect(await ok(rows, byNumber)).toMatchObject([
			{ action: 'updated', foundBy: 'email' },
			{ action: 'unchanged', foundBy: 'employeeId' },
		]);
	});

	test('nobody who is there is given a number, other changes are written', async () => {
		showOnly(service.people, 99);
		const rows = [
			{ id: 1004, employeeId: 'N-1' },
			{ id: 1005, mobile: 'x' },
		];
		const { json } = await keepGoing(rows, staff('upsert', { matchBy: 'id' }));
		expect(told(json)).toEqual([expect.stringContaining('may be incomplete'), 'updated']);
		expect(sent('PATCH')).toEqual([{ id: 1005, mobile: 'x' }]);
	});
});
