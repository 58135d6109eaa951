import type { INodeProperties } from 'n8n-workflow';

/** An employee by the service's internal id, from a searchable list or typed in. */
export const employeeLocator = (name: string, description: string, required = false): INodeProperties => ({
	displayName: 'Employee',
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...(required ? { required } : {}),
	description: `${description}. The internal ID of the service, not the employee number.`,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an employee …',
			typeOptions: { searchListMethod: 'searchStaff', searchable: true },
		},
		{
			displayName: 'By Internal ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 301',
			validation: [{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID is a whole number' } }],
		},
	],
});
