// A line of a timesheet: its key, its currency, and allowances that are rates as well.
import { describe, expect, test } from '@jest/globals';
import type { Side } from '../../../../../nodes/WorkforceOperations/contract/assumedNames.ts';
import { LINE_FIELDS } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/line.ts';
import { lines, read, told } from './read.mts';

const rate = (more: object): object => ({ name: 'Ordinary', hours: 8, rate: 30, amount: 240, ...more });

describe('The currency of a line', () => {
	test.each<[string, object, Array<string | null>]>([
		[
			'is what it says, in capitals',
			{ payRate: [rate({ currency: 'aud' }), rate({ currency: 'GBP ' })] },
			['AUD', 'GBP'],
		],
		[
			'is the only one of its timesheet where it says none',
			{ payRate: rate({ currency: 'NZD' }), allowances: [{ name: 'Meal', amount: 18.5 }] },
			['NZD', 'NZD'],
		],
		['is that of what holds it', { payRate: { currency: 'AUD', day: rate({}), night: rate({}) } }, ['AUD', 'AUD']],
		[
			'is not guessed among two',
			{ payRate: [rate({ currency: 'AUD' }), rate({ currency: 'GBP' })], allowances: [{ name: 'Meal', amount: 18.5 }] },
			['AUD', 'GBP', null],
		],
		['is empty where nothing tells it', { payRate: rate({ currency: 7 }) }, [null]],
		['is no word of another kind', { payRate: rate({ currency: 'dollars' }) }, [null]],
	])('%s', (_, timesheet, currencies) => expect(lines(timesheet).map(({ currency }) => currency)).toEqual(currencies));
});

describe('An allowance with the name and the amount of a rate', () => {
	const payRate = [{ name: 'Meal', amount: 12 }, { amount: 5 }];
	test.each<[unknown[], string[][]]>([
		[[{ name: ' meal', amount: '12.00' }], [[], [], ['twice']]],
		[[{ name: 'Meal', amount: 12.01 }], [[], [], []]],
		[
			[{ name: 'Travel', amount: 12 }, { amount: 5 }],
			[[], [], [], []],
		],
		[[{ name: 'Meal', amount: null }], [[], [], ['amount']]],
	])('%j is told, and stays a line', (allowances, doubts) =>
		expect(read({ payRate, allowances }).lines.map((one) => one.doubts)).toEqual(doubts),
	);

	test('is none among the allowances themselves', () =>
		expect(
			told({
				allowances: [
					{ name: 'Meal', amount: 12 },
					{ name: 'Meal', amount: 12 },
				],
			}),
		).toEqual([]));
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
		expect(
			lines({ timesheetId: 7, serviceRate: list, allowances: list }, 'charge').map(({ lineKey }) => lineKey),
		).toEqual(['ordinary/1', 'night/1', 'night/2', '/1'].map((end) => `7/charge/rate/${end}`));
	});

	test('stays where another line is added, taken away or changed', () => {
		const [ordinary, ...others] = keysOf(list);
		expect(keysOf(list.slice(1))).toEqual(others);
		expect(keysOf([{ name: 'New', amount: 9 }, ...list]).slice(1)).toEqual([ordinary, ...others]);
		expect(keysOf([{ name: 'Ordinary', amount: 77 }, ...list.slice(1)])).toEqual([ordinary, ...others]);
	});
});

describe('The day of a line', () => {
	const [first, second, third] = ['2026-07-01T20:00:00Z', '2026-07-03T20:00:00Z', '2026-07-05T20:00:00Z'];
	const dayOf = (side: Side, times: object): unknown => {
		const line = rate({});
		return lines({ payRate: line, serviceRate: line, ...times }, side)[0]?.['date'];
	};

	test.each<[Side, string]>([
		['pay', 'payStartTime'],
		['charge', 'invoiceStartTime'],
	])('of the %s side is that of the planned start, else of the side’s own, else of the clock-in', (side, own) => {
		const times = { scheduledStartTime: first, [own]: second, timeclockStartTime: third };
		expect(dayOf(side, times)).toBe('2026-07-02');
		expect(dayOf(side, { ...times, scheduledStartTime: null })).toBe('2026-07-04');
		expect(dayOf(side, { timeclockStartTime: third })).toBe('2026-07-06');
		expect(dayOf(side, {})).toBeNull();
	});
});

test('a line has the ID under either name, and null for what its timesheet lacks', () => {
	const [line] = lines({ id: 5, payRate: rate({}), payEndTime: 'x' });
	expect(line).toMatchObject({ timesheetId: 5, payStartTime: null, payEndTime: 'x', staffName: null, code: null });
	expect(lines({ payRate: rate({}) })[0]?.['timesheetId']).toBeNull();
});

test('a line has the planned times and those of its side, and lines together have those of both', () => {
	const times = { scheduledEndTime: 'planned', invoiceStartTime: 'from', invoiceEndTime: 'to' };
	expect(lines({ serviceRate: rate({}), payEndTime: 'x', ...times }, 'charge')[0]).toMatchObject(times);
	expect(LINE_FIELDS).toEqual(expect.arrayContaining(['payBreakTime', 'invoiceBreakTime']));
});
