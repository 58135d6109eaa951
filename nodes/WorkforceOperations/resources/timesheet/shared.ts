import type { Shaping } from '../../operations/output';
import { allowanceColumns } from './allowances';

export const flatTimesheets = {
	description:
		'Whether to return one flat row for each timesheet, for sheets, with columns such as “payRate.amount” where rates are included',
	columns: (timesheet, _simplify, details) => allowanceColumns(timesheet, details),
} satisfies Shaping['flatten'];
