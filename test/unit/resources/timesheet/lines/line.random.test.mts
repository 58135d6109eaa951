// Rates of random structures: no line says what the service doesn't, and what isn't read is told.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Side } from '../../../../../nodes/WorkforceOperations/contract/assumedNames.ts';
import type { ReadLines } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/line.ts';
import { lines, read } from './read.mts';

const runs = { numRuns: 1500 };

const KEYS = [
	'ordinary',
	'First Aid',
	'id',
	'tiers',
	'Night 2',
	'service',
	'Charge',
	'payRates',
	'pay',
	'total',
	'Sub-Total',
];
const FIELDS = ['name', 'code', 'hours', 'rate', 'amount', 'amount', 'grossPay', 'currency', 'note', 'id'];

/** Kinds of values; each value of a tree is one of its own, so that it is found again wherever it comes out. */
type Leaf = 'number' | 'text' | 'money' | 'clock' | 'words' | 'none' | 'blank';
const leaf = fc.constantFrom<Leaf>('number', 'number', 'text', 'text', 'money', 'clock', 'words', 'none', 'blank');

interface Shape {
	list?: Shape[];
	map?: Record<string, Shape>;
	leaf?: Leaf;
}

const tree: fc.Arbitrary<Shape> = fc.letrec<{ node: Shape; part: Shape }>((tie) => ({
	part: fc
		.dictionary(
			fc.constantFrom(...FIELDS),
			fc.oneof({ weight: 8, arbitrary: leaf.map((one) => ({ leaf: one })) }, { weight: 1, arbitrary: tie('node') }),
			{ maxKeys: 6 },
		)
		.map((map) => ({ map })),
	node: fc.oneof(
		{ maxDepth: 3 },
		tie('part'),
		leaf.map((one) => ({ leaf: one })),
		fc
			.dictionary(
				fc.constantFrom(...KEYS, ...FIELDS),
				fc.oneof(
					tie('part'),
					tie('node'),
					leaf.map((one) => ({ leaf: one })),
				),
				{ maxKeys: 5 },
			)
			.map((map) => ({ map })),
		fc.array(fc.oneof(tie('part'), tie('node')), { maxLength: 4 }).map((list) => ({ list })),
	),
})).node;

/** A tree with values, none of them twice. */
function filled(shape: Shape, count = { now: 1000 }): unknown {
	if (shape.list) return shape.list.map((one) => filled(one, count));
	if (shape.map) return Object.fromEntries(Object.entries(shape.map).map(([key, one]) => [key, filled(one, count)]));
	const value = (count.now += 1) + 0.25;
	switch (shape.leaf) {
		case 'number':
			return value;
		case 'text':
			return String(value);
		case 'money':
			return `$${value}`;
		case 'clock':
			return `${value}:30`;
		case 'words':
			return `words${'abcdefghij'[count.now % 10]}${String(count.now).replace(/\d/g, (digit) => 'klmnopqrst'[Number(digit)] ?? '')}`;
		default:
			return shape.leaf === 'none' ? null : ' ';
	}
}

interface Found {
	/** The keys on the way. */
	path: string[];
	value: string | number;
	/** The object that it stands in. */
	holder: object | undefined;
}

const leavesOf = (value: unknown, path: string[] = [], holder?: object): Found[] => {
	if (typeof value === 'object' && value !== null)
		return Object.entries(value).flatMap(([key, inner]) =>
			leavesOf(inner, [...path, key], Array.isArray(value) ? holder : value),
		);
	const isFilled = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	return isFilled ? [{ path, value, holder }] : [];
};

const isNumber = (value: unknown): boolean =>
	typeof value === 'number' || (typeof value === 'string' && /^\d+\.25$/.test(value));
const fieldOf = (side: Side): string => (side === 'pay' ? 'payRate' : 'serviceRate');
const inDetails = (details: object, value: string | number): boolean =>
	JSON.stringify(details).includes(JSON.stringify(value));
const squeeze = (key: unknown): string => String(key).toLowerCase().replace(/[\s-]/g, '');
const isTotal = ({ path, holder }: Found): boolean =>
	[...path, (holder as { name?: string } | undefined)?.name ?? ''].some((key) =>
		['total', 'subtotal'].includes(squeeze(key)),
	);

/** Checks what is read of many rates: the values that they hold, the lines, and what is no line. */
function always(check: (leaves: Found[], lines: ReadLines['lines'], asides: ReadLines['asides']) => void): void {
	fc.assert(
		fc.property(tree, fc.constantFrom<Side>('pay', 'charge'), (shape, side) => {
			const rate = filled(shape);
			const { lines: all, asides } = read({ timesheetId: 1, [fieldOf(side)]: rate }, side);
			check(leavesOf(rate), all, asides);
		}),
		runs,
	);
}

describe('Whatever the rates hold', () => {
	test('each number of a line is one that the service states under its very name', () =>
		always((leaves, all) => {
			for (const { line } of all)
				for (const [cell, name] of [
					['quantity', 'hours'],
					['rate', 'rate'],
					['amount', 'amount'],
				] as const) {
					const value = line[cell] as number | null;
					if (value === null) continue;
					const from = leaves.find((found) => isNumber(found.value) && Number(found.value) === value);
					expect({ name, path: from?.path.at(-1) }).toEqual({ name, path: name });
					expect(from?.path.length).toBeLessThanOrEqual(2);
				}
		}));

	test('no amount is in two lines, and each stated one is a line, a total or told', () =>
		always((leaves, all, asides) => {
			const amounts = all.flatMap(({ line }) => (line['amount'] === null ? [] : [line['amount']]));
			expect(new Set(amounts).size).toBe(amounts.length);
			const isTold = (value: string | number): boolean =>
				[...all.map(({ line, doubts }) => ({ details: line.details as object, doubts })), ...asides].some(
					({ details, doubts }) => doubts.length > 0 && inDetails(details, value),
				);
			for (const found of leaves) {
				if (found.path.at(-1) !== 'amount' || isTotal(found)) continue;
				expect(isTold(found.value) || amounts.includes(Number(found.value))).toBe(true);
			}
		}));

	test('nothing that is filled is lost: it stands in a line, or it is told', () =>
		always((leaves, all, asides) => {
			const held = [...all.map(({ line }) => line.details as object), ...asides.map(({ details }) => details)];
			const isWord = ({ path, value }: Found): boolean =>
				!/\d/.test(String(value)) || ['name', 'code'].includes(path.at(-1) ?? '');
			for (const found of leaves)
				expect([
					found.value,
					held.some((details) => inDetails(details, found.value)) || (all.length === 0 && isWord(found)),
				]).toEqual([found.value, true]);
		}));

	test('what looks like a number and isn’t read is told, but for further fields of a part that has its amount', () =>
		always((leaves, all, asides) => {
			const whole = all.filter(({ line }) => line['amount'] !== null);
			const open = [
				...all.filter(({ doubts }) => doubts.length > 0).map(({ line }) => line.details as object),
				...asides.map(({ details }) => details),
			];
			for (const found of leaves) {
				const { value, path } = found;
				if (!/\d/.test(String(value)) || isTotal(found) || ['name', 'code'].includes(path.at(-1) ?? '')) continue;
				const isOfWhole = whole.some(({ line }) => {
					const { heldBy: _beside, ...own } = line.details as Record<string, unknown>;
					return inDetails(own, value);
				});
				expect([value, isOfWhole || open.some((details) => inDetails(details, value))]).toEqual([value, true]);
			}
		}));

	test('each line without an amount is told, and each whose numbers don’t multiply out', () =>
		always((_leaves, all) => {
			for (const { line, doubts } of all) {
				const [quantity, rate, amount] = [line['quantity'], line['rate'], line['amount']] as Array<number | null>;
				expect(doubts.includes('amount')).toBe(amount === null);
				const isProduct =
					[quantity, rate, amount].includes(null) ||
					Math.round((quantity ?? 0) * (rate ?? 0) * 100) === Math.round((amount ?? 0) * 100);
				expect(doubts.includes('product')).toBe(!isProduct);
			}
		}));
});

const money = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta');
const cents = (amounts: unknown[]): number =>
	amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

test('the sum of the parts is the stated total, or it is told, however it is stated', () => {
	const parts = fc.uniqueArray(fc.record({ name: word, amount: money }), {
		minLength: 1,
		maxLength: 5,
		selector: ({ name }) => name,
	});
	type Parts = Array<{ name: string; amount: number }>;
	const ways: ReadonlyArray<(list: Parts, total: number) => object> = [
		(list, total) => [...list, { name: 'Total', amount: total }],
		(list, total) => [{ name: 'Subtotal', amount: total }, ...list],
		(list, total) => ({ ...Object.fromEntries(list.map((one) => [one.name, one])), 'grand total': total.toFixed(2) }),
		(list, total) => ({
			Total: { amount: total },
			...Object.fromEntries(list.map((one) => [one.name, { amount: one.amount.toFixed(2) }])),
		}),
	];
	fc.assert(
		fc.property(parts, fc.constantFrom(...ways), fc.integer({ min: -1, max: 1 }), (list, way, off) => {
			const total = (cents(list.map(({ amount }) => amount)) + off) / 100;
			const found = read({ payRate: way(list, total) }).lines;
			expect(found.map(({ line }) => line['amount']).sort()).toEqual(list.map(({ amount }) => amount).sort());
			for (const { line, doubts } of found)
				expect({ hasCheck: line['check'] !== undefined, isDoubted: doubts.includes('total') }).toEqual({
					hasCheck: off !== 0,
					isDoubted: off !== 0,
				});
		}),
		runs,
	);
});

test('an allowance that is among the rates, by name and amount, is told, and no other', () => {
	const part = fc.record({ name: fc.option(word, { nil: null }), amount: fc.constantFrom(1, 2, 3) });
	fc.assert(
		fc.property(fc.array(part, { maxLength: 4 }), fc.array(part, { maxLength: 4 }), (payRate, allowances) => {
			const found = read({ payRate, allowances }).lines;
			expect(found).toHaveLength(payRate.length + allowances.length);
			for (const { line, doubts } of found) {
				const isTwice =
					line.kind === 'allowance' &&
					line.name !== null &&
					payRate.some(({ name, amount }) => name === line.name && amount === line['amount']);
				expect(doubts.includes('twice')).toBe(isTwice);
			}
		}),
		runs,
	);
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
