import type { INodeProperties } from 'n8n-workflow';

/** What people chain, ten fields as n8n asks for: whose hours, where, what is paid, and whether it is approved. */
export const SIMPLE_TIMESHEET = [
	'timesheetId',
	// The internal id, which other operations ask for.
	'staffId',
	'staffName',
	// The employee number, which payroll goes by.
	'employeeId',
	'customerName',
	'siteName',
	'payStartTime',
	'payEndTime',
	'payBreakTime',
	'approvedDateTime',
] as const;

export const timesheetIdField: INodeProperties = {
	displayName: 'Timesheet ID',
	name: 'timesheetId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1042',
	description: 'The ID of the timesheet entry, as Get Many and the trigger give it',
};
