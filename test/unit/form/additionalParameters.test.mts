import { describe, expect, test } from '@jest/globals';
import {
	additional,
	additionalBody,
	additionalQuery,
	json,
	queryValues,
} from '../../../nodes/WorkforceOperations/form/additionalParameters.ts';
import { Repeated } from '../../../nodes/WorkforceOperations/transport/index.ts';
import { formOf, wordsOf } from './support.mts';

const item = formOf();
const pair = (name: unknown, value?: unknown): object => ({ name, value });

describe('JSON in a field', () => {
	test.each<[unknown, unknown]>([
		['', undefined],
		['  ', undefined],
		[' {"a":1} ', { a: 1 }],
		['null', null],
		[{ a: 1 }, { a: 1 }],
		[undefined, undefined],
		[0, 0],
	])('%j is %j', (given, value) => expect(json(item, given, 'Body')).toEqual(value));

	test('that is none is shown by how it begins', () =>
		expect(wordsOf(() => json(item, ` ${'a'.repeat(70)}`, 'Body'))).toEqual({
			message: '“Body” is not JSON',
			description: `Write it like {"name": "value"}. The current value begins with “${'a'.repeat(60)}”.`,
		}));

	test('keeps every figure', () => {
		const words = '“Body” contains a number that is too large';
		expect(wordsOf(() => json(item, '{"id":12345678901234567890}', 'Body'))?.message).toBe(words);
		expect(wordsOf(() => json(item, { id: [1e20] }, 'Body'))?.message).toBe(words);
	});
});

describe('Names with values', () => {
	test('keep a name that objects keep for themselves, once and several times', () => {
		const rows = (...values: string[]) => ({ parameters: values.map((value) => ({ name: '__proto__', value })) });
		expect(Object.entries(additional(item, rows('x'), 'Query'))).toEqual([['__proto__', 'x']]);
		expect(Object.entries(queryValues(item, rows('x', 'y'), 'Query'))).toEqual([
			['__proto__', new Repeated(['x', 'y'])],
		]);
		expect(Object.entries(queryValues(item, '{"__proto__":"z"}', 'Query'))).toEqual([['__proto__', 'z']]);
	});

	test.each<[unknown, object]>([
		[undefined, {}],
		[null, {}],
		['', {}],
		['null', {}],
		['{"a":1,"b":null}', { a: 1, b: null }],
		[{ parameters: 'a value' }, { parameters: 'a value' }],
		[{ parameters: [] }, {}],
		[{ parameters: [pair(' a ', 1), pair('', 2), pair(null, 3), { name: 'b' }] }, { a: 1, b: undefined }],
		['[{"name":"a","value":"x"}]', { a: 'x' }],
		[[pair('a', 1), pair('a', 2), pair('b', 3), pair('a', 4)], { a: new Repeated([1, 2, 4]), b: 3 }],
		[[pair('toString', 1)], { toString: 1 }],
	])('of %j are %j', (given, values) => expect(additional(item, given, 'Query')).toEqual(values));

	test.each([5, 'true', '"text"', [[]], [1], [pair('a', 1), { value: 2 }]])('%j has none', (given) =>
		expect(wordsOf(() => additional(item, given, 'Query'))?.message).toBe('“Query” must be name–value pairs'),
	);

	test('for a query are texts, each of them', () => {
		const empty = [pair('none', ''), pair('empty', []), pair('nil', null)];
		const given = [pair('a', ' x '), pair('a', 2), pair('list', [1, ' y ']), ...empty];
		expect(queryValues(item, given, 'Query')).toEqual({
			a: new Repeated(['x', '2']),
			list: ['1', 'y'],
			none: '',
			empty: [],
			nil: null,
		});
	});

	test.each<[object, string]>([
		[{ a: { b: 1 } }, '“Query: a” is an object, not text'],
		[{ a: [{ b: 1 }] }, '“Query: a” is an object, not text'],
		[{ a: [[1, 2]] }, '“Query: a” is a list inside a list, not text'],
		[{ 'a\ud83d': 1 }, '“Query” ends in the middle of a character'],
	])('for a query can’t be %j', (given, message) =>
		expect(wordsOf(() => queryValues(item, given, 'Query'))?.message).toBe(message),
	);

	test('are read from the advanced options, of a body each once', () => {
		const both = formOf({ advanced: { additionalQuery: { a: 1 }, additionalBody: '{"b":2}' } });
		expect({ query: additionalQuery(both), body: additionalBody(both) }).toEqual({ query: { a: '1' }, body: { b: 2 } });
		const twice = formOf({ advanced: { additionalBody: [pair('b', 1), pair('c', 1), pair('c', 1)] } });
		expect(wordsOf(() => additionalBody(twice))?.message).toBe('“Additional Body Fields” contains “c” more than once');
		expect(wordsOf(() => additionalQuery(formOf({ advanced: { additionalQuery: 5 } })))?.message).toBe(
			'“Additional Query Parameters” must be name–value pairs',
		);
	});
});
