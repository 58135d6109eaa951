import { FIELDS } from '../../contract';
import { listOperation } from '../../operations/list';
import { periodFields, TIMESHEET_PERIOD } from '../../form/period';
import { filterExpressionOption, timesheetFilters } from '../../form/listFilters';
import { lineFields, linesOptions, rowsOr, unlessLines } from './lines';
import { selectByOptions, selectedByApproval, timesheetQuery } from './byApproval';
import { addHoursOption, withHours } from './hours';
import { includeRates, includeRatesOption } from './rates';
import { flatTimesheets } from './allowances';
import { timesheetCounting } from './counting';

export const getAll = listOperation({
	endpoint: 'timesheet.getAll',
	action: 'Get many timesheets',
	description: 'Retrieve the timesheet entries of a period',
	fields: periodFields(TIMESHEET_PERIOD),
	filters: [
		...timesheetFilters,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'Approved' },
				{ name: 'Pending', value: 'Pending' },
				{ name: 'Rejected', value: 'Rejected' },
			],
			default: 'Approved',
			description: 'Only the timesheets in this state of approval',
		},
	],
	// Lines have no hours, and their rates are read in any case.
	options: [
		...[addHoursOption.field, includeRatesOption.field].map(unlessLines),
		...linesOptions(true),
		...selectByOptions,
	],
	advanced: [filterExpressionOption],
	records: FIELDS.timesheet,
	otherRows: lineFields,
	counting: timesheetCounting,
	flatten: flatTimesheets,
	query: timesheetQuery,
	select: selectedByApproval,
	finish: rowsOr(withHours(includeRates)),
});
