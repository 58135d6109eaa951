import type { INodeProperties } from 'n8n-workflow';
import { employeeLocator } from '../form/employeeLocator';
import { filtersField } from '../form/fields';
import { companyFilter, customerFilter, customerIdsFilter, siteFilter, siteIdsFilter } from '../form/placeFilters';
import { isLogin, isStaff, shownFor, valuesOf } from './shown';

const text = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});

/** The filters of each list that is watched. */
export const filterFields: INodeProperties[] = [
	shownFor(
		filtersField(
			customerFilter('Only shifts at this customer'),
			text('Customer Name', 'customerName', 'Only shifts at the customer of this name'),
			text('Full Name', 'fullName', 'Only shifts of the employee with this name'),
			text('Search Text', 'searchText', 'Text to look for'),
			siteFilter('Only shifts at this site'),
			text('Site Name', 'siteName', 'Only shifts at the site of this name'),
			text('Subcontractor Name', 'subcontractorName', 'Only shifts of this subcontractor'),
		),
		valuesOf(({ endpoint }) => endpoint === 'liveOperation.getAll'),
	),
	shownFor(
		filtersField({ ...text('User ID', 'userId', 'Only logins of this user'), placeholder: 'e.g. 900' }),
		valuesOf(isLogin),
	),
	shownFor(
		filtersField(
			text('Filter Expression', 'filter', 'A filter expression, passed on to the service as it is'),
			text('Search Text', 'searchText', 'Text to look for in names and identifiers'),
		),
		valuesOf(isStaff),
	),
	shownFor(
		filtersField(
			companyFilter(false),
			customerIdsFilter('customerId', 'Only the reports of these customers'),
			text('Form Name', 'formName', 'Only reports made with the form template of this name'),
			text('Report ID', 'reportId', 'Only the report with this ID, as people read it on the report'),
			text('Search Text', 'searchText', 'Text to look for in names and identifiers'),
			siteIdsFilter('siteId', 'Only the reports of these sites'),
		),
		valuesOf(({ endpoint }) => endpoint === 'incidentReport.getAll'),
	),
	shownFor(
		filtersField(
			customerFilter('Only the timesheets of this customer'),
			employeeLocator('employeeId', 'Only the timesheets of this employee'),
			text('Filter Expression', 'filter', 'A filter expression, passed on to the service as it is'),
			text('Search Text', 'searchText', 'Text to look for in the timesheet ID, subcontractor name and abbreviation'),
			siteIdsFilter('siteIds', 'Only the timesheets of these sites'),
		),
		valuesOf(({ endpoint }) => endpoint === 'timesheet.getAll'),
	),
];
