// What is told of a line, what allowances may be, and the key of a line.
import { describe, expect, test } from '@jest/globals';
import { doubtsOf, lines, short } from './read.mts';

const base = { hours: 8, rate: 30 };

describe('What is doubtful', () => {
	test.each<[object, string[]]>([
		[{ ...base, amount: 240 }, []],
		[base, []],
		[{ amount: 240 }, []],
		[{ hours: 8 }, ['amount']],
		[{ hourlyRate: 30 }, ['amount']],
		[{ betrag: 240 }, ['amount']],
		[{ ...base, amount: '1,240' }, ['unread', 'amount']],
		[{ amount: '1,240', gross: 1400 }, ['unread', 'amount']],
		[{ hours: 'eight', amount: 240 }, ['unread']],
		[{ hours: 'eight', quantity: 8, amount: 240 }, []],
		[{ hours: [8, 2], amount: 240 }, ['unread']],
		[{ amount: { net: 100, extra: 10 } }, ['unread', 'amount']],
		[{ hours: 480, rate: 30, amount: 240 }, ['hours']],
		[{ quantity: 38, hourlyRate: 30 }, ['hours']],
		[{ quantity: 120, unitRate: 0.85, amount: 102 }, []],
		[{ duration: 8, rate: 30, amount: 240 }, []],
		[{ duration: 480, rate: 30, amount: 240 }, ['unread']],
	])('%j: %j', (payRate, doubts) => expect(doubtsOf({ payRate })).toEqual(doubts));

	test.each<[object, unknown[]]>([
		[{ amount: '1,240', gross: 1400 }, [null, null, null, null]],
		[{ duration: 8, rate: 30, amount: 240 }, [null, 8, 30, 240]],
		[{ duration: 480, rate: 30, amount: 240 }, [null, null, 30, 240]],
		[{ name: 5, allowanceType: 'Meal', amount: 1 }, ['Meal', null, null, 1]],
		[{ category: 'Overtime', paidHours: 2, rateAmount: 45, amountPayable: 90 }, ['Overtime', 2, 45, 90]],
	])('%j is %j', (payRate, line) => expect(short(payRate)).toEqual([line]));
});

describe('Allowances', () => {
	test.each<[unknown, unknown[]]>([
		[
			{ Meal: 12, Travel: 5.5 },
			[
				['Meal', 12],
				['Travel', 5.5],
			],
		],
		[
			[{ Meal: 12 }, { Travel: '$5.50' }],
			[
				['Meal', 12],
				['Travel', 5.5],
			],
		],
		[{ Meal: '1,240', note: 'x' }, [['Meal', null]]],
		[{ Meal: { amount: 12 }, allowanceId: 7 }, [['Meal', 12]]],
		[[{ id: 3, name: 'Meal' }], [['Meal', null]]],
		[{ name: 'Meal', amount: 12 }, [['Meal', 12]]],
		[12, [[null, 12]]],
		[
			['Meal', 5],
			[
				['Meal', null],
				[null, 5],
			],
		],
		[{ chargeAmount: 12, Meal: 3 }, [['Meal', 3]]],
	])('%j', (allowances, expected) => {
		expect(lines({ allowances }).map(({ name, amount, kind }) => [name, amount, kind])).toEqual(
			expected.map((pair) => [...(pair as unknown[]), 'allowance']),
		);
	});
});

describe('The key of a line', () => {
	const keysOf = (payRate: unknown, allowances?: unknown): unknown[] =>
		lines({ timesheetId: 7, payRate, allowances }).map(({ lineKey }) => lineKey);
	const list = [
		{ name: 'Ordinary', amount: 1 },
		{ name: 'Night', amount: 2 },
		{ name: 'night ', amount: 3 },
		{ amount: 4 },
	];

	test('is of the timesheet, the side, the kind, the name and which of its name', () => {
		expect(keysOf(list, [{ name: 'Ordinary', amount: 5 }])).toEqual([
			'7/pay/rate/ordinary/1',
			'7/pay/rate/night/1',
			'7/pay/rate/night/2',
			'7/pay/rate//1',
			'7/pay/allowance/ordinary/1',
		]);
		expect(lines({ timesheetId: 7, serviceRate: list }, 'charge')[0]?.lineKey).toBe('7/charge/rate/ordinary/1');
	});

	test('stays where another line is added, taken away or changed', () => {
		const [ordinary, ...others] = keysOf(list);
		expect(keysOf(list.slice(1))).toEqual(others);
		expect(keysOf([{ name: 'New', amount: 9 }, ...list]).slice(1)).toEqual([ordinary, ...others]);
		expect(keysOf([{ name: 'Ordinary', amount: 77 }, ...list.slice(1)])).toEqual([ordinary, ...others]);
	});
});
