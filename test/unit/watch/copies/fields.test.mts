// What counts of a record: which values are the same, and which are others.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { FieldReader } from '../../../../nodes/WorkforceOperations/watch/copies/fields.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';

function printOf(record: JsonObject, watched?: string): string {
	const reader = new FieldReader(hashesOf('api-key', 'owner'), watched === undefined ? [] : [watched]);
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
		['absent, null and empty', {}, { middle: null, notes: '', tags: [], extra: { deep: null, more: {} } }],
		['blank', {}, { middle: '  ' }],
		['absent, and a list of empty entries', {}, { rows: [{ a: null }, ' '] }],
		['with empty entries of a list', { tags: ['x'] }, { tags: ['x', null, ' '] }],
		['with empty keys in a list', { rows: [{ a: 1 }] }, { rows: [{ a: 1, b: null }] }],
		['with blanks around it', { city: 'Perth' }, { city: ' Perth ' }],
		['in another order of fields', { a: 1, b: 'x' }, { b: 'x', a: 1 }],
		['in another order of keys', { home: { a: 1, b: 2 } }, { home: { b: 2, a: 1 } }],
		['in another order of keys in a list', { rows: [{ a: 1, b: 2 }] }, { rows: [{ b: 2, a: 1 }] }],
		['in another order of IDs', { siteIds: [3, 1, 2] }, { siteIds: [1, 2, 3] }],
		['in another order of IDs as text', { sites: ['12', '7'] }, { sites: ['7', '12'] }],
		['in another order of IDs that are words', { teamIds: ['red', 'blue'] }, { teamIds: ['blue', 'red'] }],
		['in another order of records with IDs', { rates }, { rates: [...rates].reverse() }],
		['in another link', { photoLink: 'a', attachmentUrl: 'b' }, { photoLink: 'c', attachmentUrl: 'd' }],
		['in another link of an object', { home: { mapLink: 'a', city: 'x' } }, { home: { mapLink: 'b', city: 'x' } }],
		['in another link in a list', { files: [{ id: 1, fileUrl: 'a' }] }, { files: [{ id: 1, fileUrl: 'b' }] }],
		[
			'in another address of a file',
			{ contract: 'https://x.example/1?sig=2' },
			{ contract: 'https://x.example/1?sig=3' },
		],
		['in another address behind a blank', { file: ' https://x.example/1' }, { file: ' https://x.example/2' }],
		[
			'in another time of last use',
			{ lastLogin: 1, lastLoginDate: 1, last_seen: 1, lastActivityAt: 1 },
			{ lastLogin: 2 },
		],
		['in another picture', { avatar: 'x', profileImage: 'y' }, { avatar: 'z', profileImage: '' }],
		['in another age', { age: 30, ageInYears: 30, daysSinceStart: 4 }, { age: 31 }],
	])('%s', (_, one, other) => {
		expect(printOf(other)).toBe(printOf(one));
	});

	test.each<[string, JsonObject, JsonObject]>([
		['a zero', {}, { balance: 0 }],
		['a no', {}, { isBlocked: false }],
		['words in another order', { skills: ['dog', 'crowd'] }, { skills: ['crowd', 'dog'] }],
		['numbers and words in another order', { codes: ['12', 'dog'] }, { codes: ['dog', '12'] }],
		['words with numbers in another order', { levels: ['Level 1', 'Level 2'] }, { levels: ['Level 2', 'Level 1'] }],
		['another entry of a list', { tags: ['x'] }, { tags: ['y'] }],
		['another value in an object of a list', { rates: [{ rateId: 1 }] }, { rates: [{ rateId: 1, level: 'x' }] }],
		['a name that only looks like a link', { language: 'en' }, { language: 'mi' }],
		['the last name', { lastName: 'Lee' }, { lastName: 'Ngata' }],
		['a message', { message: 'x' }, { message: 'y' }],
		['a mileage', { mileage: 3 }, { mileage: 4 }],
		['something within an object', { home: { city: 'x' } }, { home: { city: 'y' } }],
		['the same value in another field', { one: 'x', other: 'y' }, { one: 'y', other: 'x' }],
		['another value under a long name', { [LONG_NAME]: 1 }, { [LONG_NAME]: 2 }],
		['a text with another link in it', { notes: 'See https://x.example/1' }, { notes: 'See https://x.example/2' }],
	])('but not %s', (_, one, other) => {
		expect(printOf(other)).not.toBe(printOf(one));
	});

	test.each<[string, JsonObject, JsonObject, string]>([
		['another link', { photoLink: 'a' }, { photoLink: 'https://x.example/2' }, 'photoLink'],
		['another link in a list', { files: [{ fileUrl: 'a' }] }, { files: [{ fileUrl: 'b' }] }, 'files'],
	])('but not %s that is watched', (_, one, other, watched) => {
		expect(printOf(other, watched)).not.toBe(printOf(one, watched));
	});

	test('where its field isn’t the one that is watched', () => {
		expect(printOf({ city: 'Perth', grade: 1 }, 'city')).toBe(printOf({ city: 'Perth', grade: 2 }, 'city'));
	});
});

test.each([['isActive'], ['active'], ['isArchived'], ['archived']])('“%s” is no field that is changed', (name) => {
	expect(printOf({ city: 'Perth', [name]: true })).toBe(printOf({ city: 'Perth', [name]: false }));
});
