// Dates as sheets write them: the order is chosen, and what contradicts it is refused in words.
import { describe, expect, test } from '@jest/globals';
import { dateOrderOption, SheetDates } from '../../../nodes/WorkforceOperations/form/sheetDates.ts';
import { formOf, wordsOf } from './support.mts';

const itemOf = (dateOrder?: unknown) =>
	formOf({ options: dateOrder === undefined ? {} : { dateOrder } }) as unknown as ConstructorParameters<
		typeof SheetDates
	>[0];
const read = (cell: unknown, dateOrder?: string): unknown =>
	new SheetDates(itemOf(dateOrder)).read(itemOf(), cell, 'Date of Birth');

describe('Day first', () => {
	test.each([
		['31/03/2027', '2027-03-31'],
		['3.4.2027', '2027-04-03'],
		['31-Mar-2027', '2027-03-31'],
		['31 March 2027', '2027-03-31'],
		['1 Sept. 2027', '2027-09-01'],
		['March 31, 2027', '2027-03-31'],
		['29/02/2028', '2028-02-29'],
		[' 01 / 02 / 2027 ', '2027-02-01'],
		['31/03/2027 00:00:00', '2027-03-31'],
		['31/03/2027, 12:00 AM', '2027-03-31'],
		['2027/3/31', '2027-03-31'],
		['31/03/2027t08:00', '2027-03-31'],
		['46112', '2026-03-31'],
		[46_112.5, '2026-03-31'],
		[10_959, '1930-01-01'],
		[73_415, '2100-12-31'],
	])('%j is %s', (cell, day) => {
		expect(read(cell)).toBe(day);
		expect(read(cell, 'dayFirst')).toBe(day);
	});

	test.each(['2027-03-31', '2027-03-31T14:00:00Z', '2027-03-31 08:00', '', null, undefined])(
		'%j is left to the reading of all dates',
		(cell) => expect(read(cell)).toBe(cell),
	);

	test('dates that are no text are left as they are', () => {
		const date = new Date('2027-03-31');
		expect(read(date)).toBe(date);
	});

	test.each([
		[
			'03/31/2027',
			/isn’t a valid Day First date\. If the whole sheet is written like this, choose another order in “Dates”/,
		],
		['31/02/2027', /there is no such date/],
		['29/02/2027', /there is no such date/],
		['2027-02-30', /there is no such date/],
		['1999-13-01', /there is no such date/],
		['2027/31/3', /there is no such date/],
		['0/3/2027', /there is no such date/],
		['3/4/27', /its year has two digits/],
		['31-Mar-27', /its year has two digits/],
		['soon', /Format the column as dates, or write them like 2027-03-31/],
		['31 Foo 2027', /Format the column as dates/],
		['31/03', /Format the column as dates/],
		['20270331', /Format the column as dates/],
		[10_958, /Format the column as dates/],
		[73_416, /Format the column as dates/],
		[0, /Format the column as dates/],
	])('%j is refused with what to do', (cell, words) => {
		const told = wordsOf(() => read(cell));
		expect(told?.message).toBe('“Date of Birth” is not a date');
		expect(told?.description).toMatch(words);
		expect(told?.description).toContain(String(cell));
	});

	test('a month is known by its full name and by three letters', () => {
		const months = [
			...['January', 'February', 'March', 'April', 'May', 'June'],
			...['July', 'August', 'September', 'October', 'November', 'December'],
		];
		for (const [index, month] of months.entries()) {
			const day = `2027-${String(index + 1).padStart(2, '0')}-05`;
			expect([read(`5 ${month} 2027`), read(`5-${month.slice(0, 3)}-2027`)]).toEqual([day, day]);
		}
	});

	test('of a long cell the beginning is shown', () => {
		const beginning = expect.stringContaining(`“${'x'.repeat(80)}”`);
		expect(() => read('x'.repeat(100))).toThrow(expect.objectContaining({ description: beginning }));
	});
});

test('month first reads the same text the other way, and names and ISO as ever', () => {
	expect(read('03/31/2027', 'monthFirst')).toBe('2027-03-31');
	expect(read('3/4/2027', 'monthFirst')).toBe('2027-03-04');
	expect(read('31-Mar-2027', 'monthFirst')).toBe('2027-03-31');
	expect(read('2027-03-31', 'monthFirst')).toBe('2027-03-31');
	expect(() => read('31/03/2027', 'monthFirst')).toThrow('“Date of Birth” is not a date');
});

test('each order reads the dates that the form shows for it', () => {
	const { options = [] } = dateOrderOption.field;
	for (const option of options) {
		const [order, shown] = 'value' in option ? [String(option.value), String(option.description)] : ['', ''];
		const days = shown.replace('Only ', '').split(', ');
		expect(days.map((day) => read(day, order))).toEqual(days.map(() => '2027-03-31'));
	}
	expect(options).toHaveLength(3);
});

test('a formula’s error is named as such', () =>
	expect(() => read('#N/A')).toThrow('“Date of Birth” is “#N/A”, a formula error instead of a value'));

test('ISO only reads nothing else', () => {
	expect(read('2027-03-31', 'iso')).toBe('2027-03-31');
	for (const cell of ['31/03/2027', '31-Mar-2027', 'March 31, 2027'])
		expect(() => read(cell, 'iso')).toThrow('“Date of Birth” is not a date');
});

test('how many were read in which way is told, and an order that is none is refused', () => {
	const dates = new SheetDates(itemOf('monthFirst'));
	for (const cell of ['03/31/2027', '4/1/2027', '2027-03-31', 46_112, '', null])
		dates.read(itemOf(), cell, 'Start Date');
	expect(dates.hint).toBe('Dates in the cells: 2 read as Month First, 1 stored as spreadsheet day numbers.');
	expect(new SheetDates(itemOf()).hint).toBeUndefined();
	const one = new SheetDates(itemOf());
	one.read(itemOf(), '31/03/2027', 'Start Date');
	expect(one.hint).toBe('Dates in the cells: 1 read as Day First.');
	expect(() => new SheetDates(itemOf('american'))).toThrow(/“Dates” can’t be “american”/);
});

describe('A column has one order', () => {
	const readAll = (cells: unknown[], dateOrder?: string): unknown[] => {
		const dates = new SheetDates(itemOf(dateOrder));
		dates.look('Date of Birth', cells);
		return cells.map((cell) => {
			try {
				return dates.read(itemOf(), cell, 'Date of Birth');
			} catch (error) {
				return (error as { description?: string }).description?.includes('both orders') ? 'both' : 'refused';
			}
		});
	};

	test.each<[string, unknown[], unknown[]]>([
		['one is a day in the other only', ['03/04/2020', '12/31/2020', '05/06/2021'], ['both', 'refused', 'both']],
		['with a time behind', ['3/4/2020 00:00', '3/31/2020 00:00'], ['both', 'refused']],
		['the year with two digits proves it, too', ['3/4/2020', '3/31/20'], ['both', 'refused']],
		[
			'one in each: nothing is proven',
			['3/4/2020', '12/31/2020', '31/12/2020'],
			['2020-04-03', 'refused', '2020-12-31'],
		],
		['there is no such day: as well', ['3/4/2020', '2/31/2020', '31/2/2020'], ['2020-04-03', 'refused', 'refused']],
		['nor does that defend the order', ['3/4/2020', '12/31/2020', '31/2/2020'], ['both', 'refused', 'refused']],
		[
			'the same day in both is no question',
			['05/05/2020', '12/31/2020', '3/4/2020'],
			['2020-05-05', 'refused', 'both'],
		],
		[
			'other cells are read as ever',
			['2020-03-04', '3 April 2020', 46_112, '', '12/31/2020'],
			['2020-03-04', '2020-04-03', '2026-03-31', '', 'refused'],
		],
		['blanks around a cell say nothing', [' 3/4/2020 ', ' 31/12/2020 '], ['2020-04-03', '2020-12-31']],
		['nor around the one that proves it', [' 3/4/2020 ', ' 12/31/2020 '], ['both', 'refused']],
	])('%s', (_, cells, expected) => expect(readAll(cells, 'dayFirst')).toEqual(expected));

	test.each([
		['dayFirst', ['12/31/2020', '1.2.2020'], ['refused', 'both']],
		[undefined, ['12/31/2020', '1.2.2020'], ['refused', 'both']],
		['monthFirst', ['31/12/2020', '3/4/2020'], ['refused', 'both']],
		['iso', ['3/4/2020', '12/31/2020'], ['refused', 'refused']],
	])('whichever is chosen: %s', (order, cells, expected) => expect(readAll(cells, order)).toEqual(expected));

	test('of a long cell that proves it the beginning is shown', () => {
		const dates = new SheetDates(itemOf());
		dates.look('Date of Birth', [`12/31/2020 10:00${'x'.repeat(40)}`]);
		const beginning = expect.stringContaining(`“12/31/2020 10:00${'x'.repeat(24)}” in this column`);
		expect(() => dates.read(itemOf(), '3/4/2020', 'Date of Birth')).toThrow(
			expect.objectContaining({ description: beginning }),
		);
	});

	test('and that of one column says nothing of another', () => {
		const dates = new SheetDates(itemOf());
		dates.look('Start Date', ['12/31/2020']);
		dates.look('Date of Birth', ['3/4/2020']);
		expect(dates.read(itemOf(), '3/4/2020', 'Date of Birth')).toBe('2020-04-03');
		expect(() => dates.read(itemOf(), '3/4/2020', 'Start Date')).toThrow('“Start Date” is not a date');
	});
});
