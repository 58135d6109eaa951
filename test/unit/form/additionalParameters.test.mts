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
		[
			{ parameters: [{ name: ' a ', value: 1 }, { name: '', value: 2 }, { name: null, value: 3 }, { name: 'b' }] },
			{ a: 1, b: undefined },
		],
		['[{"name":"a","value":"x"}]', { a: 'x' }],
		[
			[
				{ name: 'a', value: 1 },
				{ name: 'a', value: 2 },
				{ name: 'b', value: 3 },
				{ name: 'a', value: 4 },
			],
			{ a: new Repeated([1, 2, 4]), b: 3 },
		],
		[[{ name: 'toString', value: 1 }], { toString: 1 }],
	])('of %j are %j', (given, values) => expect(additional(item, given, 'Query')).toEqual(values));

	test.each([5, 'true', '"text"', [[]], [1], [{ name: 'a', value: 1 }, { value: 2 }]])('%j has none', (given) =>
		expect(wordsOf(() => additional(item, given, 'Query'))?.message).toBe('“Query” must be name–value pairs'),
	);

	test('for a query are texts, each of them', () => {
		const given = [
			{ name: 'a', value: ' x ' },
			{ name: 'a', value: 2 },
			{ name: 'list', value: [1, ' y '] },
			{ name: 'none', value: '' },
			{ name: 'empty', value: [] },
			{ name: 'nil', value: null },
		];
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
		expect(additionalQuery(formOf({ advanced: { additionalQuery: { a: 1 }, additionalBody: { b: 2 } } }))).toEqual({
			a: '1',
		});
		expect(additionalBody(formOf({ advanced: { additionalQuery: { a: 1 }, additionalBody: '{"b":2}' } }))).toEqual({
			b: 2,
		});
		const twice = [
			{ name: 'b', value: 1 },
			{ name: 'c', value: 1 },
			{ name: 'c', value: 1 },
		];
		expect(wordsOf(() => additionalBody(formOf({ advanced: { additionalBody: twice } })))?.message).toBe(
			'“Additional Body Fields” contains “c” more than once',
		);
		expect(wordsOf(() => additionalQuery(formOf({ advanced: { additionalQuery: 5 } })))?.message).toBe(
			'“Additional Query Parameters” must be name–value pairs',
		);
	});
});
