import type { INodeProperties } from 'n8n-workflow';
import { allowanceColumns } from './allowances';

export const timesheetIdField: INodeProperties = {
	displayName: 'Timesheet ID',
	name: 'timesheetId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1042',
	description: 'The ID of the timesheet entry, as Get Many and the trigger give it',
	builderHint: {
		propertyHint:
			"After the trigger or Get Many: expr('{{ $json.timesheetId }}'). For the rates of many timesheets don't loop over Get Rates: Get Many with options.includeRates, and options.flatten for a sheet or file.",
	},
};

export const flatTimesheets = {
	description:
		'Whether to return one flat row for each timesheet, for sheets and payroll files: columns such as “payRate.amount” and “allowance.Meal” (with Include Rates), what is nested more deeply as text. The columns are the same for all rows of a run.',
	columns: allowanceColumns,
};
