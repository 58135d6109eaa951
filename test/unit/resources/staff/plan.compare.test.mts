import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { compare } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';

// As the list and the search show an employee.
const record = {
	id: 3001,
	firstName: 'José',
	lastName: 'Ngata',
	middle: null,
	email: 'Jose.Ngata@example.com',
	mobile: '+61 400 000 000',
	employeeId: 'E-104',
	employeeReferenceNumber: '70013',
	gender: '',
};

const same = { changed: [], unknown: [] };

describe('What a row would change', () => {
	test.each<[string, IDataObject, IDataObject?]>([
		['the same text', { lastName: 'Ngata' }],
		['spaces around it', { lastName: ' Ngata ' }],
		['an e-mail address in other letters', { email: 'jose.ngata@EXAMPLE.com' }],
		['a reference number that comes as text', { employeeReferenceNumber: 70013 }],
		[
			'a reference number that the service pads with zeros',
			{ employeeReferenceNumber: 13 },
			{ employeeReferenceNumber: '0013' },
		],
		['an accent that is written in two characters', { firstName: 'Jose\u0301' }],
		['a middle name that is there under both names', { middleName: 'Kai' }, { middleName: 'Kai' }],
		['nothing where there is nothing', { middleName: '', gender: '' }],
	])('nothing by %s', (_, row, held = {}) => {
		expect(compare({ ...record, ...held }, row)).toEqual(same);
	});

	test.each([
		['another text', { lastName: 'Ngate' }, 'lastName'],
		['other letters in a name', { lastName: 'NGATA' }, 'lastName'],
		['another number', { employeeReferenceNumber: 70014 }, 'employeeReferenceNumber'],
		['a middle name, which the list calls “middle”', { middleName: 'Kai' }, 'middleName'],
		['emptying a field', { mobile: '' }, 'mobile'],
		['filling an empty one', { gender: 'Female' }, 'gender'],
	])('%s is a difference', (_, row, field) => {
		expect(compare(record, row)).toEqual({ changed: [field], unknown: [] });
	});

	test.each([
		['007', 7],
		['7', '007'],
		['e - 7', 'E-7'],
	])(
		'an employee’s number is the same without blanks, zeros at its head and letter case: %j, %j',
		(held, employeeId) => {
			expect(compare({ ...record, employeeId: held }, { employeeId })).toEqual(same);
		},
	);

	test.each(['mobile', 'emergencyContactNumber'])('%s is its digits, with the code of the country aside', (field) => {
		const held = { ...record, [field]: '+61 400 000 123' };
		expect(compare(held, { [field]: '0400000123' })).toEqual(same);
		expect(compare(held, { [field]: '61400000123' })).toEqual(same);
		expect(compare(held, { [field]: '0400000124' }).changed).toEqual([field]);
	});

	test.each([
		'1990-04-01T00:00:00Z',
		'1990-04-01T00:00:00.000Z',
		'1990-04-01T00:00:00',
		'1990-04-01',
		'1990-04-01T00:00:00+00:00',
	])('a day is compared where the service shows it after all, written as %s', (shown) => {
		const shows = { ...record, dateOfBirth: shown };
		expect(compare(shows, { dateOfBirth: '1990-04-01T00:00:00Z' })).toEqual(same);
		expect(compare(shows, { dateOfBirth: '1990-04-02T00:00:00Z' }).changed).toEqual(['dateOfBirth']);
	});

	test('a day that the service shows with a time is no such day', () => {
		const shows = { ...record, startDate: '2026-01-31T13:00:00Z' };
		expect(compare(shows, { startDate: '2026-01-31T00:00:00Z' }).changed).toEqual(['startDate']);
	});
});
