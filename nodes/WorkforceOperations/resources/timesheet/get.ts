import { singleOperation } from '../../operations/single';
import { SIMPLE_TIMESHEET } from '../../form/simplify';
import { timesheetIdField } from './shared';

export const get = singleOperation({
	endpoint: 'timesheet.get',
	value: 'get',
	name: 'Get',
	action: 'Get a timesheet',
	description: 'Retrieve one timesheet entry',
	fields: [timesheetIdField],
	simple: SIMPLE_TIMESHEET,
	path: { id: timesheetIdField },
});
