import type { IDataObject, ILoadOptionsFunctions, INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { plainSigns, unspoiled } from '../../form/cells';
import { type Column, mapperFields } from '../../form/columns';
import { calendarDate } from '../../form/dates';
import type { Faults } from '../../form/faults';
import { dateField, textField } from '../../form/fields';
import { inputError, refusal } from '../../form/item';
import { exactNumbers, plainText, requireSignedWholeNumber } from '../../form/read';
import type { OperationItem } from '../../operations/types';

/** A writable field: its form definition, and the headings that sheets use besides its name and label. */
interface WritableField {
	field: INodeProperties;
	headings: string;
}

const text = (
	displayName: string,
	name: string,
	headings: string,
	...hints: [description?: string, placeholder?: string]
): WritableField => ({ field: textField(displayName, name, ...hints), headings });

const day = (displayName: string, name: string, headings: string): WritableField => ({
	field: dateField(displayName, name, 'Only the day is sent'),
	headings,
});

/** Every new employee needs them. */
const names: WritableField[] = [
	text('First Name', 'firstName', 'First, Given name, Given names, Forename, Christian name, Name'),
	text('Last Name', 'lastName', 'Last, Surname, Family name, Name'),
	text('Email', 'email', 'Mail, Email address, Mail address, Work email, Login email', undefined, 'name@email.com'),
];

/** Further fields of an employee, by the API's names. */
const details: WritableField[] = [
	text('Address', 'address', 'Street, Street address, Home address, Address line 1, Residential address'),
	text('City', 'city', 'Town, Suburb, City suburb'),
	text('Country Code', 'countryCode', 'Country', undefined, 'e.g. AU'),
	day('Date of Birth', 'dateOfBirth', 'DOB, Birth date, Birthday, Born, Date birth'),
	text(
		'Emergency Contact Name',
		'emergencyContactName',
		'Emergency contact, Emergency name, Next of kin, Next of kin name',
	),
	text(
		'Emergency Contact Number',
		'emergencyContactNumber',
		'Emergency contact phone, Emergency contact no, Emergency contact mobile, Emergency number, Emergency phone, Next of kin number, Next of kin phone, Contact number',
	),
	text(
		'Employee Number',
		'employeeId',
		'Employee no, Employee code, Emp no, Emp ID, Emp number, Staff no, Staff number, Staff ID, Payroll number, Payroll no, Payroll ID, Personnel number',
		'Your company’s number for the employee; the service calls it “employeeId”',
		'e.g. E-104',
	),
	text(
		'Employee Reference Number',
		'employeeReferenceNumber',
		'Employee reference, Employee ref no, Reference number, Reference no, Ref no, Ref number',
		'A whole number',
		'e.g. 70013',
	),
	text('Gender', 'gender', 'Sex'),
	text('Known As First Name', 'knownAsFirstName', 'Known as, Preferred name, Preferred first name, Nickname'),
	text('Known As Last Name', 'knownAsLastName', 'Preferred last name, Preferred surname'),
	text('Middle Name', 'middleName', 'Middle, Middle names, Second name'),
	text(
		'Mobile',
		'mobile',
		'Mobile no, Mobile number, Mobile phone, Mobile phone number, Cell, Cell phone, Cell number, Phone, Phone no, Phone number, Telephone, Tel, Tel no, Mob, Contact number',
		undefined,
		'e.g. +61 400 000 000',
	),
	text('Postcode', 'postCode', 'Post code, Postal code, Zip, Zip code, ZIP postcode', undefined, 'e.g. 2000'),
	day(
		'Start Date',
		'startDate',
		'Start, Starts, Starting date, Date started, Hire date, Hired, Commencement date, Date of commencement, Employment start, Employment start date',
	),
	text('State Code', 'stateCode', 'State, Home state, Province', undefined, 'e.g. NSW'),
];

export const nameFields = names.map(({ field }) => field);

export const detailFields = details.map(({ field }) => field);

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Punctuation around an address that was copied from a sentence, a list or a link. */
const AROUND = /^[\s"'`´“”„«»‘’‚‹›<]+|(?<![\s"'`´“”„«»‘’‚‹›>.,;:])[\s"'`´“”„«»‘’‚‹›>.,;:]+$/g;

/** Characters that an unquoted address can't contain; quoted ones are not supported. */
const FOREIGN = /["“”„«»‘’‚‹›<>()[\]\\,;:]/;

/** Strips what was copied along with an address. */
function bare(value: unknown): string {
	const text = String(value ?? '')
		.replace(/\p{Cf}/gu, '')
		.normalize('NFKC')
		.replace(AROUND, '');
	return text.replace(/^mailto:([^?]*).*$/i, '$1').replace(AROUND, '');
}

/**
 * Normalises an e-mail address. Throws if it doesn't look like one; the service decides. Removes what copied cells
 * contain: invisible characters, decomposed accents, `mailto:`, quotes, a final dot, full-width letters. Otherwise the
 * same person would not be found and would be created again.
 */
export function emailOf(item: OperationItem, value: unknown, label = 'Email'): string {
	const email = bare(value);
	if (email === '') throw inputError(item, `“${label}” is empty`);
	if (!EMAIL.test(email) || FOREIGN.test(email))
		throw refusal(item, label, 'is not an e-mail address', email, 'It should look like name@example.com.');
	return email;
}

/** The named fields in the API's types. Empty ones are left out, so that a blank cell deletes nothing. */
export function employeeFields(item: OperationItem, values: JsonObject, faults: Faults): IDataObject {
	const employee: IDataObject = {};
	for (const { name, displayName, type } of [...nameFields, ...detailFields]) {
		if (isBlank(values[name])) continue;
		const read = faults.read(() => {
			const value = unspoiled(item, name, values[name], displayName);
			exactNumbers(item, value, displayName);
			if (type === 'dateTime') return calendarDate(item, value, displayName);
			if (name === 'email') return emailOf(item, value);
			if (name === 'employeeReferenceNumber') return requireSignedWholeNumber(item, value, displayName);
			return plainSigns(plainText(item, value, displayName));
		});
		if (read !== undefined) employee[name] = read;
	}
	return employee;
}

const column = (name: string, label: string, type: Column['type'], headings: string): Column => ({
	name,
	label,
	type,
	aliases: headings === '' ? [] : headings.split(', '),
});

const typeOf = (name: string, type: string): Column['type'] => {
	if (name === 'employeeReferenceNumber') return 'number';
	return type === 'dateTime' ? 'dateTime' : 'string';
};

const columnOf = ({ field: { name, displayName, type }, headings }: WritableField): Column =>
	column(name, displayName, typeOf(name, type), headings);

const ID_COLUMN = column(
	'id',
	'ID',
	'number',
	'Internal ID, Employee internal ID, Staff internal ID, Service ID, Staff ID, Guardhouse ID',
);

const LICENCE_NUMBER = column(
	'licenseNumber',
	'Licence Number',
	'string',
	'Licence, Licence no, Security licence, Security licence no, Security licence number, SIA number',
);

/** The first licence. Its headings must name the licence, because the employee's headings are beside them. */
const licenceColumns: Column[] = [
	LICENCE_NUMBER,
	...[
		column('licenseType', 'Licence Type', 'string', 'Licence class, Security licence type, Licence sector'),
		column(
			'licenseStateCode',
			'Licence State',
			'string',
			'Security licence state, Licence issued by, State of licence, State',
		),
		column(
			'licenseExpiryDate',
			'Licence Expiry Date',
			'dateTime',
			'Licence expiry, Licence expires, Licence expiration, Licence valid until, Security licence expiry, Expiry, Expiry date, Expires',
		),
		column('licenseAttachments', 'Licence Attachment Fields', 'string', ''),
	].map((licence) => ({ ...licence, beside: LICENCE_NUMBER.name })),
];

/** The columns for creating: a new employee has no id yet. */
export const columnsOfNew: readonly Column[] = [...names.map(columnOf), ...details.map(columnOf), ...licenceColumns];

/** The columns for existing employees. */
export const columnsOfKnown: readonly Column[] = [
	...names.map(columnOf),
	ID_COLUMN,
	...details.map(columnOf),
	...licenceColumns,
];

/** The columns of the operation that is open in the editor. Sends no request. */
export async function getStaffColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	switch (this.getCurrentNodeParameter('operation')) {
		case 'create':
			return mapperFields(columnsOfNew, ['firstName', 'lastName', 'email']);
		case 'update':
			return mapperFields(columnsOfKnown, ['id']);
		default:
			return mapperFields(columnsOfKnown);
	}
}
