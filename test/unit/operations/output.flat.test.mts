import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { withUnionColumns, Columns, flatRow } from '../../../nodes/WorkforceOperations/operations/output.ts';
import { answerColumns } from '../../../nodes/WorkforceOperations/resources/incidentReport/answers.ts';
import { allowanceColumns } from '../../../nodes/WorkforceOperations/resources/timesheet/allowances.ts';

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

describe('Allowances', () => {
	test.each<[string, unknown[], IDataObject | null]>([
		[
			'by name, with their amounts',
			[
				{ name: 'Meal', quantity: 2, rate: 9, amount: 18 },
				{ name: 'Laundry', amount: 3.5 },
			],
			{ Meal: 18, Laundry: 3.5 },
		],
		[
			'of one name together, to the cent',
			[
				{ name: 'Meal', amount: 0.1 },
				{ name: 'Meal', amount: 0.2 },
			],
			{ Meal: 0.3 },
		],
		[
			'with amounts as text, in names of other letter case',
			[{ AllowanceName: ' Meal ', Total: '12.50' }],
			{ Meal: 12.5 },
		],
		[
			'without a name, each by itself, by their place',
			[{ amount: 1 }, { name: '', amount: 2 }],
			{ 'unnamed 1': 1, 'unnamed 2': 2 },
		],
		[
			'without a name, apart from one that a number names',
			[{ code: '2', amount: 5 }, { amount: 1 }],
			{ 2: 5, 'unnamed 2': 1 },
		],
		['without an amount, as they came', [{ name: 'Meal', units: 2 }], { Meal: { name: 'Meal', units: 2 } }],
		['with an amount of zero', [{ name: 'Meal', amount: 0 }], { Meal: 0 }],
		[
			'with amounts that are none, side by side',
			[
				{ name: 'Meal', amount: 'two' },
				{ name: 'Meal', amount: 1 },
			],
			{ Meal: ['two', 1] },
		],
		['that are plain values', [5, 'text', null], { 'unnamed 1': 5, 'unnamed 2': 'text', 'unnamed 3': null }],
		['of an empty list', [], null],
	])('%s', (_, allowances, expected) => {
		const given = { timesheetId: 1, allowances } as unknown as IDataObject;
		expect(allowanceColumns(given)).toEqual({ ...given, allowance: expected });
	});

	test('have the names of Service Details, and likely ones where these are missing', () => {
		const allowances = [
			{ wording: 'Meal', sumDue: '12.50', type: 'x' },
			{ name: 'Travel', amount: 4 },
		];
		const details = { lineFields: { pay: { name: ['wording'], amount: ['sumDue'] } } };
		expect(allowanceColumns({ allowances }, details).allowance).toEqual({ Meal: 12.5, Travel: 4 });
	});

	test.each([
		[{ allowances: null }],
		[{ allowances: 'none' }],
		[{ other: 1 }],
		[{ allowances: [1], allowance: 'own' }],
	])('stay as they came in %j', (given) => {
		expect(allowanceColumns(given as unknown as IDataObject)).toEqual(given);
	});
});

describe('Answers', () => {
	const detail = [
		{ incidentReportQuestion: { text: 'Name' }, incidentReportDetailAnswers: [{ answer: 'Ann' }] },
		{ incidentReportQuestion: null, incidentReportDetailAnswers: null },
		{ incidentReportQuestion: { text: 'Name' }, incidentReportDetailAnswers: [{ answer: 'Bo' }, { answer: 'Cy' }] },
		'odd',
	];

	test('are columns by their questions, and every one has its own', () => {
		const report = { incidentReportId: 1, incidentReportDetail: detail } as unknown as IDataObject;
		const answer = { Name: 'Ann', 'Question 2': '', 'Name (2)': 'Bo; Cy', 'Question 4': 'odd' };
		expect(answerColumns(report, true)).toEqual({ incidentReportId: 1, answer });
		expect(answerColumns(report, false)).toEqual({ ...report, answer });
	});

	test.each([[null], ['text'], [{ a: 1 }]])('that came as %j stay as they came', (incidentReportDetail) => {
		const report = { incidentReportId: 1, incidentReportDetail } as unknown as IDataObject;
		expect(answerColumns(report, true)).toEqual(report);
	});
});
