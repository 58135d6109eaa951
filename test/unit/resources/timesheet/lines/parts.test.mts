// What a rate or the allowances may hold, as parts: strictly by names.
import { describe, expect, test } from '@jest/globals';
import { ratePartsOf } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/parts.ts';
import { lineNames, type Side } from '../../../../../nodes/WorkforceOperations/contract/assumedNames.ts';
import { lines, short, told } from './read.mts';

const base = { hours: 8, rate: 30, amount: 240 };
const night = { hours: 2, rate: 45, amount: 90 };
const ofBase = { quantity: 8, rate: 30, amount: 240 };
const ofNight = { quantity: 2, rate: 45, amount: 90 };

describe('A part is', () => {
	test.each<[string, unknown, object[]]>([
		['an object', { name: 'Level 1', ...base }, [{ name: 'Level 1', ...ofBase }]],
		['each entry of a list', [{ name: 'A', ...base }, night], [{ name: 'A', ...ofBase }, ofNight]],
		[
			'each object in an object, by its key',
			{ ordinary: base, overtime: night },
			[
				{ name: 'ordinary', ...ofBase },
				{ name: 'overtime', ...ofNight },
			],
		],
		[
			'named by its key, whatever it is called inside',
			{ ordinary: { name: 'Level 1', ...base } },
			[{ name: 'ordinary', ...ofBase }],
		],
		[
			'each number in an object of numbers, without an amount',
			{ Ordinary: 240, 'First Aid': '2.50' },
			[{ name: 'Ordinary' }, { name: 'First Aid' }],
		],
		[
			'each number beside objects as well',
			{ ordinary: base, Laundry: 6.25 },
			[{ name: 'ordinary', ...ofBase }, { name: 'Laundry' }],
		],
		[
			'an object with an amount of its own, whatever is inside',
			{ ...base, lines: [base, night], loading: { amount: 9 } },
			[ofBase],
		],
		['an object with quantity and rate of its own', { hours: 8, rate: 30, night }, [{ quantity: 8, rate: 30 }]],
		['an object of unknown fields', { grade: 'A', perHour: 30 }, [{}]],
		['an object whose numbers are known, though no amount is', { hours: 8, Laundry: 3 }, [{ quantity: 8 }]],
		['a bare value', 30, [{}]],
		['a bare entry of a list', ['Meal', 5], [{}, {}]],
		['nothing deeper: a list in an object is one', { rates: [base, night] }, [{ name: 'rates' }]],
		['nothing deeper: a list in a list is one', [[base, night]], [{}]],
		['nothing deeper: objects in a part', { day: { ordinary: base, overtime: night } }, [{ name: 'day' }]],
		['no blank one', [null, {}, '', { amount: null }, base], [ofBase]],
		['none of nothing', { ordinary: { amount: null }, note: '' }, []],
		['none of null', null, []],
	])('%s', (_, rate, expected) => {
		expect(short(rate)).toEqual(expected);
		expect(short(rate, 'charge')).toEqual(expected);
		expect(lines({ allowances: rate }).map(({ name, amount, kind }) => ({ name, amount, kind }))).toEqual(
			expected
				.map((part) => ({ name: null, amount: null, ...part, kind: 'allowance' }))
				.map(({ name, amount, kind }) => ({ name, amount, kind })),
		);
	});
});

// Which texts are numbers is asked of `numberOf`.
test.each([
	[240, 240],
	[' -12.5 ', -12.5],
	[0, 0],
	['$240.00', null],
	[{ value: 240 }, null],
	[[240], null],
])('the amount %j is read as %j, and told where it is none', (amount, expected) => {
	expect(short({ amount })).toEqual([expected === null ? {} : { amount: expected }]);
	expect(told({ payRate: { amount } })).toEqual(expected === null ? ['amount', 'unread'] : []);
});

describe('What is told', () => {
	test.each<[unknown, string[]]>([
		[base, []],
		[{ amount: 240 }, []],
		[{ ...base, grade: 'A', level: 3, tiers: [{ from: 0 }] }, []],
		[{ hours: 8, rate: 30 }, ['amount']],
		[{ betrag: 240 }, ['amount']],
		[{ Laundry: 6.25, Phone: 3, 'First Aid': 2.5 }, ['amount']],
		[{ ...base, amount: 240.01 }, ['product']],
		[{ hours: 7.33, rate: 31.11, amount: 228.04 }, []],
		[{ hours: 0.5, rate: 30.01, amount: 15.01 }, []],
		[{ hours: 0.5, rate: 30.01, amount: 15 }, []],
		[{ ...base, hours: 'eight' }, ['unread']],
		[{ ...base, name: { text: 'Night' } }, ['unread']],
		[{ ...base, inner: { list: [{ amount: 1 }] } }, ['inside']],
		[{ ...base, inner: { level: 3, list: [{ level: 3 }, { amount: 1 }] } }, ['inside']],
		[{ rates: [base] }, ['amount', 'inside']],
		[{ ordinary: base, note: 'see $6.25' }, ['beside']],
		[{ ordinary: base, hours: 8 }, ['beside']],
		[{ ordinary: base, name: 'Level 1', currency: 'AUD', note: 'nights' }, []],
		[{ ordinary: base, code: 'C1' }, []],
		['2 x 30', ['amount']],
	])('of %j: %j', (payRate, doubts) => expect(told({ payRate })).toEqual(doubts));
});

describe('A stated total', () => {
	const both = { ordinary: base, overtime: night };
	test.each<[string, unknown, unknown]>([
		['that is the sum', { ...both, total: 330 }, undefined],
		['that is the sum, as a text', { ...both, 'Grand Total': '330.00' }, undefined],
		['that is the sum, as an entry', [base, night, { name: 'Total', amount: 330 }], undefined],
		['that is not', { ...both, total: { amount: 331 } }, { total: 331, lines: 330 }],
		['that is not, as an entry', [base, { name: 'sub-total', amount: 1 }], { total: 1, lines: 240 }],
		['before a subtotal, which is the sum', { total: 331, subtotal: 330, ...both }, { total: 331, lines: 330 }],
		['behind a subtotal', [base, { name: 'Subtotal', amount: 240 }, night, { name: 'Total', amount: 330 }], undefined],
		[
			'before a subtotal of less',
			[base, night, { name: 'Total', amount: 330 }, { name: 'Subtotal', amount: 90 }],
			undefined,
		],
		['behind one that is more', { 'Grand Total': 345, ...both, Total: 330 }, { total: 345, lines: 330 }],
		['before one that is more', { Total: 330, ...both, 'Grand Total': 345 }, { total: 345, lines: 330 }],
		['that can’t be read', { ...both, total: '$330' }, { total: null, lines: 330 }],
		['of lines without amounts', { a: { hours: 1 }, total: 30 }, { total: 30, lines: null }],
	])('%s', (_, payRate, check) => {
		const all = lines({ payRate });
		expect(all.map(({ name }) => name)).not.toContain('total');
		expect(all.map((line) => line['check'])).toEqual(all.map(() => check));
		expect(told({ payRate }).includes('total')).toBe(check !== undefined);
	});

	test.each([[{ total: 330 }], [[{ name: 'Total', amount: 330 }]], [{ name: 'Total', amount: 330 }]])(
		'without a part is no line, and told: %j',
		(payRate) => {
			expect({ lines: lines({ payRate }), told: told({ payRate }) }).toEqual({ lines: [], told: ['total'] });
		},
	);
});

describe('A part of the other side is no line, and told', () => {
	test.each<[Side, unknown, unknown[]]>([
		['pay', { pay: base, charge: night }, ['pay']],
		[
			'pay',
			{ ordinary: base, chargeRate: night, 'Service Rate': night, invoice: night, billing: night, totalCharge: 9 },
			['ordinary'],
		],
		[
			'pay',
			[
				{ name: 'Day', ...base },
				{ name: 'Invoice', ...night },
			],
			['Day'],
		],
		[
			'pay',
			{ longServiceLeave: base, Servicing: night, payPhone: { amount: 1 }, 'Long Service': { amount: 2 } },
			['longServiceLeave', 'Servicing', 'payPhone', 'Long Service'],
		],
		['pay', { ordinary: base, service: 'Static guard' }, ['ordinary']],
		['charge', { pay: base, charge: night, 'Pay Rates': base, totalPay: 3 }, ['charge']],
		['charge', { payroll: base, service: night, 'Sick Pay': base }, ['payroll', 'service', 'Sick Pay']],
	])('of the %s side: %j', (side, rate, names) => {
		const { parts, asides } = ratePartsOf(rate, 'rate', { side, names: lineNames() });
		expect(parts.map(({ name }) => name)).toEqual(names);
		const others = Object.values(rate as object).filter((value) => typeof value !== 'string').length - names.length;
		expect(asides.map(({ doubts }) => doubts)).toEqual(Array.from({ length: others }, () => ['theirs']));
	});
});

describe('Names of the user’s own', () => {
	const given = { name: ['grade'], quantity: ['std', 'h'], amount: ['sum.due', 'betrag'] };
	test('are the only ones, the first that is filled, with dots as a path', () => {
		expect(short({ grade: 'A', std: null, h: '2', betrag: 7.5, amount: 9, hours: 1 }, 'pay', given)).toEqual([
			{ name: 'A', quantity: 2, amount: 7.5 },
		]);
		expect(short({ sum: { due: 8 }, betrag: 7.5 }, 'pay', given)).toEqual([{ amount: 8 }]);
		expect(short({ a: { sum: { due: 8 } }, b: { amount: 1 } }, 'pay', given)).toEqual([
			{ name: 'a', amount: 8 },
			{ name: 'b' },
		]);
		expect(short({ 'sum.due': 8 }, 'pay', given)).toEqual([{ amount: 8 }]);
	});

	test('are looked up as they are written', () =>
		expect(short({ Betrag: 7 }, 'pay', given)).toEqual([{ name: 'Betrag' }]));

	test('of which one is filled with something else than a number stand for none', () =>
		expect(short({ sum: { due: '$8' }, betrag: 7 }, 'pay', given)).toEqual([{}]));
});

test('details hold the part as it came, and in heldBy what is beside it', () => {
	const payRate = { currency: 'AUD', total: 330, ordinary: { ...base, grade: 'A' }, overtime: night };
	expect(lines({ payRate }).map(({ details }) => details)).toEqual([
		{ ...base, grade: 'A', heldBy: { currency: 'AUD', total: 330 } },
		{ ...night, heldBy: { currency: 'AUD', total: 330 } },
	]);
	const total = { name: 'Total', amount: 240 };
	expect(lines({ payRate: [base, total] }).map(({ details }) => details)).toEqual([{ ...base, heldBy: { 1: total } }]);
	expect(lines({ payRate: 30 })[0]?.details).toEqual({ payRate: 30 });
	expect(lines({ payRate: { Laundry: 3 } })[0]?.details).toEqual({ Laundry: 3 });
});
