import { checkIds, idList, limitToScope, ownRecord } from '../server/scope.mts';
import { keysetPage, textSort, timeSort } from '../store/cursor.mts';
import { Where } from '../store/query.mts';
import { findTimesheet, timesheetItem, timesheetRates, timesheetSelect } from '../store/timesheets.mts';
import { numberOf, textOf, timeOf, type Handler } from './call.mts';

const staffName = "(e.first_name || ' ' || e.last_name)";

// Assumed, Pages: `referenceName` sorts timesheets by customer.
/** The sorts of the timesheet list; the first one with an anchor in the request is used. */
const sorts = [
	textSort('referenceSiteName', 's.name'),
	textSort('referenceStaffName', staffName),
	textSort('referenceName', 'c.name'),
	timeSort('referenceStartDate', 't.scheduled_start'),
];

// Assumed, Filters: `filter` of timesheets searches customer, site and staff name. Timesheets are selected by scheduled
//   start.
/**
 * GET timesheets: entries whose scheduled start is in the period. `searchText` searches the documented fields; `filter`
 * is assumed to be free text.
 */
export const listTimesheets: Handler = ({ world, caller, query }) => {
	const customerId = numberOf(query.customerId);
	const employeeId = numberOf(query.employeeId);
	const siteIds = idList(query.siteIds, ',');
	checkIds(world.db, caller, {
		customers: customerId === undefined ? [] : [customerId],
		sites: siteIds,
		employees: employeeId === undefined ? [] : [employeeId],
	});
	const where = limitToScope(new Where(), caller, {
		company: 't.company_id',
		customer: 't.customer_id',
		site: 't.site_id',
	})
		.and('c.is_active = 1')
		.and('t.scheduled_start >= ? AND t.scheduled_start <= ?', timeOf(query.startDate) ?? 0, timeOf(query.endDate) ?? 0)
		.oneOf('t.customer_id', customerId === undefined ? [] : [customerId])
		.oneOf('t.site_id', siteIds)
		.oneOf('t.employee_id', employeeId === undefined ? [] : [employeeId])
		.contains(['CAST(t.id AS TEXT)', 'b.name', 'b.abbreviation'], textOf(query.searchText))
		.contains(['c.name', 's.name', staffName], textOf(query.filter));
	const status = textOf(query.status);
	if (status !== undefined) where.and('t.status = ?', status);
	const page = keysetPage(world.db, {
		choices: world.choices,
		select: timesheetSelect,
		where,
		idColumn: 't.id',
		sorts,
		query,
		limit: Number(query.limit),
	});
	return {
		data: page.rows.map((row) => timesheetItem(row, world.choices)),
		count: page.rows.length,
		next: page.next,
		prev: page.prev,
	};
};

/** GET timesheets/{id}: assumed to be the list item. */
export const getTimesheet: Handler = ({ world, caller, params }) => {
	const id = Number(params.id);
	return { data: timesheetItem(ownRecord('Timesheet', id, findTimesheet(world.db, id), caller), world.choices) };
};

/** GET timesheets/{id}/rates. */
export const getTimesheetRates: Handler = ({ world, caller, params }) => {
	const id = Number(params.id);
	return {
		data: timesheetRates(ownRecord('Timesheet', id, findTimesheet(world.db, id), caller), world.choices.rates),
	};
};
