import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { withUnionColumns, Columns, flatRow } from '../../../nodes/WorkforceOperations/operations/output.ts';

/** Rows as a run puts them out. */
const table = (records: IDataObject[]): IDataObject[] => {
	const rows = records.map(flatRow);
	const columns = new Columns();
	for (const row of rows) columns.add(row);
	return rows.map((row) => withUnionColumns(row, columns.names));
};

describe('A flat row', () => {
	test('has the fields of objects as columns, and what is nested more deeply as JSON', () => {
		expect(
			flatRow({
				id: 1,
				payRate: { amount: 2, tiers: [{ from: 0 }], extra: { a: null }, none: {} },
				notes: [],
				none: null,
				empty: {},
			}),
		).toEqual({
			id: 1,
			'payRate.amount': 2,
			'payRate.tiers': '[{"from":0}]',
			'payRate.extra': '{"a":null}',
			'payRate.none': null,
			notes: '[]',
			none: null,
			empty: null,
		});
	});

	test('leaves an object together whose columns would meet others', () => {
		expect(flatRow({ a: { b: 1 }, 'a.b': 2 })).toEqual({ a: '{"b":1}', 'a.b': 2 });
		expect(flatRow({ 'a.b': { c: 1 }, a: { 'b.c': 2 } })).toEqual({ 'a.b.c': 1, a: '{"b.c":2}' });
	});

	test('loses nothing and holds no object, whatever the record is', () => {
		const key = fc.constantFrom('a', 'b', 'a.b', 'b.c', 'c', '__proto__');
		const leaf = fc.oneof(fc.integer(), fc.constant(null), fc.constant('text'), fc.boolean());
		const value = fc.letrec((tie) => ({
			any: fc.oneof(
				{ depthSize: 'small' },
				leaf,
				fc.array(tie('any'), { maxLength: 2 }),
				fc.dictionary(key, tie('any'), { maxKeys: 3 }),
			),
		})).any;
		fc.assert(
			fc.property(fc.dictionary(key, value), (record) => {
				const row = flatRow(record as IDataObject);
				for (const cell of Object.values(row)) expect(typeof cell === 'object' && cell !== null).toBe(false);
				const read = (column: string): string | undefined => {
					const cell = Object.hasOwn(row, column) ? row[column] : undefined;
					return typeof cell === 'string' && /^[[{]/.test(cell) ? cell : JSON.stringify(cell);
				};
				// Each field is there as a whole, or each of its parts is; an object without any is an empty cell.
				const cellOf = (held: unknown): string | undefined => {
					const written = JSON.stringify(held);
					return written === '{}' ? 'null' : written;
				};
				for (const [name, held] of Object.entries(record)) {
					const parts = typeof held === 'object' && held !== null && !Array.isArray(held) ? Object.entries(held) : [];
					const inParts = parts.length > 0 && parts.every(([part, inner]) => read(`${name}.${part}`) === cellOf(inner));
					expect([name, inParts || read(name) === cellOf(held)]).toEqual([name, true]);
				}
			}),
		);
	});
});

describe('The columns of a run', () => {
	test('are the same for all rows, those of one object side by side', () => {
		const rows = table([
			{ id: 1, allowance: { Meal: 5 }, end: 'x' },
			{ id: 2, payRate: null, allowance: { Laundry: 2, Meal: 4 } },
			{ payRate: { amount: 3 }, ratesError: 'no' },
		]);
		const columns = ['id', 'allowance.Meal', 'allowance.Laundry', 'end', 'payRate.amount', 'ratesError'];
		expect(rows.map((row) => Object.keys(row))).toEqual([columns, columns, columns]);
		expect(rows[1]).toEqual({
			id: 2,
			'allowance.Meal': 4,
			'allowance.Laundry': 2,
			end: null,
			'payRate.amount': null,
			ratesError: null,
		});
	});

	test('hold a field that is a plain value in one row and an object in another twice', () => {
		expect(table([{ payRate: 30 }, { payRate: { amount: 3 } }])).toEqual([
			{ payRate: 30, 'payRate.amount': null },
			{ payRate: null, 'payRate.amount': 3 },
		]);
	});

	test('have none for an object that is empty in some rows and filled in others', () => {
		const rows = table([{ payRate: { amount: 3 } }, { payRate: {} }, { serviceRate: {} }]);
		expect(rows).toEqual([
			{ 'payRate.amount': 3, serviceRate: null },
			{ 'payRate.amount': null, serviceRate: null },
			{ 'payRate.amount': null, serviceRate: null },
		]);
	});

	test('keep a field that is null everywhere', () => {
		expect(table([{ a: null }, { a: null }])).toEqual([{ a: null }, { a: null }]);
	});
});
