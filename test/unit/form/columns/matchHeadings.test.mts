import { describe, expect, test } from '@jest/globals';
import { assign, headingKey } from '../../../../nodes/WorkforceOperations/form/columns/matchHeadings.ts';
import { columnsOfKnown, columnsOfNew } from '../../../../nodes/WorkforceOperations/resources/staff/fields.ts';

const assigned = (headings: string[], fields = columnsOfKnown): Record<string, string> => {
	const { columns, problem } = assign(headings, fields);
	if (problem !== undefined) throw new Error(problem.message);
	return Object.fromEntries(columns);
};
const problemOf = (headings: string[]): string | undefined => assign(headings, columnsOfKnown).problem?.message;

describe('The column of each field is found by its name', () => {
	test.each(
		columnsOfKnown.flatMap(({ name, label, beside }) => [
			[name, name, beside],
			[label, name, beside],
		]),
	)('“%s” is %s', (heading, name, beside) => {
		const others = beside === undefined ? [] : ['Licence Number'];
		expect(assigned([heading ?? '', ...others])).toMatchObject({ [name ?? '']: heading });
	});

	test.each([
		['First name', 'firstName'],
		['Given names', 'firstName'],
		['SURNAME', 'lastName'],
		['E-mail', 'email'],
		['Email address', 'email'],
		['DOB', 'dateOfBirth'],
		['Date of birth (dd/mm/yyyy)', 'dateOfBirth'],
		['Employee no.', 'employeeId'],
		['Employee #', 'employeeId'],
		['employee_id', 'employeeId'],
		['Payroll Number', 'employeeId'],
		['Mobile No.', 'mobile'],
		['Post code', 'postCode'],
		['Commencement date', 'startDate'],
		['Suburb', 'city'],
		['State', 'stateCode'],
		['License Number', 'licenseNumber'],
		['Security licence no', 'licenseNumber'],
	])('what sheets say: “%s” is %s', (heading, name) => {
		expect(assigned([heading])).toEqual({ [name]: heading });
	});

	test('a heading of a licence says something beside its number only', () => {
		const headings = ['Licence number', 'Licence expiry', 'Licence state', 'Licence type'];
		expect(assigned(headings)).toEqual({
			licenseNumber: 'Licence number',
			licenseExpiryDate: 'Licence expiry',
			licenseStateCode: 'Licence state',
			licenseType: 'Licence type',
		});
		expect(assign(headings.slice(1), columnsOfKnown).unused).toEqual(headings.slice(1));
	});

	test.each([
		[['Mobile', 'Phone'], { mobile: 'Mobile' }],
		[[' firstName ', 'First Name'], { firstName: ' firstName ' }],
		[['Name', 'Surname'], { lastName: 'Surname', firstName: 'Name' }],
		[['mobile', 'Mobile'], { mobile: 'mobile' }],
		[
			['Licence number', 'Licence state', 'State'],
			{ licenseNumber: 'Licence number', licenseStateCode: 'Licence state', stateCode: 'State' },
		],
		[['Mobile', 'Contact number'], { mobile: 'Mobile', emergencyContactNumber: 'Contact number' }],
		[['First name', 'Last name', 'Name'], { firstName: 'First name', lastName: 'Last name' }],
		[['ID', 'Staff ID'], { id: 'ID', employeeId: 'Staff ID' }],
		[['Employee number', 'Staff ID'], { employeeId: 'Employee number', id: 'Staff ID' }],
	])('of %j the better fit counts', (headings, expected) => {
		expect(assigned(headings)).toEqual(expected);
	});

	test('somebody new has no internal id', () => {
		expect(assign(['id', 'Internal ID'], columnsOfNew).unused).toEqual(['id', 'Internal ID']);
	});

	test.each([
		['Date of birth (dd/mm/yyyy)', 'dateOfBirth'],
		['Start date [YYYY-MM-DD]', 'startDate'],
		['Start date (d.m.yy, UTC)', 'startDate'],
		['Mobile (optional)', 'mobile'],
		['Mobile （Optional）', 'mobile'],
		['Email (required)', 'email'],
		['Postcode (4 digits)', 'postCode'],
	])('brackets that say how to write it mean nothing: “%s” is %s', (heading, name) => {
		expect(assigned([heading])).toEqual({ [name]: heading });
	});

	test.each([
		...['Mobile (old)', 'Mobile [old]', 'Mobile （old）', 'Mobile (work, optional)', 'Mobile (optional) (old)'],
		...['Mobile (old (2019))', 'Mobile (2)', 'Mobile ()', 'Mobile (phone)', 'Mobile (my)', 'Mobile (old'],
		...['(Mobile)', 'Email (private)', 'Licence (number)'],
	])('brackets that say whose or which it is are no field’s: “%s” fills nothing, and is told', (heading) => {
		expect(assign([heading, 'Surname'], columnsOfKnown)).toEqual({
			columns: new Map([['lastName', 'Surname']]),
			unused: [heading],
		});
	});

	test('beside “Mobile” a “Mobile (old)” is left over', () => {
		expect(assigned(['Mobile (old)', 'Mobile'])).toEqual({ mobile: 'Mobile' });
	});

	test('what fits nothing is left over, except n8n’s own number of the row', () => {
		expect(assign(['row_number', 'Email', 'Shirt size', ' '], columnsOfKnown).unused).toEqual(['Shirt size']);
	});
});

describe('What can’t be told apart is named', () => {
	test.each([
		[['Name', 'Email'], 'The column “Name” matches 2 fields: “First Name” and “Last Name”'],
		[['Staff ID'], 'The column “Staff ID” matches 2 fields: “ID” and “Employee Number”'],
		[['Licence', 'State'], 'The column “State” matches 2 fields: “State Code” and “Licence State”'],
		[['Contact number'], 'The column “Contact number” matches 2 fields: “Emergency Contact Number” and “Mobile”'],
		[['Phone', 'Cell'], '2 columns match the field “Mobile”: “Phone” and “Cell”'],
		[['E-mail', 'e mail'], '2 columns match the field “Email”: “E-mail” and “e mail”'],
	])('%j: %s', (headings, message) => {
		expect(problemOf(headings)).toBe(message);
	});

	test('no two fields have a name or a label in common', () => {
		const keys = columnsOfKnown.map(({ name, label }) => new Set([name, label].map(headingKey)));
		const twice = keys.flatMap((own, index) =>
			keys.slice(index + 1).flatMap((other) => [...own].filter((key) => other.has(key))),
		);
		expect(twice).toEqual([]);
	});
});
