// What people enter, before it is sent: the value as it travels, or words about what is wrong with it.
import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import {
	exactNumbers,
	plainText,
	requireSignedWholeNumber,
	requireWholeNumber,
} from '../../../nodes/WorkforceOperations/form/read.ts';
import { formOf, wordsOf } from './support.mts';

const item = formOf();
const LONG = 'x'.repeat(81);
const TOO_LARGE = Number.MAX_SAFE_INTEGER + 1;

test.each<[unknown, string]>([
	[' a b ', 'a b'],
	[0, '0'],
	[false, 'false'],
	[null, 'null'],
	[new Date('2026-07-01T08:00:00Z'), '2026-07-01T08:00:00.000Z'],
	[DateTime.fromISO('2026-07-01T08:00:00', { zone: 'utc' }), '2026-07-01T08:00:00.000Z'],
	['😀', '😀'],
])('%j travels as the text %j', (value, text) => expect(plainText(item, value, 'Name')).toBe(text));

test.each<[unknown, string]>([
	[{ id: 1 }, '“Name” is an object, not text'],
	[[1], '“Name” is a list inside a list, not text'],
	[new Date(NaN), '“Name” is an object, not text'],
	['a\ud83d', '“Name” ends in the middle of a character'],
])('%j is no text', (value, message) => expect(wordsOf(() => plainText(item, value, 'Name'))?.message).toBe(message));

test('a whole object is shown by its first eighty signs, a text that is no number as well', () => {
	expect(wordsOf(() => plainText(item, { a: LONG }, 'Name'))?.description).toContain(
		`It is “${`{"a":"${LONG}`.slice(0, 80)}”.`,
	);
	expect(wordsOf(() => requireWholeNumber(item, LONG, 'Name'))?.description).toBe(`It is “${LONG.slice(1)}”.`);
	expect(wordsOf(() => requireWholeNumber(item, '9'.repeat(90), 'ID'))?.description).toContain(
		`It is “${'9'.repeat(80)}”.`,
	);
});

test.each<[unknown, string]>([
	[7, '7'],
	[' 007 ', '007'],
	['0', '0'],
	[Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('%j is the whole number %j', (value, text) => expect(requireWholeNumber(item, value, 'ID')).toBe(text));

test.each<[unknown, string]>([
	['7a', 'must be a whole number'],
	['a7', 'must be a whole number'],
	['-7', 'must be a whole number'],
	['7.5', 'must be a whole number'],
	['', 'must be a whole number'],
	[String(TOO_LARGE), 'is too large to be an ID'],
	['9'.repeat(90), 'is too large to be an ID'],
])('%j is none: it %s', (value, words) =>
	expect(wordsOf(() => requireWholeNumber(item, value, 'ID'))?.message).toBe(`“ID” ${words}`),
);

test.each([
	[' -7 ', -7],
	[12, 12],
	['9'.repeat(15), 999_999_999_999_999],
])('%j is the number %j of an employee', (value, number) => {
	expect(requireSignedWholeNumber(item, value, 'Number')).toBe(number);
});

test.each(['9'.repeat(16), 'a-7', '--7', '7.5'])('%j is no number of an employee', (value) => {
	const read = (): number => requireSignedWholeNumber(item, value, 'Number');
	expect(wordsOf(read)?.message).toBe('“Number” must be a whole number');
});

test('numbers that were rounded are found anywhere inside of JSON', () => {
	const refused = (value: unknown): boolean => wordsOf(() => exactNumbers(item, value, 'Body')) !== undefined;
	const values = [TOO_LARGE, -TOO_LARGE, [1, [TOO_LARGE]], { a: 1, b: { c: [TOO_LARGE] } }];
	expect(values.map(refused)).toEqual([true, true, true, true]);
	const exact = [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, String(TOO_LARGE), null, [{ a: 1 }], undefined];
	expect(exact.map(refused)).toEqual(exact.map(() => false));
	// A luxon DateTime is a moment, whatever it holds inside.
	expect(refused({ toISO: () => '2026-07-01', ts: TOO_LARGE })).toBe(false);
});
