// Numbers that JavaScript would round.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseExact } from '../../../../nodes/WorkforceOperations/transport/http/exactNumbers.ts';

/** What JSON.parse makes of it, with long numbers as their text. */
const read = (json: string): unknown =>
	JSON.parse(json, (_, value: unknown) =>
		Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21 ? String(value) : value,
	);

describe('JSON', () => {
	test.each([
		['{"id":9007199254740993}', { id: '9007199254740993' }, ['id']],
		[
			'[{"a":{"ref" :\t-12345678901234567890 }},[98765432109876543210]]',
			[{ a: { ref: '-12345678901234567890' } }, ['98765432109876543210']],
			['ref', ''],
		],
		['{"a":9007199254740991,"b":1234567890123456}', { a: 9007199254740991, b: 1234567890123456 }, []],
		[
			'{"a":"9007199254740993","b":"\\\\\\"9007199254740993\\\\","c":1}',
			{ a: '9007199254740993', b: '\\"9007199254740993\\', c: 1 },
			[],
		],
		[
			'{"a":0.12345678901234567890,"b":1e-0000000000000000001,"c":12345678901234567890.5}',
			{ a: 0.1234567890123456789, b: 1e-1, c: 12345678901234567890.5 },
			[],
		],
		[
			'{"one":9007199254740993,"other":"x\\\\","last":[10000000000000000000]}',
			{ one: '9007199254740993', other: 'x\\', last: ['10000000000000000000'] },
			['one', 'last'],
		],
	])('%s', (json, value, long) => expect(parseExact(json)).toEqual({ value, ...(long.length > 0 ? { long } : {}) }));

	test('is what JSON.parse makes of it, but for the numbers that are too long', () =>
		fc.assert(
			fc.property(fc.json(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (json, number) => {
				expect(parseExact(json).value).toEqual(read(json));
				expect(parseExact(`[${json},${number}]`).value).toEqual([read(json), String(number)]);
			}),
		));

	test.each(['{"a":00009007199254740993}', '{9007199254740993:1}', '9007199254740993x'])('%s is none', (json) =>
		expect(() => parseExact(json)).toThrow(SyntaxError),
	);
});
