// Rates of random structures: whatever the service may hold, no line says what it doesn't.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isOfSide, LIKELY_NAMES, LINE_NAMES } from '../../../../../nodes/WorkforceOperations/contract/likelyNames.ts';
import { lines, read } from './read.mts';

const money = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
const sumOf = (amounts: unknown[]): number => amounts.reduce<number>((sum, amount) => sum + cents(amount), 0);
const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta');
const oneOf = (names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names);
const both = (what: 'quantity' | 'rate' | 'amount', side: 'pay' | 'charge'): string[] =>
	LINE_NAMES[side][what].filter((name) => isOfSide(name, side));

/** Numbers of one side under names of its own; those of the charge have a half cent, by which they are known. */
const numbersOf = (side: 'pay' | 'charge'): fc.Arbitrary<object> =>
	fc
		.tuple(oneOf(both('quantity', side)), oneOf(both('rate', side)), oneOf(both('amount', side)), money, money, money)
		.map(([quantity, rate, amount, ...values]) => {
			const [hours, price, sum] = values.map((value) => (side === 'charge' ? value + 1_000_000.005 : value));
			return { [quantity]: hours, [rate]: price, [amount]: sum };
		});

/** Objects with numbers of both sides, nested in keys that say something or nothing. */
const tree: fc.Arbitrary<object> = fc.letrec<{ node: object }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 4 },
		numbersOf('pay'),
		fc.tuple(numbersOf('pay'), numbersOf('charge')).map(([pay, charge]) => ({ ...charge, ...pay })),
		numbersOf('charge').map((charge) => ({ chargeDetails: charge, note: 'x' })),
		fc.array(tie('node'), { maxLength: 3 }),
		fc.dictionary(oneOf(['alpha', 'beta', 'lines', 'byDay', 'loadings', 'level', 'tax', 'total']), tie('node'), {
			maxKeys: 3,
		}),
		fc.tuple(tie('node'), numbersOf('charge')).map(([node, charge]) => ({ billing: charge, payLines: node })),
	),
})).node;

describe('Whatever the rates hold', () => {
	test('a pay line never has a number of the charge', () => {
		fc.assert(
			fc.property(tree, (payRate) => {
				for (const { quantity, rate, amount } of lines({ payRate, chargeTotal: 1_000_001 }))
					for (const number of [quantity, rate, amount]) expect(Number(number ?? 0)).toBeLessThan(1_000_000);
			}),
			{ numRuns: 500 },
		);
	});

	test('each line without money, and each field of it that can’t be read, is doubtful', () => {
		const wild = fc.oneof(
			money,
			fc.constantFrom('1,240', '1.240', 'n/a', '$5.00', '(12.50)', '8:30', true),
			fc.constant(null),
		);
		const names = oneOf([...LIKELY_NAMES.quantity, ...LIKELY_NAMES.rate, ...LIKELY_NAMES.amount]);
		fc.assert(
			fc.property(fc.dictionary(names, wild, { maxKeys: 4 }), (payRate) => {
				for (const { line, doubts } of read({ payRate })) {
					const { quantity, rate, amount } = line;
					if (amount === null && (quantity === null || rate === null)) expect(doubts).toContain('amount');
					for (const [what, cell] of Object.entries({ quantity, rate, amount })) {
						const own: readonly string[] = LINE_NAMES.pay[what as 'quantity'];
						const isFilled = Object.entries(payRate).some(([name, value]) => own.includes(name) && value !== null);
						if (isFilled && cell === null)
							expect(doubts.some((doubt) => doubt === 'unread' || doubt === 'side')).toBe(true);
					}
				}
			}),
			{ numRuns: 500 },
		);
	});
});

describe('The sum of the lines is the stated total, or it is told', () => {
	const part = fc.record({ name: word, amount: money });
	const parts = fc.array(part, { minLength: 1, maxLength: 5 });
	/** Ways to state a total of parts, and to break the sum down once more. */
	const ways: ReadonlyArray<(parts: Array<{ name: string; amount: number }>, total: number) => object> = [
		(list, total) => ({ amount: total, lines: list }),
		(list, total) => ({ grossPay: total.toFixed(2), lines: list, byDay: list.map(({ amount }) => ({ amount })) }),
		(list, total) => ({ total, rates: list, items: list.map(({ amount }) => ({ amount })) }),
		(list, total) => [...list, { name: 'Total', amount: total }],
		(list, total) => ({
			...Object.fromEntries(list.map((one, index) => [`rate of ${index}`, one])),
			totals: { amount: total },
		}),
		(list, total) => ({ hours: 1, rate: total, amount: total, lines: list }),
		(list, total) => ({ totalPay: `$${total.toFixed(2)}`, groups: { a: { lines: list }, b: { tax: 'yes' } } }),
	];

	test('and no sum is paid twice', () => {
		fc.assert(
			fc.property(parts, fc.nat(ways.length - 1), fc.integer({ min: -1, max: 1 }), (list, way, off) => {
				const [sum, total] = [sumOf(list.map(({ amount }) => amount)), sumOf(list.map(({ amount }) => amount)) + off];
				const found = read({ payRate: ways[way]?.(list, total / 100) });
				const paid = sumOf(found.map(({ line }) => line['amount']));
				expect([sum, total]).toContain(paid);
				const isTold = found.every(({ line, doubts }) => line['check'] !== undefined || doubts.length > 0);
				// A cent more than a cent is the sum of both of its breakdowns.
				if (total !== 2 * sum || way !== 2) expect(isTold).toBe(off !== 0);
			}),
			{ numRuns: 500, examples: ways.map((_, way) => [[{ name: 'alpha', amount: 0.01 }], way, 1]) },
		);
	});

	test('also beside the rates, with the allowances or without them', () => {
		fc.assert(
			fc.property(parts, parts, fc.boolean(), fc.integer({ min: -1, max: 1 }), (rates, extras, withAllowances, off) => {
				const allowances = extras.map(({ amount }, index) => ({ name: `Allowance ${index}`, amount }));
				const stated = [...rates, ...(withAllowances ? allowances : [])].map(({ amount }) => amount);
				const found = lines({ payRate: rates, allowances, totalPay: (sumOf(stated) + off) / 100 });
				expect(sumOf(found.map(({ amount }) => amount))).toBe(
					sumOf([...rates, ...allowances].map(({ amount }) => amount)),
				);
				// A cent more may be the sum with an allowance of a cent.
				if (!allowances.some(({ amount }) => amount <= 0.01)) expect(found[0]?.['check'] !== undefined).toBe(off !== 0);
			}),
		);
	});
});

test('the key of a line is its own, and stays when another one changes', () => {
	const list = fc.array(fc.record({ name: fc.option(word, { nil: null }), amount: money }), {
		minLength: 1,
		maxLength: 6,
	});
	fc.assert(
		fc.property(list, fc.nat(5), money, (payRate, place, amount) => {
			const keys = lines({ timesheetId: 7, payRate }).map(({ lineKey }) => lineKey);
			expect(new Set(keys).size).toBe(payRate.length);
			const edited = payRate.map((line, index) => (index === place ? { ...line, amount } : line));
			expect(lines({ timesheetId: 7, payRate: edited }).map(({ lineKey }) => lineKey)).toEqual(keys);
			const added = [{ name: 'another', amount }, ...payRate];
			expect(
				lines({ timesheetId: 7, payRate: added })
					.map(({ lineKey }) => lineKey)
					.slice(1),
			).toEqual(keys);
		}),
	);
});
