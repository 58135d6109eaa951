import { describe, expect, test } from '@jest/globals';
import {
	answerNames,
	filledField,
	lineNames,
	numberOf,
	scalarText,
} from '../../../nodes/WorkforceOperations/contract/assumedNames.ts';

test('each thing has one name, until Service Details give another', () => {
	expect(lineNames()).toEqual({
		name: ['name'],
		code: ['code'],
		quantity: ['hours'],
		rate: ['rate'],
		amount: ['amount'],
	});
	expect(lineNames({ amount: ['gross', 'net'] })).toEqual({ ...lineNames(), amount: ['gross', 'net'] });
	expect(answerNames({ answer: ['response'] })).toEqual({
		question: ['question'],
		answer: ['response'],
		fileLink: ['attachmentLink'],
		fileName: ['attachmentName'],
	});
});

describe('A field', () => {
	const record = { a: { b: 1, c: { d: 2 } }, 'a.b': 3, blank: ' ', none: { x: null }, half: { p: 1, q: '' } };
	test.each<[string[], unknown]>([
		[['a.b'], 3],
		[['a.c.d'], 2],
		[['.b'], undefined],
		[['a.'], undefined],
		[['A.c'], undefined],
		[['blank', 'none', 'a.c'], { d: 2 }],
		[['none', 'half'], { p: 1, q: '' }],
		[['toString'], undefined],
		[[], undefined],
	])('%j is %j', (names, found) => expect(filledField(record, names)).toEqual(found));
});

test.each<[unknown, number | undefined]>([
	[1.5, 1.5],
	['1.50', 1.5],
	[' -3 ', -3],
	['', undefined],
	['1,5', undefined],
	['1,240', undefined],
	['$1', undefined],
	['(12.50)', undefined],
	['8:30', undefined],
	['240 AUD', undefined],
	['1e3', undefined],
	['9'.repeat(400), undefined],
	[true, undefined],
	[{ value: 240 }, undefined],
	['1.', undefined],
	['.5', undefined],
	['+7', undefined],
	['0x10', undefined],
	[Infinity, undefined],
	[NaN, undefined],
	[null, undefined],
	[[1], undefined],
])('the number in %j is %j', (value, number) => expect(numberOf(value)).toBe(number));

test.each<[unknown, string | undefined]>([
	[' x ', 'x'],
	[0, '0'],
	[false, 'false'],
	[' ', undefined],
	[{ a: 1 }, undefined],
	[['a'], undefined],
	[null, undefined],
])('the text in %j is %j', (value, text) => expect(scalarText(value)).toBe(text));
