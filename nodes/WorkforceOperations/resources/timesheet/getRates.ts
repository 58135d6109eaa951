import { singleOperation } from '../../operations/record';
import { plainItems, type RecordStep } from '../../operations/types';
import { FIELDS, usableId } from '../../contract';
import { timesheetIdField } from '../../form/recentRecords';
import { requiredId } from '../../form/read';
import { lineFields, linesOptions, rowsOr } from './lines';
import { flatTimesheets } from './allowances';

/** Rates don't name their timesheet. The ID has the same type as in the list, so that both can be joined. */
const withTimesheetId: RecordStep = (item) => (records) => {
	const id = requiredId(item, timesheetIdField);
	return plainItems(records.map((rates) => ({ timesheetId: usableId(id) ?? id, ...rates })));
};

export const getRates = singleOperation({
	endpoint: 'timesheet.getRates',
	value: 'getRates',
	name: 'Get Rates',
	action: 'Get timesheet rates',
	description: 'Retrieve the pay rate, service rate and allowances for one timesheet entry',
	fields: [timesheetIdField],
	options: linesOptions(false),
	records: FIELDS.timesheetRates,
	otherRows: lineFields,
	flatten: flatTimesheets,
	path: { id: timesheetIdField },
	finish: rowsOr(withTimesheetId),
});
