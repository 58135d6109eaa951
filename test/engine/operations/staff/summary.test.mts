// What a run says of itself: who is not in the data, and the sum of it all.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import type { Rule } from '../../support/recorder.mts';
import { refusal } from '../../support/sheetService.mts';
import { employees } from '../../support/staffRows.mts';
import {
	envelope,
	fresh,
	isLicences,
	isList,
	isPost,
	itemsOf,
	oneByOne,
	same,
	staff,
	times,
	upsert,
	useStaff,
} from './staffBench.mts';

const { bench, service, set, run, keepGoing, ok, writes, requests } = useStaff(20);

describe('Report Employees Missing From the Data', () => {
	const report = (more: IDataObject = {}): IDataObject =>
		staff('upsert', { options: { reportMissing: true }, ...more });
	const reported = (json: IDataObject[]): unknown[] =>
		json.filter(({ action }) => action === 'notInData').map(({ id }) => id);
	const missing = async (rows: IDataObject[], matchBy = 'email'): Promise<unknown[]> =>
		reported(await ok(rows, report({ matchBy })));
	const allBut = (...ids: number[]): number[] => times(20, (index) => 1001 + index).filter((id) => !ids.includes(id));

	test('active people in no row come after the others, paired with no input; those who have left don’t', async () => {
		for (const id of [1004, 1005]) service.left.add(id);
		const rows = [...times(15, same).filter((_, index) => index !== 4), fresh(1)];
		const { json, items, hints } = await run(rows, report());
		expect(reported(json)).toEqual([1016, 1017, 1018, 1019, 1020]);
		expect(json.slice(15)).toEqual(
			times(5, (index) => expect.objectContaining({ id: 1016 + index, email: `p${15 + index}@example.com`, of: 15 })),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			...rows.map((_, item) => ({ item })),
			...times(5, () => undefined),
		]);
		expect(hints.join()).not.toContain('aren’t listed');
	});

	test('of a single row n8n pairs nobody with it either', async () => {
		const { items } = await run([same(1)], report());
		expect(items.slice(1).map(({ pairedItem }) => pairedItem)).toEqual(times(19, () => []));
	});

	test.each(['email', 'employeeId', 'id'])('by %s; also in a preview, which writes nothing', async (matchBy) => {
		const rows = times(19, (index) => ({ ...same(index), employeeId: `e-${index}`, id: 1001 + index, mobile: 'x' }));
		const json = await ok(rows, report({ matchBy, options: { reportMissing: true, previewOnly: true } }));
		expect(reported(json)).toEqual([1020]);
		expect(writes()).toEqual([]);
	});

	test('it is one reading of the list, which the rows are matched by as well', async () => {
		await ok(times(2, same), report());
		expect(requests()).toEqual({ search: 2, list: 2 });
	});

	test.each([
		{
			what: 'stands in any row',
			row: { email: 'new5@example.com', id: 1006 },
			matchBy: 'id',
			email: 'New5@example.com',
		},
		{ what: 'is that of a row’s employee', row: { mobile: 'x', id: 1006 }, matchBy: 'id', email: 'P5@example.com' },
		{ what: 'is one that a row is matched by', row: same(5), matchBy: 'email', email: 'P5@example.com' },
	])('not those whose address $what', async ({ row, matchBy, email }) => {
		set(6, { employeeId: '' });
		set(7, { email });
		expect(await missing([row], matchBy)).toEqual(allBut(1006, 1008));
	});

	test('nor whose number stands in any row, with or without leading zeros', async () => {
		set(5, { employeeId: '42' });
		set(6, { employeeId: '0042' });
		expect(await missing([{ ...same(5), employeeId: '42' }])).toEqual(allBut(1006, 1007));
	});

	test('nor who has nothing but the ID of a row', async () => {
		set(5, { employeeId: '', email: '' });
		expect(await missing([{ firstName: 'First5', id: 1006 }], 'id')).toEqual(allBut(1006));
	});

	test('but a record without ID, number and address is somebody', async () => {
		set(6, { id: 0, employeeId: '', email: '' });
		expect(await missing([same(5), fresh(1)])).toContain(0);
	});

	test.each<[IDataObject, boolean]>([
		[{ isActive: false }, false],
		[{ isActive: 'False' }, false],
		[{ isActive: 0 }, false],
		[{ isActive: 'no' }, false],
		[{ isActive: true }, true],
		[{ status: 'Active' }, true],
		[{ isArchived: false }, true],
		[{ inactive: 'no' }, true],
		[{ leftOn: '0001-01-01T00:00:00' }, true],
		[{ terminationDate: '' }, true],
		[{ status: { name: 'Active' } }, true],
		[{ shiftStatus: 'Off' }, true],
		[{ mfaEnabled: false }, true],
		[{ pinDisabled: true }, true],
		[{ photoDeletedAt: '2026-01-31' }, true],
	])('somebody whose record says %j: %j', async (says, isMissing) => {
		bench.recorder.answer(async (seen) => {
			const answer = await service.rule(seen);
			if (!isList(seen)) return answer;
			for (const one of (answer as { body: { data: IDataObject[] } }).body.data)
				if (one.id === 1008) Object.assign(one, says);
			return answer;
		});
		expect(await missing([same(5)])).toEqual(isMissing ? allBut(1006) : allBut(1006, 1008));
	});

	const onlyInactive = { additionalQuery: { parameters: [{ name: 'isActive', value: 'false' }] } };
	const ofEachRow = { additionalQuery: { parameters: [{ name: 'companyId', value: '={{ $itemIndex }}' }] } };
	const tool = { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' };
	test.each<{
		where: string;
		words: string;
		rows?: IDataObject[];
		instead?: Rule;
		advanced?: IDataObject;
		node?: object;
	}>([
		{ where: 'a row has an error', words: 'a row with an error', rows: [same(1), { ...same(2), email: 'none' }] },
		{ where: 'a row has no key', words: 'a row with an error', rows: [same(1), { ...same(2), email: '' }] },
		{
			where: 'a row is refused',
			words: 'a row with an error',
			rows: [same(1), fresh(2)],
			instead: (seen) => (isPost(seen) ? refusal(400, 'No') : undefined),
		},
		{
			where: 'nobody can tell whether the list has ended',
			words: 'the staff list may be incomplete',
			instead: (seen) => (isList(seen) ? envelope(service.people) : undefined),
		},
		{
			where: 'the list can’t be read',
			words: 'couldn’t be read',
			instead: (seen) => (isList(seen) ? refusal(403, 'Not for you') : undefined),
		},
		{ where: 'an AI agent uses it', words: 'an AI agent', node: tool },
		{ where: 'another list is asked for', words: 'changes which employees are listed', advanced: onlyInactive },
		{
			where: 'rows ask for different lists',
			words: 'changes which employees are listed',
			rows: times(2, same),
			advanced: ofEachRow,
		},
	])(
		'where $where nobody is listed, and a hint says why',
		async ({ words, rows = [same(1)], instead, advanced, node }) => {
			service.instead = instead ?? (() => undefined);
			const { json, hints } = await bench.run('developer', report({ advanced }), {
				items: itemsOf(rows),
				node: { onError: 'continueRegularOutput', ...node },
			});
			expect(reported(json)).toEqual([]);
			expect(json).toHaveLength(rows.length);
			expect(hints.filter((hint) => hint.startsWith('Employees missing from the data aren’t listed: '))).toEqual([
				expect.stringContaining(words),
			]);
		},
	);
});

describe('One summary of a run', () => {
	const lines: string[] = [];
	beforeEach(() => {
		lines.length = 0;
		const note = (line: string): number => lines.push(line);
		const logger = { warn: note, error: note, info: note, debug: () => 0 };
		Object.defineProperty(ExecuteContext.prototype, 'logger', { configurable: true, get: () => logger });
	});
	afterEach(() => void Reflect.deleteProperty(ExecuteContext.prototype, 'logger'));

	test('stands in a hint and in the log, and nothing more in the first item', async () => {
		service.instead = (seen) => {
			const mobile = isPost(seen) ? employees(seen)[0]?.mobile : undefined;
			if (mobile === 'bad') return refusal(400, 'No');
			return mobile === 'odd' ? envelope([{ id: 7, email: 'other@example.com' }]) : undefined;
		};
		const there = [{ ...same(1), mobile: 'x' }, { ...same(2), mobile: 'y' }, same(3)];
		const news = [fresh(1), { ...fresh(2), mobile: 'bad' }, { ...fresh(3), mobile: 'odd' }];
		const { json, hints } = await keepGoing([...there, ...news], oneByOne);
		expect(json[2]).not.toHaveProperty('summary');
		const words = hints.filter((hint) => hint.includes('1 created'));
		expect(words).toHaveLength(1);
		for (const part of ['6 rows', '2 updated', '1 unchanged', '1 refused', '1 unknown', 'mail'])
			expect(words[0]).toContain(part);
		expect(lines.filter((line) => line.includes(words[0] ?? '?'))).toHaveLength(1);
	});

	test('counts who is not in the data, and by what people were found', async () => {
		set(3, { employeeId: '' });
		const rows = ['E-1', 'E-2', 'N-3'].map((employeeId, index) => ({ ...same(index + 1), employeeId }));
		const { hints } = await run(rows, staff('upsert', { matchBy: 'employeeId', options: { reportMissing: true } }));
		const [words = ''] = hints.filter((hint) => hint.includes('1 updated'));
		expect(words).toContain(', 17 not in the data');
		expect(words).toContain('1 matched by email, 2 matched by employee number.');
		// Both halves, once: the list that the rows were matched by says who is in none of them.
		expect(requests().list).toBe(2);
	});

	test('counts as unknown whose licence or other values may or may not have been written', async () => {
		service.instead = (seen) => {
			if (seen.method === 'PATCH') return envelope([{ id: 7, email: 'other@example.com' }]);
			if (!isLicences(seen)) return undefined;
			if (!isPost(seen)) return envelope([]);
			return seen.path.includes('/1002/')
				? { status: 502, body: '' }
				: envelope(seen.path.includes('/1003/') ? 0 : null);
		};
		const rows = times(5, (index) => ({
			...same(index),
			mobile: index === 3 ? 'x' : '',
			'Licence number': `SL${index}`,
		}));
		expect((await keepGoing(rows)).hints.join()).toContain('3 unknown');
	});

	test.each([
		[1, {}, []],
		[2, {}, ['2 rows: 2 unchanged. 2 matched by email.']],
		[2, { previewOnly: true }, ['Preview only: nothing was written. A run would leave 2 unchanged.']],
	])('is told of %i rows with %j: %j', async (count, options, said) => {
		expect((await run(times(count, same), { ...upsert, options })).hints).toEqual(said);
	});
});
