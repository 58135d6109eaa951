// The fields of an employee as they travel.
import { describe, expect, test } from '@jest/globals';
import { Faults } from '../../../../nodes/WorkforceOperations/form/faults.ts';
import {
	emailOf,
	employeeFields as read,
	nameFields,
} from '../../../../nodes/WorkforceOperations/resources/staff/fields.ts';
import { batchSizeOf } from '../../../../nodes/WorkforceOperations/resources/staff/form.ts';
import { formItem } from '../formItem.mts';

const item = formItem();

function employeeFields(of: typeof item, values: Parameters<typeof read>[1]) {
	const faults = new Faults(of);
	const employee = read(of, values, faults);
	faults.end();
	return employee;
}

test('every field that is filled is sent under its own name: days at midnight, the reference as a number, the rest as text', () => {
	const texts = [
		...['firstName', 'lastName', 'address', 'city', 'countryCode', 'emergencyContactName', 'emergencyContactNumber'],
		...['employeeId', 'gender', 'knownAsFirstName', 'knownAsLastName', 'middleName', 'mobile', 'postCode', 'stateCode'],
	];
	const values = {
		...Object.fromEntries(texts.map((name) => [name, ` ${name} `])),
		postCode: 800,
		email: ' a@example.com ',
		dateOfBirth: '1990-04-01T00:00:00',
		startDate: '2026-10-04',
		employeeReferenceNumber: ' 70013 ',
		id: 7,
		other: 'x',
	};
	expect(employeeFields(item, values)).toEqual({
		...Object.fromEntries(texts.map((name) => [name, name])),
		postCode: '800',
		email: 'a@example.com',
		dateOfBirth: '1990-04-01T00:00:00Z',
		startDate: '2026-10-04T00:00:00Z',
		employeeReferenceNumber: 70013,
	});
});

test('the field for the address shows an example as n8n has it', () =>
	expect(nameFields.map(({ placeholder }) => placeholder)).toEqual([undefined, undefined, 'name@email.com']));

test('a field that is empty is left out', () => {
	expect(
		employeeFields(item, {
			firstName: ' ',
			email: '',
			dateOfBirth: null,
			mobile: undefined,
			city: '\u200b',
			gender: 0,
		}),
	).toEqual({ gender: '0' });
});

describe('A reference number', () => {
	test.each([
		['0', 0],
		[-12, -12],
		['999999999999999', 999_999_999_999_999],
	])('may be %j', (given, sent) => {
		expect(employeeFields(item, { employeeReferenceNumber: given })).toEqual({ employeeReferenceNumber: sent });
	});

	test.each(['E-12', '1.5', '1000000000000000', '12a', '1 2', '-'])('may not be “%s”', (given) => {
		expect(() => employeeFields(item, { employeeReferenceNumber: given })).toThrow(
			'“Employee Reference Number” must be a whole number',
		);
	});

	test('may not be one that n8n has rounded', () => {
		expect(() => employeeFields(item, { employeeReferenceNumber: 2 ** 60 })).toThrow(
			/contains a number that is too large/,
		);
	});
});

describe('An e-mail address', () => {
	test.each([
		[' a@example.com ', 'a@example.com'],
		['\u200ba@exam\u00adple.com\ufeff', 'a@example.com'],
		['jose\u0301@example.com', 'josé@example.com'],
		['A.b+c@sub.example.com.au', 'A.b+c@sub.example.com.au'],
		["o'brien@example.com", "o'brien@example.com"],
		['mailto:a@example.com', 'a@example.com'],
		['MAILTO:a@example.com?subject=Hi', 'a@example.com'],
		['<mailto:a@example.com>', 'a@example.com'],
		['"a@example.com"', 'a@example.com'],
		['“a@example.com”', 'a@example.com'],
		["'a@example.com", 'a@example.com'],
		['a@example.com.', 'a@example.com'],
		['“a@example.com.”', 'a@example.com'],
		['a@example.com;', 'a@example.com'],
		['ａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'a@example.com'],
		['＂a@example.com＂', 'a@example.com'],
	])('%j is %s', (given, email) => expect(emailOf(item, given)).toBe(email));

	test.each([
		['nobody', '“Email” is not an e-mail address'],
		['a b@example.com', '“Email” is not an e-mail address'],
		['a@b@example.com', '“Email” is not an e-mail address'],
		['a@example', '“Email” is not an e-mail address'],
		['a@.', '“Email” is not an e-mail address'],
		['Ann<a@example.com>', '“Email” is not an e-mail address'],
		['Ann <a@example.com>', '“Email” is not an e-mail address'],
		['"Ann"<a@example.com', '“Email” is not an e-mail address'],
		['a"b@example.com', '“Email” is not an e-mail address'],
		['o’brien@example.com', '“Email” is not an e-mail address'],
		['a@example。com', '“Email” is not an e-mail address'],
		['mailto:', '“Email” is not an e-mail address'],
		['amailto:b@example.com', '“Email” is not an e-mail address'],
		['""', '“Email” is empty'],
		['a@example.com, b@example.com', '“Email” is not an e-mail address'],
		[' \u200b ', '“Email” is empty'],
		[null, '“Email” is empty'],
		[undefined, '“Email” is empty'],
	])('%j: %s', (given, message) => expect(() => emailOf(item, given)).toThrow(message));

	test('is named after its field, and shown in its first 80 characters', () => {
		let thrown: unknown;
		try {
			emailOf(item, 'x'.repeat(100), 'Login');
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toMatchObject({
			message: '“Login” is not an e-mail address',
			description: `It is “${'x'.repeat(80)}”. It should look like name@example.com.`,
		});
	});
});

describe('Rows in a request', () => {
	const sized = (batchSize: unknown): number => batchSizeOf(formItem(0, { advanced: { batchSize } }), 25);

	test('are as many as the form says, from 1 to 500, else the standard', () => {
		expect([sized(1), sized('30'), sized(500), sized(undefined), batchSizeOf(formItem(), 1)]).toEqual([
			1, 30, 500, 25, 1,
		]);
		expect(batchSizeOf(undefined, 25)).toBe(25);
	});

	test.each([0, 501, -1, 2.5, 'many', ''])('can’t be %j', (size) => {
		expect(() => sized(size)).toThrow('“Batch Size” must be a whole number from 1 to 500');
	});
});
