// Numbers as people write them, in two conventions of thousands and decimals.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { looksLikeNumber, writtenNumber } from '../../../nodes/WorkforceOperations/contract/writtenNumbers.ts';

describe('A number is read', () => {
	test.each<[unknown, number]>([
		[30, 30],
		[-0.5, -0.5],
		['30', 30],
		[' 30.50 ', 30.5],
		['.5', 0.5],
		['5.', 5],
		['+7', 7],
		['1,240.50', 1240.5],
		['1.240,50', 1240.5],
		['1 240,50', 1240.5],
		['1\u202f240', 1240],
		['1’240.50', 1240.5],
		['1,240,500', 1_240_500],
		['1.240.500,5', 1_240_500.5],
		['240,50', 240.5],
		['0,240', 0.24],
		['0.125', 0.125],
		['1240.500', 1240.5],
		['30.5000', 30.5],
		['$30.00', 30],
		['A$30.00', 30],
		['30 €', 30],
		['AUD 1,240.50', 1240.5],
		['1,240.50 GBP', 1240.5],
		['(12.50)', -12.5],
		['$(12.50)', -12.5],
		['($12.50)', -12.5],
		['-$12.50', -12.5],
		['$-12.50', -12.5],
		['12.50-', -12.5],
		['\u221212.50', -12.5],
	])('%j is %d', (text, number) => expect(writtenNumber(text)).toBe(number));

	test.each<[string, number]>([
		['8:30', 8.5],
		['08:30:00', 8.5],
		['8:20', 8.333333],
		['-1:15', -1.25],
		['8h 30m', 8.5],
		['8 h', 8],
		['7.5 hours', 7.5],
		['240,50', 240.5],
	])('of hours: %j is %d', (text, number) => expect(writtenNumber(text, true)).toBe(number));
});

describe('No number is guessed', () => {
	test.each([
		'1,240',
		'1.240',
		'28.500',
		'$1,240',
		'-1,240',
		'8:30',
		'8 h',
		'12,34,567',
		'1,24,0',
		'1,240.50.0',
		'(-12.50)',
		'--5',
		'1e3',
		'12 or 13',
		'150%',
		'n/a',
		'',
		' ',
		'Infinity',
		NaN,
		Infinity,
		true,
		null,
		undefined,
		[5],
		{ value: 5 },
	])('from %j', (value) => expect(writtenNumber(value)).toBeUndefined());

	test.each(['8:75', '1:2:3:4', '2026-07-01', '1,240 h'])('of hours from %j', (value) =>
		expect(writtenNumber(value, true)).toBeUndefined(),
	);
});

test.each<[unknown, boolean]>([
	['1,240', true],
	['$1,240', true],
	['(1.240)', true],
	['AUD 1,240', true],
	['2026-07-01', true],
	['n/a', false],
	['Level 1', false],
	[5, false],
])('what looks like a number: %j is %j', (value, looks) => expect(looksLikeNumber(value)).toBe(looks));

test('every amount in cents is read back from each way of writing it', () => {
	const ways: Array<(text: string) => string> = [
		(text) => text,
		(text) => `$${text}`,
		(text) => `${text} AUD`,
		(text) => text.replace('.', ';').replace(/,/g, '.').replace(';', ','),
		(text) => text.replace(/,/g, ' '),
		(text) => (text.startsWith('-') ? `(${text.slice(1)})` : text),
	];
	fc.assert(
		fc.property(fc.integer({ min: -1e11, max: 1e11 }), fc.nat(ways.length - 1), (cents, way) => {
			const text = (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
			expect(writtenNumber(ways[way]?.(text))).toBeCloseTo(cents / 100, 6);
		}),
	);
});
