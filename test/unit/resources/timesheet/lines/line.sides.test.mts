// Whose a number is, where pay and charge stand in one object.
import { describe, expect, test } from '@jest/globals';
import { doubtsOf, lines, short } from './read.mts';

const base = { hours: 8, rate: 30 };

describe('A number of the other side is none of this side', () => {
	const both = { hours: 8, payRate: 30, chargeRate: 55, totalPay: 240, totalCharge: 440 };
	const mixed = { pay: { ...base, amount: 240 }, charge: { hours: 8, rate: 55, amount: 440 } };
	test.each<[string, object, number | null, number | null, number | null, number | null]>([
		['both in one object', both, 30, 240, 55, 440],
		['under other names', { hours: 8, payRate: 30, billRate: 55, grossPay: 240, chargeAmount: 440 }, 30, 240, 55, 440],
		['an object for each', mixed, 30, 240, 55, 440],
		['an amount that is the charge’s', { hours: 8, payRate: 30, chargeRate: 55, total: 440 }, 30, null, 55, 440],
		['a rate that is the charge’s', { hours: 8, rate: 55, totalPay: 240, totalCharge: 440 }, null, 240, 55, 440],
		['both restated', { hours: 8, rate: 55, amount: 440, chargeRate: 55, totalCharge: 440 }, null, null, 55, 440],
		['the charge beside plain names', { ...base, amount: 240, chargeRate: 55, totalCharge: 440 }, 30, 240, 55, 440],
		[
			'entries that say whose they are',
			[
				{ type: 'Pay', ...mixed.pay },
				{ type: 'Charge', ...mixed.charge },
			],
			30,
			240,
			55,
			440,
		],
		['an employee beside a client', { employee: mixed.pay, client: mixed.charge }, 30, 240, 55, 440],
	])('%s', (_, rates, payRate, pay, chargeRate, charge) => {
		const numbersOf = (found: ReturnType<typeof lines>): unknown[] => found.map(({ rate, amount }) => [rate, amount]);
		expect(numbersOf(lines({ payRate: rates }))).toEqual([[payRate, pay]]);
		expect(numbersOf(lines({ serviceRate: rates }, 'charge'))).toEqual([[chargeRate, charge]]);
		if (payRate === null || pay === null) expect(doubtsOf({ payRate: rates })).toContain('side');
	});

	test('a pay line of an object with the charge alone has no amount', () => {
		expect(short({ hours: 8, chargeRate: 55, baseRate: 30, totalCharge: 440 })).toEqual([[null, 8, 30, null]]);
		expect(short({ hours: 8, chargeRate: 55, baseRate: 30, amount: 440 })).toEqual([[null, 8, 30, null]]);
		expect(doubtsOf({ payRate: { hours: 8, chargeRate: 55, baseRate: 30, amount: 440 } })).toEqual(['side']);
	});

	test('a guard is a service of its own where no client is beside it, and leave for long service is pay', () => {
		expect(lines({ serviceRate: { guard: { hours: 8, amount: 352 } } }, 'charge')).toEqual([
			expect.objectContaining({ name: 'guard', amount: 352 }),
		]);
		expect(short({ longServiceLeave: { hours: 8, amount: 240 } })).toEqual([['longServiceLeave', 8, null, 240]]);
	});

	test('the code and the words are of the own side, too', () => {
		const rate = { code: 'X', payCode: 'P', payType: 'Night', serviceRateName: 'Static', amount: 1 };
		expect(lines({ payRate: rate })[0]).toMatchObject({ name: 'Night', code: 'P' });
		expect(lines({ serviceRate: rate }, 'charge')[0]).toMatchObject({ name: 'Static', code: 'X' });
	});
});
