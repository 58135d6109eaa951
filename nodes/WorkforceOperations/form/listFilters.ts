import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { advancedOf, textField } from './fields';
import { collection, type Item } from './item';
import {
	companyFilter,
	customerFilter,
	customerIdsFilter,
	EMPLOYEE_LIST_KEY,
	employeeLocator,
	NAME_FILTER_HINT,
	siteFilter,
	siteIdsFilter,
} from './locators';

/** Little is known about the parameter `filter` of timesheets and staff. */
export const filterExpressionOption = textField(
	'Filter Expression',
	'filter',
	'Sent to the service unchanged. The service doesn’t document how filter expressions are written.',
);

/** Includes the filter expression of the advanced options. */
export function filtersOf(item: Item): IDataObject {
	const { filter } = advancedOf(item);
	return { ...collection(item, 'filters'), ...(filter === undefined ? {} : { filter }) };
}

/** Shared by a list and the watch events that read it. */

export const staffFilters: INodeProperties[] = [
	textField('Search Text', 'searchText', 'Text to search for in names and identifiers'),
];

export const customerFilters: INodeProperties[] = [
	customerFilter('Only this customer'),
	textField('Search Text', 'filter', 'Text to search for; the service calls this parameter “filter”'),
];

export const siteFilters: INodeProperties[] = [
	customerFilter('Only this customer’s sites'),
	textField('Search Text', 'filter', 'Text to search for in site names and identifiers'),
];

export const reportFilters: INodeProperties[] = [
	companyFilter(false),
	customerIdsFilter('customerId', 'Only these customers’ reports'),
	textField('Form Name', 'formName', 'Only reports that use the form template with this name'),
	textField('Report ID', 'reportId', 'Only the report with this ID, as shown on the report'),
	textField('Search Text', 'searchText', 'Text to search for in names and identifiers'),
	siteIdsFilter('siteId', 'Only these sites’ reports'),
];

export const shiftFilters: INodeProperties[] = [
	customerFilter('Only this customer’s shifts'),
	textField('Full Name', 'fullName', 'Only the shifts of guards with this name'),
	siteFilter('Only shifts at this site'),
	textField('Subcontractor Name', 'subcontractorName', 'Only this subcontractor’s shifts'),
	textField('Customer Name (Text)', 'customerName', NAME_FILTER_HINT),
	textField('Search (Text)', 'searchText', 'Text to search for'),
	textField('Site Name (Text)', 'siteName', NAME_FILTER_HINT),
];

export const timesheetFilters: INodeProperties[] = [
	customerFilter('Only this customer’s timesheets'),
	employeeLocator('employeeId', 'Only this employee’s timesheets', { note: EMPLOYEE_LIST_KEY }),
	textField('Search Text', 'searchText', 'Text to search for in the timesheet ID, subcontractor name and abbreviation'),
	siteIdsFilter('siteIds', 'Only these sites’ timesheets'),
];
