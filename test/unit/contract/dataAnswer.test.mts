// Which bytes are an envelope of the service, and which are a file that somebody wants.
import { describe, expect, test } from '@jest/globals';
import { isDataAnswer } from '../../../nodes/WorkforceOperations/contract/index.ts';

const is = (text: string): boolean => isDataAnswer(Buffer.from(text));

/** An object with this many fields before its data. */
const withFields = (length: number): string =>
	`{${Array.from({ length }, (_, at) => `"f${at}":1`).join(',')},"data":1}`;

describe('an envelope is known', () => {
	test.each([
		['{"status":{"code":0},"data":[{"id":1}]}'],
		[' \r\n\t{ "status" : { "code" : 0 } }'],
		['\ufeff{"isSuccess":true}'],
		['{"recordCount":2,"note":"a \\" \\\\","data":[]}'],
		['{"errors":null,"meta":{"traceId":"x"}}'],
		[withFields(99)],
		[`{"rows":[${'{"a":"}"},'.repeat(50_000)}1],"data":null}`],
	])('%.60s', (text) => expect(is(text)).toBe(true));
});

describe('no envelope is', () => {
	test.each([
		[''],
		['{'],
		['{"a": 1}'],
		['{"inner":{"data":[],"status":{}}}'],
		['{"list":[{"data":1}]}'],
		['{"status":"fine"}'],
		['{"a":"data","b":"\\"data\\":1"}'],
		['[{"data":1}]'],
		['"data"'],
		['%PDF-1.7 {"data":1}'],
		[withFields(100)],
	])('%.60s', (text) => expect(is(text)).toBe(false));

	test('what is no text', () => {
		expect(isDataAnswer(Buffer.from([0x7b, 0x22, 0x5c]))).toBe(false);
		expect(isDataAnswer(Buffer.from(Array.from({ length: 512 }, (_, at) => 255 - (at % 256))))).toBe(false);
	});
});
