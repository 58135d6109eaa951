import { TIMESHEET_FIELDS } from '../../form/recordFields';
import { textField } from '../../form/fields';
import { listOperation } from '../../operations/list';
import { periodFields, readPeriod, TIMESHEET_PERIOD } from '../../form/dates';
import { customerFilter, EMPLOYEE_LIST_KEY, employeeLocator, siteIdsFilter } from '../../form/locators';
import { SIMPLE_TIMESHEET } from '../../form/fieldSelection';
import { linesAdvanced, linesOptions, rowsOr } from './lines';
import { includeRates, includeRatesOption } from './rates';
import { flatTimesheets } from './shared';

export const getAll = listOperation({
	endpoint: 'timesheet.getAll',
	action: 'Get many timesheets',
	description: 'Retrieve the timesheet entries of a period',
	fields: periodFields(TIMESHEET_PERIOD),
	filters: [
		customerFilter('Only the timesheets of this customer'),
		siteIdsFilter('siteIds', 'Only the timesheets of these sites'),
		employeeLocator('employeeId', 'Only the timesheets of this employee', { note: EMPLOYEE_LIST_KEY }),
		textField('Filter Expression', 'filter', 'A filter expression, passed on to the service as it is'),
		textField('Search Text', 'searchText', 'Text to look for in the timesheet ID, subcontractor name and abbreviation'),
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
	options: [includeRatesOption, ...linesOptions(true)],
	advanced: linesAdvanced,
	simple: SIMPLE_TIMESHEET,
	more: TIMESHEET_FIELDS,
	flatten: flatTimesheets,
	query: (item) => readPeriod(item, TIMESHEET_PERIOD),
	finish: rowsOr(includeRates),
});
