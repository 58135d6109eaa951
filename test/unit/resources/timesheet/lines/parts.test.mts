// What an object with parts is: its parts, itself, or both; and what totals say of it.
import { describe, expect, test } from '@jest/globals';
import { doubtsOf, lines, short } from './read.mts';

const base = { hours: 8, rate: 30 };
const baseLine = [null, 8, 30, 240];

describe('An object with parts', () => {
	const night = { name: 'Night', amount: 20 };
	const nightLine = ['Night', null, null, 20];
	const parts = [{ amount: 100 }, { amount: 140 }];
	const partLines = [
		[null, null, null, 100],
		[null, null, null, 140],
	];
	test.each<[string, object, unknown[], string[]]>([
		['without numbers of its own is its parts', { lines: parts }, partLines, []],
		['whose amount is their sum is its parts', { ...base, amount: 240, lines: parts }, partLines, []],
		[
			'whose hours are theirs is its parts',
			{
				hours: 3,
				lines: [
					{ hours: 1, amount: 1 },
					{ hours: 2, amount: 2 },
				],
			},
			[
				[null, 1, null, 1],
				[null, 2, null, 2],
			],
			[],
		],
		[
			'whose amount is quantity × rate and the parts is one',
			{ ...base, amount: 260, loadings: [night] },
			[[null, 8, 30, 260]],
			[],
		],
		[
			'of an amount of its own, and loadings, is both',
			{ ...base, amount: 240, loadings: [night] },
			[baseLine, nightLine],
			[],
		],
		[
			'of quantity and rate, and overtime, is both',
			{ ...base, overtime: { hours: 2, rate: 45 } },
			[
				[null, 8, 30, null],
				['overtime', 2, 45, null],
			],
			[],
		],
		[
			'with a penalty under a key of its own is both',
			{ ...base, amount: 240, sundayPenalty: { amount: 60 } },
			[baseLine, ['sundayPenalty', null, null, 60]],
			[],
		],
		[
			'with allowances by their names is both',
			{ ...base, amount: 240, allowances: { Meal: 12, Travel: '5.50' } },
			[baseLine, ['Meal', null, null, 12], ['Travel', null, null, 5.5]],
			[],
		],
		['with tax is one', { ...base, amount: 240, tax: { rate: 0.1, amount: 24 } }, [baseLine], []],
		[
			'with superannuation and a break is one',
			{ ...base, amount: 240, superannuation: { amount: 27 }, break: { hours: 0.5, rate: 0 } },
			[baseLine],
			[],
		],
		[
			'with its award, level and rule is one',
			{ ...base, amount: 240, award: { rate: 28.5 }, level: { rate: 28.5 }, rules: [{ amount: 1 }] },
			[baseLine],
			[],
		],
		[
			'with a list of tax is one',
			{ ...base, amount: 240, details: [{ name: 'Income tax', amount: 24 }] },
			[baseLine],
			[],
		],
		[
			'of anything else is one, and told',
			{ ...base, amount: 500, things: [{ amount: 18 }] },
			[[null, 8, 30, 500]],
			['parts'],
		],
		['of a rate alone is one, and told', { rate: 30, lines: parts }, [[null, null, 30, null]], ['amount', 'parts']],
		[
			'of an amount that loadings equal is those, and told',
			{ ...base, amount: 240, loading: { amount: 240 } },
			[['loading', null, null, 240]],
			['parts'],
		],
		[
			'with tax beside its parts is the parts, and told',
			{ ordinary: { amount: 240 }, tax: { amount: 24 } },
			[['ordinary', null, null, 240]],
			['aside'],
		],
		['that can’t be read beside its parts is told', { amount: '1,240', lines: parts }, partLines, ['unread']],
	])('%s', (_, payRate, expected, doubts) => {
		expect(short(payRate)).toEqual(expected);
		expect(doubtsOf({ payRate })).toEqual(doubts);
	});

	test('keeps its parts in the details where they are no lines', () => {
		const payRate = { ...base, amount: 260, loadings: [night] };
		expect(lines({ payRate })[0]?.['details']).toEqual(payRate);
	});

	test.each<[string, object]>([
		['with its amount', { amount: 240, lines: parts, byDay: [{ amount: 120 }, { amount: 120 }] }],
		['without it', { lines: parts, byDay: [{ amount: 120 }, { amount: 120 }] }],
		['in the other order', { linesByDay: [{ amount: 120 }, { amount: 120 }], lines: parts }],
		['of other names', { rates: parts, items: [{ amount: 240 }] }],
		['three of them', { rates: parts, items: [{ amount: 240 }], entries: [{ amount: 200 }, { amount: 40 }] }],
		['and a total', { rates: parts, items: [{ amount: 240 }], totals: { amount: 240 } }],
	])('of one sum that is broken down twice is paid once: %s', (_, payRate) => {
		expect(short(payRate)).toEqual(partLines);
		expect(lines({ payRate })[0]?.['check']).toBeUndefined();
	});

	test('of two rates of one amount is both', () => {
		expect(short({ monday: { amount: 240 }, tuesday: { amount: 240 } })).toHaveLength(2);
		expect(short({ rates: [{ amount: 18 }], allowances: [{ amount: 18 }] })).toHaveLength(2);
	});

	test('of a rate whose fields are all empty has a line for it, as in a list', () => {
		const none = { hours: null, rate: null, amount: null };
		expect(short({ ordinary: { amount: 1 }, sunday: none })).toEqual([
			['ordinary', null, null, 1],
			['sunday', null, null, null],
		]);
		expect(short({ sunday: none })).toEqual([['sunday', null, null, null]]);
		expect(short({ ...base, amount: 240, overtime: none })).toEqual([baseLine]);
	});
});

describe('A total', () => {
	const rates = [
		{ name: 'A', amount: 4 },
		{ name: 'B', amount: 6 },
	];
	test.each(['Total', 'total pay', 'Grand Total', 'Subtotal'])('is no line under the name “%s”', (name) => {
		expect(short([...rates, { name, amount: 10 }])).toHaveLength(2);
		expect(lines({ payRate: [...rates, { name, amount: 10 }] })[0]?.['check']).toBeUndefined();
		expect(lines({ payRate: [...rates, { name, amount: 11 }] }).map(({ check }) => check)).toEqual(
			rates.map(() => ({ total: 11, lines: 10 })),
		);
	});

	test('that the parts miss by a cent is told', () => {
		expect(lines({ payRate: { total: 10.01, rates } }).map(({ amount, check }) => [amount, check])).toEqual([
			[10.01, { total: 10.01, lines: 10 }],
		]);
		expect(
			lines({ payRate: { total: { hours: 1, amount: '10.01' }, a: rates[0], b: rates[1] } })[1]?.['check'],
		).toEqual({
			total: 10.01,
			lines: 10,
		});
	});

	const allowances = [{ name: 'Meal', amount: 18 }];
	const payRate = { ...base, amount: 240 };
	test.each<[object, unknown]>([
		[{ payRate, allowances, totalPay: 258 }, undefined],
		[{ payRate, allowances, totalPay: 240 }, undefined],
		[
			{ payRate, allowances, grossPay: '258.01' },
			{ total: 258.01, lines: 258 },
		],
		[
			{ payRate, allowances, total: 258.01 },
			{ total: 258.01, lines: 258 },
		],
		[{ payRate, serviceRate: { amount: 440 }, total: 440 }, undefined],
		[
			{ payRate, serviceRate: { amount: 440 }, total: 441 },
			{ total: 441, lines: 240 },
		],
		[{ payRate, totalCharge: 440 }, undefined],
		[{ payRate: { total: 258, rates: [payRate] }, allowances }, undefined],
	])('beside the rates is compared: %j', (timesheet, check) => {
		expect(lines(timesheet)[0]?.['check']).toEqual(check);
	});

	test('beside the rates that can’t be read is told', () => {
		expect(doubtsOf({ payRate, totalPay: '1,240' })).toEqual(['unread']);
	});

	test('of the rates that holds the allowances already makes no lines of them, and that is told', () => {
		const found = lines({ payRate: { ...base, amount: 258 }, allowances });
		expect(found.map(({ amount }) => amount)).toEqual([258]);
		expect(found[0]?.['details']).toMatchObject({ heldBy: { allowances } });
		expect(doubtsOf({ payRate: { ...base, amount: 258 }, allowances })).toEqual(['within']);
	});

	test('of an allowance that is among the rates by name and amount is paid once, and that is told', () => {
		const both = { ordinary: payRate, meal: { amount: 18 } };
		expect(lines({ payRate: both, allowances }).map(({ amount }) => amount)).toEqual([240, 18]);
		expect(doubtsOf({ payRate: both, allowances })).toEqual(['twice']);
		expect(lines({ payRate: both, allowances: [{ name: 'Meal', amount: 19 }] })).toHaveLength(3);
	});
});
