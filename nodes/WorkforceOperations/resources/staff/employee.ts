import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { calendarDate } from '../../form/calendar';
import { inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';

const text = (displayName: string, name: string, placeholder = '', description = ''): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(placeholder === '' ? {} : { placeholder }),
	...(description === '' ? {} : { description }),
});

const day = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: 'The day is sent as picked; its time does not matter',
});

export const nameFields: INodeProperties[] = [
	text('First Name', 'firstName'),
	text('Last Name', 'lastName'),
	{ displayName: 'Email', name: 'email', type: 'string', default: '', placeholder: 'name@email.com' },
];

/** What the service takes beside name and e-mail, under the API's own names. */
export const detailFields: INodeProperties[] = [
	text('Address', 'address'),
	text('City', 'city'),
	text('Country Code', 'countryCode', 'e.g. AU'),
	day('Date of Birth', 'dateOfBirth'),
	text('Emergency Contact Name', 'emergencyContactName'),
	text('Emergency Contact Number', 'emergencyContactNumber'),
	text(
		'Employee Number',
		'employeeId',
		'e.g. E-104',
		'The employee number that your company gives; the service calls it “employeeId”',
	),
	text('Employee Reference Number', 'employeeReferenceNumber', 'e.g. 70013', 'A whole number'),
	text('Gender', 'gender'),
	text('Known As First Name', 'knownAsFirstName'),
	text('Known As Last Name', 'knownAsLastName'),
	text('Middle Name', 'middleName'),
	text('Mobile', 'mobile', 'e.g. +61 400 000 000'),
	text('Postcode', 'postCode', 'e.g. 2000'),
	day('Start Date', 'startDate'),
	text('State Code', 'stateCode', 'e.g. NSW'),
];

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An e-mail address that looks like one; the service has the last word. */
export function emailOf(item: OperationItem, value: unknown, label = 'Email'): string {
	const email = String(value ?? '').trim();
	if (email === '') throw inputError(item, `“${label}” is empty`);
	if (!EMAIL.test(email))
		throw inputError(item, `“${label}” is not an e-mail address`, `It is “${email.slice(0, 80)}”.`);
	return email;
}

/** The named fields in the form in which they travel; empty ones are left out, so that nothing is wiped by a blank cell. */
export function employeeFields(item: OperationItem, values: JsonObject): IDataObject {
	const employee: IDataObject = {};
	for (const field of [...nameFields, ...detailFields]) {
		const { name, displayName, type } = field;
		const value = values[name];
		if (isBlank(value)) continue;
		if (type === 'dateTime') employee[name] = calendarDate(item, value, displayName);
		else if (name === 'email') employee[name] = emailOf(item, value);
		else if (name === 'employeeReferenceNumber') employee[name] = wholeNumber(item, value, displayName);
		else employee[name] = String(value).trim();
	}
	return employee;
}

function wholeNumber(item: OperationItem, value: unknown, label: string): number {
	const written = String(value).trim();
	if (!/^-?\d{1,15}$/.test(written))
		throw inputError(item, `“${label}” must be a whole number`, `It is “${written.slice(0, 80)}”.`);
	return Number(written);
}
