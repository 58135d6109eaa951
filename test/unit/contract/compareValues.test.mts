import { describe, expect, test } from '@jest/globals';
import {
	isSamePhone,
	isSameValue,
	isSameText,
	textKey,
} from '../../../nodes/WorkforceOperations/contract/compareValues.ts';

describe('A value that the service holds already', () => {
	test.each<[unknown, unknown]>([
		['', null],
		[undefined, '\u200b'],
		['12', 12],
		[12, ' 12 '],
		[0, '0'],
		[0.5, '0.5'],
		['100.50', 100.5],
		[' Lee', 'Lee '],
		['José', 'Jose\u0301'],
		[true, 'true'],
		['Y', true],
		[0, false],
		['No', false],
		[{ a: [1] }, { a: [1] }],
		['2026-10-04', '2026-10-04T00:00:00Z'],
		['2026-10-04 00:00', '2026-10-04t00:00:00.000z'],
		['2026-10-04T00:00:00-0000', ' 2026-10-04T00:00:00+00:00 '],
		['2026-10-04T10:00:00', '2026-10-04T10:00:00'],
	])('%j is %j', (held, given) => {
		expect([isSameValue(held, given), isSameValue(given, held)]).toEqual([true, true]);
	});

	test.each<[unknown, unknown]>([
		['', 'Lee'],
		[null, 0],
		['12', 13],
		['twelve', 12],
		['007', 7],
		[' 007', 7],
		['00', 0],
		['Lee', 'LEE'],
		['a b', 'ab'],
		[{ a: 1 }, { a: 2 }],
		[{ a: 1 }, '[object Object]'],
		['2026-10-04', '2026-10-05T00:00:00Z'],
		['2026-10-04', '2026-10-04T00:00:01Z'],
		['2026-10-04', '2026-10-04T00:00:00+10:00'],
		['2026-10-04', 'from 2026-10-04'],
		['from 2026-10-04', 'until 2026-10-04'],
		['2026-10-04T10:00:00', 'Lee'],
	])('%j is not %j', (held, given) => {
		expect([isSameValue(held, given), isSameValue(given, held)]).toEqual([false, false]);
	});
});

test('text that is matched counts without letter case, the spaces around it, and ways of writing accents', () => {
	expect([textKey(' JOSE\u0301@Example.com '), textKey(7), textKey(0), textKey(null), textKey(undefined)]).toEqual([
		'josé@example.com',
		'7',
		'0',
		'',
		'',
	]);
	expect({
		otherCase: isSameText('E-7', ' e-7'),
		number: isSameText(7, '7'),
		nothing: isSameText(null, ''),
		hyphen: isSameText('E-7', 'E7'),
	}).toEqual({ otherCase: true, number: true, nothing: true, hyphen: false });
});

describe('Telephone numbers', () => {
	test.each([
		['0400 000 123', '+61 400 000 123'],
		['+61 (0)400-000-123', '0400000123'],
		['0061 400 000 123', '400000123'],
		['020 7946 0000', '+44 20 7946 0000'],
		['02 6123 4567', '261234567'],
		['6123 4567', '61234567'],
	])('%j is %j', (held, given) => expect(isSamePhone(held, given)).toBe(true));

	test.each([
		['0400 000 123', '+64 400 000 123'],
		['6123 4567', '23 4567'],
		['4423 4567', '23 4567'],
		['04 61 123 456 789', '04 123 456 789'],
		['0400 000 123', '0400 000 124'],
		['0400 000 123 (home)', '0400 000 123'],
		['ext. 5', '5'],
		['+', '-'],
	])('%j isn’t %j', (held, given) => expect(isSamePhone(held, given)).toBe(false));
});

test.each([
	['1 Main St\nSydney', '1  Main St Sydney'],
	['Ann\u00a0Lee', ' Ann Lee\u200b'],
	['An\u00adna', 'Anna'],
])('a text is the same whatever its blanks, and signs that nobody sees: %j, %j', (held, given) =>
	expect(isSameValue(held, given)).toBe(true),
);
