import type { INodeProperties } from 'n8n-workflow';

export const timesheetIdField: INodeProperties = {
	displayName: 'Timesheet ID',
	name: 'timesheetId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1042',
	description: 'The ID of the timesheet entry, as Get Many and the trigger give it',
};
