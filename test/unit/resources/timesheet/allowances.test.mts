import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { allowanceColumns } from '../../../../nodes/WorkforceOperations/resources/timesheet/allowances.ts';

describe('Allowances', () => {
	const meal = (amount: unknown): object => ({ name: 'Meal', amount });
	test.each<[string, unknown[], IDataObject | null]>([
		[
			'by name, with their amounts',
			[
				{ name: 'Meal', quantity: 2, rate: 9, amount: 18 },
				{ name: 'Laundry', amount: 3.5 },
			],
			{ Meal: 18, Laundry: 3.5 },
		],
		['of one name together, to the cent', [meal(0.1), meal(0.2)], { Meal: 0.3 }],
		['with amounts as text', [{ name: ' Meal ', amount: '12.50' }], { Meal: 12.5 }],
		['with amounts as people write them, as they came', [meal('$12.50')], { Meal: '$12.50' }],
		[
			'under other names, as they came',
			[{ allowanceName: 'Meal', total: 1 }],
			{ 'unnamed 1': { allowanceName: 'Meal', total: 1 } },
		],
		['without a name, by their place', [{ amount: 1 }, { name: '', amount: 2 }], { 'unnamed 1': 1, 'unnamed 2': 2 }],
		['without a name, beside a number that names', [{ code: '2', amount: 5 }, { amount: 1 }], { 2: 5, 'unnamed 2': 1 }],
		['without an amount, as they came', [{ name: 'Meal', units: 2 }], { Meal: { name: 'Meal', units: 2 } }],
		['with an amount of zero', [meal(0)], { Meal: 0 }],
		['with amounts that are none, side by side', [meal('two'), meal(1)], { Meal: ['two', 1] }],
		['that are plain values', [5, 'text', null], { 'unnamed 1': 5, 'unnamed 2': 'text', 'unnamed 3': null }],
		['of an empty list', [], null],
	])('%s', (_, allowances, expected) => {
		const given = { timesheetId: 1, allowances } as unknown as IDataObject;
		expect(allowanceColumns(given)).toEqual({ ...given, allowance: expected });
	});

	test('have the names of Service Details, and no other', () => {
		const allowances = [
			{ wording: 'Meal', sumDue: '12.50', type: 'x' },
			{ name: 'Travel', amount: 4 },
		];
		const own = { lineFields: { pay: { name: ['wording'], amount: ['sumDue'] } } };
		expect(allowanceColumns({ allowances }, own).allowance).toEqual({ Meal: 12.5, 'unnamed 2': allowances[1] });
		const both = { lineFields: { pay: { name: ['wording', 'name'], amount: ['sumDue', 'amount'] } } };
		expect(allowanceColumns({ allowances }, both).allowance).toEqual({ Meal: 12.5, Travel: 4 });
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
