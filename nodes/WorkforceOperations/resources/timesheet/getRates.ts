import { singleOperation } from '../../operations/record';
import { timesheetIdField } from '../../form/recentRecords';
import { flatTimesheets } from './shared';

export const getRates = singleOperation({
	endpoint: 'timesheet.getRates',
	value: 'getRates',
	name: 'Get Rates',
	action: 'Get timesheet rates',
	description: 'Retrieve the pay rate, service rate and allowances of one timesheet entry',
	fields: [timesheetIdField],
	flatten: flatTimesheets,
	path: { id: timesheetIdField },
});
