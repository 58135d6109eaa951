import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { calendarDate } from '../../form/dates';
import { exactNumbers, plainText, requireSignedWholeNumber } from '../../form/read';
import { inputError, refusal } from '../../form/item';
import type { Faults } from '../../form/faults';
import { dateField, textField } from '../../form/fields';
import type { OperationItem } from '../../operations/types';

const day = (displayName: string, name: string): INodeProperties =>
	dateField(displayName, name, 'The day is sent as picked; its time does not matter');

export const nameFields: INodeProperties[] = [
	textField('First Name', 'firstName'),
	textField('Last Name', 'lastName'),
	textField('Email', 'email', undefined, 'name@email.com'),
];

/** Fields of an employee besides name and e-mail, by the API's names. */
export const detailFields: INodeProperties[] = [
	textField('Address', 'address'),
	textField('City', 'city'),
	textField('Country Code', 'countryCode', undefined, 'e.g. AU'),
	day('Date of Birth', 'dateOfBirth'),
	textField('Emergency Contact Name', 'emergencyContactName'),
	textField('Emergency Contact Number', 'emergencyContactNumber'),
	textField(
		'Employee Number',
		'employeeId',
		'The employee number that your company gives; the service calls it “employeeId”',
		'e.g. E-104',
	),
	textField('Employee Reference Number', 'employeeReferenceNumber', 'A whole number', 'e.g. 70013'),
	textField('Gender', 'gender'),
	textField('Known As First Name', 'knownAsFirstName'),
	textField('Known As Last Name', 'knownAsLastName'),
	textField('Middle Name', 'middleName'),
	textField('Mobile', 'mobile', undefined, 'e.g. +61 400 000 000'),
	textField('Postcode', 'postCode', undefined, 'e.g. 2000'),
	day('Start Date', 'startDate'),
	textField('State Code', 'stateCode', undefined, 'e.g. NSW'),
];

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Full-width forms of ASCII characters, at a fixed offset from them. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;

/** Punctuation around an address that was copied from a sentence, a list or a link. */
const AROUND = /^[\s"'`´“”„«»‘’‚‹›<]+|[\s"'`´“”„«»‘’‚‹›>.,;:]+$/g;

/** Characters that an unquoted address can't contain; quoted ones are not supported. */
const FOREIGN = /["“”„«»‘’‚‹›<>()[\]\\,;:]/;

/** An address without what was copied along with it. */
function bare(value: unknown): string {
	const text = String(value ?? '')
		.replace(/\p{Cf}/gu, '')
		.normalize('NFC')
		.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_SHIFT))
		.replace(AROUND, '');
	return text.replace(/^mailto:([^?]*).*$/i, '$1').replace(AROUND, '');
}

/**
 * Normalises an e-mail address and throws if it doesn't look like one; the service decides. Removes what copied cells
 * contain: invisible characters, decomposed accents, `mailto:`, quotes, a final dot, full-width letters. With them the
 * same person would not be found and would be created again.
 */
export function emailOf(item: OperationItem, value: unknown, label = 'Email'): string {
	const email = bare(value);
	if (email === '') throw inputError(item, `“${label}” is empty`);
	if (!EMAIL.test(email) || FOREIGN.test(email))
		throw refusal(item, label, 'is not an e-mail address', email, 'One looks like name@example.com.');
	return email;
}

/** The named fields in the API's types. Empty ones are left out, so that a blank cell deletes nothing. */
export function employeeFields(item: OperationItem, values: JsonObject, faults: Faults): IDataObject {
	const employee: IDataObject = {};
	for (const { name, displayName, type } of [...nameFields, ...detailFields]) {
		const value = values[name];
		if (isBlank(value)) continue;
		const read = faults.read(() => {
			exactNumbers(item, value, displayName);
			if (type === 'dateTime') return calendarDate(item, value, displayName);
			if (name === 'email') return emailOf(item, value);
			if (name === 'employeeReferenceNumber') return requireSignedWholeNumber(item, value, displayName);
			return plainText(item, value, displayName);
		});
		if (read !== undefined) employee[name] = read;
	}
	return employee;
}
