import { describe, expect, test } from '@jest/globals';
import {
	accessWords,
	dateField,
	limitOf,
	readLimit,
	requireCount,
	textField,
} from '../../../nodes/WorkforceOperations/form/fields.ts';
import { formOf, wordsOf } from './support.mts';

const item = formOf();
const TOO_LARGE = Number.MAX_SAFE_INTEGER + 1;

test('a field has the words that it was given', () => {
	const base = { displayName: 'Name', name: 'name', default: '' };
	expect(textField('Name', 'name')).toEqual({ ...base, type: 'string' });
	expect(textField('Name', 'name', 'Whose')).toEqual({ ...base, type: 'string', description: 'Whose' });
	expect(textField('Name', 'name', undefined, 'e.g. Ann')).toEqual({
		...base,
		type: 'string',
		placeholder: 'e.g. Ann',
	});
	expect(dateField('Name', 'name', 'When')).toEqual({ ...base, type: 'dateTime', description: 'When' });
});

test('which key is needed is told once, and not of what every key opens', () => {
	expect(accessWords([])).toBe(
		'The path determines which type of API key is needed and which of the credential’s keys is used.',
	);
	expect(accessWords(['customer.getAll', 'site.getAll'])).toBe('Works with every type of API key.');
	expect(accessWords(['customer.getAll', 'timesheet.getAll', 'timesheet.get', 'staff.create'])).toBe(
		'Needs an API key of type “timesheet”, in the credential’s Timesheet Key or API Key, or an API key of type “developer”, in the credential’s Developer Key or API Key.',
	);
});

describe('Numbers of records', () => {
	test.each<[unknown, number | undefined, number]>([
		[1, undefined, 1],
		['5', undefined, 5],
		[Number.MAX_SAFE_INTEGER, undefined, Number.MAX_SAFE_INTEGER],
		[500, 500, 500],
	])('%j of at most %j is %j', (value, maximum, count) =>
		expect(requireCount(item, value, 'Limit', maximum)).toBe(count),
	);

	test.each<[unknown, number | undefined, string]>([
		[0, undefined, 'of 1 or more'],
		[1.5, undefined, 'of 1 or more'],
		['many', undefined, 'of 1 or more'],
		[TOO_LARGE, undefined, 'of 1 or more'],
		[501, 500, 'from 1 to 500'],
		[0, 500, 'from 1 to 500'],
	])('%j of at most %j is refused', (value, maximum, range) =>
		expect(wordsOf(() => requireCount(item, value, 'Limit', maximum))?.message).toBe(
			`“Limit” must be a whole number ${range}`,
		),
	);

	test('are fifty unless the form says otherwise', () => {
		expect({ most: limitOf(item), unlessAll: readLimit(item) }).toEqual({ most: 50, unlessAll: 50 });
		expect(readLimit(formOf({ returnAll: true, limit: 0 }))).toBeUndefined();
		expect(readLimit(formOf({ returnAll: 'false', limit: 3 }))).toBe(3);
	});
});
