// What counts of a record: which values are the same, and which are others.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { FieldReader } from '../../../../nodes/WorkforceOperations/watch/copies/fields.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';

function printOf(record: JsonObject, ...watched: string[]): string {
	const reader = new FieldReader(hashesOf('api-key', 'owner'), watched);
	return reader.print(reader.of(record), []);
}

const rates = [
	{ rateId: 1, level: 'x' },
	{ rateId: 2, level: 'y' },
];

/** Of more than 120 characters the first one doesn't count. */
const LONG_NAME = `link ${'x'.repeat(116)}`;

describe('a value is the same', () => {
	test.each<[string, JsonObject, JsonObject]>([
		['in another order of fields', { a: 1, b: 'x' }, { b: 'x', a: 1 }],
		['in another order of keys in a list', { rows: [{ a: 1, b: 2 }] }, { rows: [{ b: 2, a: 1 }] }],
		['with empty entries of a list', { tags: ['x'] }, { tags: ['x', null, ' '] }],
		['with empty keys in a list', { rows: [{ a: 1 }] }, { rows: [{ a: 1, b: null }] }],
		['absent, and a list of empty entries', {}, { rows: [{ a: null }, ' '] }],
		['with blanks around it', { city: 'Perth' }, { city: ' Perth ' }],
		['in another order of records with IDs and other fields', { rates }, { rates: [...rates].reverse() }],
		['in another order of IDs that are words', { teamIds: ['red', 'blue'] }, { teamIds: ['blue', 'red'] }],
		['in another link in a list', { files: [{ id: 1, fileUrl: 'a' }] }, { files: [{ id: 1, fileUrl: 'b' }] }],
		['in another address behind a blank', { file: ' https://x.example/1' }, { file: ' https://x.example/2' }],
	])('%s', (_, one, other) => {
		expect(printOf(other)).toBe(printOf(one));
	});

	test.each<[string, JsonObject, JsonObject]>([
		['another entry of a list', { tags: ['x'] }, { tags: ['y'] }],
		['another value in an object of a list', { rates: [{ rateId: 1 }] }, { rates: [{ rateId: 1, level: 'x' }] }],
		['numbers and words in another order', { codes: ['12', 'dog'] }, { codes: ['dog', '12'] }],
		['words with numbers in another order', { levels: ['Level 1', 'Level 2'] }, { levels: ['Level 2', 'Level 1'] }],
		['another value under a long name', { [LONG_NAME]: 1 }, { [LONG_NAME]: 2 }],
		['a text with another link in it', { notes: 'See https://x.example/1' }, { notes: 'See https://x.example/2' }],
	])('but not %s', (_, one, other) => {
		expect(printOf(other)).not.toBe(printOf(one));
	});

	test('where its field isn’t the one that is watched', () => {
		expect(printOf({ city: 'Perth', grade: 1 }, 'city')).toBe(printOf({ city: 'Perth', grade: 2 }, 'city'));
	});

	test('but not another link in a list that is watched', () => {
		expect(printOf({ files: [{ fileUrl: 'a' }] }, 'files')).not.toBe(printOf({ files: [{ fileUrl: 'b' }] }, 'files'));
	});
});

test.each([['isActive'], ['active'], ['isArchived'], ['archived']])('“%s” is no field that is changed', (name) => {
	expect(printOf({ city: 'Perth', [name]: true })).toBe(printOf({ city: 'Perth', [name]: false }));
});
