import { FIELDS } from '../../contract';
import { singleOperation } from '../../operations/record';
import { addHoursOption, withHours } from './hours';
import { includeRates, includeRatesOption } from './rates';
import { timesheetIdField } from '../../form/recentRecords';
import { flatTimesheets } from './allowances';

export const get = singleOperation({
	endpoint: 'timesheet.get',
	value: 'get',
	name: 'Get',
	action: 'Get timesheet',
	description: 'Retrieve one timesheet entry',
	fields: [timesheetIdField],
	options: [addHoursOption.field, includeRatesOption.field],
	records: FIELDS.timesheet,
	flatten: flatTimesheets,
	path: { id: timesheetIdField },
	finish: withHours(includeRates),
});
