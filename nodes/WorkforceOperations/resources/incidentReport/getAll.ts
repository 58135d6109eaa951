import { downloads } from '../../operations/download';
import { listOperation } from '../../operations/list';
import { periodFields, readPeriod } from '../../form/period';
import { companyFilter, customerIdsFilter, siteIdsFilter } from '../../form/placeFilters';
import { pdfOption, SIMPLE_REPORT } from './shared';

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
		{
			displayName: 'Form Name',
			name: 'formName',
			type: 'string',
			default: '',
			description: 'Only reports made with the form template of this name',
		},
		{
			displayName: 'Report ID',
			name: 'reportId',
			type: 'string',
			default: '',
			description: 'Only the report with this ID, as people read it on the report',
		},
		{
			displayName: 'Search Text',
			name: 'searchText',
			type: 'string',
			default: '',
			description: 'Text to look for in names and identifiers',
		},
		siteIdsFilter('siteId', 'Only the reports of these sites'),
	],
	options: [pdfOption],
	simple: SIMPLE_REPORT,
	query: (item) => readPeriod(item, false),
	finish: downloads('downloadPdf', { pdfLink: 'pdf' }),
});
