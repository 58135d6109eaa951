import { downloads } from '../../operations/download';
import { textField } from '../../form/plainFields';
import { largestFileOption } from '../../form/largestFile';
import { listOperation } from '../../operations/list';
import { periodFields, readPeriod } from '../../form/period';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../../form/placeFilters';
import { SIMPLE_REPORT } from '../../form/simplify';
import { flatReports, pdfOption } from './shared';

export const getAll = listOperation({
	endpoint: 'incidentReport.getAll',
	action: 'Get many incident reports',
	description: 'Retrieve the incident reports of a period',
	fields: periodFields(false),
	filters: [
		{
			displayName: 'Approved Only',
			name: 'isApproved',
			type: 'boolean',
			default: true,
			description: 'Whether to return only approved reports. When the filter isn’t added, the service returns all.',
		},
		companyFilter(false),
		customerIdsFilter('customerId', 'Only the reports of these customers'),
		textField('Form Name', 'formName', 'Only reports made with the form template of this name'),
		textField('Report ID', 'reportId', 'Only the report with this ID, as people read it on the report'),
		textField('Search Text', 'searchText', 'Text to look for in names and identifiers'),
		siteIdsFilter('siteId', 'Only the reports of these sites'),
	],
	options: [largestFileOption, pdfOption],
	simple: SIMPLE_REPORT,
	flatten: flatReports,
	query: (item) => readPeriod(item, false),
	finish: downloads('downloadPdf', { pdfLink: 'pdf' }),
});
