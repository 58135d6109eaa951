// How records and people are called in lists, and which names are the same.
import { describe, expect, test } from '@jest/globals';
import {
	type JsonObject,
	nameKey,
	namesOfPerson,
	nameWithNumber,
	valueUnder,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

test.each<[JsonObject, string[], string | undefined]>([
	[{ id: 7 }, ['id'], '7'],
	[{ id: ' 7 ' }, ['id'], '7'],
	[{ ID: 7 }, ['iD'], '7'],
	[{ ID: 7, id: 8 }, ['id'], '8'],
	[{ SITEID: 7, id: 8 }, ['siteId', 'id'], '8'],
	[{ second: 1, first: 2 }, ['first', 'second'], '2'],
	[{ id: 0, Id: 8 }, ['id'], '8'],
	[{ id: ' 0 ', name: 'Ann' }, ['id', 'name'], 'Ann'],
	[{ id: ' ' }, ['id'], undefined],
	[{ id: true }, ['id'], undefined],
	[{ id: [7] }, ['id'], undefined],
	[{ other: 7 }, ['id'], undefined],
])('of %j, the value under %j is %j', (record, names, value) => expect(valueUnder(record, names)).toBe(value));

describe('A person', () => {
	test.each<[JsonObject, string | undefined]>([
		[{ firstName: 'Ann', lastName: 'Lee', employeeId: 'E-1' }, 'Ann Lee (E-1)'],
		[{ firstName: 'Ann', lastName: '', employeeId: '' }, 'Ann'],
		[{ firstName: 5, lastName: 'Lee', employeeId: 7 }, 'Lee'],
		[{ employeeId: 'E-1' }, undefined],
	])('%j is “%s”', (record, name) => expect(nameWithNumber(record)).toBe(name));

	test('is also known by the middle name, and without the number', () => {
		expect(namesOfPerson({ firstName: 'Ann', middle: 'May', lastName: 'Lee', employeeId: 'E-1' })).toEqual([
			'Ann Lee (E-1)',
			'Ann May Lee',
			'Ann Lee',
		]);
		expect(namesOfPerson({})).toEqual([]);
	});
});

test('names are the same whatever their letter case, accents, spaces and punctuation', () => {
	expect(['José  O’Brien-Lee 2', 'Straße', 'STRASSE', '…!'].map(nameKey)).toEqual([
		'joseobrienlee2',
		'strasse',
		'strasse',
		'',
	]);
	expect(nameKey('कि')).not.toBe(nameKey('क'));
});
