// What a run says of itself: who is not in the data, rows that are refused together, and the sum of it all.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../../support/bench.mts';
import { refusal, SheetService, tally } from '../../support/sheetService.mts';
import { employees, errorOf, rows } from '../../support/staffRows.mts';

const bench = useBench();
const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
const keepGoing = { onError: 'continueRegularOutput' } as const;
const itemsOf = (...json: IDataObject[]): Array<{ json: IDataObject }> => json.map((row) => ({ json: row }));
const same = (index: number): IDataObject => ({
	firstName: `First${index}`,
	lastName: `Last${index}`,
	email: `p${index}@example.com`,
});
const fresh = (index: number): IDataObject => ({ ...same(index), email: `new${index}@example.com` });

let service: SheetService;
beforeEach(() => {
	service = new SheetService(20);
	bench.recorder.answer(service.rule);
});

describe('Nobody is named notInData', () => {
	const reported = async (items: IDataObject[], matchBy = 'email'): Promise<unknown[]> => {
		const json = await bench.ok(
			'developer',
			{ ...upsert, matchBy, options: { reportMissing: true } },
			{ items: itemsOf(...items) },
		);
		return json.filter(({ action }) => action === 'notInData').map(({ id }) => id);
	};
	const number = (index: number, employeeId: string): void =>
		void Object.assign(service.people[index] ?? {}, { employeeId });

	test.each<[string, IDataObject, string]>([
		['stands in any row', { email: 'new5@example.com' }, 'New5@example.com'],
		['is that of a row’s employee', { mobile: 'x' }, 'P5@example.com'],
	])('whose address %s, whatever it is matched by', async (_, row, email) => {
		number(6, '');
		Object.assign(service.people[7] ?? {}, { email });
		const ids = await reported([{ ...row, id: 1006 }], 'id');
		expect(ids).not.toContain(1008);
		expect(ids).toHaveLength(18);
	});

	test('who has nothing but the ID of a row', async () => {
		Object.assign(service.people[5] ?? {}, { employeeId: '', email: '' });
		expect(await reported([{ firstName: 'First5', id: 1006 }], 'id')).not.toContain(1006);
	});

	test('unless nothing tells them apart: a record without ID, number and address is somebody', async () => {
		Object.assign(service.people[6] ?? {}, { id: 0, employeeId: '', email: '' });
		const { json } = await bench.run(
			'developer',
			{ ...upsert, options: { reportMissing: true } },
			{ items: itemsOf(same(5), fresh(1)) },
		);
		expect(json.filter(({ action }) => action === 'notInData').map(({ id }) => id)).toContain(0);
	});

	test('whose number stands in any row, with or without leading zeros', async () => {
		number(5, '42');
		number(6, '0042');
		const ids = await reported([{ ...same(5), employeeId: '42' }]);
		expect(ids).not.toContain(1007);
		expect(ids).toHaveLength(18);
	});

	test.each<IDataObject>([{ isActive: false }, { isActive: 'False' }, { isActive: 0 }, { isActive: 'no' }])(
		'whose record says %j',
		async (says) => {
			bench.recorder.answer(async (seen) => {
				const answer = await service.rule(seen);
				const { body } = answer as { body: { data: IDataObject[] | IDataObject } };
				if (Array.isArray(body.data)) for (const one of body.data) if (one.id === 1008) Object.assign(one, says);
				return answer;
			});
			const ids = await reported([same(5)]);
			expect(ids).not.toContain(1008);
			expect(ids).toHaveLength(18);
		},
	);

	test.each<IDataObject>([
		{ isActive: true },
		{ status: 'Active' },
		{ isArchived: false },
		{ inactive: 'no' },
		{ leftOn: '0001-01-01T00:00:00' },
		{ terminationDate: '' },
		{ status: { name: 'Active' } },
		{ shiftStatus: 'Off' },
		{ mfaEnabled: false },
		{ pinDisabled: true },
		{ photoDeletedAt: '2026-01-31' },
	])('but who says %j is', async (says) => {
		bench.recorder.answer(async (seen) => {
			const answer = await service.rule(seen);
			const { body } = answer as { body: { data: IDataObject[] | IDataObject } };
			if (Array.isArray(body.data)) for (const one of body.data) if (one.id === 1008) Object.assign(one, says);
			return answer;
		});
		expect(await reported([same(5)])).toContain(1008);
	});
});

describe('Rows that are refused together', () => {
	test('a row equal to one of two people with its address is an error like the others', async () => {
		service = new SheetService(60);
		service.largestPage = 5;
		Object.assign(service.people[50] ?? {}, { email: 'P3@example.com' });
		bench.recorder.answer(service.rule);
		const items = itemsOf(same(3), ...[4, 5, 6, 7, 8, 9].map((index) => ({ ...same(index), mobile: 'x' })));
		const { json } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(errorOf(json[0]).message).toMatch(
			/^2 employees have the e-mail address “p3@example\.com”\. Their IDs: .*(1004.*1051|1051.*1004)/,
		);
		expect(json.slice(1).map(({ action }) => action)).toEqual(json.slice(1).map(() => 'updated'));
	});

	test.each<[string, IDataObject, IDataObject]>([
		['refused by the service', { ...fresh(1), mobile: 'bad' }, { ...fresh(1), mobile: '2' }],
		['an error of its own', { email: 'new1@example.com', lastName: 'L' }, { ...fresh(1), mobile: '2' }],
	])('the first of two rows is %s: the later one isn’t written in its place', async (_, first, second) => {
		service.instead = (seen) =>
			seen.method === 'POST' && employees(seen).some(({ mobile }) => mobile === 'bad') ? refusal(400, 'No') : undefined;
		const { json } = await bench.run('developer', upsert, { items: itemsOf(first, second), node: keepGoing });
		expect(errorOf(json[0]).message).toEqual(expect.any(String));
		expect(errorOf(json[1]).message).toMatch(/^The e-mail address “new1@example\.com” is already in row 1$/);
		expect(tally(bench.recorder.seen).PATCH).toBeUndefined();
	});
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
			if (seen.method !== 'POST') return undefined;
			if (employees(seen).some(({ mobile }) => mobile === 'bad')) return refusal(400, 'No');
			return employees(seen).some(({ mobile }) => mobile === 'odd')
				? { body: { status: { code: 0 }, data: [{ id: 7, email: 'other@example.com' }] } }
				: undefined;
		};
		const items = [
			...itemsOf({ ...same(1), mobile: 'x' }, { ...same(2), mobile: 'y' }, same(3)),
			...itemsOf(fresh(1), { ...fresh(2), mobile: 'bad' }, { ...fresh(3), mobile: 'odd' }),
		];
		const { json, hints } = await bench.run(
			'developer',
			{ ...upsert, advanced: { batchSize: 1 } },
			{ items, node: keepGoing },
		);
		expect(json[2]).not.toHaveProperty('summary');
		const words = hints.filter((hint) => hint.includes('1 created'));
		expect(words).toHaveLength(1);
		for (const part of ['6 rows', '2 updated', '1 unchanged', '1 refused', '1 unknown', 'mail'])
			expect(words[0]).toContain(part);
		expect(lines.filter((line) => line.includes(words[0] ?? '?'))).toHaveLength(1);
	});

	test('counts who is not in the data, and by what people were found', async () => {
		Object.assign(service.people[3] ?? {}, { employeeId: '' });
		const items = itemsOf(...[1, 2].map((index) => ({ ...same(index), employeeId: `E-${index}` })), {
			...same(3),
			employeeId: 'N-3',
		});
		const { hints } = await bench.run(
			'developer',
			{ ...upsert, matchBy: 'employeeId', options: { reportMissing: true } },
			{ items },
		);
		const [words = ''] = hints.filter((hint) => hint.includes('1 updated'));
		expect(words).toContain(', 17 not in the data');
		expect(words).toContain('1 matched by email, 2 matched by employee number.');
		// Both halves, once: the list that the rows were matched by says who is in none of them.
		expect(tally(bench.recorder.seen).list).toBe(2);
	});

	test('counts as unknown whose licence or other values may or may not have been written', async () => {
		service.instead = ({ method, path }) => {
			if (method === 'PATCH') return { body: { status: { code: 0 }, data: [{ id: 7, email: 'other@example.com' }] } };
			if (!path.endsWith('/licenses')) return undefined;
			if (method === 'POST' && path.includes('/1002/')) return { status: 502, body: '' };
			const data = method === 'GET' ? [] : path.includes('/1003/') ? 0 : null;
			return { body: { status: { code: 0 }, data } as IDataObject };
		};
		const items = rows(5, (index) => ({ ...same(index), 'Licence number': `SL${index}` }));
		Object.assign(items[3]?.json ?? {}, { mobile: 'x' });
		const { hints } = await bench.run('developer', upsert, { items, node: keepGoing });
		expect(hints.join()).toContain('3 unknown');
	});

	test.each([
		[1, {}, []],
		[2, {}, ['2 rows: 2 unchanged. 2 matched by email.']],
		[2, { previewOnly: true }, ['Preview only: nothing was written. A run would leave 2 unchanged.']],
	])('is told of %i rows with %j: %j', async (count, options, told) => {
		const { hints } = await bench.run('developer', { ...upsert, options }, { items: rows(count, same) });
		expect(hints).toEqual(told);
	});
});
