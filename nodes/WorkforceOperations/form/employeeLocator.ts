import type { INodeProperties } from 'n8n-workflow';
import { locator } from './locator';

/** An employee by the service's internal id. */
export const employeeLocator = (name: string, description: string, required = false): INodeProperties =>
	locator({
		displayName: 'Employee',
		name,
		description: `${description}. The internal ID of the service, not the employee number.`,
		search: 'searchStaff',
		choose: 'an employee',
		required,
		byId: 'By Internal ID',
		hint: 'The internal ID: “id” of Staff, “staffId” of a timesheet. “employeeId” inside of a record is the employee number, which does not fit here.',
		example: '301',
	});
