import { TIMESHEET_ASSUMED, TIMESHEET_FIELDS, TIMESHEET_REST } from '../../form/recordFields';
import { singleOperation } from '../../operations/record';
import { SIMPLE_TIMESHEET } from '../../form/fieldSelection';
import { addHoursOption, hoursFields, withHours } from './hours';
import { includeRates, includeRatesOption, rateFields } from './rates';
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
	simple: SIMPLE_TIMESHEET,
	more: TIMESHEET_FIELDS,
	known: [{ names: TIMESHEET_REST }, { assumed: true, names: TIMESHEET_ASSUMED }, hoursFields, ...rateFields],
	flatten: flatTimesheets,
	path: { id: timesheetIdField },
	finish: withHours(includeRates),
});
