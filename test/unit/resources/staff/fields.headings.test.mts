// What sheets call the fields of an employee: every heading that is known, and the columns that the editor shows.
import { describe, expect, test } from '@jest/globals';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { WorkforceOperations } from '../../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { assign } from '../../../../nodes/WorkforceOperations/form/columns/matchHeadings.ts';
import { columnsOfKnown, columnsOfNew } from '../../../../nodes/WorkforceOperations/resources/staff/fields.ts';

const headings: Record<string, string> = {
	firstName: 'First, Given name, Given names, Forename, Christian name',
	lastName: 'Last, Surname, Family name',
	email: 'Mail, Email address, Mail address, Work email, Login email',
	address: 'Street, Street address, Home address, Address line 1, Residential address',
	city: 'Town, Suburb, City suburb',
	countryCode: 'Country',
	dateOfBirth: 'DOB, Birth date, Birthday, Born, Date birth',
	emergencyContactName: 'Emergency contact, Emergency name, Next of kin, Next of kin name',
	emergencyContactNumber:
		'Emergency contact phone, Emergency contact no, Emergency contact mobile, Emergency number, Emergency phone, Next of kin number, Next of kin phone',
	employeeId:
		'Employee no, Employee code, Emp no, Emp ID, Emp number, Staff no, Staff number, Payroll number, Payroll no, Payroll ID, Personnel number',
	employeeReferenceNumber: 'Employee reference, Employee ref no, Reference number, Reference no, Ref no, Ref number',
	gender: 'Sex',
	knownAsFirstName: 'Known as, Preferred name, Preferred first name, Nickname',
	knownAsLastName: 'Preferred last name, Preferred surname',
	middleName: 'Middle, Middle names, Second name',
	mobile:
		'Mobile no, Mobile number, Mobile phone, Mobile phone number, Cell, Cell phone, Cell number, Phone, Phone no, Phone number, Telephone, Tel, Tel no, Mob',
	postCode: 'Post code, Postal code, Zip, Zip code, ZIP postcode',
	startDate:
		'Start, Starts, Starting date, Date started, Hire date, Hired, Commencement date, Date of commencement, Employment start, Employment start date',
	stateCode: 'State, Home state, Province',
	licenseNumber: 'Licence, Licence no, Security licence, Security licence no, Security licence number, SIA number',
};
/** These say something beside a licence number only. */
const licenceHeadings: Record<string, string> = {
	licenseType: 'Licence class, Security licence type, Licence sector',
	licenseStateCode: 'Security licence state, Licence issued by, State of licence',
	licenseAttachments: 'Licence Attachment Fields',
	licenseExpiryDate:
		'Licence expiry, Licence expires, Licence expiration, Licence valid until, Security licence expiry, Expiry, Expiry date, Expires',
};
const each = (table: Record<string, string>): Array<[string, string]> =>
	Object.entries(table).flatMap(([name, list]) => list.split(', ').map((heading): [string, string] => [heading, name]));

describe('A heading by which a field is found', () => {
	test.each(each(headings))('“%s” is %s, of somebody new and of somebody known', (heading, name) => {
		for (const fields of [columnsOfNew, columnsOfKnown])
			expect(assign([heading], fields)).toEqual({ columns: new Map([[name, heading]]), unused: [] });
	});

	test.each(each({ id: 'Internal ID, Employee internal ID, Staff internal ID, Service ID, Guardhouse ID' }))(
		'“%s” is %s, of somebody known alone',
		(heading, name) => {
			expect(assign([heading], columnsOfKnown)).toEqual({ columns: new Map([[name, heading]]), unused: [] });
			expect(assign([heading], columnsOfNew)).toEqual({ columns: new Map(), unused: [heading] });
		},
	);

	test.each(each(licenceHeadings))('“%s” is %s beside a licence number, and nothing without', (heading, name) => {
		for (const fields of [columnsOfNew, columnsOfKnown]) {
			expect([...assign(['Licence', heading], fields).columns]).toEqual(
				expect.arrayContaining([
					['licenseNumber', 'Licence'],
					[name, heading],
				]),
			);
			expect(assign([heading], fields)).toEqual({ columns: new Map(), unused: [heading] });
		}
	});

	test('“Staff ID” is the employee number of somebody new, and “Name” the name that is missing', () => {
		expect([...assign(['Staff ID', 'Last name', 'Name'], columnsOfNew).columns]).toEqual([
			['lastName', 'Last name'],
			['firstName', 'Name'],
			['employeeId', 'Staff ID'],
		]);
		expect([...assign(['First name', 'Name'], columnsOfNew).columns]).toEqual([
			['firstName', 'First name'],
			['lastName', 'Name'],
		]);
	});
});

test.each([
	[['Mobile', 'Contact number'], 'emergencyContactNumber'],
	[['Emergency phone', 'Contact number'], 'mobile'],
	[['Home state', 'Licence', 'State'], 'licenseStateCode'],
	[['Licence state', 'Licence', 'State'], 'stateCode'],
	[['Staff number', 'Staff ID'], 'id'],
	[['Internal ID', 'Staff ID'], 'employeeId'],
])('of %j the last, which two fields may be called, is the one that no other heading is: %s', (given, name) => {
	expect(assign(given, columnsOfKnown).columns.get(name)).toBe(given.at(-1));
});

/** In the order of the editor; what is no text is named. */
const known = [
	...['firstName', 'lastName', 'email', 'id: number', 'address', 'city', 'countryCode', 'dateOfBirth: dateTime'],
	...['emergencyContactName', 'emergencyContactNumber', 'employeeId', 'employeeReferenceNumber: number', 'gender'],
	...['knownAsFirstName', 'knownAsLastName', 'middleName', 'mobile', 'postCode', 'startDate: dateTime', 'stateCode'],
	...['licenseNumber', 'licenseType', 'licenseStateCode', 'licenseExpiryDate: dateTime', 'licenseAttachments'],
];

test.each([
	['create', ['firstName', 'lastName', 'email'], known.filter((name) => name !== 'id: number')],
	['update', ['id'], known],
	['upsert', [], known],
])('the columns of “%s” in the editor, those that it needs, and their types', async (operation, needed, columns) => {
	const context = { getCurrentNodeParameter: (name: string) => (name === 'operation' ? operation : undefined) };
	const { getStaffColumns } = new WorkforceOperations().methods.resourceMapping;
	const { fields } = await getStaffColumns.call(context as unknown as ILoadOptionsFunctions);
	expect(fields.filter(({ display }) => !display)).toEqual([]);
	expect(fields.map(({ id, type }) => (type === 'string' ? id : `${id}: ${String(type)}`))).toEqual(columns);
	expect(fields.filter(({ required }) => required).map(({ id }) => id)).toEqual(needed);
	expect(fields.filter(({ id }) => /^(id$|license)/.test(id)).map(({ displayName }) => displayName)).toEqual([
		...(operation === 'create' ? [] : ['ID']),
		...['Licence Number', 'Licence Type', 'Licence State', 'Licence Expiry Date', 'Licence Attachment Fields'],
	]);
});
