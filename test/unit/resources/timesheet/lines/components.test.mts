// What a timesheet's rates may hold, as components: no fact tells the nesting or the names.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LINE_NAMES } from '../../../../../nodes/WorkforceOperations/contract/likelyNames.ts';
import { componentsOf } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/components.ts';
import { lines, short } from './read.mts';

describe('What the service told of a rate becomes lines', () => {
	test.each<[string, unknown, unknown[]]>([
		['one object', { name: 'Level 1', hours: 8, hourlyRate: 30, amount: 240 }, [['Level 1', 8, 30, 240]]],
		['numbers as text', { HOURS: '8', Rate: ' 30.50 ', Total: '244.00' }, [[null, 8, 30.5, 244]]],
		[
			'numbers as people write them, unless they can be read in two ways',
			{ hours: '8:30', amount: '$255,00', rate: '1,000' },
			[[null, 8.5, null, 255]],
		],
		[
			'an object of several rates, by their keys',
			{ ordinary: { hours: 8, amount: 240 }, overtime: { hours: 2, amount: 90 } },
			[
				['ordinary', 8, null, 240],
				['overtime', 2, null, 90],
			],
		],
		[
			'a list',
			[{ name: 'Ordinary', amount: 240 }, { amount: 90 }],
			[
				['Ordinary', null, null, 240],
				[null, null, null, 90],
			],
		],
		[
			'a list inside of an object, whose key names nothing',
			{ currency: 'AUD', rates: [{ hours: 8 }, { odd: 1 }] },
			[
				[null, 8, null, null],
				[null, null, null, null],
			],
		],
		[
			'two floors of keys, so that two Sundays stay apart',
			{ day: { sunday: { amount: 1 } }, night: { sunday: { amount: 2 } } },
			[
				['day sunday', null, null, 1],
				['night sunday', null, null, 2],
			],
		],
		[
			'a name that is told of several together',
			{ name: 'Level 1', rates: [{ hours: 1 }, { hours: 2 }] },
			[
				['Level 1', 1, null, null],
				['Level 1', 2, null, null],
			],
		],
		[
			'sums of money with their currency, which are no lines of their own',
			{ hours: 8, hourlyRate: { value: 30, currency: 'AUD' }, amount: { amount: '240.00', currency: 'AUD' } },
			[[null, 8, 30, 240]],
		],
		[
			'allowance-like objects of a sum alone',
			{ meal: { amount: 18 }, travel: { amount: 7 } },
			[
				['meal', null, null, 18],
				['travel', null, null, 7],
			],
		],
		['a part without any number', { hours: 8, amount: 240, group: { id: 3, name: 'A' } }, [[null, 8, null, 240]]],
		[
			'a total beside the others, which is none of them',
			{ ordinary: { hours: 8, amount: 240 }, total: { hours: 8, amount: 240 } },
			[['ordinary', 8, null, 240]],
		],
		['a total that is all there is', { total: { hours: 8, amount: 240 } }, [['total', 8, null, 240]]],
		['a bare number', 30, [[null, null, 30, null]]],
		['bare text', 'Level 1', [[null, null, null, null]]],
		['an object that tells nothing we look for', { grade: { x: { y: 1 } } }, [[null, null, null, null]]],
		['zero, which is said', { hours: 0, amount: 0 }, [[null, 0, null, 0]]],
	])('%s', (_, payRate, expected) => expect(short(payRate)).toEqual(expected));

	test.each([[undefined], [null], [''], [{}], [[]], [[null, {}]], [{ hours: null, name: ' ' }]])(
		'%j is no line',
		(payRate) => expect(short(payRate)).toEqual([]),
	);

	test('an allowance that is a text is its name, without the blanks around it', () => {
		const names = lines({ allowances: [' Meal ', ' '] }).map(({ name, kind }) => [kind, name]);
		expect(names).toEqual([['allowance', 'Meal']]);
	});

	test('a holder’s own amount is the total beside each line', () => {
		const rates = [{ amount: 0.1 }, { amount: 0.2 }];
		expect(lines({ payRate: { total: 0.3, rates } }).map(({ details, check }) => [details, check])).toEqual(
			rates.map((own) => [{ ...own, total: 0.3, heldBy: { total: 0.3 } }, undefined]),
		);
	});

	const pay = { side: 'pay', names: LINE_NAMES.pay } as const;
	test('what a holder says beside its lines is kept with each of them', () => {
		expect(componentsOf({ currency: 'AUD', group: { id: 3 }, a: { amount: 1 } }, 'payRate', pay)[0]?.details).toEqual({
			amount: 1,
			heldBy: { currency: 'AUD', group: { id: 3 } },
		});
	});
});

describe('The lines of a timesheet', () => {
	const timesheet = {
		timesheetId: 7,
		staffName: 'Aroha Ngata',
		employeeId: 'E1',
		scheduledStartTime: '2026-07-01T20:00:00Z',
		payStartTime: 'p1',
		payEndTime: 'p2',
		payBreakTime: 30,
		invoiceStartTime: 'i1',
		payRate: { name: 'L1', hours: 8, hourlyRate: 30, amount: 240 },
		serviceRate: [{ code: 'S', qty: 8, unitPrice: 44, total: 352 }],
		allowances: [{ name: 'Meal', amount: 18 }, 5],
	};

	test('are numbered, and hold who, where, when and what', () => {
		expect(lines(timesheet)).toEqual([
			expect.objectContaining({
				timesheetId: 7,
				lineNumber: 1,
				side: 'pay',
				kind: 'rate',
				name: 'L1',
				code: null,
				date: '2026-07-02',
				staffName: 'Aroha Ngata',
				employeeId: 'E1',
				siteName: null,
				payStartTime: 'p1',
				payEndTime: 'p2',
				payBreakTime: 30,
				details: timesheet.payRate,
			}),
			expect.objectContaining({ lineNumber: 2, kind: 'allowance', name: 'Meal', amount: 18 }),
			expect.objectContaining({ lineNumber: 3, kind: 'allowance', name: null, amount: 5 }),
		]);
	});

	test('of the charge side are those of the service rate, with the times of the invoice and without allowances', () => {
		expect(lines(timesheet, 'charge')).toEqual([
			expect.objectContaining({
				side: 'charge',
				code: 'S',
				quantity: 8,
				rate: 44,
				amount: 352,
				invoiceStartTime: 'i1',
			}),
		]);
	});

	test.each([
		['2026-07-01T13:59:00Z', {}, '2026-07-01'],
		['2026-07-01T14:00:00Z', {}, '2026-07-02'],
		['2026-07-01T14:00:00Z', { scheduledStartTimeTZ: '2026-07-01T22:00:00' }, '2026-07-01'],
		['2026-07-01T14:00:00Z', { startTimeTZ: '2026-07-01T22:00:00+08:00' }, '2026-07-01'],
		['2026-07-01T14:00:00Z', { timeZone: 'Australia/Perth' }, '2026-07-01'],
		['2026-07-01T14:00:00Z', { timeZone: 'Nowhere/Land' }, '2026-07-02'],
		['2026-07-01T22:00:00+08:00', {}, '2026-07-01'],
		['2026-07-01T14:00:00+00:00', {}, '2026-07-02'],
		['2026-07-01T14:00:00', {}, '2026-07-02'],
		['2026-07-01', {}, '2026-07-01'],
		['0001-01-01T00:00:00', {}, null],
		[null, {}, null],
		[' ', { payStartTime: '2026-07-01T14:00:00Z' }, '2026-07-02'],
		['0001-01-01T00:00:00', { payStartTime: '2026-07-01T14:00:00Z' }, '2026-07-02'],
		[null, { payStartTime: '0001-01-01T00:00:00Z', timeclockStartTime: '2026-07-01' }, '2026-07-01'],
		[null, { invoiceStartTime: '2026-07-01' }, null],
		['2026-07-03', { payStartTime: '2026-07-01T14:00:00Z' }, '2026-07-03'],
	])('are of the local day: %s with %j is %s', (scheduledStartTime, more, day) => {
		expect(lines({ ...timesheet, scheduledStartTime, ...more })[0]?.['date']).toBe(day);
	});
});

describe('Lines are neither lost nor doubled, to the cent', () => {
	interface Part {
		hours: number;
		hourlyRate: number;
		amount: number;
	}
	const cents = fc.integer({ min: -100_000, max: 10_000_000 }).map((value) => value / 100);
	const part: fc.Arbitrary<Part> = fc.record({ hours: cents, hourlyRate: cents, amount: cents });
	const key = fc.integer({ min: 0, max: 50 }).map((value) => `rate${value}x`);
	const sum = (parts: Part[]): number => Number(parts.reduce((total, { amount }) => total + amount, 0).toFixed(2));
	/** The same parts in every nesting that is known or thinkable. */
	const nestings: ReadonlyArray<(parts: Part[], keys: string[]) => unknown> = [
		(parts) => parts,
		(parts) => ({ rates: parts }),
		(parts) => ({ currency: 'AUD', amount: sum(parts), level: { id: 'x' }, payRates: parts }),
		(parts, keys) => Object.fromEntries(parts.map((each, index) => [`${keys[index]}_${index}`, each])),
		(parts) => parts.map((each) => [each]),
		(parts, keys) => ({ [`${keys[0]}a`]: { lines: parts.slice(0, 2) }, [`${keys[0]}b`]: { lines: parts.slice(2) } }),
		(parts) => parts.map((each) => ({ rate: each })),
		(parts) => parts.map(({ amount: value, ...rest }) => ({ ...rest, amount: { value, currency: 'GBP' } })),
	];

	test('whatever they are nested in', () => {
		fc.assert(
			fc.property(
				fc.array(part, { maxLength: 6 }),
				fc.array(key, { minLength: 6, maxLength: 6 }),
				fc.nat(nestings.length - 1),
				(parts, keys, nesting) => {
					const found = lines({ payRate: nestings[nesting]?.(parts, keys) });
					// What holds nothing but its own words is one line, so that they aren't lost.
					const bare = parts.length === 0 && nesting === 2;
					expect(found.map((line) => [line['quantity'], line['rate'], line['amount']])).toEqual(
						bare ? [[null, null, 0]] : parts.map((each) => [each.hours, each.hourlyRate, each.amount]),
					);
					expect(found.map(({ lineNumber }) => lineNumber)).toEqual(found.map((_each, index) => index + 1));
				},
			),
		);
	});

	test('and whatever stands there, every number of it is in the details of some line', () => {
		const numbersOf = (value: unknown): number[] =>
			typeof value === 'number'
				? [value]
				: typeof value === 'object' && value !== null
					? Object.values(value).flatMap(numbersOf)
					: [];
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), (payRate) => {
				const kept = new Set(lines({ payRate }).flatMap(({ details }) => numbersOf(details)));
				for (const number of numbersOf(payRate)) expect(kept.has(number)).toBe(true);
			}),
		);
	});
});
