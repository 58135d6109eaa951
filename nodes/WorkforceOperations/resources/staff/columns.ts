import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import { type Column, mapperFields } from '../../form/columns';
import { detailFields, nameFields } from './fields';

/** Headings that sheets use for the fields of an employee, besides the API's names and the form's labels. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
	firstName: ['First', 'Given name', 'Given names', 'Forename', 'Christian name', 'Name'],
	lastName: ['Last', 'Surname', 'Family name', 'Name'],
	middleName: ['Middle', 'Middle names', 'Second name'],
	email: ['Mail', 'Email address', 'Mail address', 'Work email', 'Login email'],
	mobile: [
		'Mobile no',
		'Mobile number',
		'Mobile phone',
		'Mobile phone number',
		'Cell',
		'Cell phone',
		'Cell number',
		'Phone',
		'Phone no',
		'Phone number',
		'Telephone',
		'Tel',
		'Tel no',
		'Mob',
		'Contact number',
	],
	employeeId: [
		'Employee no',
		'Employee code',
		'Emp no',
		'Emp ID',
		'Emp number',
		'Staff no',
		'Staff number',
		'Staff ID',
		'Payroll number',
		'Payroll no',
		'Payroll ID',
		'Personnel number',
	],
	employeeReferenceNumber: [
		'Employee reference',
		'Employee ref no',
		'Reference number',
		'Reference no',
		'Ref no',
		'Ref number',
	],
	gender: ['Sex'],
	dateOfBirth: ['DOB', 'Birth date', 'Birthday', 'Born', 'Date birth'],
	startDate: [
		'Start',
		'Starts',
		'Starting date',
		'Date started',
		'Hire date',
		'Hired',
		'Commencement date',
		'Date of commencement',
		'Employment start',
		'Employment start date',
	],
	address: ['Street', 'Street address', 'Home address', 'Address line 1', 'Residential address'],
	city: ['Town', 'Suburb', 'City suburb'],
	stateCode: ['State', 'Home state', 'Province'],
	postCode: ['Post code', 'Postal code', 'Zip', 'Zip code', 'ZIP postcode'],
	countryCode: ['Country'],
	knownAsFirstName: ['Known as', 'Preferred name', 'Preferred first name', 'Nickname'],
	knownAsLastName: ['Preferred last name', 'Preferred surname'],
	emergencyContactName: ['Emergency contact', 'Emergency name', 'Next of kin', 'Next of kin name'],
	emergencyContactNumber: [
		'Emergency contact phone',
		'Emergency contact no',
		'Emergency contact mobile',
		'Emergency number',
		'Emergency phone',
		'Next of kin number',
		'Next of kin phone',
		'Contact number',
	],
};

const typeOf = (name: string, type: string): Column['type'] => {
	if (name === 'employeeReferenceNumber') return 'number';
	return type === 'dateTime' ? 'dateTime' : 'string';
};

const ID_COLUMN: Column = {
	name: 'id',
	label: 'ID',
	type: 'number',
	aliases: ['Internal ID', 'Employee internal ID', 'Staff internal ID', 'Service ID', 'Staff ID', 'Guardhouse ID'],
};

const columnOf = ({ name, displayName, type }: INodeProperties): Column => ({
	name,
	label: displayName,
	type: typeOf(name, type),
	aliases: ALIASES[name] ?? [],
});

const names = nameFields.map(columnOf);

const details = detailFields.map(columnOf);

const NUMBER = 'licenseNumber';

/** The first licence. Its headings must name the licence, because they stand beside those of the employee. */
const licenceInputColumns: Column[] = [
	{
		name: NUMBER,
		label: 'Licence Number',
		type: 'string',
		aliases: [
			'Licence',
			'Licence no',
			'Security licence',
			'Security licence no',
			'Security licence number',
			'SIA number',
		],
	},
	{
		name: 'licenseType',
		label: 'Licence Type',
		type: 'string',
		aliases: ['Licence class', 'Security licence type', 'Licence sector'],
		beside: NUMBER,
	},
	{
		name: 'licenseStateCode',
		label: 'Licence State',
		type: 'string',
		aliases: ['Security licence state', 'Licence issued by', 'State of licence', 'State'],
		beside: NUMBER,
	},
	{
		name: 'licenseExpiryDate',
		label: 'Licence Expiry Date',
		type: 'dateTime',
		aliases: [
			'Licence expiry',
			'Licence expires',
			'Licence expiration',
			'Licence valid until',
			'Security licence expiry',
			'Expiry',
			'Expiry date',
			'Expires',
		],
		beside: NUMBER,
	},
	{
		name: 'licenseAttachments',
		label: 'Licence Attachment Fields',
		type: 'string',
		aliases: [],
		beside: NUMBER,
	},
];

/** The columns for creating: a new employee has no id yet. */
export const columnsOfNew: readonly Column[] = [...names, ...details, ...licenceInputColumns];

/** The columns for existing employees. */
export const columnsOfKnown: readonly Column[] = [...names, ID_COLUMN, ...details, ...licenceInputColumns];

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
