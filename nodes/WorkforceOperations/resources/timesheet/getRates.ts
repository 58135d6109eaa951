import { singleOperation } from '../../operations/record';
import { FIELDS, usableId } from '../../contract';
import { timesheetIdField } from '../../form/recentRecords';
import { requiredId } from '../../form/read';
import { lineFields, linesOptions, rowsOr } from './lines';
import { flatTimesheets } from './allowances';

export const getRates = singleOperation({
	endpoint: 'timesheet.getRates',
	value: 'getRates',
	name: 'Get Rates',
	action: 'Get timesheet rates',
	description: 'Retrieve the pay rate, service rate and allowances of one timesheet entry',
	fields: [timesheetIdField],
	options: linesOptions(false),
	records: FIELDS.timesheetRates,
	otherRows: lineFields,
	flatten: flatTimesheets,
	path: { id: timesheetIdField },
	finish: rowsOr(
		() => undefined,
		(rates, item) => {
			const id = requiredId(item, timesheetIdField);
			// The same type as in the list, so that lines of both can be joined by it.
			return { timesheetId: usableId(id) ?? id, ...rates };
		},
	),
});
