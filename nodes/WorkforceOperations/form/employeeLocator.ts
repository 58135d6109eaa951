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
		example: '301',
	});
