import type { INodeProperties } from 'n8n-workflow';

/** What people chain: who, where, when, how it stands. */
export const SIMPLE_TIMESHEET = [
	'timesheetId',
	'customerName',
	'siteName',
	'staffId',
	'staffName',
	// The employee number, which payroll goes by.
	'employeeId',
	'position',
	'scheduledStartTime',
	'scheduledEndTime',
	'payStartTime',
	'payEndTime',
	'payBreakTime',
	'approvedBy',
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
